/** The chart, journals and lettering groups of a checked FEC, drawn one by one from the tables of its check. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { toPlainDate, toPlainDateOrNull } from './day.ts';
import type { Entries } from './entries.ts';
import { type JournalType, KINDS_OF_ENTRY, type TypeGuess, typeOfNames } from './journal-type.ts';
import type { Scan } from './scan.ts';

/** `index` is the rank of first appearance: lines name journals, accounts, sub-accounts and letterings by it. */
export interface FecJournal extends TypeGuess {
  readonly index: number;
  /** Empty in the forms that let it be blank. */
  readonly code: string;
  readonly label: string;
}

export interface FecAccount {
  readonly index: number;
  /** As given: its length and trailing zeros differ between programs. */
  readonly number: string;
  readonly label: string;
  /** First digit of the number; null when it does not start with three digits. */
  readonly class: number | null;
}

export interface FecSubAccount {
  readonly index: number;
  readonly accountIndex: number;
  readonly code: string;
  readonly label: string;
}

/** What an entry is known by before its lines are read again. */
export interface FecEntryHead {
  /** Rank of the entry in the file, from 0, by its first line. */
  readonly index: number;
  /** Journal, number and date are those of the first line. */
  readonly journalIndex: number;
  readonly number: string;
  readonly date: PlainDate;
  /** Latest of its lines; null when one of them is a draft. */
  readonly validationDate: PlainDate | null;
}

export interface FecLettering {
  readonly index: number;
  /** Null when lines without an account are lettered. */
  readonly accountIndex: number | null;
  /** CompAuxNum, empty when the letter is on the account itself. */
  readonly auxiliary: string;
  readonly code: string;
  /** Latest DateLet; null when none is given. */
  readonly date: PlainDate | null;
  /** Debit minus credit: zero when the lettering is full. */
  readonly sum: Cents;
  readonly isPartial: boolean;
  readonly lineCount: number;
}

export function journalsOf(scan: Scan, entries: Entries): FecJournal[] {
  const { tables, journals } = scan;
  const kinds = kindsOfJournals(entries, tables.journals.size);
  return Array.from({ length: tables.journals.size }, (_, index) => {
    const code = tables.text(tables.journals, index);
    const label = tables.text(tables.labels, journals.labels.labelOf(index));
    const moved = () => typeOfAccounts(journals.looksLikeOpening(index), kinds[index]);
    return { index, code, label, ...(typeOfNames(code, label) ?? moved()) };
  });
}

function typeOfAccounts(isOpening: boolean, kind: JournalType | undefined): TypeGuess {
  const type = isOpening ? 'opening' : kind;
  return type ? { type, source: 'accounts' } : { type: 'miscellaneous', source: 'none' };
}

/** The kind of more than half of the entries of each journal; of a journal that also holds many of another kind, none. */
function kindsOfJournals(entries: Entries, journalCount: number): (JournalType | undefined)[] {
  const all = new Int32Array(journalCount);
  const counts = KINDS_OF_ENTRY.map(() => new Int32Array(journalCount));
  for (let entry = 0; entry < entries.groups.size; entry++) {
    const journal = entries.journalOf(entry);
    all[journal] = (all[journal] as number) + 1;
    const kind = kindOfMoved(entries.groups.moved.values[entry] as number);
    const count = counts[kind];
    if (count) count[journal] = (count[journal] as number) + 1;
  }
  return Array.from(all, (total, journal) => kindOf(counts.map((count) => (count[journal] as number) / total)));
}

const kindOfMoved = (moved: number): number => KINDS_OF_ENTRY.findIndex(([, isOf]) => isOf(moved));

function kindOf(shares: readonly number[]): JournalType | undefined {
  const most = shares.findIndex((share) => share > 0.5);
  const isMixed = shares.some((share, kind) => kind !== most && share >= 0.1);
  return isMixed ? undefined : KINDS_OF_ENTRY[most]?.[0];
}

export function* accountsOf({ tables, accounts }: Scan): Generator<FecAccount> {
  for (let index = 0; index < tables.accounts.size; index++) {
    const number = tables.text(tables.accounts, index);
    const label = tables.text(tables.labels, accounts.labels.labelOf(index));
    yield { index, number, label, class: /^\d{3}/.test(number) ? Number(number[0]) : null };
  }
}

export function* subAccountsOf({ tables, accounts }: Scan): Generator<FecSubAccount> {
  const { subAccounts, subLabels } = accounts;
  for (let index = 0; index < subAccounts.size; index++) {
    const code = tables.text(tables.auxiliaries, subAccounts.second(index));
    const label = tables.text(tables.labels, subLabels.labelOf(index));
    yield { index, accountIndex: subAccounts.first(index), code, label };
  }
}

export function* letteringsOf({ tables, letterings }: Scan): Generator<FecLettering> {
  const { groups } = letterings;
  for (let index = 0; index < groups.size; index++) {
    const account = groups.first(index);
    yield {
      index,
      accountIndex: account < 0 ? null : account,
      auxiliary: tables.text(tables.auxiliaries, groups.second(index)),
      code: tables.text(tables.letters, groups.third(index)),
      date: toPlainDateOrNull(letterings.dates.values[index] as number),
      sum: BigInt(letterings.sums.values[index] as number),
      isPartial: letterings.isPartial(index),
      lineCount: letterings.lineCounts.values[index] as number,
    };
  }
}

export function* headsOf({ tables }: Scan, entries: Entries): Generator<FecEntryHead> {
  for (let index = 0; index < entries.groups.size; index++) {
    yield {
      index,
      journalIndex: entries.journalOf(index),
      number: tables.text(tables.numbers, entries.numberOf(index)),
      date: toPlainDate(entries.dateOf(index)),
      validationDate: toPlainDateOrNull(entries.groups.validDates.values[index] as number),
    };
  }
}
