/** What poll-notices has to do: doubts to resolve, notices to take. */

import type { Knex } from 'knex';
import type { NoticeReference, NoticeSearch } from '../../channels/channel.ts';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { type Instant, parisDay, readInstant } from '../../kernel/paris-time.ts';
import type { Context } from '../../operation/context.ts';
import { foldersOf, today, type WorkScope } from '../obligations.ts';
import type { FilingRow } from './filings.ts';
import { finishedNotices, markOf, noticeName } from './notices.ts';

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
  const ids = (await foldersOf(ctx, scope)).map(({ id }) => id);
  return knex('filing')
    .distinct('folder_id')
    .whereIn('folder_id', ids)
    .whereIn('state', ['Sending', 'SendUncertain'])
    .orderBy('folder_id')
    .pluck('folder_id');
}

/**
 * Notices of the scope that are not applied yet. Those that name no deposit of ours are taken only when everything is
 * asked for: they travel under the first folder, because an item of work needs one.
 */
export async function noticesToTake(ctx: Context, scope: WorkScope): Promise<NoticeTask[]> {
  const { knex } = await ctx.db();
  const folders = (await foldersOf(ctx, scope)).map(({ id }) => id);
  const [first] = folders;
  if (first === undefined || !(await ctx.channels()).isConfigured('ChannelB')) return [];
  const isEverything = scope.folderId === undefined && scope.companyId === undefined;
  const days = await windowOf(ctx, knex, folders);
  if (!isEverything && !(await haveDeposits(knex, folders, days.from))) return [];
  const references = await listed(ctx, days);
  const finished = await finishedNotices(knex, references);
  const waiting = references.filter((reference) => !finished.has(noticeName(reference)));
  const owners = await ownersOf(knex, waiting);
  return waiting.flatMap((reference) => {
    const owner = owners.get(noticeName(reference));
    if (owner === undefined) return isEverything ? [{ folderId: first, reference }] : [];
    return folders.includes(owner) ? [{ folderId: owner, reference }] : [];
  });
}

async function listed(ctx: Context, days: Pick<NoticeSearch, 'from' | 'to'>): Promise<NoticeReference[]> {
  const channel = (await ctx.channels()).channelB();
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
  folders: readonly number[],
): Promise<{ from: PlainDate; to: PlainDate }> {
  const oldest = await knex({ f: 'filing' })
    .join({ d: 'declaration' }, (join) => join.on('d.folder_id', 'f.folder_id').andOn('d.id', 'f.declaration_id'))
    .where('f.channel', 'ChannelB')
    .whereIn('f.folder_id', [...folders])
    .whereNotIn('d.status', ['Accepted', 'AcceptedWithAnomalies', 'Rejected', 'RejectedByChannel', 'Deleted'])
    .min('f.attempted_at as at')
    .first();
  const now = today(ctx);
  const since = oldest?.at ? parisDay(readInstant(oldest.at) as Instant) : now;
  const [from] = [addDays(since, -1), addDays(now, -DAYS_BACK)].toSorted();
  return { from: from ?? now, to: addDays(now, 1) };
}

/** A folder that deposited nothing lately has no notice to wait for: the portal is not asked. */
const haveDeposits = async (knex: Knex, folders: readonly number[], from: PlainDate): Promise<boolean> =>
  (await knex('filing')
    .where('channel', 'ChannelB')
    .whereIn('folder_id', [...folders])
    .where('attempted_at', '>=', from)
    .first('id')) !== undefined;

/** The folder of each notice, by its number of deposit or the mark in its subject. */
async function ownersOf(knex: Knex, references: readonly NoticeReference[]): Promise<ReadonlyMap<string, number>> {
  const numbers = references.flatMap(({ numeroAds }) => numeroAds ?? []);
  const marks = references.map(markOf).filter((mark) => mark !== undefined);
  const rows: FilingRow[] = await knex('filing')
    .where({ channel: 'ChannelB' })
    .where((either) => either.whereIn('numero_ads', numbers).orWhereIn('reference', marks));
  const byNumber = new Map(rows.map((row) => [row.numero_ads, row.folder_id]));
  const byMark = new Map(rows.map((row) => [row.reference, row.folder_id]));
  return new Map(
    references.flatMap((reference) => {
      const owner = byMark.get(markOf(reference) ?? '') ?? byNumber.get(reference.numeroAds ?? '');
      return owner === undefined ? [] : [[noticeName(reference), owner] as const];
    }),
  );
}
