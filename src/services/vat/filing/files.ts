/** What was sent and received of returns (D76, D77): as text, never cached, never logged. */
import { createHash } from 'node:crypto';
import { decodeLatin9 } from '../../edi/latin9.ts';
import { type NoticeError, type NoticeGroup, type NoticeKind, readNotice } from '../../edi/notice.ts';
import { type FilingRow, filings, standingFiling } from '../../filing/filings.ts';
import { filingPiece, noticePieces, type Piece } from '../../filing/pieces.ts';
import { getFolder } from '../../folders/folders.ts';
import { type Language, TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import type { ProcedureItem } from '../procedures/procedure-item.ts';
import { getProcedure } from '../procedures/procedures.ts';
import { procedures } from '../procedures/store.ts';
import { type NoticeType, type VatNoticeRow, vatNoticePlace, vatNotices } from './notices.ts';

export const FILE_TYPES = ['Sent', 'Received'] as const;

/** The filing that stands for a return, if it was sent from here; of a refund that left with its return, that of the file. */
export async function filingOfProcedure(ctx: Context, folderId: number, id: number): Promise<FilingRow | undefined> {
  const { knex } = await ctx.db();
  const row = await procedures(knex).where({ folder_id: folderId, id }).first('filed_in');
  const file = row?.filed_in ?? undefined;
  const owners =
    file === undefined ? [id] : await filings(knex).where({ folder_id: folderId, sha256: file }).pluck('owner_id');
  return standingFiling(knex, { folderId, owner: 'VatProcedure', ids: owners, sha256: file });
}

/**
 * The file of the filing that stands, or the notices on the return in the order they came. Throws ProcedureNotFound,
 * VatEdiNotThere, VatFileElsewhere, VatNoticeNotThere.
 */
export async function procedureFile(
  ctx: Context,
  folderId: number,
  procedureId: number,
  type: (typeof FILE_TYPES)[number],
): Promise<string> {
  const { status, sendingChannel } = await getProcedure(ctx, folderId, procedureId);
  const filing = await filingOfProcedure(ctx, folderId, procedureId);
  const text =
    type === 'Sent' ? await sentText(ctx, filing) : await receivedText(ctx, { folderId, procedureId, filing });
  if (text !== undefined) return text;
  const about = { folderId, procedureId };
  if (status === 'Draft' && !filing) throw vatErrors.VatEdiNotThere(about);
  if (type === 'Received') throw vatErrors.VatNoticeNotThere(about);
  throw sendingChannel === 'Manual' ? vatErrors.VatFileElsewhere(about) : vatErrors.VatEdiNotThere(about);
}

/** A return with its notices. Throws FolderNotFound, ProcedureNotFound. */
export async function showProcedure(ctx: Context, folderId: number, procedureId: number): Promise<ProcedureItem> {
  const item = await getProcedure(ctx, folderId, procedureId);
  const filing = await filingOfProcedure(ctx, folderId, procedureId);
  return { ...item, received: (await receivedBy(ctx, { folderId, procedureId, filing })).map(({ text }) => text) };
}

/** What a notice says of one declaration of its file, or of the whole file where it names none. */
export interface NoticeSaid {
  readonly receivedAt: string;
  /** Null: it cannot be read. */
  readonly kind: NoticeKind | null;
  readonly numeroAds: string | null;
  readonly declaration: string;
  readonly group: NoticeGroup | null;
  readonly message: string;
}

/** What the notices on a return say, in the order they came. Throws FolderNotFound, ProcedureNotFound. */
export async function noticesOfProcedure(ctx: Context, folderId: number, procedureId: number): Promise<NoticeSaid[]> {
  await getProcedure(ctx, folderId, procedureId);
  const filing = await filingOfProcedure(ctx, folderId, procedureId);
  const notices = await receivedBy(ctx, { folderId, procedureId, filing });
  return (await Promise.all(notices.map((notice) => saidBy(notice, ctx.language)))).flat();
}

async function saidBy({ at: receivedAt, text, told }: Dated, language: Language): Promise<NoticeSaid[]> {
  const notice = await readNotice(text).catch(unreadable);
  const nothing = { receivedAt, kind: null, numeroAds: null, declaration: '', group: null };
  if (notice instanceof TaxopsError) return [{ ...nothing, message: notice.text(language), ...told }];
  const { kind, numeroAds, message = '', lines } = notice;
  const about = { receivedAt, kind, numeroAds };
  if (lines.length === 0) return [{ ...nothing, ...about, message }];
  return lines.map(({ group, type, typeLabel, errors }) => ({
    ...about,
    group,
    declaration: typeLabel ?? type ?? '',
    message: [message, ...errors.map(reasonOf)].filter(Boolean).join(' ; '),
  }));
}

function unreadable(error: unknown): TaxopsError {
  if (error instanceof TaxopsError) return error;
  throw error;
}

const reasonOf = ({ code, libelle, formulaire, champ, champValeur }: NoticeError): string => {
  const place = [formulaire, champ, champValeur].filter(Boolean).join(' ');
  return [code, libelle, place && `(${place})`].filter(Boolean).join(' ');
};

async function sentText(ctx: Context, filing: FilingRow | undefined): Promise<string | undefined> {
  const piece = filing && (await filingPiece(ctx, filing, 'Sent'));
  return piece && decodeLatin9(piece.content);
}

interface Received {
  readonly folderId: number;
  readonly procedureId: number;
  readonly filing: FilingRow | undefined;
}

async function receivedBy(ctx: Context, { folderId, procedureId, filing }: Received): Promise<Dated[]> {
  const { knex } = await ctx.db();
  const about = [procedureId, ...(filing ? [filing.owner_id] : [])];
  const rows = await vatNotices(knex).where({ folder_id: folderId }).whereIn('procedure_id', about);
  return inOrder([...(await registered(ctx, rows)), ...(filing ? polled(await noticePieces(ctx, filing)) : [])]);
}

async function receivedText(ctx: Context, received: Received): Promise<string | undefined> {
  const notices = await receivedBy(ctx, received);
  return notices.length === 0 ? undefined : notices.map(({ text }) => text).join('\n');
}

/** The XML of every notice of a folder, oldest first: of a type, or all. Code98 stands for both kinds. Throws FolderNotFound. */
export async function listNotices(ctx: Context, folderId: number, type?: NoticeType | undefined): Promise<string[]> {
  await getFolder(ctx, folderId);
  const { knex } = await ctx.db();
  const kinds: readonly string[] = type === undefined || type === 'Code98' ? ['Acs', 'Ars'] : [type];
  const rows = (await vatNotices(knex).where({ folder_id: folderId })).filter(
    ({ type: given, verdict }) => type === undefined || type === given || kinds.includes(verdict?.kind ?? given),
  );
  const filings: FilingRow[] = await knex('filing').where({ folder_id: folderId, owner_kind: 'VatProcedure' });
  const pieces = (await Promise.all(filings.map((filing) => noticePieces(ctx, filing)))).flat();
  return inOrder([...(await registered(ctx, rows)), ...polled(pieces.filter(({ kind }) => kinds.includes(kind)))]).map(
    ({ text }) => text,
  );
}

interface Dated {
  readonly at: string;
  readonly text: string;
  /** What was said of it when it was registered. */
  readonly told?: Partial<NoticeSaid>;
}

async function registered(ctx: Context, rows: readonly VatNoticeRow[]): Promise<Dated[]> {
  const box = await ctx.secrets();
  return rows.map((row) => {
    const { rawXml } = JSON.parse(box.open(row.sealed, vatNoticePlace(row)).toString('utf8')) as { rawXml: string };
    return { at: row.received_at, text: rawXml, told: toldBy(row) };
  });
}

function toldBy({ type, numero_ads, code_retour, verdict }: VatNoticeRow): Partial<NoticeSaid> {
  const kind = type === 'Code98' ? null : type;
  const group = verdict && (verdict.isAccepted ? 'Accepted' : 'Rejected');
  const answers = verdict?.answers.map(({ code, label }) => [code, label].filter(Boolean).join(' ')) ?? [];
  return { kind: verdict?.kind ?? kind, numeroAds: numero_ads, group, message: answers.join(' ; ') || code_retour };
}

const polled = (pieces: readonly Piece[]): Dated[] =>
  pieces.map(({ content, createdAt }) => ({ at: createdAt, text: content.toString('utf8') }));

/** A notice that was polled and registered is one. */
function inOrder(notices: readonly Dated[]): Dated[] {
  const known = new Map<string, Dated>();
  for (const notice of [...notices].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    const name = createHash('sha256').update(notice.text).digest('hex');
    if (!known.has(name)) known.set(name, notice);
  }
  return [...known.values()];
}
