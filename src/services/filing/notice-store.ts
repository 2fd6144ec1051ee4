/** Notices of ChannelB as they are stored, whatever they are about. */
import type { Knex } from 'knex';
import type { FetchedNotice, NoticeReference } from '../channels/channel.ts';
import type { NoticeKind } from '../edi/notice.ts';
import type { Context } from '../operation/context.ts';

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

export type NoticeKey = Pick<NoticeRow, 'account' | 'number' | 'kind'>;

export const notices = (knex: Knex): Knex.QueryBuilder<NoticeRow, NoticeRow[]> =>
  knex<NoticeRow, NoticeRow[]>('notice');

/** What the encrypted piece is bound to. */
export const noticePlace = ({ account, number, kind }: NoticeKey): string => `notice ${account} ${number} ${kind}`;

export const keyOf = ({ account, number, kind }: NoticeKey): NoticeKey => ({ account, number, kind });

export const noticeName = ({ kind, number, account }: NoticeKey): string => `${kind} ${number} ${account}`;

/** As it is stored at first. */
export async function noticeRow(ctx: Context, { reference, mimeType, content }: FetchedNotice): Promise<NoticeRow> {
  const key = keyOf(reference);
  return {
    ...key,
    sealed: (await ctx.secrets()).seal(content, noticePlace(key)),
    state: 'Stored',
    fetched_at: ctx.clock.now(),
    numero_ads: reference.numeroAds ?? null,
    subject: reference.subject ?? null,
    mime_type: mimeType ?? null,
  };
}

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

/** Our reference, which ChannelB repeats at the end of the subject. */
export const markOf = ({ subject }: Pick<NoticeReference, 'subject'>): string | undefined =>
  /\[(INFENT[A-Z0-9]+)\]$/.exec(subject ?? '')?.[1];
