import { defineErrors } from '../kernel/errors.ts';

export const intakeErrors = defineErrors('src/services/intake/errors.tsv', [
  'IntakeNotFound',
  'IntakeFileUnknown',
  'IntakesFull',
]);
