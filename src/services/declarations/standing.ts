/** Which declarations count: in production, what only a test filed changes nothing of what is due. */
import type { Knex } from 'knex';
import type { Context } from '../operation/context.ts';
import { listedDeclarations, type StoredDeclaration } from './store.ts';

/** Real filings leave in production only; everywhere else the tests are all there is to see. */
export const isProduction = ({ settings }: Pick<Context, 'settings'>): boolean =>
  settings.channelEnvironment.value === 'prod';

/** Declarations of a folder that left from here, and never but as a test. */
export async function testedOnly(knex: Knex, folderId: number): Promise<ReadonlySet<number>> {
  const ids = await knex('filing')
    .where({ folder_id: folderId, owner_kind: 'Declaration' })
    .groupBy('owner_id')
    .havingRaw('bool_and(is_test)')
    .pluck('owner_id');
  return new Set(ids.map(Number));
}

/** What can be listed and counts. In no order. */
export async function countingDeclarations(ctx: Context, folderId: number): Promise<StoredDeclaration[]> {
  const { knex } = await ctx.db();
  const all = await listedDeclarations(knex, folderId);
  if (!isProduction(ctx)) return all;
  const tested = await testedOnly(knex, folderId);
  return all.filter(({ id }) => !tested.has(id));
}
