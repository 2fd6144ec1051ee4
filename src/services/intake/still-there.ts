/** Whether imports are still there, or were taken back since. */
import type { Context } from '../operation/context.ts';
import type { LookedFile, Made } from './looked-file.ts';

type IsThere = (file: Pick<LookedFile, 'kind'>, made: Made) => boolean;

const TABLES = { Ledger: 'ledger_import', Statement: 'statement_file', Assets: 'asset_import' } as const;

export async function stillThere(ctx: Pick<Context, 'db'>, files: readonly LookedFile[]): Promise<IsThere> {
  const { knex } = await ctx.db();
  const found = new Set<string>();
  for (const [kind, table] of Object.entries(TABLES)) {
    const made = files.flatMap((file) => (file.kind === kind ? file.made : []));
    const keys = made.flatMap(({ folderId, importId }) => (folderId === null ? [] : [[folderId, importId]]));
    if (keys.length === 0) continue;
    const rows = await knex(table).whereIn(['folder_id', 'id'], keys).select('id');
    for (const { id } of rows) found.add(`${kind} ${id}`);
  }
  return ({ kind }, { importId }) => found.has(`${kind} ${importId}`);
}
