/** All that happened to the declarations of a period: prepared, sent, noticed, answered, with the reasons. */
import { readNotice } from '../edi/notice.ts';
import { type FilingRow, filings } from '../filing/filings.ts';
import { noticePieces } from '../filing/pieces.ts';
import { getFolder } from '../folders/folders.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { compareInstants, type Instant } from '../kernel/paris-time.ts';
import type { Context } from '../operation/context.ts';
import { deliveriesOf } from './inbox.ts';
import type { DeclarationType } from './kinds.ts';
import { type RejectionReason, rejectionReason } from './rules/rejections.ts';
import { listedDeclarations, type StoredDeclaration } from './store.ts';

/** `Preparation`: the file was built and kept. `Dispatch`: what became of it. `Answer`: as a channel lists it. */
export const HISTORY_KINDS = ['Preparation', 'Dispatch', 'Notice', 'Delivery', 'Answer'] as const;

export interface HistoryItem {
  readonly at: string;
  readonly kind: (typeof HISTORY_KINDS)[number];
  /** State of the sending, kind of the notice, status that the channel gave. */
  readonly status: string;
  readonly channel: string;
  /** Of the filing; the number of the deposit for a notice. */
  readonly reference: string | null;
  /** Words of a refusal; what became of a delivery. */
  readonly message: string | null;
  readonly reasons: readonly RejectionReason[];
  /** Of a sending; null for what a channel reported of the declaration by itself. */
  readonly isTest: boolean | null;
}

interface PeriodOf {
  readonly folderId: number;
  readonly type: DeclarationType;
  readonly end: PlainDate;
}

/** The oldest first; empty where nothing was sent. Throws FolderNotFound, SecretUnreadable. */
export async function declarationHistory(ctx: Context, { folderId, type, end }: PeriodOf): Promise<HistoryItem[]> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const records = (await listedDeclarations(knex, folderId)).filter(
    (one) => one.type === type && one.periodEnd === end,
  );
  const sent = await filings(knex)
    .where({ folder_id: folderId, owner_kind: 'Declaration' })
    .whereRaw('owner_id = any(?)', [records.map(({ id }) => id)]);
  const items = await Promise.all([
    ...sent.map((row) => ofFiling(ctx, row)),
    ...records.map((one) => ofRecord(ctx, one)),
  ]);
  return items.flat().sort(inOrder);
}

type Timed = Pick<HistoryItem, 'at' | 'kind'>;

export const inOrder = (a: Timed, b: Timed): number =>
  momentOf(a) - momentOf(b) || compareInstants(a.at as Instant, b.at as Instant);

/** A channel says when it answered to the second: what was done in that second came before. Milliseconds. */
const momentOf = ({ at, kind }: Timed): number => Date.parse(at) + (kind === 'Answer' ? 999 : 0);

async function ofFiling(ctx: Context, filing: FilingRow): Promise<HistoryItem[]> {
  const { channel, reference, is_test: isTest } = filing;
  const about = { channel, reference, message: null, reasons: [], isTest } as const;
  const notices = await Promise.all(
    (await noticePieces(ctx, filing)).map(async ({ kind, content, createdAt }): Promise<HistoryItem> => {
      const { numeroAds, lines, message } = await readNotice(content);
      const reasons = lines.flatMap(({ errors }) => errors.map(rejectionReason));
      return {
        ...about,
        reference: numeroAds,
        message: message ?? null,
        reasons,
        at: createdAt,
        kind: 'Notice',
        status: kind,
      };
    }),
  );
  const ended: HistoryItem[] = filing.ended_at
    ? [{ ...about, at: filing.ended_at, kind: 'Dispatch', status: filing.state, message: filing.message }]
    : [];
  return [{ ...about, at: filing.attempted_at, kind: 'Preparation', status: 'Ready' }, ...ended, ...notices];
}

/** The deliveries about a record; where none came, the last answer that ChannelA was asked for: ChannelB sends notices. */
async function ofRecord(ctx: Context, record: StoredDeclaration): Promise<HistoryItem[]> {
  const { channelAId, folderId, channel, status } = record;
  const all = channelAId === undefined ? [] : await deliveriesOf((await ctx.db()).knex, ctx, channelAId);
  const own = all.filter(({ home }) => home?.folderId === folderId);
  const deliveries = own.map(
    ({ event, arrivedAt, result }): HistoryItem => ({
      at: arrivedAt,
      kind: 'Delivery',
      status: event.status,
      channel: 'ChannelA',
      reference: null,
      message: result,
      reasons: event.declarationErreurs ?? [],
      isTest: null,
    }),
  );
  const { answeredAt, reasons = [] } = record.record.values;
  if (deliveries.length > 0 || answeredAt === undefined || channel === 'ChannelB') return deliveries;
  const told = { channel, reference: null, message: null, reasons, isTest: null };
  return [{ ...told, at: answeredAt, kind: 'Answer', status }];
}
