import { defineErrors } from '../../kernel/errors.ts';

export const configurationErrors = defineErrors('src/services/vat/configuration/errors.tsv', [
  'VatConfigurationNotFound',
  'BookAccountNotFound',
  'AccountNumberInvalid',
  'CombinationInvalid',
  'AccountClosed',
  'BatchTooLarge',
  'AdvanceModeLocked',
  'NotAThirdParty',
]);
