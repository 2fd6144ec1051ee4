/** What is left of documents, and the transactions that took of them. */
import { getFolder } from '../../../folders/folders.ts';
import { groupBy } from '../../../kernel/group-by.ts';
import type { Cents } from '../../../kernel/money.ts';
import type { Context } from '../../../operation/context.ts';
import { complementaryErrors } from '../complementary/errors.ts';
import { type ComplementedTransaction, readComplemented } from '../complementary/view.ts';
import { getDocument } from './documents.ts';

export interface DocumentRemainder {
  /** Null as long as nobody said it: then nothing is associated and nothing remains. */
  readonly amount: Cents | null;
  readonly remaining: Cents;
  /** By transaction. */
  readonly associated: Readonly<Record<string, Cents>>;
}

/** By document. Throws FolderNotFound, SupportingDocumentNotFound. */
export async function remainingAmounts(
  ctx: Context,
  folderId: number,
  documentIds: readonly number[],
): Promise<Readonly<Record<string, DocumentRemainder>>> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const ids = [...new Set(documentIds)];
  const { rows } = await db.knex.raw(
    `select d.id, d.amount_cents, l.transaction_id, l.associated_cents
     from supporting_document d
     left join document_association l on l.folder_id = d.folder_id and l.document_id = d.id
     where d.folder_id = ? and d.id = any(?) order by l.transaction_id`,
    [folderId, ids],
  );
  const found = groupBy(rows as RemainderRow[], ({ id }) => id);
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw complementaryErrors.SupportingDocumentNotFound({ folderId, documentId: missing });
  return Object.fromEntries([...found].map(([id, own]) => [id, toRemainder(own)]));
}

interface RemainderRow {
  readonly id: number;
  readonly amount_cents: bigint | null;
  readonly transaction_id: number | null;
  readonly associated_cents: bigint | null;
}

function toRemainder(rows: readonly RemainderRow[]): DocumentRemainder {
  const taken = rows.flatMap(({ transaction_id, associated_cents }): [number, Cents][] =>
    transaction_id === null ? [] : [[transaction_id, associated_cents ?? 0n]],
  );
  const amount = rows[0]?.amount_cents ?? null;
  const remaining = taken.reduce((left, [, cents]) => left - cents, amount ?? 0n);
  return { amount, remaining, associated: Object.fromEntries(taken) };
}

/** By day. Throws FolderNotFound, SupportingDocumentNotFound. */
export async function transactionsOfDocument(
  ctx: Context,
  folderId: number,
  documentId: number,
): Promise<ComplementedTransaction[]> {
  await getDocument(ctx, folderId, documentId);
  const { knex } = await ctx.db();
  const ids: number[] = await knex('document_association as l')
    .join('bank_transaction as t', { 't.folder_id': 'l.folder_id', 't.id': 'l.transaction_id' })
    .where({ 'l.folder_id': folderId, 'l.document_id': documentId })
    .orderBy(['t.operation_date', 't.id'])
    .pluck('t.id');
  return readComplemented(ctx, folderId, ids);
}
