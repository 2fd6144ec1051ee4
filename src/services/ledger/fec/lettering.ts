/**
 * Lettering groups: the lines of one (CompteNum, CompAuxNum) with the same EcritureLet. Codes are reused between
 * accounts, so the account belongs to the key; the case of a code is kept. Sum zero is a full lettering, any other a
 * partial one; the date is the latest DateLet.
 */
import { fecAmount } from './amount.ts';
import { toPlainDate } from './day.ts';
import type { FindingLog } from './findings.ts';
import { type LineFacts, shorten } from './line.ts';
import { IntColumn, type MemoryBudget, NumberColumn } from './memory.ts';
import type { TextTables } from './tables.ts';
import { TupleTable } from './tuple-table.ts';

export class LetteringBook {
  /** Keys (account, auxiliary, letter). */
  readonly groups: TupleTable;
  readonly sums: NumberColumn;
  readonly lineCounts: IntColumn;
  /** Latest DateLet, zero when none is given. */
  readonly dates: IntColumn;
  readonly #firstLines: IntColumn;
  readonly #oldestDays: IntColumn;
  readonly #earliestDates: IntColumn;
  readonly #earliestLines: IntColumn;

  constructor(budget: MemoryBudget) {
    this.groups = new TupleTable(budget);
    this.sums = new NumberColumn(budget);
    this.lineCounts = new IntColumn(budget);
    this.dates = new IntColumn(budget);
    this.#firstLines = new IntColumn(budget);
    this.#oldestDays = new IntColumn(budget);
    this.#earliestDates = new IntColumn(budget);
    this.#earliestLines = new IntColumn(budget);
  }

  add(facts: LineFacts): void {
    if (facts.letter < 0) return;
    const known = this.groups.size;
    const id = this.groups.idOf(facts.account, facts.auxiliary, facts.letter);
    if (id === known) this.#open(id, facts.line);
    this.sums.add(id, facts.debit - facts.credit);
    this.lineCounts.values[id] = (this.lineCounts.values[id] as number) + 1;
    if (facts.date > 0) this.#oldestDays.values[id] = earlier(this.#oldestDays.values[id] as number, facts.date);
    if (facts.letterDate > 0) this.#addDate(id, facts);
  }

  #open(id: number, line: number): void {
    this.sums.reserve(id);
    this.lineCounts.reserve(id);
    this.dates.reserve(id);
    this.#firstLines.reserve(id);
    this.#oldestDays.reserve(id);
    this.#earliestDates.reserve(id);
    this.#earliestLines.reserve(id);
    this.#firstLines.values[id] = line;
  }

  #addDate(id: number, facts: LineFacts): void {
    if (facts.letterDate > (this.dates.values[id] as number)) this.dates.values[id] = facts.letterDate;
    const earliest = this.#earliestDates.values[id] as number;
    if (earliest !== 0 && earliest <= facts.letterDate) return;
    this.#earliestDates.values[id] = facts.letterDate;
    this.#earliestLines.values[id] = facts.line;
  }

  isPartial(id: number): boolean {
    return this.sums.values[id] !== 0;
  }

  get partialCount(): number {
    let count = 0;
    for (let id = 0; id < this.groups.size; id++) if (this.isPartial(id)) count++;
    return count;
  }

  check(tables: TextTables, log: FindingLog): void {
    for (let id = 0; id < this.groups.size; id++) {
      const names = () => ({
        letter: shorten(tables.text(tables.letters, this.groups.third(id))),
        account: shorten(tables.text(tables.accounts, this.groups.first(id))),
      });
      if (this.isPartial(id)) {
        log.report('FEC072', this.#firstLines.values[id] as number, 'EcritureLet', () => ({
          ...names(),
          difference: fecAmount(this.sums.values[id] as number),
        }));
      }
      this.#checkDate(id, names, log);
    }
  }

  /** FEC073, once per group, at the line with the earliest DateLet. */
  #checkDate(id: number, names: () => { letter: string; account: string }, log: FindingLog): void {
    const date = this.#earliestDates.values[id] as number;
    const oldest = this.#oldestDays.values[id] as number;
    if (date === 0 || oldest === 0 || date >= oldest) return;
    log.report('FEC073', this.#earliestLines.values[id] as number, 'DateLet', () => ({
      ...names(),
      date: toPlainDate(date),
      oldest: toPlainDate(oldest),
    }));
  }
}

/** Zero stands for no day yet. */
const earlier = (known: number, day: number): number => (known === 0 || day < known ? day : known);
