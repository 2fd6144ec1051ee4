/** What a run took from its sources, and what it leaves to people. */
import type { Context } from '../../operation/context.ts';
import type { AccountOutcome, FileState } from './outcome.ts';
import type { SourceFilter } from './store.ts';
import { listSources } from './store.ts';

export interface TakenFile {
  readonly source: string;
  readonly file: string;
  readonly state: FileState;
  readonly refusalCode: string | null;
  readonly statements: number;
  readonly transactions: number;
  readonly accounts: readonly AccountOutcome[];
}

/** Files that the sources of a scope gave since a moment, by source and name. */
export async function takenSince(ctx: Context, filter: SourceFilter, since: string): Promise<readonly TakenFile[]> {
  const sources = new Map((await listSources(ctx, filter)).map(({ id, name }) => [id, name]));
  const { knex } = await ctx.db();
  const rows = await knex('statement_source_file')
    .whereIn('source_id', [...sources.keys()])
    .where('taken_at', '>=', since)
    .orderBy(['source_id', 'name', 'sha256']);
  return rows.map((row) => ({
    source: sources.get(row.source_id) ?? '',
    file: row.name,
    state: row.state,
    refusalCode: row.refusal_code,
    statements: row.statements_created,
    transactions: row.transactions_created,
    accounts: row.accounts,
  }));
}
