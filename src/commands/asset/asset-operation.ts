/** Operations on the fixed assets of a folder, which the specification names in two ways. */
import { identifier } from '../operation/fields.ts';
import { folderOperation } from '../operation/folder-operation.ts';

export const assetOperation = folderOperation({
  prefix: '/api/fixed-assets/accounting-folders/{accountingFolderId}',
  folder: 'accountingFolderId',
});

export const enterpriseAssetOperation = folderOperation({
  prefix: '/api/fixed-assets/enterprises/{enterpriseId}',
  folder: 'enterpriseId',
});

export const AssetPath = { assetId: identifier() };
/** The same path where the specification calls it so. */
export const FixedAssetPath = { fixedAssetId: identifier() };
