/**
 * Notices of ChannelB: each is fetched once, stored before it is read, then applied to the declaration it is about by
 * the order rule. What is about nothing of ours is kept.
 */
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { FetchedNotice, NoticeReference } from '../../channels/channel.ts';
import { type Notice, type NoticeKind, type NoticeLine, openPiece, readNotice } from '../../edi/notice.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { noticeStatus } from '../rules/channel-status.ts';
import type { Status } from '../rules/enumerations.ts';
import { mergeDated, mergeUndated, type SaidValues, stampOf } from '../rules/merge.ts';
import { rejectionReason } from '../rules/rejections.ts';
import { isRefused } from '../rules/status.ts';
import { lockDeclarations, type StoredDeclaration, updateDeclaration } from '../store.ts';
import { type FilingRow, provedFiling } from './filings.ts';
import { settle } from './outcomes.ts';
import { keepPiece } from './pieces.ts';

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

const notices = (knex: Knex) => knex<NoticeRow>('notice');

/** What the encrypted piece is bound to. */
export const noticePlace = ({ account, number, kind }: Key): string => `notice ${account} ${number} ${kind}`;

const keyOf = ({ account, number, kind }: NoticeReference): Key => ({ account, number, kind });

export const noticeName = ({ kind, number, account }: NoticeReference): string => `${kind} ${number} ${account}`;

/** Which of these were fetched and need nothing more; a filing is stored before its notices, so unknown ones stay so. */
export async function finishedNotices(
  knex: Knex,
  references: readonly NoticeReference[],
): Promise<ReadonlySet<string>> {
  const rows = await notices(knex)
    .select('account', 'number', 'kind')
    .whereIn('number', [...new Set(references.map(({ number }) => number))])
    .whereNot({ state: 'Stored' });
  return new Set(rows.map((row) => noticeName(row)));
}

/** Fetches a notice unless it is here, and applies it. Safe at any moment: what was stored is not asked for again. */
export async function takeNotice(ctx: Context, reference: NoticeReference): Promise<NoticeState> {
  const db = await ctx.db();
  const key = keyOf(reference);
  return db.withAdvisoryLock(
    noticePlace(key),
    async () => {
      const known = await notices(db.knex).where(key).first();
      const row = (known as NoticeRow | undefined) ?? (await fetch(ctx, reference));
      return row.state === 'Stored' ? applyStored(ctx, row) : row.state;
    },
    { wait: 'forever' },
  );
}

/** Fetching marks the piece as fetched for everyone who shares the account: it is stored before anything looks at it. */
async function fetch(ctx: Context, reference: NoticeReference): Promise<NoticeRow> {
  const { content, mimeType }: FetchedNotice = await (await ctx.channels()).channelB().notice(reference);
  const key = keyOf(reference);
  const sealed = (await ctx.secrets()).seal(content, noticePlace(key));
  const { numeroAds, subject } = reference;
  const row: NoticeRow = {
    ...key,
    sealed,
    state: 'Stored',
    fetched_at: ctx.clock.now(),
    numero_ads: numeroAds ?? null,
    subject: subject ?? null,
    mime_type: mimeType ?? null,
  };
  await notices((await ctx.db()).knex).insert(row);
  return row;
}

async function applyStored(ctx: Context, row: NoticeRow): Promise<NoticeState> {
  const state = await apply(ctx, row);
  await notices((await ctx.db()).knex)
    .where(keyOf(row as unknown as NoticeReference))
    .update({ state });
  return state;
}

async function apply(ctx: Context, row: NoticeRow): Promise<NoticeState> {
  const base64 = (await ctx.secrets()).open(row.sealed, noticePlace(row)).toString('utf8');
  try {
    const piece = openPiece(base64);
    const notice = await readNotice(piece.document);
    const filings = await filingsOf((await ctx.db()).knex, row, notice);
    for (const filing of filings) await applyTo(ctx, filing, notice, piece);
    return filings.length > 0 ? 'Applied' : 'Unknown';
  } catch (error) {
    if (error instanceof TaxopsError && UNREADABLE.includes(error.code)) return 'Unreadable';
    throw error;
  }
}

const UNREADABLE = ['ContentRefused', 'NoticeUnreadable', 'XmlRefused'];

/** Those that the lines name, else those of the deposit, else the one that the subject names. */
async function filingsOf(knex: Knex, row: NoticeRow, { lines, numeroAds }: Notice): Promise<FilingRow[]> {
  const ofB = () => knex<FilingRow>('filing').where({ channel: 'ChannelB' });
  const marked = markOf({ subject: row.subject ?? undefined });
  const references = lines.flatMap(({ reference }) => reference ?? []);
  const named = await ofB().whereIn('reference', [...references, ...(marked ? [marked] : [])]);
  if (named.length > 0 || references.length > 0) return named as FilingRow[];
  return (await ofB().where({ numero_ads: numeroAds })) as FilingRow[];
}

/** Our reference, which ChannelB repeats at the end of the subject. */
export const markOf = ({ subject }: Pick<NoticeReference, 'subject'>): string | undefined =>
  /\[(INFENT[A-Z0-9]+)\]$/.exec(subject ?? '')?.[1];

interface Opened {
  readonly message: Uint8Array;
  readonly document: Uint8Array;
}

async function applyTo(ctx: Context, filing: FilingRow, notice: Notice, piece: Opened): Promise<void> {
  const db = await ctx.db();
  const box = await ctx.secrets();
  const now = ctx.clock.now();
  // A notice proves that the deposit arrived, whatever became of its answer.
  if (filing.state !== 'Sent') await settle(ctx, filing, { outcome: 'sent', receipt: { numeroAds: notice.numeroAds } });
  await db.transaction(async (trx) => {
    const all = await lockDeclarations(trx, filing.folder_id);
    await provedFiling(trx, filing, notice.numeroAds);
    const declaration = all.find(({ id }) => id === filing.declaration_id);
    if (!declaration) return;
    const place = { folderId: filing.folder_id, declarationId: declaration.id, kind: notice.kind };
    const document = { ...place, contentType: 'application/xml', content: piece.document };
    await keepPiece(trx, box, now, document);
    const message = { ...place, form: 'message', contentType: 'message/rfc822', content: piece.message } as const;
    await keepPiece(trx, box, now, message);
    await mergeNotice(trx, declaration, filing, notice, now);
  });
}

async function mergeNotice(
  trx: Knex.Transaction,
  declaration: StoredDeclaration,
  filing: FilingRow,
  notice: Notice,
  now: string,
): Promise<void> {
  const line = notice.lines.find(({ reference }) => reference === filing.reference) ?? notice.lines[0];
  const said = saidBy(notice, line);
  const identity = createHash('sha256').update(JSON.stringify(said)).digest('hex');
  const { record } = notice.date
    ? mergeDated(declaration.record, said, stampOf(notice.date, said.status ?? 'None', identity))
    : mergeUndated(declaration.record, said);
  const draft = { ...declaration, record, numeroAds: declaration.numeroAds ?? notice.numeroAds };
  await updateDeclaration(trx, declaration, draft, now);
}

/** A deposit notice says that the portal has the file; only the answer of the recipient bears its date. */
function saidBy({ kind, date }: Notice, line: NoticeLine | undefined): SaidValues {
  const status: Status | undefined = kind === 'Ads' ? 'SentToChannel' : line && noticeStatus(kind, line.group);
  const isAccepted = status === 'Accepted' || status === 'AcceptedWithAnomalies';
  const reasons = line && status && isRefused(status) ? line.errors.map(rejectionReason) : isAccepted ? [] : undefined;
  return {
    status,
    reasons,
    sentAt: kind === 'Acs' && status === 'AcceptedByChannel' ? date : undefined,
    answeredAt: kind === 'Ars' ? date : undefined,
  };
}
