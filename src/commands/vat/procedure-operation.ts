import { folderOperation } from '../operation/folder-operation.ts';

/** Declares an operation on the VAT returns of a folder, which the specification calls an enterprise there. */
export const procedureOperation = folderOperation({
  prefix: '/api/vat-reporting/enterprises/{enterpriseId}',
  folder: 'enterpriseId',
});
