/** Changes of complementary data, each stored with its events in one transaction. */
import type { Knex } from 'knex';
import { getFolder } from '../../../folders/folders.ts';
import { type Cents, formatAmount, parseAmount } from '../../../kernel/money.ts';
import type { Context } from '../../../operation/context.ts';
import { bankingErrors } from '../../errors.ts';
import { authorOf, type BankEvent, recordEvents } from '../../events.ts';
import { type AssociationWish, type LockedTransaction, setAssociations } from './associate.ts';
import { complementaryErrors } from './errors.ts';
import { type VatLine, vatWithin } from './rules.ts';
import { type Complement, complementsOf, nothingAdded } from './store.ts';
import { type ComplementView, readComplement } from './view.ts';

/** What is undefined keeps its value, null empties it; lists are replaced as a whole. */
export interface ComplementChange {
  readonly toJustify?: boolean | undefined;
  readonly comment?: string | null | undefined;
  readonly categoryId?: number | null | undefined;
  readonly additionalVat?: readonly { readonly rate: bigint; readonly amount: Cents }[] | undefined;
  readonly documents?: readonly AssociationWish[] | undefined;
}

/**
 * Without VAT lines of its own, a change of category makes the VAT line of that category's rate.
 * Throws FolderNotFound, BankTransactionUnknown, CategoryNotFound and what `setAssociations` throws: then nothing changed.
 */
export async function updateComplement(
  ctx: Context,
  folderId: number,
  transactionId: number,
  change: ComplementChange,
): Promise<ComplementView> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  await db.transaction(async (trx) => {
    const transaction = await lockTransaction(trx, folderId, transactionId, isRelease(change));
    await applyChange(trx, ctx, transaction, change);
  });
  return readComplement(ctx, folderId, transactionId);
}

/** Documents of a transaction that was deleted since are free again by it; callers always say whether it is to justify. */
const isRelease = ({ documents, toJustify: _, ...rest }: ComplementChange): boolean =>
  documents?.length === 0 && Object.values(rest).every((value) => value === undefined);

/**
 * Its lock makes those who change what was added to it pass one at a time. A hidden transaction is not there, nor a
 * deleted one unless asked for. Throws BankTransactionUnknown.
 */
export async function lockTransaction(
  trx: Knex.Transaction,
  folderId: number,
  transactionId: number,
  withDeleted = false,
): Promise<LockedTransaction> {
  const row = await trx('bank_transaction')
    .select('amount', 'currency', 'is_deleted')
    .where({ id: transactionId, folder_id: folderId, is_hidden: false })
    .forNoKeyUpdate()
    .first();
  if (!row || (row.is_deleted && !withDeleted)) throw bankingErrors.BankTransactionUnknown({ folderId, transactionId });
  return { folderId, id: transactionId, amount: row.amount, currency: row.currency };
}

/** The same, in a transaction that has locked the bank's. */
export async function applyChange(
  trx: Knex.Transaction,
  ctx: Context,
  transaction: LockedTransaction,
  change: ComplementChange,
): Promise<void> {
  const { folderId } = transaction;
  if (change.categoryId) await requireCategory(trx, folderId, change.categoryId);
  const known = (await complementsOf(trx, folderId, [transaction.id])).get(transaction.id);
  const before = known ?? nothingAdded(transaction.id);
  const vat = await vatAfter(trx, transaction, before, change);
  if (!change.documents && isSame(before, change) && isSameVat(before.additionalVat, vat)) return;
  const id = await saveRow(trx, ctx, transaction, change);
  await replaceVat(trx, transaction, vat);
  const events: BankEvent[] = [{ type: 'ComplementChanged', aggregateName: 'ComplementaryData', aggregateId: id }];
  if (change.documents) {
    const { total, changed } = await setAssociations(trx, ctx, transaction, change.documents);
    await trx('complementary_data').where({ folder_id: folderId, id }).update({ associated_cents: total });
    events.push(...changed.map(() => ({ ...DOCUMENT_ASSOCIATED, aggregateId: id })));
  }
  await recordEvents(trx, ctx, folderId, events);
}

const DOCUMENT_ASSOCIATED = { type: 'DocumentAssociated', aggregateName: 'ComplementaryData' } as const;

async function requireCategory(trx: Knex.Transaction, folderId: number, categoryId: number): Promise<void> {
  const row = await trx('bank_category').select('id').where({ folder_id: folderId, id: categoryId }).first();
  if (!row) throw complementaryErrors.CategoryNotFound({ folderId, categoryId });
}

/** Returns the identifier of the complementary data. */
async function saveRow(
  trx: Knex.Transaction,
  ctx: Context,
  { folderId, id }: LockedTransaction,
  { toJustify, comment, categoryId }: ComplementChange,
): Promise<number> {
  const now = ctx.clock.now();
  const given = Object.fromEntries(
    Object.entries({ to_justify: toJustify, comment, category_id: categoryId }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const moment = { updated_at: now, updated_by_user_id: authorOf(ctx.actor).userId };
  const [row] = await trx('complementary_data')
    .insert({ folder_id: folderId, transaction_id: id, created_at: now, ...moment, ...given })
    .onConflict(['folder_id', 'transaction_id'])
    .merge({ ...moment, ...given })
    .returning('id');
  return row.id;
}

const isSame = (before: Complement, { toJustify, comment, categoryId }: ComplementChange): boolean =>
  (toJustify ?? before.toJustify) === before.toJustify &&
  (comment === undefined || comment === before.comment) &&
  (categoryId === undefined || categoryId === before.categoryId);

const isSameVat = (before: readonly VatLine[], after: readonly VatLine[]): boolean =>
  before.length === after.length &&
  before.every(({ rate, amount }, rank) => rate === after[rank]?.rate && amount === after[rank]?.amount);

/** A line given back as it was generated is still a generated one. */
async function vatAfter(
  trx: Knex.Transaction,
  transaction: LockedTransaction,
  { additionalVat: known, categoryId: category }: Complement,
  { additionalVat, categoryId = category }: ComplementChange,
): Promise<readonly VatLine[]> {
  const generated = known.filter(({ isAutoGenerated }) => isAutoGenerated);
  const lines = additionalVat?.map(
    (line): VatLine => ({
      ...line,
      isAutoGenerated: generated.some(({ rate, amount }) => rate === line.rate && amount === line.amount),
    }),
  );
  return lines ?? (categoryId === category ? known : linesOfCategory(trx, transaction, known, categoryId));
}

/** Lines that people wrote stay; without any the category decides. */
async function linesOfCategory(
  trx: Knex.Transaction,
  { folderId, amount }: LockedTransaction,
  known: readonly VatLine[],
  categoryId: number | null,
): Promise<readonly VatLine[]> {
  const written = known.filter(({ isAutoGenerated }) => !isAutoGenerated);
  if (written.length > 0 || categoryId === null) return written;
  const row = await trx('bank_category').where({ folder_id: folderId, id: categoryId }).first('vat_rate');
  if (!row || row.vat_rate === null) return [];
  const rate = parseAmount(row.vat_rate) ?? 0n;
  return [{ rate, amount: vatWithin(amount, rate), isAutoGenerated: true }];
}

async function replaceVat(
  trx: Knex.Transaction,
  { folderId, id }: LockedTransaction,
  lines: readonly VatLine[],
): Promise<void> {
  const where = { folder_id: folderId, transaction_id: id };
  await trx('additional_vat').where(where).delete();
  if (lines.length === 0) return;
  await trx('additional_vat').insert(
    lines.map(({ rate, amount, isAutoGenerated }, rank) => ({
      ...where,
      rank,
      rate: formatAmount(rate),
      amount_cents: amount,
      is_auto_generated: isAutoGenerated,
    })),
  );
}
