/** What notices that are stored are about, and what they change. */
import type { Knex } from 'knex';
import { type Notice, openPiece, type Piece, readNotice } from '../edi/notice.ts';
import { filingReference } from '../edi/xml-edi.ts';
import { TaxopsError } from '../kernel/errors.ts';
import type { Context } from '../operation/context.ts';
import { type Filer, filerOf } from './filer.ts';
import { type FilingRow, filings, latestStanding, ownerOf, provedFiling } from './filings.ts';
import { markOf, type NoticeRow, noticePlace } from './notice-store.ts';
import { keepPieces, type NewPiece } from './pieces.ts';

export interface OpenedNotice {
  readonly row: NoticeRow;
  readonly notice: Notice;
  readonly piece: Piece;
}

const UNREADABLE = ['ContentRefused', 'NoticeUnreadable', 'XmlRefused'];

/** Undefined when it cannot be read. */
export async function openedNotice(ctx: Context, row: NoticeRow): Promise<OpenedNotice | undefined> {
  const base64 = (await ctx.secrets()).open(row.sealed, noticePlace(row)).toString('utf8');
  try {
    const piece = openPiece(base64);
    return { row, piece, notice: await readNotice(piece.document) };
  } catch (error) {
    if (error instanceof TaxopsError && UNREADABLE.includes(error.code)) return undefined;
    throw error;
  }
}

/** A filing with a notice about it. */
export interface About extends OpenedNotice {
  readonly filing: FilingRow;
}

/** Those that the lines of a notice name, else those of the deposit, else the one that the subject names. */
export async function filingsAbout(knex: Knex, all: readonly OpenedNotice[]): Promise<About[]> {
  const known = await filings(knex)
    .where({ channel: 'ChannelB' })
    .whereRaw('(reference = any(?) or numero_ads = any(?))', [
      all.flatMap((one) => namesOf(one)),
      all.map(({ notice }) => notice.numeroAds),
    ])
    .orderBy('id');
  return all.flatMap((one) => {
    const names = namesOf(one);
    const named = known.filter(({ reference }) => names.includes(reference));
    const isNamed = named.length > 0 || one.notice.lines.some(({ reference }) => reference);
    const found = isNamed ? named : known.filter(({ numero_ads }) => numero_ads === one.notice.numeroAds);
    return found.map((filing) => ({ ...one, filing }));
  });
}

function namesOf({ row, notice }: OpenedNotice): string[] {
  const marked = markOf({ subject: row.subject ?? undefined });
  const references = notice.lines.flatMap(({ reference }) => (reference ? [filingReference(reference)] : []));
  return marked ? [...references, marked] : references;
}

export interface Concern extends About {
  /** False: the channel took the file twice, and may refuse the second for the first. */
  readonly isOurs: boolean;
  /** The answer to a filing whose owner was corrected and sent again. */
  readonly isCorrected: boolean;
}

export async function concernsOf(knex: Knex, all: readonly About[]): Promise<Concern[]> {
  const latest = await latestStanding(
    knex,
    all.map(({ filing }) => filing),
  );
  return all.map((one) => {
    const { filing, notice } = one;
    const isOurs = filing.numero_ads === null || filing.numero_ads === notice.numeroAds;
    const isCorrected = latest.some((other) => isSameKind(other, filing) && other.id > filing.id);
    return { ...one, isOurs, isCorrected };
  });
}

type Kind = Pick<FilingRow, 'folder_id' | 'owner_kind' | 'owner_id' | 'kind'>;

const isSameKind = (a: Kind, b: Kind): boolean =>
  a.folder_id === b.folder_id && a.owner_kind === b.owner_kind && a.owner_id === b.owner_id && a.kind === b.kind;

/** What arrived follows what is said of it, and keeps its pieces. */
export async function applyConcerns(
  ctx: Context,
  trx: Knex.Transaction,
  filers: readonly Filer[],
  all: readonly Concern[],
): Promise<void> {
  const now = ctx.clock.now();
  for (const filer of filers) {
    const followed = all.filter(({ filing, isOurs }) => isOurs && filerOf([filer], filing));
    if (followed.length > 0) await filer.notified(trx, followed, now);
  }
  const proved = all.filter(({ filing, notice, isOurs }) => isOurs && !isProved(filing, notice));
  for (const { filing, notice } of proved) await provedFiling(trx, filing, notice.numeroAds);
  await keepPieces(trx, await ctx.secrets(), now, all.flatMap(piecesOf));
}

export const isProved = ({ state, numero_ads }: FilingRow, { numeroAds }: Notice): boolean =>
  state === 'Sent' && numero_ads === numeroAds;

function piecesOf({ filing, notice, piece }: About): NewPiece[] {
  const place = { owner: ownerOf(filing), filingId: filing.id, kind: notice.kind };
  return [
    { ...place, contentType: 'application/xml', content: piece.document },
    { ...place, form: 'message', contentType: 'message/rfc822', content: piece.message },
  ];
}
