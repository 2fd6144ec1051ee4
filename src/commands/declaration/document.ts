import * as z from 'zod';
import { DOWNLOAD_TYPES } from '../../services/declarations/rules/enumerations.ts';
import { declarationDocument } from '../../services/declarations/sending/documents.ts';
import { fileBytes } from '../../services/edi/latin9.ts';
import { identifier } from '../operation/fields.ts';
import { declarationOperation } from './declaration-operation.ts';
import { member } from './fields.ts';

export const documentDownload = declarationOperation({
  id: 'declaration.document.download',
  ref: 'A15',
  summary: { en: 'Download a document of a declaration', fr: 'Télécharger un document d’une déclaration' },
  description:
    'Pdf, in base64: that of ChannelA when it gives one, else the forms with their cells, identity and notices. Edi: the text of the file. What ChannelA gives of an accepted declaration is kept: its links expire.',
  http: {
    method: 'GET',
    path: '/declarations/{declarationId}/document',
  },
  cli: {
    args: ['declarationId'],
    examples: ['taxops declaration document download 7 --folder 12 --download-type Pdf'],
  },
  params: { declarationId: identifier() },
  query: z.object({ downloadType: member(DOWNLOAD_TYPES) }),
  output: z.string(),
  toFile: (text) => contentOf(text),
  errors: ['DeclarationNotFound', 'DocumentNotThere', 'DownloadTypeUnknown'],
  audited: true,
  run: async (ctx, { folderId, declarationId, downloadType }) =>
    declarationDocument(ctx, folderId, declarationId, downloadType),
});

/** `%PDF-` in base64. */
const PDF_MARK = 'JVBERi0';

async function* contentOf(text: string): AsyncGenerator<Uint8Array> {
  yield text.startsWith(PDF_MARK) ? Buffer.from(text, 'base64') : fileBytes(text);
}
