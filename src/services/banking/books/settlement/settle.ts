/** Settles open items by a payment: the entry of the payment and its lettering with the items, in one act. */
import type { Knex } from 'knex';
import { groupBy } from '../../../kernel/group-by.ts';
import { type Cents, formatAmount } from '../../../kernel/money.ts';
import type { Ratio } from '../../../kernel/ratio.ts';
import type { Entry } from '../../../ledger/entries.ts';
import { ledgerErrors } from '../../../ledger/errors.ts';
import { letterLines } from '../../../ledger/letters/change.ts';
import { keyOf, type LetteredLine, linesById, linesOfGroups } from '../../../ledger/letters/store.ts';
import { type EntryLine, readLines } from '../../../ledger/lines.ts';
import type { NewLine } from '../../../ledger/place-entry.ts';
import { createEntry } from '../../../ledger/write-entries.ts';
import type { Context } from '../../../operation/context.ts';
import { bankingErrors } from '../../errors.ts';
import { isBankLine } from '../../transactions/entries/modification.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import { refuseDifference } from '../reconciliation/difference.ts';
import { reconciliationErrors } from '../reconciliation/errors.ts';
import { ledgerSideOf } from '../reconciliation/ledger-side.ts';
import { freeTransaction, inReconciliation, insertLinks } from '../reconciliation/links.ts';
import { unbooked } from '../rules/bookable.ts';
import { bookedUnlessForced, rateMissing } from '../rules/drafts.ts';
import { type Bookable, type Booked, bookedAmount, entryOf, lineOf } from '../rules/entry.ts';
import { isThirdParty } from './open-items.ts';

export interface SettlementWanted {
  readonly transactionId: number;
  /** Lines of the items; one that is lettered in part brings its whole lettering. */
  readonly lineIds: readonly number[];
  /** Accepts that items stay open in part, or that the payment exceeds them. */
  readonly isPartial?: boolean | undefined;
  /** Number of the account that takes what is left over: fees kept by the bank, cents, exchange. */
  readonly differenceAccount?: string | undefined;
  readonly rate?: Ratio | undefined;
  /** As when rules write. */
  readonly force?: boolean | undefined;
}

/** What the link of a settlement keeps of how it came about. */
export interface Origin {
  readonly reasons: readonly Reason[];
  readonly score: number | null;
  readonly runId: number | null;
}

const BY_HAND: Origin = { reasons: [{ kind: 'Hand', points: 0, detail: '' }], score: null, runId: null };

/**
 * Returns the identifier of the entry. Throws FolderNotFound, BankTransactionUnknown, TransactionReconciled,
 * LedgerSideUnknown, TransactionProbablyBooked, RateMissing, LedgerLineNotFound, NotAnOpenItem, SettlementNotBalanced,
 * as `refuseDifference` where an account takes the difference, and as `createEntry` and `letterLines`.
 */
export const settle = (ctx: Context, folderId: number, wanted: SettlementWanted): Promise<number> =>
  inReconciliation(ctx, folderId, (trx, inside) => settleWithin(trx, inside, { folderId, origin: BY_HAND }, wanted));

interface Act {
  readonly folderId: number;
  readonly origin: Origin;
}

/** The same under `lockLinks`; `inside` is the context of `trx`. */
export async function settleWithin(
  trx: Knex.Transaction,
  inside: Context,
  { folderId, origin }: Act,
  wanted: SettlementWanted,
): Promise<number> {
  const { transactionId, isPartial = false, differenceAccount } = wanted;
  const { transaction, booked } = await payment(trx, inside, folderId, wanted);
  const parties = await partiesOf(trx, folderId, wanted.lineIds);
  const lines = counterLines(booked.amount, parties, { isPartial, differenceAccount });
  const side = await ledgerSideOf(inside, folderId, transaction.accountId);
  const entry = await createEntry(inside, folderId, entryOf(transaction, booked, side, { lines }));
  const letteringIds: number[] = [];
  for (const party of parties)
    letteringIds.push(
      (await letterLines(inside, folderId, { lineIds: [...party.lineIds, lineOfParty(entry, party)], isPartial })).id,
    );
  const { reasons: reason, score, runId } = origin;
  const lineId = entry.lines.find(isBankLine)?.id ?? null;
  await insertLinks(trx, inside, folderId, [
    { transactionId, entryId: entry.id, lineId, origin: 'Generated', ruleId: null, score, reason, letteringIds, runId },
  ]);
  return entry.id;
}

async function payment(
  trx: Knex.Transaction,
  inside: Context,
  folderId: number,
  { transactionId, rate, force = false }: SettlementWanted,
): Promise<{ readonly transaction: Bookable; readonly booked: Booked }> {
  await freeTransaction(trx, folderId, transactionId);
  const [transaction] = await unbooked(trx, folderId, { transactionIds: [transactionId] });
  if (!transaction) throw bankingErrors.BankTransactionUnknown({ folderId, transactionId });
  const before = (await bookedUnlessForced(inside, folderId, [transaction], force)).get(transactionId);
  if (before) throw before;
  const booked = bookedAmount(transaction, rate);
  if (!booked) throw rateMissing(transaction);
  return { transaction, booked };
}

/** What a payment settles of one third party. */
interface Party {
  readonly key: string;
  readonly accountNumber: string;
  readonly subAccountCode: string | null;
  readonly lineIds: readonly number[];
  /** Debit less credit of its items. */
  readonly left: Cents;
}

/** Throws LedgerLineNotFound, NotAnOpenItem. */
async function partiesOf(trx: Knex.Transaction, folderId: number, lineIds: readonly number[]): Promise<Party[]> {
  const ids = [...new Set(lineIds)];
  const lines = new Map((await readLines(trx, folderId, { ids })).map((line) => [line.id, line]));
  const missing = ids.find((id) => !lines.has(id));
  if (missing !== undefined) throw ledgerErrors.LedgerLineNotFound({ folderId, lineId: missing });
  const other = [...lines.values()].find(({ accountNumber }) => !isThirdParty(accountNumber));
  if (other) throw reconciliationErrors.NotAnOpenItem({ lineId: other.id, account: other.accountNumber });
  const named = await linesById(trx, folderId, ids);
  const joined = await linesOfGroups(trx, folderId, named);
  const all = [...new Map([...named, ...joined].map((line) => [line.id, line])).values()];
  return [...groupBy(all, keyOf)].map(([key, own]) => partyOf(key, own, lines));
}

function partyOf(key: string, own: readonly LetteredLine[], lines: ReadonlyMap<number, EntryLine>): Party {
  const first = own.map(({ id }) => lines.get(id)).find((line) => line !== undefined);
  return {
    key,
    accountNumber: first?.accountNumber ?? '',
    subAccountCode: first?.subAccountCode ?? null,
    lineIds: own.map(({ id }) => id).filter((id) => lines.has(id)),
    left: own.reduce((sum, { net }) => sum + net, 0n),
  };
}

/** The lines opposite the bank: what each third party is settled of, and the difference. Throws SettlementNotBalanced. */
function counterLines(
  amount: Cents,
  parties: readonly Party[],
  { isPartial, differenceAccount }: Pick<SettlementWanted, 'isPartial' | 'differenceAccount'>,
): NewLine[] {
  const total = parties.reduce((sum, { left }) => sum + left, 0n);
  const difference = amount - total;
  const ofParty = ({ accountNumber, subAccountCode }: Party, cents: Cents): NewLine =>
    lineOf(accountNumber, -cents, subAccountCode === null ? {} : { subAccount: subAccountCode });
  const whole = parties.map((party) => ofParty(party, party.left));
  if (difference === 0n) return whole;
  const [only] = parties;
  const isOneWay = total < 0n === amount < 0n;
  if (differenceAccount !== undefined && isOneWay) {
    refuseDifference({ account: differenceAccount, amount: difference, total: amount });
    return [...whole, lineOf(differenceAccount, -difference)];
  }
  if (isPartial && isOneWay && only && parties.length === 1) return [ofParty(only, amount)];
  const amounts = { payment: formatAmount(amount), items: formatAmount(total), difference: formatAmount(difference) };
  throw reconciliationErrors.SettlementNotBalanced(amounts);
}

const lineOfParty = ({ lines }: Entry, { key }: Party): number => lines.find((line) => keyOf(line) === key)?.id ?? 0;
