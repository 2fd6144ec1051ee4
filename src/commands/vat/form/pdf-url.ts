/** Where the PDF of a return is downloaded: `vat form download`. */
export const pdfUrl = ({ folderId, id }: { readonly folderId: number; readonly id: number }): string =>
  `/api/vat-reporting/accounting-folders/${folderId}/procedures/${id}/pdf`;
