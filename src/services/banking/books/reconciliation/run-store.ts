/** Runs of acceptance as they are stored: links that were made together name theirs. */
import type { Knex } from 'knex';
import type { Context } from '../../../operation/context.ts';

export const RUN_KINDS = ['Links', 'Settlements'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export async function insertRun(trx: Knex.Transaction, ctx: Context, folderId: number, kind: RunKind): Promise<number> {
  const [run] = await trx('bank_reconciliation_run')
    .insert({ folder_id: folderId, kind, made_at: ctx.clock.now() })
    .returning('id');
  return run.id;
}
