import { defineErrors } from '../kernel/errors.ts';

export const formErrors = defineErrors('src/services/forms/errors.tsv', [
  'FormYearUnknown',
  'FormUnknown',
  'DeclaredValuesInvalid',
  'BooksUnbalanced',
  'AccountsUnmapped',
]);
