/** Files taken in: one row for each folder that a file holds accounts of, all under one identifier. */
import type { Knex } from 'knex';
import type { Context } from '../../operation/context.ts';
import type { MatchScope, Target } from './matching.ts';
import type { FileSurvey, StatementFile } from './survey.ts';

/** The import that took everything these bytes hold, if there is one. */
export async function completeImportOf(db: Knex, sha256: string, scope: MatchScope): Promise<number | undefined> {
  const query = db('statement_file').select('id').where({ sha256, is_complete: true }).orderBy('id').first();
  if (scope.visible !== 'all') query.whereIn('folder_id', [...scope.visible]);
  if (scope.folderId !== undefined) query.where({ folder_id: scope.folderId });
  return (await query)?.id;
}

/** Whether every account has statements of the file: it may have been stored when an account of it was another one. */
export async function hasFedAll(db: Knex, importId: number, targets: readonly Target[]): Promise<boolean> {
  const { rows } = await db.raw(
    `select from unnest(?::int[], ?::int[]) as t(folder_id, account_id)
     where not exists (
       select from bank_statement_source o join bank_statement s on s.folder_id = o.folder_id and s.id = o.statement_id
       where o.folder_id = t.folder_id and o.file_id = ? and s.account_id = t.account_id)`,
    [targets.map(({ folderId }) => folderId), targets.map(({ accountId }) => accountId), importId],
  );
  return rows.length === 0;
}

/** Notes the file in the folders and returns its identifier: the same for the same bytes, also after a kill. */
export async function registerFile(
  ctx: Context,
  file: StatementFile,
  survey: FileSurvey,
  folderIds: readonly number[],
): Promise<number> {
  const db = await ctx.db();
  const { sha256, bytes, accounts } = survey;
  const now = ctx.clock.now();
  return db.transaction(async (trx) => {
    // Processes that import the same bytes at once agree on one identifier.
    await trx.raw(`select pg_advisory_xact_lock(hashtext('statement_file'), hashtext(?))`, [sha256]);
    const known = await trx('statement_file').select('id').where({ sha256 }).whereIn('folder_id', folderIds).first();
    const id: number = known?.id ?? (await trx.raw(`select nextval('statement_file_id')::int as id`)).rows[0].id;
    const rows = folderIds.map((folder_id) => ({
      folder_id,
      id,
      sha256,
      file_name: file.name,
      byte_size: bytes,
      total_accounts: accounts.size,
      created_at: now,
      updated_at: now,
    }));
    await trx('statement_file').insert(rows).onConflict(['folder_id', 'sha256']).ignore();
    return id;
  });
}

/** Notes that the file has nothing more to give. */
export async function completeFile(ctx: Context, sha256: string, folderIds: readonly number[]): Promise<void> {
  const { knex } = await ctx.db();
  await knex('statement_file')
    .where({ sha256 })
    .whereIn('folder_id', folderIds)
    .update({ is_complete: true, updated_at: ctx.clock.now() });
}
