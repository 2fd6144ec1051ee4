/** What can be downloaded of a filing (A2), and under which file name. */
import type { PlainDate } from '../kernel/dates.ts';

export const PIECE_TYPES = ['Sent', 'Ads', 'Acs', 'Ars'] as const;
export type PieceType = (typeof PIECE_TYPES)[number];

export const PIECE_FORMATS = ['Xml', 'Signed'] as const;
export type PieceFormat = (typeof PIECE_FORMATS)[number];

/** What is kept of a piece: the file or the decoded notice, or the whole signed message as received. */
export interface PieceForm {
  readonly stored: 'document' | 'message';
  readonly contentType: string;
  readonly extension: string;
}

const XML: PieceForm = { stored: 'document', contentType: 'application/xml', extension: 'xml' };
const MESSAGE: PieceForm = { stored: 'message', contentType: 'message/rfc822', extension: 'eml' };

/** Undefined when the piece has no such form: what we sent is a file, not a signed message. */
export function pieceForm(piece: PieceType, format: PieceFormat): PieceForm | undefined {
  if (format === 'Xml') return XML;
  return piece === 'Sent' ? undefined : MESSAGE;
}

/** Made of our own values only, letters, digits, dots and hyphens: no name comes from a request or a partner. */
export const pieceFileName = (
  { siren, type, end }: { readonly siren: string; readonly type: string; readonly end: PlainDate },
  piece: PieceType,
  { extension }: PieceForm,
): string => `${siren}-${type}-${end}-${piece}.${extension}`.replace(/[^A-Za-z0-9.-]/g, '');
