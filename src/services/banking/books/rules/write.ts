/**
 * Writes the entries of transactions: by rules, or line by line. Each is a draft in the journal of the bank, linked to
 * its transaction in the same moment; a transaction that has an entry never gets another.
 */
import type { Knex } from 'knex';
import type { Database } from '../../../db/database.ts';
import { TaxopsError } from '../../../kernel/errors.ts';
import type { Ratio } from '../../../kernel/ratio.ts';
import type { Entry } from '../../../ledger/entries.ts';
import type { NewEntry, NewLine } from '../../../ledger/place-entry.ts';
import { createEntries, createEntry } from '../../../ledger/write-entries.ts';
import type { Context } from '../../../operation/context.ts';
import { reconciliationErrors } from '../reconciliation/errors.ts';
import { findLedgerSide } from '../reconciliation/ledger-side.ts';
import { freeTransaction, inReconciliation, insertLinks } from '../reconciliation/links.ts';
import { isBankLine } from '../reconciliation/modification.ts';
import type { Reason } from '../reconciliation/reason.ts';
import { linksOf } from '../reconciliation/store.ts';
import { unbooked } from './bookable.ts';
import { bookedUnlessForced, type Draft, draftsOf, rateMissing, type WritingWanted } from './drafts.ts';
import { bookedAmount, type EntryTexts, entryOf } from './entry.ts';
import { listRules } from './rules.ts';

export interface Written {
  readonly transactionId: number;
  readonly entryId: number;
  /** Null for an entry that was there before. */
  readonly ruleId: number | null;
  readonly isNew: boolean;
}

export interface Unwritten {
  readonly transactionId: number;
  readonly ruleId: number;
  readonly error: TaxopsError;
}

export interface WritingOutcome {
  readonly written: readonly Written[];
  /** A rule takes them, and their entry cannot be written. */
  readonly failed: readonly Unwritten[];
  /** Transactions that no rule takes. */
  readonly withoutRule: readonly number[];
}

/** Transactions between two commits: a long run that is stopped keeps what it has done. */
const A_TRANSACTION = 200;

/**
 * Writes the entry of every transaction that a rule takes. Those named that have their written entry already are given
 * back as they are. Throws FolderNotFound, and for transactions that are named BankTransactionUnknown,
 * TransactionReconciled.
 */
export async function writeByRules(ctx: Context, folderId: number, wanted: WritingWanted): Promise<WritingOutcome> {
  const db = await ctx.db();
  const rules = await listRules(db, folderId);
  const before = wanted.ids === undefined ? [] : await writtenBefore(db.knex, folderId, wanted.ids);
  const { drafts, withoutRule } = await draftsOf(db, folderId, rules, wanted);
  const written: Written[] = [...before];
  const failed: Unwritten[] = [];
  for (let at = 0; at < drafts.length; at += A_TRANSACTION) {
    ctx.signal.throwIfAborted();
    ctx.progress.step({ label: 'bank rule apply', done: at, total: drafts.length });
    const some = drafts.slice(at, at + A_TRANSACTION);
    for (const result of await writeDrafts(ctx, db, folderId, some)) {
      if ('entryId' in result) written.push(result);
      else failed.push(result);
    }
  }
  return { written, failed, withoutRule };
}

/** Those of the transactions that were written before. Throws BankTransactionUnknown, TransactionReconciled. */
async function writtenBefore(knex: Knex, folderId: number, ids: readonly number[]): Promise<Written[]> {
  const known = await knex('bank_transaction')
    .where({ folder_id: folderId })
    .whereRaw('id = any(?)', [[...ids]])
    .select('id');
  const missing = ids.find((id) => !known.some((row) => row.id === id));
  if (missing !== undefined) throw reconciliationErrors.BankTransactionUnknown({ folderId, transactionId: missing });
  return (await linksOf(knex, folderId, ids)).map(({ transaction_id, entry_id, origin, rule_id }) => {
    if (origin === 'Generated')
      return { transactionId: transaction_id, entryId: entry_id, ruleId: rule_id, isNew: false };
    throw reconciliationErrors.TransactionReconciled({ transactionId: transaction_id, entryId: entry_id });
  });
}

/** In one transaction. */
const writeDrafts = (
  ctx: Context,
  db: Database,
  folderId: number,
  drafts: readonly Draft[],
): Promise<(Written | Unwritten)[]> =>
  inReconciliation(db, folderId, (within, trx) =>
    createEntries(within, folderId, async (create) => {
      const results: (Written | Unwritten)[] = [];
      for (const draft of drafts) results.push(await writeDraft(ctx, create, trx, folderId, draft));
      return results;
    }),
  );

type Create = (entry: NewEntry) => Promise<Entry>;

async function writeDraft(
  ctx: Context,
  create: Create,
  trx: Knex.Transaction,
  folderId: number,
  { transaction, rule, entry }: Draft,
): Promise<Written | Unwritten> {
  const about = { transactionId: transaction.id, ruleId: rule.id };
  if (entry instanceof TaxopsError) return { ...about, error: entry };
  try {
    await freeTransaction(trx, folderId, transaction.id);
    const reason: Reason = { kind: 'Rule', points: 0, detail: rule.name };
    const { id } = await writeLinked(ctx, create, trx, folderId, transaction.id, entry, reason, rule.id);
    return { ...about, entryId: id, isNew: true };
  } catch (error) {
    // Refused before anything was written: the other transactions go on.
    if (error instanceof TaxopsError) return { ...about, error };
    throw error;
  }
}

async function writeLinked(
  ctx: Context,
  create: Create,
  trx: Knex.Transaction,
  folderId: number,
  transactionId: number,
  draft: NewEntry,
  reason: Reason,
  ruleId: number | null,
): Promise<Entry> {
  const entry = await create(draft);
  await insertLinks(trx, ctx, folderId, [
    {
      transaction_id: transactionId,
      entry_id: entry.id,
      line_id: entry.lines.find(isBankLine)?.id ?? null,
      origin: 'Generated',
      rule_id: ruleId,
      score: null,
      reason: [reason],
    },
  ]);
  return entry;
}

export interface ManualWanted extends EntryTexts {
  readonly transactionId: number;
  /** All lines but the bank's. */
  readonly lines: readonly NewLine[];
  readonly rate?: Ratio | undefined;
  /** As when rules write. */
  readonly force?: boolean | undefined;
}

/**
 * Writes the entry of one transaction: the line of the bank is added to those given, and together they must balance.
 * Throws FolderNotFound, BankTransactionUnknown, TransactionReconciled, LedgerSideUnknown, TransactionProbablyBooked,
 * RateMissing and what `createEntry` throws.
 */
export async function writeByHand(ctx: Context, folderId: number, wanted: ManualWanted): Promise<number> {
  return inReconciliation(await ctx.db(), folderId, async (within, trx) => {
    const { id, accountId } = await freeTransaction(trx, folderId, wanted.transactionId);
    const [transaction] = await unbooked(trx, folderId, { ids: [id] });
    const side = await findLedgerSide(within, folderId, accountId);
    if (!side) throw reconciliationErrors.LedgerSideUnknown({ accountId });
    if (!transaction) throw reconciliationErrors.BankTransactionUnknown({ folderId, transactionId: id });
    const before = (await bookedUnlessForced(within, folderId, [transaction], wanted.force ?? false)).get(id);
    if (before) throw before;
    const booked = bookedAmount(transaction, wanted.rate);
    if (!booked) throw rateMissing(transaction);
    const draft = entryOf(transaction, booked, side, wanted.lines, wanted);
    const reason: Reason = { kind: 'Hand', points: 0, detail: '' };
    const create = (entry: NewEntry) => createEntry(within, folderId, entry);
    return (await writeLinked(ctx, create, trx, folderId, id, draft, reason, null)).id;
  });
}
