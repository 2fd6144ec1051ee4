/** Documents that are given with the transaction they justify, as a person drops them on its line. */
import type { Cents } from '../../../kernel/money.ts';
import type { InputFile } from '../../../kernel/stream.ts';
import type { Context } from '../../../operation/context.ts';
import type { AssociationWish } from '../complementary/associate.ts';
import { complementaryErrors } from '../complementary/errors.ts';
import { magnitudeCents } from '../complementary/rules.ts';
import { complementsOf } from '../complementary/store.ts';
import { applyChange, lockTransaction } from '../complementary/update.ts';
import { type ComplementView, readComplement, showComplement } from '../complementary/view.ts';
import { type AddedDocument, addDocuments } from './add.ts';

/**
 * Adds the files to the folder and associates them with the transaction, beside the documents it has. One that does not
 * say its amount is taken to be of what is left of the transaction. Throws BankTransactionUnknown before anything is
 * stored, and as adding and associating do: then the documents are in the folder, and none is associated.
 */
export async function attachDocuments(
  ctx: Context,
  folderId: number,
  transactionId: number,
  files: readonly InputFile[],
): Promise<ComplementView> {
  const db = await ctx.db();
  await showComplement(ctx, folderId, transactionId);
  const { currency } = await db.transaction((trx) => lockTransaction(trx, folderId, transactionId));
  const added = await addDocuments(ctx, folderId, files, { currencyCode: currency });
  await db.transaction(async (trx) => {
    const transaction = await lockTransaction(trx, folderId, transactionId);
    const known = (await complementsOf(trx, folderId, [transactionId])).get(transactionId);
    const kept = (known?.documents ?? []).map(({ documentId, associated }) => ({ documentId, associated }));
    const left = magnitudeCents(transaction.amount) - (known?.associated ?? 0n);
    const fresh = added.filter(({ id }) => !kept.some(({ documentId }) => documentId === id));
    const wishes = fresh.map((one) => wishFor(one, left, transactionId));
    await applyChange(trx, ctx, transaction, { documents: [...kept, ...wishes] });
  });
  return readComplement(ctx, folderId, transactionId);
}

function wishFor({ id: documentId, amount }: AddedDocument, left: Cents, transactionId: number): AssociationWish {
  if (left <= 0n) throw complementaryErrors.NothingLeftToAssociate({ documentId, transactionId });
  return { documentId, ...(amount === null && { amount: left }) };
}
