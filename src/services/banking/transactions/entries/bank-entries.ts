/** The entries that book some transactions, with their lines and lettering: a few questions however many there are. */
import type { Knex } from 'knex';
import { getFolder } from '../../../folders/folders.ts';
import type { PlainDate } from '../../../kernel/dates.ts';
import type { Cents } from '../../../kernel/money.ts';
import { type Entry, readEntries } from '../../../ledger/entries.ts';
import { readExercises } from '../../../ledger/exercises.ts';
import { type LetterGroup, listLetterGroups } from '../../../ledger/lettering.ts';
import type { EntryLine } from '../../../ledger/lines.ts';
import type { Context } from '../../../operation/context.ts';
import { bankingErrors } from '../../errors.ts';
import { linksOf, type Origin, type StoredLink } from './links.ts';
import { isBankLine, type Lock, lockOf } from './modification.ts';

export interface BankEntryLine {
  readonly id: number;
  readonly folderId: number;
  readonly accountId: number;
  readonly subAccountId: number | null;
  /** Of the sub-account where there is one. */
  readonly accountName: string;
  /** Debit minus credit. */
  readonly amount: Cents;
  readonly label: string;
  readonly type: 'Bank' | 'Vat' | 'Counterpart';
  /** Identifier of the lettering group, as `listLetterGroups` gives it. */
  readonly letterId: number | null;
  readonly letterType: 'Full' | 'Partial' | null;
}

export interface BankEntry {
  readonly id: number;
  readonly folderId: number;
  readonly transactionId: number;
  readonly label: string;
  readonly lines: readonly BankEntryLine[];
  readonly date: PlainDate;
  readonly validationDate: PlainDate | null;
  readonly journalId: number;
  readonly origin: Origin;
  /** Why the transaction may not change; undefined when it may. */
  readonly lock: Lock | undefined;
}

/** Entries asked for at once: the server takes 65,535 values. */
const ENTRIES_A_QUESTION = 10_000;

/** The entry of each transaction that has one, by transaction. */
export async function entriesOfTransactions(
  ctx: Context,
  folderId: number,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, BankEntry>> {
  const { knex } = await ctx.db();
  const found = transactionIds.length === 0 ? [] : await linksOf(knex, folderId, transactionIds);
  if (found.length === 0) return new Map();
  const entries = await entriesById(knex, folderId, [...new Set(found.map(({ entryId }) => entryId))]);
  const closed = await closedExercises(knex, folderId);
  const letters = await lettersOf(ctx, folderId, [...entries.values()]);
  return new Map(
    found.flatMap((link): [number, BankEntry][] => {
      const entry = entries.get(link.entryId);
      return entry ? [[link.transactionId, toBankEntry(link, entry, closed, letters)]] : [];
    }),
  );
}

/** Throws FolderNotFound, TransactionNotReconciled. */
export async function entryOfTransaction(ctx: Context, folderId: number, transactionId: number): Promise<BankEntry> {
  await getFolder(ctx, folderId);
  const entry = (await entriesOfTransactions(ctx, folderId, [transactionId])).get(transactionId);
  if (!entry) throw bankingErrors.TransactionNotReconciled({ transactionId });
  return entry;
}

async function entriesById(knex: Knex, folderId: number, ids: readonly number[]): Promise<Map<number, Entry>> {
  const entries = new Map<number, Entry>();
  for (let at = 0; at < ids.length; at += ENTRIES_A_QUESTION) {
    const some = await readEntries(knex, folderId, ids.slice(at, at + ENTRIES_A_QUESTION));
    for (const entry of some) entries.set(entry.id, entry);
  }
  return entries;
}

/** Exercises whose entries no longer change. */
export const closedExercises = async (knex: Knex, folderId: number): Promise<Set<number>> =>
  new Set((await readExercises(knex, folderId)).filter(({ isClosed }) => isClosed).map(({ id }) => id));

const groupKey = (
  line: Pick<LetterGroup, 'exerciseId' | 'accountId' | 'subAccountId'> & { readonly letter: string | null },
): string => `${line.exerciseId}/${line.accountId}/${line.subAccountId}/${line.letter}`;

/** Lettering groups that the lines of some entries belong to. */
async function lettersOf(
  ctx: Context,
  folderId: number,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, LetterGroup>> {
  const lettered = entries.flatMap(({ lines }) => lines).filter(({ letter }) => letter !== null);
  if (lettered.length === 0) return new Map();
  const { items } = await listLetterGroups(
    ctx,
    folderId,
    {
      accountIds: [...new Set(lettered.map(({ accountId }) => accountId))],
      letters: [...new Set(lettered.map(({ letter }) => letter ?? ''))],
    },
    { page: 1, limit: Number.MAX_SAFE_INTEGER },
  );
  return new Map(items.map((group) => [groupKey(group), group]));
}

const toBankEntry = (
  { folderId, transactionId, origin }: StoredLink,
  entry: Entry,
  closed: ReadonlySet<number>,
  letters: ReadonlyMap<string, LetterGroup>,
): BankEntry => ({
  ...entry,
  folderId,
  transactionId,
  lines: entry.lines.map((line) => toLine(line, folderId, letters.get(groupKey(line)))),
  origin,
  lock: lockOf(entry, closed),
});

const toLine = (line: EntryLine, folderId: number, group: LetterGroup | undefined): BankEntryLine => ({
  id: line.id,
  folderId,
  accountId: line.accountId,
  subAccountId: line.subAccountId,
  accountName: line.subAccountLabel ?? line.accountLabel,
  amount: line.debit - line.credit,
  label: line.label,
  type: isBankLine(line) ? 'Bank' : line.accountNumber.startsWith('445') ? 'Vat' : 'Counterpart',
  letterId: group?.id ?? null,
  letterType: group ? (group.isPartial ? 'Partial' : 'Full') : null,
});
