import { folderOperation } from '../operation/folder-operation.ts';

/** Declares an operation on the bank data of a folder. */
export const bankOperation = folderOperation({
  prefix: '/api/banking/enterprises/{enterpriseId}',
  folder: 'enterpriseId',
});
