import { defineErrors } from '../../kernel/errors.ts';

export const fecErrors = defineErrors('src/services/ledger/fec/errors.tsv', [
  'FecFileChanged',
  'FecOptionInvalid',
  'FecRowBlank',
  'FecRowTooLarge',
]);
