import { folderOperation } from '../operation/folder-operation.ts';

/** Declares an operation on the tax declarations of a folder. */
export const declarationOperation = folderOperation({
  prefix: '/api/tax-declarations/accounting-folders/{accountingFolderId}',
  folder: 'accountingFolderId',
});
