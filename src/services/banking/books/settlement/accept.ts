/** Settles every proposal that scores enough and leaves nothing, in one run. */
import type { Knex } from 'knex';
import type { Context } from '../../../operation/context.ts';
import { inReconciliation } from '../reconciliation/links.ts';
import { insertRun } from '../reconciliation/run-store.ts';
import { proposeSettlements, type SettlementProposal, type SettlementsWanted } from './propose.ts';
import { settleWithin } from './settle.ts';

export interface AcceptedSettlements {
  /** Null when there was nothing to settle. */
  readonly runId: number | null;
  readonly accepted: readonly SettlementProposal[];
  readonly unknownAccounts: readonly number[];
}

/** All or none. Throws as `proposeSettlements` and `settle`. */
export async function acceptSettlements(
  ctx: Context,
  folderId: number,
  wanted: SettlementsWanted & { readonly minScore: number },
): Promise<AcceptedSettlements> {
  return inReconciliation(ctx, folderId, async (trx, inside) => {
    const { proposals, unknownAccounts } = await proposeSettlements(inside, folderId, wanted);
    const accepted = proposals.filter(({ difference }) => difference === 0n);
    if (accepted.length === 0) return { runId: null, accepted, unknownAccounts };
    const runId = await insertRun(trx, inside, folderId, 'Settlements');
    for (const proposal of accepted) await settleProposal(trx, inside, { folderId, runId }, proposal);
    return { runId, accepted, unknownAccounts };
  });
}

/** The payments of a proposal one after the other: each but the last leaves its items open in part. */
async function settleProposal(
  trx: Knex.Transaction,
  inside: Context,
  { folderId, runId }: { readonly folderId: number; readonly runId: number },
  { transactions, items, score, reasons }: SettlementProposal,
): Promise<void> {
  const lineIds = items.flatMap((item) => item.lineIds);
  const origin = { score, reasons, runId };
  for (const { transactionId } of transactions)
    await settleWithin(
      trx,
      inside,
      { folderId, origin },
      { transactionId, lineIds, isPartial: transactions.length > 1, force: true },
    );
}
