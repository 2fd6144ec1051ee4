/**
 * Many notices at once, for a portal that has thousands: each is stored before it is read, as one alone, with one statement
 * for all of them where one alone takes one.
 */
import type { Knex } from 'knex';
import { channelsPort, type FetchedNotice, type NoticeReference } from '../channels/channel.ts';
import type { Context } from '../operation/context.ts';
import {
  applyConcerns,
  type Concern,
  concernsOf,
  filingsAbout,
  type OpenedNotice,
  openedNotice,
} from './apply-notices.ts';
import { type Filer, filerOf } from './filer.ts';
import { type NoticeRow, type NoticeState, noticeName, noticePlace, noticeRow, notices } from './notice-store.ts';

/**
 * The state of each in its order; undefined for what is to be taken alone: one that another process holds, that the
 * channel does not give, or that is about a filing in doubt. When it throws, what was stored is there to be applied.
 */
export async function fetchTogether(
  ctx: Context,
  filers: readonly Filer[],
  references: readonly NoticeReference[],
): Promise<(NoticeState | undefined)[]> {
  const db = await ctx.db();
  const states = await db.withFreeLocks(references.map(noticePlace), async (held, lost) => {
    const inside = { ...ctx, signal: AbortSignal.any([ctx.signal, lost]) };
    const free = references.filter((reference) => held.has(noticePlace(reference)));
    const rows = await storedRows(inside, [...new Map(free.map((one) => [noticeName(one), one])).values()]);
    return new Map([
      ...rows.filter(({ state }) => state !== 'Stored').map((row) => [noticeName(row), row.state] as const),
      ...(await applied(inside, filers, rows.filter(isWaiting))),
    ]);
  });
  return references.map((reference) => states.get(noticeName(reference)));
}

const isWaiting = ({ state }: NoticeRow): boolean => state === 'Stored';

/** What is here, and what the channel gives of the rest, which is stored. */
async function storedRows(ctx: Context, references: readonly NoticeReference[]): Promise<NoticeRow[]> {
  const { knex } = await ctx.db();
  const known: NoticeRow[] = await notices(knex).whereRaw(...among(references));
  const names = new Set(known.map(noticeName));
  const fetched = await fetchedOf(
    ctx,
    references.filter((reference) => !names.has(noticeName(reference))),
  );
  const made = await Promise.all(fetched.map((one) => noticeRow(ctx, one)));
  if (made.length > 0) await notices(knex).insert(made);
  return [...known, ...made];
}

/** Why the channel does not give one is found out when it is taken alone. */
async function fetchedOf(ctx: Context, references: readonly NoticeReference[]): Promise<FetchedNotice[]> {
  const channel = (await ctx.open(channelsPort)).channelB();
  const fetched: FetchedNotice[] = [];
  for (const reference of references) {
    if (ctx.signal.aborted) break;
    const one = await channel.notice(reference).catch(() => undefined);
    if (one && noticeName(one.reference) === noticeName(reference)) fetched.push(one);
  }
  return fetched;
}

const among = (all: readonly Pick<NoticeReference, 'account' | 'number' | 'kind'>[]) =>
  [
    '(account, number, kind) in (select * from unnest(?::text[], ?::text[], ?::text[]))',
    [all.map(({ account }) => account), all.map(({ number }) => number), all.map(({ kind }) => kind)],
  ] as const;

async function applied(
  ctx: Context,
  filers: readonly Filer[],
  rows: readonly NoticeRow[],
): Promise<ReadonlyMap<string, NoticeState>> {
  const db = await ctx.db();
  const opened: OpenedNotice[] = [];
  const states = new Map<NoticeRow, NoticeState>();
  for (const row of rows) {
    const one = await openedNotice(ctx, row);
    if (one) opened.push(one);
    else states.set(row, 'Unreadable');
  }
  await db.transaction(async (trx) => {
    const concerns = await concernsOf(trx, await filingsAbout(trx, opened));
    const alone = new Set(concerns.filter((one) => !isPlain(filers, one)).map(({ row }) => row));
    const plain = concerns.filter(({ row }) => !alone.has(row));
    await applyConcerns(ctx, trx, filers, plain);
    const named = new Set(plain.map(({ row }) => row));
    for (const { row } of opened) if (!alone.has(row)) states.set(row, named.has(row) ? 'Applied' : 'Unknown');
    await writeStates(trx, states);
  });
  return new Map([...states].map(([row, state]) => [noticeName(row), state]));
}

/** About a filing whose end is known. */
const isPlain = (filers: readonly Filer[], { filing }: Concern): boolean =>
  filing.state === 'Sent' && filing.numero_ads !== null && filerOf(filers, filing) !== undefined;

async function writeStates(trx: Knex.Transaction, states: ReadonlyMap<NoticeRow, NoticeState>): Promise<void> {
  for (const state of new Set(states.values())) {
    const rows = [...states].flatMap(([row, is]) => (is === state ? [row] : []));
    await notices(trx)
      .whereRaw(...among(rows))
      .update({ state });
  }
}
