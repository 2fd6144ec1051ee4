/** What can be downloaded of a declaration: pieces (A2), its EDI file (A7), its documents (A15). */
import type { ChannelDocument } from '../../channels/channel.ts';
import { decodeLatin9 } from '../../edi/latin9.ts';
import { type PieceFormat, type PieceType, pieceFileName, pieceForm } from '../../filing/piece-forms.ts';
import { filingPiece } from '../../filing/pieces.ts';
import { getFolder } from '../../folders/folders.ts';
import type { Folder } from '../../folders/store.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import { FileResult } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { type DeclarationType, kindEntry } from '../kinds.ts';
import type { DownloadType } from '../rules/enumerations.ts';
import { countingDeclarations } from '../standing.ts';
import { readDeclaration, type StoredDeclaration } from '../store.ts';
import { channelDocument } from './channel-documents.ts';
import { declarationPdf } from './declaration-pdf.ts';
import { sendingErrors } from './errors.ts';
import { currentOf, filingOfDeclaration } from './filer.ts';
import { filingOfPeriod } from './filing-of-period.ts';
import { refuseMissing, requireValues } from './missing.ts';
import { accountFor } from './needs.ts';
import { ediText, leftToPay } from './payload.ts';
import { envelopeOf } from './prepare.ts';
import { subjectOf } from './subject.ts';

export interface PieceRequest {
  readonly folderId: number;
  readonly type: DeclarationType;
  readonly end: PlainDate;
  readonly piece: PieceType;
  readonly format: PieceFormat;
}

/**
 * The piece of that kind of the filing that stands for a type and the end of its period (A2), never that of a filing
 * that was corrected. Throws FolderNotFound, PieceNotThere.
 */
export async function downloadPiece(ctx: Context, request: PieceRequest): Promise<FileResult> {
  const { folderId, type, end, piece: kind, format } = request;
  const { siren } = await getFolder(ctx, folderId);
  const form = pieceForm(kind, format);
  const filing = form && (await filingOfPeriod(ctx, request));
  const piece = filing && (await filingPiece(ctx, filing, kind, form.stored));
  if (!form || !piece) throw sendingErrors.PieceNotThere({ piece: kind, type, end });
  const extension = EXTENSIONS[piece.contentType] ?? form.extension;
  const name = pieceFileName({ siren: siren ?? 'unknown', type, end }, kind, { ...form, extension });
  return new FileResult(name, piece.contentType, once(piece.content));
}

/** What went to ChannelA is no XML. */
const EXTENSIONS: Readonly<Record<string, string>> = { 'text/plain; charset=utf-8': 'txt', 'application/json': 'json' };

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

export interface EdiFile {
  readonly declarationId: number | undefined;
  readonly channelAId: number | undefined;
  readonly text: string;
}

export interface EdiRequest {
  readonly folderId: number;
  readonly type: DeclarationType;
  readonly start?: PlainDate | undefined;
  readonly end?: PlainDate | undefined;
}

/**
 * The EDI file of the latest declaration of the window (A7): as it was sent, as the channel gives it, or as it would be
 * sent now. Throws FolderNotFound, EdiNotThere, and what building it throws.
 */
export async function ediFile(ctx: Context, { folderId, type, start, end }: EdiRequest): Promise<EdiFile> {
  await getFolder(ctx, folderId);
  const inWindow = (await countingDeclarations(ctx, folderId))
    .filter((one) => one.type === type && one.periodEnd !== undefined)
    .filter(({ periodEnd = '' }) => (!start || start <= periodEnd) && (!end || periodEnd <= end));
  const last = inWindow
    .map(({ periodEnd = '' }) => periodEnd)
    .toSorted()
    .at(-1);
  const declaration = type === 'Inconnu' || last === undefined ? undefined : currentOf(inWindow, type, last);
  const text = declaration && (await keptEdi(ctx, declaration));
  if (text !== undefined) return { declarationId: declaration?.id, channelAId: declaration?.channelAId, text };
  const day = (last as PlainDate | undefined) ?? end;
  if (day === undefined) throw sendingErrors.EdiNotThere({ folderId, type });
  const built = await builtEdi(ctx, folderId, type, day);
  return { declarationId: declaration?.id, channelAId: declaration?.channelAId, text: built };
}

/** Unicode text of the file that was sent, or that the channel made. */
async function keptEdi(ctx: Context, declaration: StoredDeclaration): Promise<string | undefined> {
  const filing = await filingOfDeclaration(ctx, declaration);
  const sent = filing && (await filingPiece(ctx, filing, 'Sent'));
  if (sent?.contentType === 'application/xml') return decodeLatin9(sent.content);
  const document = await channelDocument(ctx, declaration, 'Edi');
  return document && decoded(document);
}

const decoded = ({ content, contentType }: ChannelDocument): string =>
  /utf-?8/i.test(contentType) ? Buffer.from(content).toString('utf8') : decodeLatin9(content);

async function builtEdi(ctx: Context, folderId: number, type: DeclarationType, end: PlainDate): Promise<string> {
  const subject = await subjectOf(ctx, { folderId, type, end });
  requireValues(subject, 'Internal', ctx.language);
  const content = await kindEntry(subject.type).build(subject);
  refuseMissing([accountFor(leftToPay(subject, content))], subject, 'Internal', ctx.language);
  return ediText(subject, content, envelopeOf(ctx, subject, { folderId, type, end, channel: 'Internal' }));
}

/** A document of a declaration (A15): PDF in base64, or EDI text. Throws DownloadTypeUnknown, DeclarationNotFound, DocumentNotThere. */
export async function declarationDocument(
  ctx: Context,
  folderId: number,
  declarationId: number,
  download: DownloadType,
): Promise<string> {
  if (download === 'Unknown') throw sendingErrors.DownloadTypeUnknown();
  const db = await ctx.db();
  const folder = await getFolder(ctx, folderId);
  const declaration = await readDeclaration(db.knex, folderId, declarationId);
  if (download === 'Pdf') return (await pdfOf(ctx, folder, declaration)).toString('base64');
  const text = await keptEdi(ctx, declaration);
  if (text === undefined) throw sendingErrors.DocumentNotThere({ declarationId });
  return text;
}

/** That of the channel when it gives one, for it is what the tax authority has; else the forms that were sent from here. */
async function pdfOf(ctx: Context, folder: Folder, declaration: StoredDeclaration): Promise<Buffer> {
  let failure: TaxopsError | undefined;
  try {
    const document = await channelDocument(ctx, declaration, 'Pdf');
    if (document) return Buffer.from(document.content);
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    failure = error;
  }
  return declarationPdf(ctx, folder, declaration).catch((error) => Promise.reject(failure ?? error));
}
