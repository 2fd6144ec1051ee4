/** What a run took from its sources, and what it leaves to people. */
import type { Context } from '../../../operation/context.ts';
import type { AccountOutcome, FileState } from './outcome.ts';
import type { SourceFilter } from './store.ts';
import { listSources, sourceByName } from './store.ts';

export interface TakenFile {
  readonly source: string;
  readonly file: string;
  readonly state: FileState;
  readonly refusalCode: string | null;
  readonly statements: number;
  readonly transactions: number;
  readonly accounts: readonly AccountOutcome[];
  readonly takenAt: string;
}

/** Files shown of a source; the last ones. */
const SHOWN = 200;

/** The last files of a source, the newest first. Throws SourceUnknown. */
export async function lastFiles(ctx: Context, name: string): Promise<readonly TakenFile[]> {
  const { id } = await sourceByName(ctx, name);
  const { knex } = await ctx.db();
  const rows = await knex('statement_source_file')
    .where({ source_id: id })
    .orderBy([{ column: 'taken_at', order: 'desc' }, 'sha256'])
    .limit(SHOWN);
  return rows.map((row) => asTaken(row, name));
}

/** Files that the sources of a scope gave since a moment, by source and name. */
export async function takenSince(ctx: Context, filter: SourceFilter, since: string): Promise<readonly TakenFile[]> {
  const sources = new Map((await listSources(ctx, filter)).map(({ id, name }) => [id, name]));
  const { knex } = await ctx.db();
  const rows = await knex('statement_source_file')
    .whereIn('source_id', [...sources.keys()])
    .where('taken_at', '>=', since)
    .orderBy(['source_id', 'name', 'sha256']);
  return rows.map((row) => asTaken(row, sources.get(row.source_id) ?? ''));
}

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

const asTaken = (row: TakenRow, source: string): TakenFile => ({
  source,
  file: row.name,
  state: row.state,
  refusalCode: row.refusal_code,
  takenAt: row.taken_at,
  statements: row.statements_created,
  transactions: row.transactions_created,
  accounts: row.accounts,
});
