import { folderOperation } from '../operation/folder-operation.ts';

/** Declares an operation on the VAT of a folder. */
export const vatOperation = folderOperation({
  prefix: '/api/vat-reporting/accounting-folders/{accountingFolderId}',
  folder: 'accountingFolderId',
});
