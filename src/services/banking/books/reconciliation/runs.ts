/** Runs of acceptance: the links made together, undone as a whole. */
import type { Knex } from 'knex';
import { getFolder } from '../../../folders/folders.ts';
import { type Page, type Paging, readPage } from '../../../ledger/page.ts';
import type { Context } from '../../../operation/context.ts';
import { links } from '../../transactions/entries/links.ts';
import { undoWithin } from '../settlement/undo.ts';
import { reconciliationErrors } from './errors.ts';
import { inReconciliation, removeLinks } from './links.ts';
import type { RunKind } from './run-store.ts';

export interface Run {
  readonly id: number;
  readonly kind: RunKind;
  readonly madeAt: string;
  readonly undoneAt: string | null;
  /** Transactions that are still linked by it. */
  readonly transactions: number;
}

const runQuery = (knex: Knex, folderId: number) =>
  knex({ t: 'bank_reconciliation_run' })
    .where('t.folder_id', folderId)
    .select({ id: 't.id', kind: 't.kind', madeAt: 't.made_at', undoneAt: 't.undone_at' })
    .select(
      knex.raw(`(select count(*)::integer from bank_reconciliation r
        where r.folder_id = t.folder_id and r.run_id = t.id) as transactions`),
    );

/** The last first. Throws FolderNotFound. */
export async function listRuns(ctx: Context, folderId: number, paging: Paging): Promise<Page<Run>> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const order = (page: Knex.QueryBuilder) => page.orderBy('t.id', 'desc');
  return readPage<Run, Run>(runQuery(knex, folderId), order, paging, (row) => row);
}

/**
 * Takes away what a run linked and nobody took away since: of settlements the entries and letterings too. All or none.
 * Throws FolderNotFound, RunNotFound, RunUndone, and for settlements as `undoSettlements`.
 */
export async function undoRun(ctx: Context, folderId: number, runId: number): Promise<Run> {
  return inReconciliation(ctx, folderId, async (trx, inside) => {
    const run: Run | undefined = await runQuery(trx, folderId).where('t.id', runId).first();
    if (!run) throw reconciliationErrors.RunNotFound({ runId });
    if (run.undoneAt !== null) throw reconciliationErrors.RunUndone({ runId });
    const made = await links(trx).where({ folder_id: folderId, run_id: runId }).orderBy('transaction_id');
    const ids = made.map(({ transaction_id: id }) => id);
    if (run.kind === 'Settlements')
      for (const transactionId of ids.toReversed()) await undoWithin(trx, inside, folderId, transactionId);
    else await removeLinks(trx, inside, folderId, ids);
    const undoneAt = ctx.clock.now();
    await trx('bank_reconciliation_run').where({ folder_id: folderId, id: runId }).update({ undone_at: undoneAt });
    return { ...run, undoneAt, transactions: ids.length };
  });
}
