/** What poll-notices has to do: doubts to resolve, notices to take. */
import type { Knex } from 'knex';
import type { NoticeReference, NoticeSearch } from '../channels/channel.ts';
import { channelsPort } from '../channels/channel.ts';
import { foldersOf, type WorkScope } from '../folders/scope.ts';
import { today } from '../kernel/clock.ts';
import { addDays, type PlainDate } from '../kernel/dates.ts';
import { type Instant, parisDay, readInstant } from '../kernel/paris-time.ts';
import type { Context } from '../operation/context.ts';
import type { Filer } from './filer.ts';
import { filings, OPEN_STATES } from './filings.ts';
import { finishedNotices, markOf, noticeName } from './notice-store.ts';

export interface NoticeTask {
  readonly folderId: number;
  readonly reference: NoticeReference;
}

/** Days that are looked back at when nothing waits for an answer. */
const DAYS_BACK = 30;

const PROCEDURES = ['TDFC', 'PAYE', 'TVA'] as const;

/** Folders of the scope with a send that may still be under way. */
export async function foldersInDoubt(ctx: Context, scope: WorkScope): Promise<number[]> {
  const { knex } = await ctx.db();
  const open: number[] = await knex('filing')
    .distinct('folder_id')
    .whereIn('state', [...OPEN_STATES])
    .orderBy('folder_id')
    .pluck('folder_id');
  if (open.length === 0) return [];
  const seen = new Set((await foldersOf(ctx, scope)).map(({ id }) => id));
  return open.filter((id) => seen.has(id));
}

/**
 * Notices of the scope that are not applied yet. Those that name no deposit of ours are taken only when everything is
 * asked for: they travel under the first folder, because an item of work needs one.
 */
export async function noticesToTake(ctx: Context, filers: readonly Filer[], scope: WorkScope): Promise<NoticeTask[]> {
  const { knex } = await ctx.db();
  const folders = (await foldersOf(ctx, scope)).map(({ id }) => id);
  const [first] = folders;
  if (first === undefined || !(await ctx.open(channelsPort)).isConfigured('ChannelB')) return [];
  const isEverything = scope.folderId === undefined && scope.companyId === undefined;
  const days = await windowOf(ctx, knex, filers, folders);
  if (!isEverything && !(await haveDeposits(knex, folders, days.from))) return [];
  const references = await listed(ctx, days);
  const finished = await finishedNotices(knex, references);
  const waiting = references.filter((reference) => !finished.has(noticeName(reference)));
  const owners = await foldersOfNotices(knex, waiting);
  return waiting.flatMap((reference) => {
    const owner = owners.get(noticeName(reference));
    if (owner === undefined) return isEverything ? [{ folderId: first, reference }] : [];
    return folders.includes(owner) ? [{ folderId: owner, reference }] : [];
  });
}

async function listed(ctx: Context, days: Pick<NoticeSearch, 'from' | 'to'>): Promise<NoticeReference[]> {
  const channel = (await ctx.open(channelsPort)).channelB();
  const found: NoticeReference[] = [];
  for (const procedure of PROCEDURES) {
    found.push(...(await channel.notices({ ...days, procedure, kind: 'All' }, { signal: ctx.signal })));
  }
  return [...new Map(found.map((reference) => [noticeName(reference), reference])).values()];
}

/** From the oldest deposit that has no final answer. */
async function windowOf(
  ctx: Context,
  knex: Knex,
  filers: readonly Filer[],
  folders: readonly number[],
): Promise<{ from: PlainDate; to: PlainDate }> {
  const oldest = await Promise.all(filers.map((filer) => filer.waitingSince(knex, folders)));
  const now = today(ctx);
  const since = oldest.filter((at) => at !== undefined).map((at) => parisDay(readInstant(at) as Instant));
  const [from] = [...since.map((day) => addDays(day, -1)), addDays(now, -DAYS_BACK)].toSorted();
  return { from: from ?? now, to: addDays(now, 1) };
}

/** A folder that deposited nothing lately has no notice to wait for: the portal is not asked. */
const haveDeposits = async (knex: Knex, folders: readonly number[], from: PlainDate): Promise<boolean> =>
  (await filings(knex)
    .where('channel', 'ChannelB')
    .whereIn('folder_id', [...folders])
    .where('attempted_at', '>=', from)
    .first('id')) !== undefined;

/** The folder of each notice, by its number of deposit or the mark in its subject. */
async function foldersOfNotices(
  knex: Knex,
  references: readonly NoticeReference[],
): Promise<ReadonlyMap<string, number>> {
  const numbers = references.flatMap(({ numeroAds }) => numeroAds ?? []);
  const marks = references.map(markOf).filter((mark) => mark !== undefined);
  const rows = await filings(knex)
    .where({ channel: 'ChannelB' })
    .whereRaw('(numero_ads = any(?) or reference = any(?))', [numbers, marks]);
  const byNumber = new Map(rows.map((row) => [row.numero_ads, row.folder_id]));
  const byMark = new Map(rows.map((row) => [row.reference, row.folder_id]));
  return new Map(
    references.flatMap((reference) => {
      const folder = byMark.get(markOf(reference) ?? '') ?? byNumber.get(reference.numeroAds ?? '');
      return folder === undefined ? [] : [[noticeName(reference), folder] as const];
    }),
  );
}
