import { defineErrors } from '../kernel/errors.ts';

export const declarationErrors = defineErrors('src/services/declarations/errors.tsv', [
  'DeclarationNotFound',
  'ChannelAIdTaken',
  'DeclarationNotDeletable',
  'StatusNotRising',
  'ObligationMet',
  'ObligationDue',
  'PeriodUnknown',
  'FolderSirenMissing',
  'ChannelsFailed',
  'UrlTypeUnknown',
  'WindowBoundInvalid',
  'WindowEmpty',
  'WebhookInvalid',
  'RoundingTooLarge',
  'TaxRateUnknown',
]);
