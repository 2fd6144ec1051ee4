/** Every row of a folder, whatever the table: found by the catalogue, so that a new table is not forgotten. */
import type { Knex } from 'knex';

export interface FolderTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Cannot be changed: each line is sealed by the next one (services/audit). */
const AUDIT_LOG = 'audit_entry';

/** Tables with a folder; children often bear the name of their parent and more, so they come first. */
export async function folderTables(trx: Knex): Promise<readonly FolderTable[]> {
  const { rows } = await trx.raw(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> ?
     group by c.relname having bool_or(a.attname = 'folder_id') order by c.relname collate "C" desc`,
    [AUDIT_LOG],
  );
  return rows;
}

/** Removes the folder with all its rows; nothing of another folder goes. Nobody else may write in it meanwhile. */
export async function eraseFolder(trx: Knex.Transaction, folderId: number): Promise<void> {
  await trx.raw('set local statement_timeout = 0');
  await trx.raw('delete from notice where numero_ads in (select numero_ads from filing where folder_id = ?)', [
    folderId,
  ]);
  await forgetElsewhere(trx, folderId);
  const tables = await folderTables(trx);
  // A table waits for those that refer to it, and a trigger may write in one that was empty.
  while (await removeOnce(trx, folderId, tables));
  await trx('folder').where({ id: folderId }).delete();
}

/** Rows of other folders that name this one: they no longer do. */
async function forgetElsewhere(trx: Knex.Transaction, folderId: number): Promise<void> {
  const { rows } = await trx.raw(
    `select r.relname as name, a.attname as column from pg_constraint f join pg_class r on r.oid = f.conrelid
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
     where f.contype = 'f' and f.confrelid = 'folder'::regclass and a.attname <> 'folder_id' and f.conparentid = 0`,
  );
  for (const { name, column } of rows as { name: string; column: string }[])
    await trx(name)
      .where(column, folderId)
      .update({ [column]: null });
}

/** Whether there may be more. Throws what refuses a table when no other could be emptied. */
async function removeOnce(trx: Knex.Transaction, folderId: number, tables: readonly FolderTable[]): Promise<boolean> {
  let gone = 0;
  let refusal: unknown;
  for (const { name } of tables) {
    try {
      gone += await trx.transaction((inner) => inner(name).where({ folder_id: folderId }).delete());
    } catch (error) {
      if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
      refusal = error;
    }
  }
  if (gone === 0 && refusal) throw refusal;
  return gone > 0;
}

const FOREIGN_KEY_VIOLATION = '23503';
