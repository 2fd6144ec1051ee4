/** Documents and the transactions that paid them, found by amount, counterparty and date. */
import { getFolder } from '../../../folders/folders.ts';
import { TaxopsError } from '../../../kernel/errors.ts';
import type { Context } from '../../../operation/context.ts';
import { complementsOf } from '../complementary/store.ts';
import { applyChange, lockTransaction } from '../complementary/update.ts';
import { bestMatches, type Candidate, type Match, WINDOW } from './match-rules.ts';
import { remainingAmounts } from './remaining.ts';

export interface Proposal extends Match {
  readonly isAssociated: boolean;
}

/**
 * Proposes a transaction for every document that has an amount left, or for these documents only; with `apply`, the
 * certain ones are associated. Throws FolderNotFound, SupportingDocumentNotFound.
 */
export async function matchDocuments(
  ctx: Context,
  folderId: number,
  { apply, documentIds }: { readonly apply: boolean; readonly documentIds?: readonly number[] | undefined },
): Promise<Proposal[]> {
  await getFolder(ctx, folderId);
  if (documentIds) await remainingAmounts(ctx, folderId, documentIds); // refuses those of other folders
  const matches = bestMatches(await readCandidates(ctx, folderId, documentIds));
  const proposals: Proposal[] = [];
  for (const match of matches) {
    const isAssociated = apply && match.isCertain && (await associate(ctx, folderId, match));
    proposals.push({ ...match, isAssociated });
  }
  return proposals;
}

/** Pairs of the same currency and remaining amount; each side is still to justify. */
async function readCandidates(
  ctx: Context,
  folderId: number,
  documentIds: readonly number[] | undefined,
): Promise<Candidate[]> {
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(
    `with left_over as (
       select d.id, d.currency, d.counter_party, d.effective_date,
         d.amount_cents - coalesce((select sum(l.associated_cents) from document_association l
           where l.folder_id = d.folder_id and l.document_id = d.id), 0)::bigint as cents
       from supporting_document d
       where d.folder_id = :folderId and d.amount_cents is not null
         and (:ids::integer[] is null or d.id = any(:ids::integer[]))
     )
     select d.id as "documentId", t.id as "transactionId", d.cents as amount, d.counter_party as "counterParty",
       t.search_text || ' ' || fold_text(coalesce(t.counterparty_name, '')) as "foldedText",
       fold_text(coalesce(d.counter_party, '')) as "foldedCounterParty",
       t.operation_date - d.effective_date as days
     from left_over d
     join bank_transaction t on t.folder_id = :folderId and t.currency = d.currency
       and not t.is_deleted and not t.is_hidden
     left join complementary_data c on c.folder_id = t.folder_id and c.transaction_id = t.id
     where d.cents > 0 and abs(t.amount) * 100 - coalesce(c.associated_cents, 0) = d.cents
       and coalesce(c.to_justify, true)
       and (d.effective_date is null
         or t.operation_date between d.effective_date - :before::integer and d.effective_date + :after::integer)
     order by d.id, t.id limit ${MOST_CANDIDATES}`,
    { folderId, ids: documentIds === undefined ? null : [...documentIds], ...WINDOW },
  );
  return rows;
}

/** A subscription of ten years has a hundred payments of one amount; beyond this the rest waits for the next turn. */
const MOST_CANDIDATES = 100_000;

/** False when another call took the document or the transaction meanwhile. */
async function associate(ctx: Context, folderId: number, match: Match): Promise<boolean> {
  const db = await ctx.db();
  try {
    await db.transaction(async (trx) => {
      const transaction = await lockTransaction(trx, folderId, match.transactionId);
      const known = (await complementsOf(trx, folderId, [match.transactionId])).get(match.transactionId);
      const wish = {
        documentId: match.documentId,
        associated: match.amount,
        isAutoAssociated: true,
        reason: { score: match.score, reasons: match.reasons },
      };
      await applyChange(trx, ctx, transaction, { documents: [...(known?.documents ?? []), wish] });
    });
    return true;
  } catch (error) {
    if (error instanceof TaxopsError) return false;
    throw error;
  }
}
