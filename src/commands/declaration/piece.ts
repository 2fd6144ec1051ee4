import * as z from 'zod';
import { downloadPiece } from '../../services/declarations/sending/documents.ts';
import { PIECE_FORMATS, PIECE_TYPES } from '../../services/filing/piece-forms.ts';
import { file } from '../operation/outputs.ts';
import { declarationOperation } from './declaration-operation.ts';
import { declarationType, instantDay, member } from './fields.ts';

export const pieceDownload = declarationOperation({
  id: 'declaration.piece.download',
  ref: 'A2',
  summary: { en: 'Download a piece of a declaration', fr: 'Télécharger une pièce d’une déclaration' },
  description:
    'The file that was sent, byte for byte, or a notice: as XML, or as the whole signed message. Files that went to ChannelA are text or JSON. Of the filing that stands only: once a corrected declaration was sent, the notices of the rejected one are not its own.',
  http: { method: 'GET', path: '/pieces/{pieceType}' },
  cli: {
    args: ['pieceType'],
    examples: [
      'taxops declaration piece download Sent --folder 12 --end-date 2025-12-31 --output liasse.xml',
      'taxops declaration piece download Ars --folder 12 --end-date 2025-12-31 --file-format Signed --output ars.eml',
    ],
  },
  params: { pieceType: member(PIECE_TYPES) },
  query: z.object({
    endDate: instantDay().describe('End of the period'),
    declarationType: declarationType().prefault('Liasse'),
    format: member(PIECE_FORMATS).prefault('Xml'),
  }),
  output: file('application/xml', 'message/rfc822', 'text/plain', 'application/json'),
  errors: ['PieceNotThere'],
  audited: true,
  run: async (ctx, { folderId, pieceType: piece, endDate: end, declarationType: type, format }) =>
    downloadPiece(ctx, { folderId, piece, end, type, format }),
});
