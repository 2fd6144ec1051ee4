/**
 * Notices of ChannelB: each is stored before it is read, then applied to the filing it is about. What is about nothing
 * of ours is kept.
 */
import type { Knex } from 'knex';
import type { FetchedNotice, NoticeReference } from '../channels/channel.ts';
import { channelsPort } from '../channels/channel.ts';
import { type Notice, type NoticeKind, openPiece, type Piece, readNotice } from '../edi/notice.ts';
import { filingReference } from '../edi/xml-edi.ts';
import { TaxopsError } from '../kernel/errors.ts';
import type { Context } from '../operation/context.ts';
import { type Filer, filerOf } from './filer.ts';
import { type FilingRow, filings, ownerOf, provedFiling, standingFiling } from './filings.ts';
import { settle } from './outcomes.ts';
import { keepPiece } from './pieces.ts';

/** `Stored`: not applied yet. `Unknown`: about nothing of ours. */
export type NoticeState = 'Stored' | 'Applied' | 'Unknown' | 'Unreadable';

export interface NoticeRow {
  readonly account: string;
  readonly number: string;
  readonly kind: NoticeKind;
  readonly numero_ads: string | null;
  readonly subject: string | null;
  readonly mime_type: string | null;
  readonly sealed: Buffer;
  readonly state: NoticeState;
  readonly fetched_at: string;
}

type Key = Pick<NoticeRow, 'account' | 'number' | 'kind'>;

const notices = (knex: Knex): Knex.QueryBuilder<NoticeRow, NoticeRow[]> => knex<NoticeRow, NoticeRow[]>('notice');

/** What the encrypted piece is bound to. */
export const noticePlace = ({ account, number, kind }: Key): string => `notice ${account} ${number} ${kind}`;

const keyOf = ({ account, number, kind }: Key): Key => ({ account, number, kind });

export const noticeName = ({ kind, number, account }: Key): string => `${kind} ${number} ${account}`;

/** Which of these were fetched and need nothing more; a filing is stored before its notices, so unknown ones stay so. */
export async function finishedNotices(
  knex: Knex,
  references: readonly NoticeReference[],
): Promise<ReadonlySet<string>> {
  const rows = await notices(knex)
    .select('account', 'number', 'kind')
    .whereRaw('number = any(?)', [references.map(({ number }) => number)])
    .whereNot({ state: 'Stored' });
  return new Set(rows.map((row) => noticeName(row)));
}

/** Registers a notice that was given: stores it, and applies it. The same notice again changes nothing. */
export const registerNotice = (ctx: Context, filers: readonly Filer[], given: FetchedNotice): Promise<NoticeState> =>
  takeOnce(ctx, filers, given.reference, async () => given);

/**
 * Fetches a notice unless it is here, and applies it. Fetching marks the piece as fetched for everyone who shares the
 * account: it is stored before anything looks at it, and what was stored is not asked for again.
 */
export const fetchNotice = (ctx: Context, filers: readonly Filer[], reference: NoticeReference): Promise<NoticeState> =>
  takeOnce(ctx, filers, reference, async () => (await ctx.open(channelsPort)).channelB().notice(reference));

async function takeOnce(
  ctx: Context,
  filers: readonly Filer[],
  reference: NoticeReference,
  obtain: () => Promise<FetchedNotice>,
): Promise<NoticeState> {
  const db = await ctx.db();
  const key = keyOf(reference);
  return db.withAdvisoryLock(
    noticePlace(key),
    async () => {
      const row = (await notices(db.knex).where(key).first()) ?? (await store(ctx, await obtain()));
      if (row.state !== 'Stored') return row.state;
      const state = await apply(ctx, filers, row);
      await notices(db.knex).where(key).update({ state });
      return state;
    },
    { wait: 'forever' },
  );
}

async function store(ctx: Context, { reference, mimeType, content }: FetchedNotice): Promise<NoticeRow> {
  const key = keyOf(reference);
  const row: NoticeRow = {
    ...key,
    sealed: (await ctx.secrets()).seal(content, noticePlace(key)),
    state: 'Stored',
    fetched_at: ctx.clock.now(),
    numero_ads: reference.numeroAds ?? null,
    subject: reference.subject ?? null,
    mime_type: mimeType ?? null,
  };
  await notices((await ctx.db()).knex).insert(row);
  return row;
}

/** A notice that is also about an owner of another filer stays `Stored`: poll-notices, which has them all, applies it. */
async function apply(ctx: Context, filers: readonly Filer[], row: NoticeRow): Promise<NoticeState> {
  const base64 = (await ctx.secrets()).open(row.sealed, noticePlace(row)).toString('utf8');
  try {
    const piece = openPiece(base64);
    const notice = await readNotice(piece.document);
    const about = await filingsOf((await ctx.db()).knex, row, notice);
    if (about.some((filing) => !filerOf(filers, filing))) return 'Stored';
    for (const filing of about) await applyTo(ctx, filers, filing, { notice, piece });
    return about.length > 0 ? 'Applied' : 'Unknown';
  } catch (error) {
    if (error instanceof TaxopsError && UNREADABLE.includes(error.code)) return 'Unreadable';
    throw error;
  }
}

const UNREADABLE = ['ContentRefused', 'NoticeUnreadable', 'XmlRefused'];

/** Those that the lines name, else those of the deposit, else the one that the subject names. */
async function filingsOf(knex: Knex, row: NoticeRow, { lines, numeroAds }: Notice): Promise<FilingRow[]> {
  const ofB = () => filings(knex).where({ channel: 'ChannelB' });
  const marked = markOf({ subject: row.subject ?? undefined });
  const references = lines.flatMap(({ reference }) => (reference ? [filingReference(reference)] : []));
  const named = await ofB().whereIn('reference', [...references, ...(marked ? [marked] : [])]);
  if (named.length > 0 || references.length > 0) return named;
  return ofB().where({ numero_ads: numeroAds });
}

/** Our reference, which ChannelB repeats at the end of the subject. */
export const markOf = ({ subject }: Pick<NoticeReference, 'subject'>): string | undefined =>
  /\[(INFENT[A-Z0-9]+)\]$/.exec(subject ?? '')?.[1];

interface Opened {
  readonly notice: Notice;
  readonly piece: Piece;
}

async function applyTo(
  ctx: Context,
  filers: readonly Filer[],
  filing: FilingRow,
  { notice, piece }: Opened,
): Promise<void> {
  const filer = filerOf(filers, filing);
  if (!filer) return;
  const db = await ctx.db();
  const box = await ctx.secrets();
  const now = ctx.clock.now();
  const { kind, numeroAds } = notice;
  // Another number than that of the filing: the channel took the file twice, and may refuse the second for the first.
  const isOurs = filing.numero_ads === null || filing.numero_ads === numeroAds;
  // The answer to a filing that was corrected and sent again decides nothing more; its pieces are kept as its own.
  const isFollowed = isOurs && !(await isCorrected(db.knex, filing));
  // A notice proves that the deposit arrived, whatever became of its answer.
  if (isFollowed && filing.state !== 'Sent')
    await settle(ctx, filer, filing, { outcome: 'sent', receipt: { numeroAds } });
  const place = { owner: ownerOf(filing), filingId: filing.id, kind };
  const document = { ...place, contentType: 'application/xml', content: piece.document };
  const message = { ...place, form: 'message', contentType: 'message/rfc822', content: piece.message } as const;
  await db.transaction(async (trx) => {
    if (isFollowed) await filer.notified(trx, filing, notice, now);
    if (isOurs) await provedFiling(trx, filing, numeroAds);
    await keepPiece(trx, box, now, document);
    await keepPiece(trx, box, now, message);
  });
}

async function isCorrected(knex: Knex, { folder_id, owner_kind, owner_id, kind, id }: FilingRow): Promise<boolean> {
  const standing = await standingFiling(knex, { folderId: folder_id, owner: owner_kind, ids: [owner_id], kind });
  return standing !== undefined && standing.id > id;
}
