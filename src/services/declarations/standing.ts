/** Which declarations count: in production, what only a test filed changes nothing of what is due. */
import type { Knex } from 'knex';
import type { PlainDate } from '../kernel/dates.ts';
import type { Context } from '../operation/context.ts';
import type { PeriodRecord } from './rules/periods.ts';
import { listedDeclarations, type StoredDeclaration } from './store.ts';

/** Real filings leave in production only; everywhere else the tests are all there is to see. */
export const isProduction = ({ settings }: Pick<Context, 'settings'>): boolean =>
  settings.channelEnvironment.value === 'prod';

/** Declarations of a folder that left from here, and never but as a test. */
export const testedOnly = (knex: Knex, folderId: number): Promise<ReadonlySet<number>> => testedOf(knex, [folderId]);

async function testedOf(knex: Knex, folderIds: readonly number[]): Promise<ReadonlySet<number>> {
  const ids = await knex('filing')
    .whereRaw('folder_id = any(?)', [[...folderIds]])
    .where({ owner_kind: 'Declaration' })
    .groupBy('owner_id')
    .havingRaw('bool_and(is_test)')
    .pluck('owner_id');
  return new Set(ids.map(Number));
}

/** What rules need of the declarations of many folders, by default of any period, else ending on `since` or later. */
export async function countingRecords(
  ctx: Context,
  folderIds: readonly number[],
  since?: PlainDate,
): Promise<(PeriodRecord & { readonly folderId: number })[]> {
  const { knex } = await ctx.db();
  const all: (PeriodRecord & { readonly folderId: number })[] = await knex('declaration')
    .whereRaw('folder_id = any(?)', [[...folderIds]])
    .whereNot({ status: 'Deleted' })
    .modify((query) => (since === undefined ? query : query.where('period_end', '>=', since)))
    .select({
      folderId: 'folder_id',
      id: 'id',
      type: 'type',
      status: 'status',
      end: 'period_end',
      ignoreWhenRejected: 'ignore_when_rejected',
    });
  if (!isProduction(ctx)) return all;
  const tested = await testedOf(knex, folderIds);
  return all.filter(({ id }) => !tested.has(id));
}

/** What can be listed and counts. In no order. */
export async function countingDeclarations(ctx: Context, folderId: number): Promise<StoredDeclaration[]> {
  const { knex } = await ctx.db();
  const all = await listedDeclarations(knex, folderId);
  if (!isProduction(ctx)) return all;
  const tested = await testedOnly(knex, folderId);
  return all.filter(({ id }) => !tested.has(id));
}
