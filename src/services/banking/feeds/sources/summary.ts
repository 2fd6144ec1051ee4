/** What a run took from its sources, and what it leaves to people. */
import { type Camel, camelRow } from '../../../db/rows.ts';
import type { Context } from '../../../operation/context.ts';
import type { AccountOutcome, FileState } from './outcome.ts';
import type { SourceFilter } from './store.ts';
import { listSources, sourceByName } from './store.ts';

interface TakenRow {
  readonly source_id: number;
  readonly name: string;
  readonly state: FileState;
  readonly refusal_code: string | null;
  readonly statements_created: number;
  readonly transactions_created: number;
  readonly accounts: readonly AccountOutcome[];
  readonly taken_at: string;
}

/** A file by the name that its source gives it. */
export interface TakenFile extends Camel<TakenRow> {
  readonly source: string;
}

/** Files shown of a source; the last ones. */
const SHOWN = 200;

/** The last files of a source, the newest first. Throws SourceUnknown. */
export async function lastFiles(ctx: Context, name: string): Promise<readonly TakenFile[]> {
  const { id } = await sourceByName(ctx, name);
  const { knex } = await ctx.db();
  const rows = await knex<TakenRow>('statement_source_file')
    .where({ source_id: id })
    .orderBy([{ column: 'taken_at', order: 'desc' }, 'sha256'])
    .limit(SHOWN);
  return rows.map((row) => ({ ...camelRow(row), source: name }));
}

/** Files that the sources of a scope gave since a moment, by source and name. */
export async function takenSince(ctx: Context, filter: SourceFilter, since: string): Promise<readonly TakenFile[]> {
  const sources = new Map((await listSources(ctx, filter)).map(({ id, name }) => [id, name]));
  const { knex } = await ctx.db();
  const rows = await knex<TakenRow>('statement_source_file')
    .whereIn('source_id', [...sources.keys()])
    .where('taken_at', '>=', since)
    .orderBy(['source_id', 'name', 'sha256']);
  return rows.map((row) => ({ ...camelRow(row), source: sources.get(row.source_id) ?? '' }));
}
