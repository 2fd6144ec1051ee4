import { defineErrors } from '../../../kernel/errors.ts';

/** What can fail with complementary data, supporting documents and exports. */
export const complementaryErrors = defineErrors('src/services/banking/transactions/complementary/errors.tsv', [
  'CategoryNotFound',
  'NameTaken',
  'NatureNotFound',
  'AxisNotFound',
  'SupportingDocumentNotFound',
  'DocumentTwice',
  'DocumentAmountMissing',
  'DocumentContradicted',
  'DocumentCurrencyDiffers',
  'AssociationExceedsDocument',
  'AssociationExceedsTransaction',
  'NothingLeftToAssociate',
  'SupportingDocumentInUse',
  'SupportingDocumentOfReturn',
  'DocumentFileMissing',
  'DocumentNameInvalid',
  'DocumentTooLarge',
  'DocumentTypeRefused',
  'DocumentFileChanged',
  'ExportTooLong',
  'DocumentDamaged',
]);
