/** Links between transactions and entries: set by hand, accepted from proposals, taken away. */
import type { Knex } from 'knex';
import { type Database, within } from '../../../db/database.ts';
import { getFolder } from '../../../folders/folders.ts';
import { type Cents, formatAmount, parseAmount } from '../../../kernel/money.ts';
import { type Entry, readEntry } from '../../../ledger/entries.ts';
import type { EntryLine } from '../../../ledger/lines.ts';
import type { Context } from '../../../operation/context.ts';
import { authorOf, recordEvents } from '../../events.ts';
import { amountIn } from '../comparison/sides.ts';
import { reconciliationErrors } from './errors.ts';
import { refuseLockedTransactions } from './locked.ts';
import { holds, isBankLine } from './modification.ts';
import { type Proposal, type ProposalsWanted, proposeLinks } from './propose.ts';
import { type LinkRow, links, linksOf, takenOf } from './store.ts';

/** A transaction as reconciliation needs it. */
export interface LinkedTransaction {
  readonly id: number;
  readonly accountId: number;
  readonly amount: Cents;
  readonly currency: string;
}

/**
 * Runs `work` alone among the writers of a folder's links. `within` is the database as use cases of other domains see it
 * from inside the same transaction.
 */
export async function inReconciliation<T>(
  db: Database,
  folderId: number,
  work: (within: Database, trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  await getFolder(db, folderId);
  return db.transaction(async (trx) => {
    await lockLinks(trx, folderId);
    return work(within(db, trx), trx);
  });
}

/** Keeps other writers of the folder's links away until the transaction ends. */
export async function lockLinks(trx: Knex.Transaction, folderId: number): Promise<void> {
  await trx.raw('select from folder where id = ? for no key update', [folderId]);
  // Writers of the ledger wait: no entry goes between the moment it is read and the moment it is linked.
  await trx.raw('select from ledger where folder_id = ? for update', [folderId]);
}

export interface LinkWanted {
  readonly transactionId: number;
  readonly entryId: number;
  /** Line of the entry on a bank account; the one of the transaction's amount when absent. */
  readonly lineId?: number | undefined;
}

/**
 * Links a transaction to the entry that books it. Throws FolderNotFound, BankTransactionUnknown, TransactionReconciled,
 * EntryNotFound, EntryWithoutBankLine.
 */
export async function setLink(ctx: Context, folderId: number, wanted: LinkWanted): Promise<void> {
  await inReconciliation(await ctx.db(), folderId, async (_, trx) => {
    const transaction = await freeTransaction(trx, folderId, wanted.transactionId);
    const entry = await readEntry(trx, folderId, wanted.entryId);
    const line = await lineFor(trx, folderId, transaction, entry, wanted.lineId);
    await insertLinks(trx, ctx, folderId, [
      {
        transaction_id: transaction.id,
        entry_id: entry.id,
        line_id: line.id,
        origin: 'Set',
        rule_id: null,
        score: null,
        reason: [{ kind: 'Hand', points: 0, detail: '' }],
      },
    ]);
  });
}

/** Throws BankTransactionUnknown, TransactionReconciled. */
export async function freeTransaction(
  trx: Knex.Transaction,
  folderId: number,
  transactionId: number,
): Promise<LinkedTransaction> {
  const row = await trx('bank_transaction')
    .where({ folder_id: folderId, id: transactionId, is_deleted: false })
    .first('id', 'account_id', 'amount', 'currency');
  if (!row) throw reconciliationErrors.BankTransactionUnknown({ folderId, transactionId });
  const [link] = await linksOf(trx, folderId, [transactionId]);
  if (link) throw reconciliationErrors.TransactionReconciled({ transactionId, entryId: link.entry_id });
  return { id: row.id, accountId: row.account_id, amount: parseAmount(row.amount) ?? 0n, currency: row.currency };
}

/**
 * The line a transaction takes: the one named, or the first of its amount that no other transaction has. Several
 * transactions of one sign may share a line (a remittance entered as one amount) as long as they do not exceed it.
 */
async function lineFor(
  trx: Knex.Transaction,
  folderId: number,
  { amount, currency }: LinkedTransaction,
  entry: Entry,
  lineId: number | undefined,
): Promise<EntryLine> {
  const bankLines = entry.lines.filter(isBankLine);
  const taken = await takenOf(
    trx,
    folderId,
    bankLines.map(({ id }) => id),
  );
  const line = bankLines.find((candidate) => {
    const worth = amountIn(candidate, currency) ?? 0n;
    const left = worth - (taken.get(candidate.id) ?? 0n);
    return lineId === undefined ? left === worth && worth === amount : lineId === candidate.id && holds(left, amount);
  });
  if (line) return line;
  const account = entry.lines.find(({ id }) => id === lineId)?.accountNumber ?? '512';
  throw reconciliationErrors.EntryWithoutBankLine({ entryId: entry.id, amount: formatAmount(amount), account });
}

export type NewLink = Pick<
  LinkRow,
  'transaction_id' | 'entry_id' | 'line_id' | 'origin' | 'rule_id' | 'score' | 'reason'
>;

/** Rows of one statement, of ten values each: the server takes 65,535. */
const LINKS_A_STATEMENT = 5000;

/** Stores links and tells of them. */
export async function insertLinks(
  trx: Knex.Transaction,
  ctx: Context,
  folderId: number,
  added: readonly NewLink[],
): Promise<void> {
  const rows = added.map((link) => ({
    ...link,
    folder_id: folderId,
    reason: JSON.stringify(link.reason),
    created_at: ctx.clock.now(),
    created_by: authorOf(ctx.actor).userName,
  }));
  await trx.batchInsert('bank_reconciliation', rows, LINKS_A_STATEMENT);
  await tellReconciled(
    trx,
    ctx,
    folderId,
    added.map(({ transaction_id }) => transaction_id),
  );
}

/** The event is the same when a link comes and when it goes. */
const tellReconciled = (trx: Knex.Transaction, ctx: Context, folderId: number, transactionIds: readonly number[]) =>
  recordEvents(
    trx,
    ctx,
    folderId,
    transactionIds.map((aggregateId) => ({
      type: 'ReconciliationSet' as const,
      aggregateName: 'BankTransaction' as const,
      aggregateId,
    })),
  );

/**
 * Takes a link away; the entry stays. Throws FolderNotFound, BankTransactionUnknown, TransactionNotReconciled,
 * when the entry was written from the transaction TransactionGenerated, and TransactionLocked once it is definitive.
 */
export async function unsetLink(ctx: Context, folderId: number, transactionId: number): Promise<void> {
  await inReconciliation(await ctx.db(), folderId, async (_, trx) => {
    const link = await linkOf(trx, folderId, transactionId);
    if (link.origin === 'Generated') {
      await refuseLockedTransactions(trx, folderId, [transactionId]);
      throw reconciliationErrors.TransactionGenerated({ transactionId, entryId: link.entry_id });
    }
    await removeLinks(trx, ctx, folderId, [transactionId]);
  });
}

/** Throws BankTransactionUnknown, TransactionNotReconciled. */
export async function linkOf(trx: Knex.Transaction, folderId: number, transactionId: number): Promise<LinkRow> {
  const [link] = await linksOf(trx, folderId, [transactionId]);
  if (link) return link;
  const known = await trx('bank_transaction').where({ folder_id: folderId, id: transactionId }).first('id');
  if (!known) throw reconciliationErrors.BankTransactionUnknown({ folderId, transactionId });
  throw reconciliationErrors.TransactionNotReconciled({ transactionId });
}

export async function removeLinks(
  trx: Knex.Transaction,
  ctx: Context,
  folderId: number,
  transactionIds: readonly number[],
): Promise<void> {
  await links(trx)
    .where({ folder_id: folderId })
    .whereRaw('transaction_id = any(?)', [[...transactionIds]])
    .delete();
  await tellReconciled(trx, ctx, folderId, transactionIds);
}

/** Links every proposal of at least `minScore`. Throws FolderNotFound, BankAccountNotFound. */
export async function acceptProposals(
  ctx: Context,
  folderId: number,
  wanted: ProposalsWanted & { readonly minScore: number },
): Promise<{ readonly accepted: readonly Proposal[]; readonly unknownAccounts: readonly number[] }> {
  return inReconciliation(await ctx.db(), folderId, async (within, trx) => {
    const { proposals, unknownAccounts } = await proposeLinks(within, folderId, wanted);
    await insertLinks(trx, ctx, folderId, proposals.map(toLink));
    return { accepted: proposals, unknownAccounts };
  });
}

const toLink = ({ transactionId, entryId, lineId, score, reasons }: Proposal): NewLink => ({
  transaction_id: transactionId,
  entry_id: entryId,
  line_id: lineId,
  origin: 'Proposed',
  rule_id: null,
  score,
  reason: reasons,
});
