/** The two sides of a comparison, as movements: those of a bank account and those of its account in the ledger. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../../kernel/dates.ts';
import { type Cents, parseAmount } from '../../../kernel/money.ts';
import { eachInTurns, mapInTurns } from '../../../kernel/turns.ts';
import { type AccountMovement, accountMovements } from '../../../ledger/movements.ts';
import type { Context } from '../../../operation/context.ts';
import { advisedTexts } from '../../statements/advices/list.ts';
import { MAX_DAYS, type Movement, matchMovements } from './match.ts';

export interface Period {
  readonly from: PlainDate;
  readonly to: PlainDate;
}

export interface BankMovement extends Movement {
  /** Everything the bank wrote beside the label. */
  readonly details: string;
}

export interface BooksMovement extends Movement {
  readonly entryId: number;
  readonly docRef: string;
}

/** The currency books are kept in. */
export const BOOKS_CURRENCY = 'EUR';

/** By day. Amounts of more decimals than cents, which no line of the books can equal, count as zero. */
export async function bankMovements(
  knex: Knex,
  folderId: number,
  accountId: number,
  { from, to }: Period,
): Promise<BankMovement[]> {
  const rows = await knex('bank_transaction')
    .where({ folder_id: folderId, account_id: accountId, is_deleted: false })
    .whereBetween('operation_date', [from, to])
    .orderBy(['operation_date', 'id'])
    .select('id', 'operation_date', 'label', 'amount', 'description', 'reference', 'counterparty_name', 'details');
  const advised = await advisedTexts(knex, folderId, accountId);
  return mapInTurns(
    rows,
    ({ id, operation_date, label, amount, description, reference, counterparty_name, details }) => ({
      id,
      date: operation_date,
      label,
      details: [description, reference, counterparty_name, ...textsOf(details), advised.get(id)]
        .filter(Boolean)
        .join(' '),
      amount: parseAmount(amount) ?? 0n,
    }),
  );
}

/** What the complements say, such as the end-to-end reference. */
const textsOf = (details: readonly { readonly Text?: string }[] | null): string[] =>
  Array.isArray(details) ? details.flatMap(({ Text = '' }) => Text) : [];

export interface BooksAccount {
  readonly exerciseId: number;
  readonly accountId: number;
  readonly currency?: string;
}

/** The lines of a ledger account in an exercise, in the currency of the bank account; those in another are left out. */
export async function booksMovements(
  ctx: Context,
  folderId: number,
  { exerciseId, accountId, currency = BOOKS_CURRENCY }: BooksAccount,
): Promise<BooksMovement[]> {
  const lines = await accountMovements(ctx, folderId, exerciseId, accountId);
  const movements: BooksMovement[] = [];
  await eachInTurns(lines, (line) => {
    const { id, entryId, date, label, docRef } = line; // not spread: lines come by tens of thousands
    const amount = amountIn(line, currency);
    if (amount !== undefined) movements.push({ id, entryId, date, label, docRef, amount });
  });
  return movements;
}

/**
 * What a line is worth in a currency, debit positive; undefined when it says nothing in it. Some programs sign the
 * amount in currency, others do not: the side of the line does.
 */
export function amountIn(
  {
    debit,
    credit,
    currency,
    currencyAmount,
  }: Pick<AccountMovement, 'debit' | 'credit' | 'currency' | 'currencyAmount'>,
  wanted: string,
): Cents | undefined {
  const amount = debit - credit;
  if (wanted === BOOKS_CURRENCY) return amount;
  if (currency !== wanted || currencyAmount === null) return undefined;
  return currencyAmount < 0n === amount < 0n ? currencyAmount : -currencyAmount;
}

/** The first of these accounts that shares most movements with the bank. */
export function bestSide<S extends { readonly movements: readonly Movement[] }>(
  bank: readonly Movement[],
  sides: readonly S[],
): { readonly side: S; readonly pairs: number } | undefined {
  const scored = sides.map((side) => ({ side, pairs: matchMovements(bank, side.movements, MAX_DAYS).pairs.length }));
  return scored.sort((a, b) => b.pairs - a.pairs)[0];
}
