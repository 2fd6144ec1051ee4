import { type FolderFamily, folderOperation } from '../operation/folder-operation.ts';

export const ROUTE = '/api/accounting/accounting-folders';

/** Operations on a folder and its books. */
export const ACCOUNTING_FOLDER: FolderFamily = {
  prefix: `${ROUTE}/{accountingFolderId}`,
  folder: 'accountingFolderId',
};

export const bookOperation = folderOperation(ACCOUNTING_FOLDER);
