/**
 * Writes the entries of transactions: by rules, or line by line. Each is a draft in the journal of the bank, linked to
 * its transaction in the same moment; a transaction that has an entry never gets another.
 */
import type { Knex } from 'knex';
import { TaxopsError } from '../../../kernel/errors.ts';
import type { Ratio } from '../../../kernel/ratio.ts';
import type { Entry } from '../../../ledger/entries.ts';
import type { NewEntry } from '../../../ledger/place-entry.ts';
import { createEntries, createEntry } from '../../../ledger/write-entries.ts';
import type { Context } from '../../../operation/context.ts';
import { bankingErrors } from '../../errors.ts';
import { linksOf } from '../../transactions/entries/links.ts';
import { isBankLine } from '../../transactions/entries/modification.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import { reconciliationErrors } from '../reconciliation/errors.ts';
import { findLedgerSide } from '../reconciliation/ledger-side.ts';
import { freeTransaction, inReconciliation, insertLinks } from '../reconciliation/links.ts';
import { unbooked } from './bookable.ts';
import { bookedUnlessForced, type Draft, draftsOf, rateMissing, type WritingWanted } from './drafts.ts';
import { bookedAmount, entryOf, type Opposite } from './entry.ts';
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
  const rules = await listRules(ctx, folderId);
  const { knex } = await ctx.db();
  const before = wanted.transactionIds ? await writtenBefore(knex, folderId, wanted.transactionIds) : [];
  const { drafts, withoutRule } = await draftsOf(ctx, folderId, rules, wanted);
  const written: Written[] = [...before];
  const failed: Unwritten[] = [];
  for (let at = 0; at < drafts.length; at += A_TRANSACTION) {
    ctx.signal.throwIfAborted();
    ctx.progress.step({ label: 'bank rule apply', done: at, total: drafts.length });
    const some = drafts.slice(at, at + A_TRANSACTION);
    for (const result of await writeDrafts(ctx, folderId, some)) {
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
  if (missing !== undefined) throw bankingErrors.BankTransactionUnknown({ folderId, transactionId: missing });
  return (await linksOf(knex, folderId, ids)).map(({ transactionId, entryId, origin, ruleId }) => {
    if (origin === 'Generated') return { transactionId, entryId, ruleId, isNew: false };
    throw reconciliationErrors.TransactionReconciled({ transactionId, entryId });
  });
}

/** In one transaction. */
const writeDrafts = (ctx: Context, folderId: number, drafts: readonly Draft[]): Promise<(Written | Unwritten)[]> =>
  inReconciliation(ctx, folderId, async (trx, inside) =>
    createEntries(inside, folderId, async (create) => {
      const write = writeDraft(trx, inside, folderId, create);
      const results: (Written | Unwritten)[] = [];
      for (const draft of drafts) results.push(await write(draft));
      return results;
    }),
  );

type Create = (entry: NewEntry) => Promise<Entry>;

const writeDraft =
  (trx: Knex.Transaction, ctx: Context, folderId: number, create: Create) =>
  async ({ transaction, rule, entry }: Draft): Promise<Written | Unwritten> => {
    const about = { transactionId: transaction.id, ruleId: rule.id };
    if (entry instanceof TaxopsError) return { ...about, error: entry };
    try {
      await freeTransaction(trx, folderId, transaction.id);
      const written = await create(entry);
      const reason: Reason = { kind: 'Rule', points: 0, detail: rule.name };
      await insertLinks(trx, ctx, folderId, [{ ...about, ...generated(written, reason) }]);
      return { ...about, entryId: written.id, isNew: true };
    } catch (error) {
      // Refused before anything was written: the other transactions go on.
      if (error instanceof TaxopsError) return { ...about, error };
      throw error;
    }
  };

const generated = ({ id, lines }: Entry, reason: Reason) =>
  ({
    entryId: id,
    lineId: lines.find(isBankLine)?.id ?? null,
    origin: 'Generated',
    score: null,
    reason: [reason],
  }) as const;

export interface ManualWanted extends Opposite {
  readonly transactionId: number;
  readonly rate?: Ratio | undefined;
  /** As when rules write. */
  readonly force?: boolean | undefined;
}

/**
 * Writes the entry of one transaction and returns its identifier: the line of the bank is added to those given, and together they must balance.
 * Throws FolderNotFound, BankTransactionUnknown, TransactionReconciled, LedgerSideUnknown, TransactionProbablyBooked,
 * RateMissing and what `createEntry` throws.
 */
export async function writeByHand(ctx: Context, folderId: number, wanted: ManualWanted): Promise<number> {
  const { transactionId, rate, force = false } = wanted;
  return inReconciliation(ctx, folderId, async (trx, inside) => {
    const { accountId } = await freeTransaction(trx, folderId, transactionId);
    const [transaction] = await unbooked(trx, folderId, { transactionIds: [transactionId] });
    const side = await findLedgerSide(inside, folderId, accountId);
    if (!side) throw reconciliationErrors.LedgerSideUnknown({ accountId });
    if (!transaction) throw bankingErrors.BankTransactionUnknown({ folderId, transactionId });
    const before = (await bookedUnlessForced(inside, folderId, [transaction], force)).get(transactionId);
    if (before) throw before;
    const booked = bookedAmount(transaction, rate);
    if (!booked) throw rateMissing(transaction);
    const entry = await createEntry(inside, folderId, entryOf(transaction, booked, side, wanted));
    const reason: Reason = { kind: 'Hand', points: 0, detail: '' };
    await insertLinks(trx, inside, folderId, [{ transactionId, ruleId: null, ...generated(entry, reason) }]);
    return entry.id;
  });
}
