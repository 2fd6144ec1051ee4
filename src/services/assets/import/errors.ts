import { defineErrors } from '../../kernel/errors.ts';

export const assetImportErrors = defineErrors('src/services/assets/import/errors.tsv', [
  'AssetFileMissing',
  'AssetFileTooLarge',
  'AssetFileUnreadable',
  'AssetColumnUnknown',
  'AssetColumnRepeated',
  'AssetColumnMissing',
  'AssetReferenceRepeated',
  'AssetImportNotFound',
  'AssetImportInUse',
]);
