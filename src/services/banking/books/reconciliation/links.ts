/** Links between transactions and entries: set by hand, accepted from proposals, taken away. */
import type { Knex } from 'knex';
import { snakeRow } from '../../../db/rows.ts';
import { getFolder } from '../../../folders/folders.ts';
import type { PlainDate } from '../../../kernel/dates.ts';
import { type Cents, formatAmount, magnitude, parseAmount } from '../../../kernel/money.ts';
import { type Entry, readEntry } from '../../../ledger/entries.ts';
import type { EntryLine } from '../../../ledger/lines.ts';
import { keepingReconciled, locksIn } from '../../../ledger/reconciled.ts';
import { deleteEntry } from '../../../ledger/write-entries.ts';
import type { Context } from '../../../operation/context.ts';
import { within } from '../../../operation/within.ts';
import { bankingErrors } from '../../errors.ts';
import { authorOf, recordEvents } from '../../events.ts';
import { insertGroup, type LinkGroup, linesInGroups, readGroups } from '../../transactions/entries/link-groups.ts';
import { links, linksOf, type StoredLink, takenOf } from '../../transactions/entries/links.ts';
import { holds, isBankLine } from '../../transactions/entries/modification.ts';
import { amountIn } from '../comparison/sides.ts';
import { reconciliationErrors } from './errors.ts';
import { refuseLocked, refuseLockedTransactions } from './locked.ts';
import { type Proposal, type ProposalsWanted, proposeLinks } from './propose.ts';
import { insertRun } from './run-store.ts';

/** A transaction as reconciliation needs it. */
export interface LinkedTransaction {
  readonly id: number;
  readonly accountId: number;
  readonly date: PlainDate;
  readonly amount: Cents;
  readonly currency: string;
}

/**
 * Runs `work` alone among the writers of a folder's links. `inside` is the context of its transaction, for use cases.
 * Throws FolderNotFound.
 */
export async function inReconciliation<T>(
  ctx: Context,
  folderId: number,
  work: (trx: Knex.Transaction, inside: Context) => Promise<T>,
): Promise<T> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  return db.transaction(async (trx) => {
    await lockLinks(trx, folderId);
    return keepingReconciled(trx, folderId, () => work(trx, within(ctx, trx)));
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
  await inReconciliation(ctx, folderId, async (trx) => {
    const { transactionId, entryId, lineId } = wanted;
    const transaction = await freeTransaction(trx, folderId, transactionId);
    const entry = await readEntry(trx, folderId, entryId);
    const line = await lineFor(trx, folderId, transaction, { entry, lineId });
    await insertLinks(trx, ctx, folderId, [
      {
        transactionId,
        entryId,
        lineId: line.id,
        origin: 'Set',
        ruleId: null,
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
    .first('id', 'account_id', 'operation_date', 'amount', 'currency');
  if (!row) throw bankingErrors.BankTransactionUnknown({ folderId, transactionId });
  const [link] = await linksOf(trx, folderId, [transactionId]);
  if (link) throw reconciliationErrors.TransactionReconciled({ transactionId, entryId: link.entryId });
  return {
    id: row.id,
    accountId: row.account_id,
    date: row.operation_date,
    amount: parseAmount(row.amount) ?? 0n,
    currency: row.currency,
  };
}

/**
 * The line a transaction takes: the one named, or the first of its amount that no other transaction has. Several
 * transactions of one sign may share a line (a remittance entered as one amount) as long as they do not exceed it.
 */
async function lineFor(
  trx: Knex.Transaction,
  folderId: number,
  { amount, currency }: LinkedTransaction,
  { entry, lineId }: { readonly entry: Entry; readonly lineId: number | undefined },
): Promise<EntryLine> {
  const bankLines = entry.lines.filter(isBankLine);
  const lineIds = bankLines.map(({ id }) => id);
  const taken = await takenOf(trx, folderId, lineIds);
  const grouped = await linesInGroups(trx, folderId, lineIds);
  const line = bankLines.find((candidate) => {
    if (grouped.has(candidate.id)) return false;
    const worth = amountIn(candidate, currency) ?? 0n;
    const left = worth - (taken.get(candidate.id) ?? 0n);
    return lineId === undefined ? left === worth && worth === amount : lineId === candidate.id && holds(left, amount);
  });
  if (line) return line;
  const account = entry.lines.find(({ id }) => id === lineId)?.accountNumber ?? '512';
  throw reconciliationErrors.EntryWithoutBankLine({ entryId: entry.id, amount: formatAmount(amount), account });
}

type Late = 'groupId' | 'letteringIds' | 'runId';
export type NewLink = Omit<StoredLink, 'folderId' | 'createdAt' | 'createdBy' | Late> & Partial<Pick<StoredLink, Late>>;

/** Rows of one statement, of a dozen values each: the server takes 65,535. */
const LINKS_A_STATEMENT = 5000;

/** Stores links with their events. */
export async function insertLinks(
  trx: Knex.Transaction,
  ctx: Context,
  folderId: number,
  added: readonly NewLink[],
): Promise<void> {
  const made = { folderId, createdAt: ctx.clock.now(), createdBy: authorOf(ctx.actor).userName };
  const rows = added.map((link) => snakeRow({ ...link, reason: JSON.stringify(link.reason), ...made }));
  await trx.batchInsert('bank_reconciliation', rows, LINKS_A_STATEMENT);
  const transactionIds = added.map(({ transactionId }) => transactionId);
  await recordReconciled(trx, ctx, folderId, transactionIds);
}

/** The event is the same when a link comes and when it goes. */
const recordReconciled = (trx: Knex.Transaction, ctx: Context, folderId: number, transactionIds: readonly number[]) =>
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
 * Takes a link away; the entry stays. A link of a group takes the whole group with it, and the draft of
 * its difference. Throws FolderNotFound, BankTransactionUnknown, TransactionNotReconciled,
 * when the entry was written from the transaction TransactionGenerated, and TransactionLocked once it is definitive.
 */
export async function unsetLink(ctx: Context, folderId: number, transactionId: number): Promise<void> {
  await inReconciliation(ctx, folderId, async (trx, inside) => {
    const link = await linkOf(trx, folderId, transactionId);
    if (link.origin === 'Generated') {
      await refuseLockedTransactions(trx, folderId, [transactionId]);
      throw reconciliationErrors.TransactionGenerated({ transactionId, entryId: link.entryId });
    }
    await unlink(trx, inside, folderId, [link]);
  });
}

/**
 * Takes away links to what was in the ledger, under `lockLinks`: how many went, those of their groups too. All in one
 * statement: an import has thousands. Only differences were written here; throws TransactionLocked once one is definitive.
 */
export async function unlink(
  trx: Knex.Transaction,
  inside: Context,
  folderId: number,
  gone: readonly StoredLink[],
): Promise<number> {
  if (gone.length === 0) return 0;
  const groups = new Map(
    gone.flatMap(({ groupId, transactionId }) => (groupId === null ? [] : [[groupId, transactionId]])),
  );
  const differences = await differencesOf(trx, folderId, groups);
  await refuseLocked(trx, folderId, differences);
  const members = [...(await readGroups(trx, folderId, [...groups.keys()])).values()];
  const linked = new Set([...gone, ...members].flatMap(transactionsOf));
  await removeLinks(trx, inside, folderId, [...linked]);
  for (const { entryId } of differences) await deleteEntry(inside, folderId, entryId);
  return linked.size;
}

const transactionsOf = (of: StoredLink | LinkGroup): readonly number[] =>
  'transactionIds' in of ? of.transactionIds : [of.transactionId];

/** The entries that groups wrote of their differences; `groups` have a transaction each, which a refusal names. */
async function differencesOf(
  trx: Knex.Transaction,
  folderId: number,
  groups: ReadonlyMap<number, number>,
): Promise<readonly { readonly transactionId: number; readonly entryId: number }[]> {
  const rows = await trx('bank_reconciliation_group')
    .where({ folder_id: folderId })
    .whereRaw('id = any(?)', [[...groups.keys()]])
    .whereNotNull('difference_entry_id')
    .orderBy('id')
    .select({ id: 'id', entryId: 'difference_entry_id' });
  return rows.map(({ id, entryId }) => ({ transactionId: groups.get(id) ?? 0, entryId }));
}

/** Throws BankTransactionUnknown, TransactionNotReconciled. */
export async function linkOf(trx: Knex.Transaction, folderId: number, transactionId: number): Promise<StoredLink> {
  const [link] = await linksOf(trx, folderId, [transactionId]);
  if (link) return link;
  const known = await trx('bank_transaction').where({ folder_id: folderId, id: transactionId }).first('id');
  if (!known) throw bankingErrors.BankTransactionUnknown({ folderId, transactionId });
  throw bankingErrors.TransactionNotReconciled({ transactionId });
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
  await recordReconciled(trx, ctx, folderId, transactionIds);
}

export interface Accepted {
  /** Null when there was nothing to link. */
  readonly runId: number | null;
  readonly accepted: readonly Proposal[];
  /** Sum of their transactions, whatever their sign. */
  readonly amount: Cents;
  readonly unknownAccounts: readonly number[];
}

/** Links every proposal of at least `minScore` that leaves no difference. Throws FolderNotFound, BankAccountNotFound. */
export async function acceptProposals(
  ctx: Context,
  folderId: number,
  wanted: ProposalsWanted & { readonly minScore: number },
): Promise<Accepted> {
  return inReconciliation(ctx, folderId, async (trx, inside) => {
    const { proposals, unknownAccounts } = await proposeLinks(inside, folderId, wanted);
    const locked = await locksIn(trx, folderId);
    const accepted = proposals.filter((each) => each.difference === 0n && !isLocked(each, locked));
    const added: NewLink[] = [];
    for (const proposal of accepted) added.push(...(await linksFor(trx, folderId, proposal)));
    const runId = added.length === 0 ? null : await insertRun(trx, ctx, folderId, 'Links');
    await insertLinks(
      trx,
      ctx,
      folderId,
      added.map((link) => ({ ...link, runId })),
    );
    const amount = accepted.reduce((sum, proposal) => sum + magnitude(proposal.amount), 0n);
    return { runId, accepted, amount, unknownAccounts };
  });
}

/** Both sides lie in a reconciled period, which the link would change. */
function isLocked({ accountId, transactions, lines }: Proposal, locked: ReadonlyMap<number, PlainDate>): boolean {
  const until = locked.get(accountId);
  return until !== undefined && [...transactions, ...lines].every(({ date }) => date <= until);
}

/** The link of a pair; of several transactions or lines, those of a new group. */
async function linksFor(
  trx: Knex.Transaction,
  folderId: number,
  { transactions, lines, entryId, lineId, score, reasons }: Proposal,
): Promise<NewLink[]> {
  const made = { entryId, origin: 'Proposed', ruleId: null, score, reason: reasons } as const;
  if (transactions.length === 1 && lines.length === 1)
    return transactions.map(({ transactionId }) => ({ ...made, transactionId, lineId }));
  const groupId = await insertGroup(trx, folderId, lines);
  return transactions.map(({ transactionId }) => ({ ...made, transactionId, lineId: null, groupId }));
}
