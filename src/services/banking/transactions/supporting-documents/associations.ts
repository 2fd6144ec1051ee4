/** The transactions that took of a document, how much, and why. */
import type { Labels } from '../../../kernel/errors.ts';
import type { Cents } from '../../../kernel/money.ts';
import type { Context } from '../../../operation/context.ts';

export interface DocumentAssociation {
  readonly transactionId: number;
  readonly associated: Cents;
  readonly isAutoAssociated: boolean;
  /** Empty when people associated it. */
  readonly reasons: readonly Labels[];
}

/** By transaction. */
export async function associationsOf(
  ctx: Context,
  folderId: number,
  documentId: number,
): Promise<DocumentAssociation[]> {
  const { knex } = await ctx.db();
  const rows: AssociationRow[] = await knex('document_association')
    .where({ folder_id: folderId, document_id: documentId })
    .orderBy('transaction_id');
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    associated: row.associated_cents,
    isAutoAssociated: row.is_auto_associated,
    reasons: row.reason?.reasons ?? [],
  }));
}

interface AssociationRow {
  readonly transaction_id: number;
  readonly associated_cents: bigint;
  readonly is_auto_associated: boolean;
  readonly reason: { readonly reasons: readonly Labels[] } | null;
}
