import { defineErrors } from '../kernel/errors.ts';

export const chartErrors = defineErrors('src/services/charts/errors.tsv', [
  'ChartAccountNotFound',
  'ChartAccountNumberTaken',
  'ChartNameTaken',
]);
