/** What VAT refuses, in English and French, with what to do next. */
import { defineErrors } from '../kernel/errors.ts';

export const vatErrors = defineErrors('src/services/vat/errors.tsv', [
  'PeriodInvalid',
  'PeriodsOverlap',
  'PeriodAlreadyDeclared',
  'EntryIdTwice',
  'AmountInvalid',
  'ValueUnknown',
  'BoxUnknown',
  'BoxIsComputed',
  'AmountNotWhole',
  'PaymentsInvalid',
  'BoxNotFound',
  'VatCategoryUnknown',
  'VatCombinationInvalid',
  'LineAlreadyDeclared',
  'EntryLineNotFound',
  'LineAccountDiffers',
]);
