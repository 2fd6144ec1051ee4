import * as z from 'zod';
import { downloadPiece } from '../../services/declarations/sending/documents.ts';
import { PIECE_FORMATS, PIECE_TYPES } from '../../services/filing/piece-forms.ts';
import { defineOperation } from '../operation/operation.ts';
import { file } from '../operation/outputs.ts';
import { declarationType, FolderPath, instantDay, member } from './fields.ts';

export const pieceDownload = defineOperation({
  id: 'declaration.piece.download',
  ref: 'A2',
  summary: { en: 'Download a piece of a declaration', fr: 'Télécharger une pièce d’une déclaration' },
  description:
    'The file that was sent, byte for byte, or a notice: as XML, or as the whole signed message. Files that went to ChannelA are text or JSON. Of the filing that stands only: once a corrected declaration was sent, the notices of the rejected one are not its own.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: '/api/tax-declarations/accounting-folders/{accountingFolderId}/pieces/{pieceType}' },
  cli: {
    args: ['pieceType'],
    examples: [
      'taxops declaration piece download Sent --folder 12 --end-date 2025-12-31 --output liasse.xml',
      'taxops declaration piece download Ars --folder 12 --end-date 2025-12-31 --file-format Signed --output ars.eml',
    ],
  },
  params: FolderPath.extend({ pieceType: member(PIECE_TYPES) }),
  query: z.object({
    endDate: instantDay().describe('End of the period'),
    declarationType: declarationType().default('Liasse'),
    format: member(PIECE_FORMATS).default('Xml'),
  }),
  output: file('application/xml', 'message/rfc822', 'text/plain', 'application/json'),
  errors: ['FolderNotFound', 'PieceNotThere'],
  audited: true,
  run: async (ctx, { accountingFolderId: folderId, pieceType: piece, endDate: end, declarationType: type, format }) =>
    downloadPiece(ctx, { folderId, piece, end, type, format }),
});
