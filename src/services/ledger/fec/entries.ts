/**
 * What an entry is. The law says only "a number on a continuous sequence", so three habits exist; the groups of the
 * finest key (EcritureNum, JournalCode, EcritureDate) are summed as lines come, and the coarser keys are sums of those
 * groups: one pass and a few bytes per group serve all of them.
 *
 * - All lines bear the same number over several (journal, date) pairs: the number says nothing, and the lines of each
 *   journal are cut in file order each time its running balance returns to zero.
 * - Otherwise the first of (journal, number, date), (journal, number), (number) of which every group balances.
 * - When none does, the first, whose unbalanced groups are reported.
 */
import { fecAmount } from './amount.ts';
import { NO_DAY, toPlainDate } from './day.ts';
import type { FindingLog } from './findings.ts';
import { type LineFacts, shorten } from './line.ts';
import { IntColumn, type MemoryBudget, NumberColumn } from './memory.ts';
import type { TextTables } from './tables.ts';
import { TupleTable } from './tuple-table.ts';

export type FecGrouping = 'journal-number-date' | 'journal-number' | 'number' | 'running-balance';

/** Latest ValidDate of an entry, this when one of its lines has none. */
const NOT_VALIDATED = -1;

/** Sums and places of groups of lines, by the integer of the group. */
class Groups {
  size = 0;
  readonly sums: NumberColumn;
  readonly firstLines: IntColumn;
  readonly lineCounts: IntColumn;
  readonly validDates: IntColumn;
  /** Bits of the kinds of accounts that its lines are on: see `movedBy`. */
  readonly moved: IntColumn;

  constructor(budget: MemoryBudget) {
    this.sums = new NumberColumn(budget);
    this.firstLines = new IntColumn(budget);
    this.lineCounts = new IntColumn(budget);
    this.validDates = new IntColumn(budget);
    this.moved = new IntColumn(budget);
  }

  /** Opens the next group; returns its integer. */
  open(firstLine: number): number {
    const id = this.size++;
    this.sums.reserve(id);
    this.firstLines.reserve(id);
    this.lineCounts.reserve(id);
    this.validDates.reserve(id);
    this.moved.reserve(id);
    this.firstLines.values[id] = firstLine;
    return id;
  }

  add(id: number, cents: number, lines: number): void {
    this.sums.add(id, cents);
    this.lineCounts.values[id] = (this.lineCounts.values[id] as number) + lines;
  }

  /** Its lines are validated on the day, if any, and on accounts of these kinds. */
  mark(id: number, validDate: number, moved: number): void {
    this.moved.values[id] = (this.moved.values[id] as number) | moved;
    const latest = this.validDates.values[id] as number;
    if (validDate <= 0) this.validDates.values[id] = NOT_VALIDATED;
    else if (latest !== NOT_VALIDATED && validDate > latest) this.validDates.values[id] = validDate;
  }

  /** Adds all of group `other` of `groups` to group `id`. */
  absorb(id: number, groups: Groups, other: number): void {
    const lines = groups.lineCounts.values[other] as number;
    this.add(id, groups.sums.values[other] as number, lines);
    this.mark(id, groups.validDates.values[other] as number, groups.moved.values[other] as number);
  }
}

/** Entries of each journal cut where its running balance returns to zero. */
class RunningCut {
  readonly groups: Groups;
  /** Keys (journal, rank of the entry in the journal, date of its first line). */
  readonly keys: TupleTable;
  /** Open entry of each journal plus one, zero when the journal is balanced. */
  readonly #open: IntColumn;
  readonly #ranks: IntColumn;

  constructor(budget: MemoryBudget) {
    this.groups = new Groups(budget);
    this.keys = new TupleTable(budget);
    this.#open = new IntColumn(budget);
    this.#ranks = new IntColumn(budget);
  }

  add(facts: LineFacts): number {
    const { journal } = facts;
    this.#open.reserve(journal);
    this.#ranks.reserve(journal);
    const id = ((this.#open.values[journal] as number) || this.#begin(facts)) - 1;
    this.groups.add(id, facts.debit - facts.credit, 1);
    this.groups.mark(id, facts.validDate, facts.moved);
    this.#open.values[journal] = this.groups.sums.values[id] === 0 ? 0 : id + 1;
    return id;
  }

  #begin({ journal, date, line }: LineFacts): number {
    const rank = (this.#ranks.values[journal] as number) + 1;
    this.#ranks.values[journal] = rank;
    this.keys.idOf(journal, rank, date);
    return this.groups.open(line) + 1;
  }
}

/** The entries of the file under the grouping chosen. Entries are numbered in order of their first line. */
export interface Entries {
  readonly grouping: FecGrouping;
  readonly groups: Groups;
  /** Integer of the journal and of the number of an entry, and the day of its first line. */
  readonly journalOf: (entry: number) => number;
  readonly numberOf: (entry: number) => number;
  readonly dateOf: (entry: number) => number;
  /** Rank of the entry in its journal when lines were cut on the running balance. */
  readonly rankOf: (entry: number) => number;
  /** Entry of the group, or of the cut, of a line. */
  readonly entryOf: (lineGroup: number) => number;
  /** Whether an unreadable line leaves the sum of the entry unknown. */
  readonly isUnknown: (entry: number) => boolean;
}

const NO_PART = (_group: number): number => 0;

export class EntryBook {
  /** Keys (number, journal, date). */
  readonly #keys: TupleTable;
  readonly #fine: Groups;
  readonly #budget: MemoryBudget;
  /** 1 for a number of which a line could not be read. */
  readonly #unknownNumbers: IntColumn;
  readonly #lost = new Set<number>();
  #isStray = false;
  /** A line bears a day that cannot be read. */
  #isUndated = false;
  #cut: RunningCut | undefined;
  #onlyNumber = -1;
  #lastCut = -1;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
    this.#keys = new TupleTable(budget);
    this.#fine = new Groups(budget);
    this.#unknownNumbers = new IntColumn(budget);
    this.#cut = new RunningCut(budget);
  }

  /** Adds the line to its fine group; returns the integer of the group. */
  add(facts: LineFacts): number {
    this.#addToCut(facts);
    const group = this.#keys.idOf(facts.number, facts.journal, facts.date);
    if (group === this.#fine.size) this.#fine.open(facts.line);
    this.#fine.add(group, facts.debit - facts.credit, 1);
    this.#fine.mark(group, facts.validDate, facts.moved);
    if (facts.isEntryUnknown) this.markUnknown(facts.number);
    if (facts.date <= NO_DAY) this.#isUndated = true;
    return group;
  }

  /** Group of the last line added when all lines so far bear one number; -1 once two numbers were seen. */
  get lastCut(): number {
    return this.#lastCut;
  }

  /** A line that could not be read at all; `number` is what stands where its number should, -1 when nothing does. */
  addLost(number: number): void {
    this.#lost.add(number);
    this.markUnknown(number);
  }

  /** Whether a lost line may be of any entry: what stands at its number is borne by no other line. */
  #hasStray(): boolean {
    if (this.#lost.size === 0) return false;
    const strays = new Set(this.#lost);
    for (let group = 0; group < this.#fine.size; group++) strays.delete(this.#keys.first(group));
    return strays.size > 0;
  }

  markUnknown(number: number): void {
    if (number < 0) return;
    this.#unknownNumbers.reserve(number);
    this.#unknownNumbers.values[number] = 1;
  }

  #addToCut(facts: LineFacts): void {
    if (this.#onlyNumber < 0) this.#onlyNumber = facts.number;
    if (facts.number !== this.#onlyNumber) this.#cut = undefined;
    this.#lastCut = this.#cut ? this.#cut.add(facts) : -1;
  }

  /** Chooses the grouping, once all lines are in. */
  choose(): Entries {
    this.#isStray = this.#hasStray();
    if (this.#cut && this.#fine.size >= 2) return this.#cutEntries(this.#cut);
    const fine = this.#fineEntries();
    if (isBalanced(fine)) return fine;
    const byNumberAndJournal = this.#merged('journal-number', (group) => this.#keys.second(group));
    if (isBalanced(byNumberAndJournal)) return byNumberAndJournal;
    const byNumber = this.#merged('number', NO_PART);
    return isBalanced(byNumber) ? byNumber : fine;
  }

  #isUnknown(number: number): boolean {
    return this.#isStray || this.#unknownNumbers.values[number] === 1;
  }

  #fineEntries(): Entries {
    const keys = this.#keys;
    if (this.#isUndated) return this.#merged('journal-number-date', (group) => keys.second(group), this.#dayOfOthers());
    return {
      grouping: 'journal-number-date',
      groups: this.#fine,
      journalOf: (entry) => keys.second(entry),
      numberOf: (entry) => keys.first(entry),
      dateOf: (entry) => keys.third(entry),
      rankOf: () => 0,
      entryOf: (group) => group,
      isUnknown: (entry) => this.#isUnknown(keys.first(entry)),
    };
  }

  /** The day of each group; of lines whose day cannot be read, that of the first other lines of their number and journal. */
  #dayOfOthers(): (group: number) => number {
    const keys = this.#keys;
    const entries = new TupleTable(this.#budget);
    const days = new IntColumn(this.#budget);
    const entryOf = (group: number): number => entries.idOf(keys.first(group), keys.second(group), 0);
    for (let group = 0; group < this.#fine.size; group++) {
      const entry = entryOf(group);
      days.reserve(entry);
      days.values[entry] ||= Math.max(keys.third(group), NO_DAY);
    }
    return (group) => (keys.third(group) > NO_DAY ? keys.third(group) : (days.values[entryOf(group)] as number));
  }

  /** Entries of a coarser key: the number, and what is given of the journal and the day. */
  #merged(grouping: FecGrouping, journalPart: (group: number) => number, dayPart = NO_PART): Entries {
    const keys = new TupleTable(this.#budget);
    const groups = new Groups(this.#budget);
    const entryOf = new Int32Array(this.#fine.size);
    const firstGroup = new IntColumn(this.#budget);
    for (let group = 0; group < this.#fine.size; group++) {
      const entry = keys.idOf(this.#keys.first(group), journalPart(group), dayPart(group));
      if (entry === groups.size) {
        groups.open(this.#fine.firstLines.values[group] as number);
        firstGroup.reserve(entry);
        firstGroup.values[entry] = group;
      }
      groups.absorb(entry, this.#fine, group);
      entryOf[group] = entry;
    }
    const groupOf = (entry: number): number => firstGroup.values[entry] as number;
    return {
      grouping,
      groups,
      journalOf: (entry) => this.#keys.second(groupOf(entry)),
      numberOf: (entry) => this.#keys.first(groupOf(entry)),
      dateOf: (entry) => keys.third(entry) || this.#keys.third(groupOf(entry)),
      rankOf: () => 0,
      entryOf: (group) => entryOf[group] as number,
      isUnknown: (entry) => this.#isUnknown(keys.first(entry)),
    };
  }

  #cutEntries(cut: RunningCut): Entries {
    return {
      grouping: 'running-balance',
      groups: cut.groups,
      journalOf: (entry) => cut.keys.first(entry),
      numberOf: () => this.#onlyNumber,
      dateOf: (entry) => cut.keys.third(entry),
      rankOf: (entry) => cut.keys.second(entry),
      entryOf: (group) => group,
      isUnknown: () => this.#isUnknown(this.#onlyNumber),
    };
  }
}

const isUnbalanced = (entries: Entries, entry: number): boolean =>
  entries.groups.sums.values[entry] !== 0 && !entries.isUnknown(entry);

function isBalanced(entries: Entries): boolean {
  for (let entry = 0; entry < entries.groups.size; entry++) if (isUnbalanced(entries, entry)) return false;
  return true;
}

/** FEC060, once per unbalanced entry, at its first line. */
export function checkBalance(entries: Entries, tables: TextTables, log: FindingLog): void {
  for (let entry = 0; entry < entries.groups.size; entry++) {
    if (!isUnbalanced(entries, entry)) continue;
    const cents = entries.groups.sums.values[entry] as number;
    log.report('FEC060', entries.groups.firstLines.values[entry] as number, null, () => ({
      number: shorten(tables.text(tables.numbers, entries.numberOf(entry))),
      journal: shorten(tables.text(tables.journals, entries.journalOf(entry))),
      date: toPlainDate(entries.dateOf(entry)),
      difference: fecAmount(cents),
      cents,
    }));
  }
}
