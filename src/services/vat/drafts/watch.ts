/** Whether what a draft was computed from is still what the books and the settings say. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';

interface WatchRow {
  folder_id: number;
  version: bigint;
  frozen_until: PlainDate | null;
  everything: boolean;
}

const watches = (db: Knex) => db<WatchRow>('vat_watch');

/** Begins to watch a folder at its first return. */
export async function watchOf(knex: Knex, folderId: number): Promise<WatchRow> {
  const known = await watches(knex).where({ folder_id: folderId }).first();
  if (known) return known;
  await watches(knex).insert({ folder_id: folderId }).onConflict('folder_id').ignore();
  return (await watches(knex).where({ folder_id: folderId }).first()) as WatchRow;
}

/** Until the transaction ends, who changes what drafts are computed from waits: what is read then is of that version. */
export async function lockWatch(trx: Knex.Transaction, folderId: number): Promise<bigint> {
  await watchOf(trx, folderId);
  const watch = await watches(trx).where({ folder_id: folderId }).forNoKeyUpdate().first('version');
  return (watch as WatchRow).version;
}

/** What drafts were computed from is no longer so: a return counts, or counts no more, or a person left something out. */
export const bumpWatch = (knex: Knex, folderId: number): Promise<number> =>
  watches(knex).where({ folder_id: folderId }).increment('version', 1);

/**
 * In the transaction in which a return begins to count: its shares are declared from now on, and what changed before it was
 * computed has been looked at.
 */
export async function countReturn(
  trx: Knex.Transaction,
  folderId: number,
  { endDate, sharesVersion }: { readonly endDate: PlainDate; readonly sharesVersion: bigint | null },
): Promise<void> {
  await watchOf(trx, folderId);
  const watch = await watches(trx).where({ folder_id: folderId }).forUpdate().first();
  const isLast = !watch?.frozen_until || endDate >= watch.frozen_until;
  if (isLast && watch?.version === sharesVersion) {
    await trx('vat_change').where({ folder_id: folderId }).delete();
    await watches(trx).where({ folder_id: folderId }).update({ everything: false });
  }
  if (isLast) await watches(trx).where({ folder_id: folderId }).update({ frozen_until: endDate });
  await bumpWatch(trx, folderId);
}

/** In the transaction in which a return counts no more: what it declared of earlier periods is to be looked at again. */
export async function releaseReturn(trx: Knex.Transaction, folderId: number, procedureId: number): Promise<void> {
  await watchOf(trx, folderId);
  await trx.raw(
    `insert into vat_change (folder_id, entry_id)
     select distinct folder_id, entry_id from vat_share where folder_id = ? and procedure_id = ?`,
    [folderId, procedureId],
  );
  await bumpWatch(trx, folderId);
}
