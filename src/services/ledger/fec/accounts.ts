/** Accounts, sub-accounts and journals of a FEC, and the checks on them. */
import type { ByteTable } from './byte-table.ts';
import { COLUMN } from './columns.ts';
import type { FindingLog } from './findings.ts';
import { typeOfNames } from './journal-type.ts';
import { type LineFacts, type LineReader, shorten } from './line.ts';
import { IntColumn, type MemoryBudget, NumberColumn } from './memory.ts';
import { isCarriedOver } from './opening-signs.ts';
import type { TextTables } from './tables.ts';
import { TupleTable } from './tuple-table.ts';

/** The last label of each identifier; labels are compared in place, so an unchanged one costs nothing. */
class LastLabels {
  /** Integer of the label in the table of labels plus one, zero while unknown. */
  readonly ids: IntColumn;
  readonly #labels: ByteTable;

  constructor(budget: MemoryBudget, labels: ByteTable) {
    this.ids = new IntColumn(budget);
    this.#labels = labels;
  }

  /** Takes the label of a line; returns the one that it replaces, or -1. */
  take(id: number, reader: LineReader, column: number): number {
    this.ids.reserve(id);
    const known = (this.ids.values[id] as number) - 1;
    if (reader.isBlank(column) || (known >= 0 && reader.holds(this.#labels, known, column))) return -1;
    this.ids.values[id] = reader.labelOf(column) + 1;
    return known;
  }

  /** Integer in the table of labels, -1 when none was given. */
  labelOf(id: number): number {
    return (this.ids.values[id] as number) - 1;
  }
}

const DIGIT_6 = 0x36;
const DIGIT_7 = 0x37;

export class AccountBook {
  readonly labels: LastLabels;
  readonly subAccounts: TupleTable;
  readonly subLabels: LastLabels;
  readonly #tables: TextTables;
  readonly #log: FindingLog;
  readonly #sums: NumberColumn;
  /** 1 once a line other than zero was seen. */
  readonly #moved: IntColumn;
  /** 1 once its change of label was reported. */
  readonly #relabelled: IntColumn;

  constructor(budget: MemoryBudget, tables: TextTables, log: FindingLog) {
    this.labels = new LastLabels(budget, tables.labels);
    this.subAccounts = new TupleTable(budget);
    this.subLabels = new LastLabels(budget, tables.labels);
    this.#tables = tables;
    this.#log = log;
    this.#sums = new NumberColumn(budget);
    this.#moved = new IntColumn(budget);
    this.#relabelled = new IntColumn(budget);
  }

  add(facts: LineFacts, reader: LineReader): void {
    const { account } = facts;
    if (account < 0) return;
    this.#sums.reserve(account);
    this.#moved.reserve(account);
    this.#sums.add(account, facts.debit - facts.credit);
    if (facts.debit !== 0 || facts.credit !== 0) this.#moved.values[account] = 1;
    const replaced = this.labels.take(account, reader, COLUMN.CompteLib);
    if (replaced >= 0) this.#reportLabel(facts, replaced, reader);
    if (facts.auxiliary < 0) return;
    const subAccount = this.subAccounts.idOf(account, facts.auxiliary, 0);
    this.subLabels.take(subAccount, reader, COLUMN.CompAuxLib);
  }

  #reportLabel(facts: LineFacts, replaced: number, reader: LineReader): void {
    this.#relabelled.reserve(facts.account);
    if (this.#relabelled.values[facts.account] === 1) return;
    this.#relabelled.values[facts.account] = 1;
    this.#log.report('FEC051', facts.line, 'CompteLib', () => ({
      account: shorten(reader.text(COLUMN.CompteNum)),
      first: shorten(this.#tables.text(this.#tables.labels, replaced)),
      other: shorten(reader.text(COLUMN.CompteLib)),
    }));
  }

  /** FEC090: the entries that bring classes 6 and 7 to zero do not belong in a FEC (VII-1). */
  checkClosing(): void {
    let moved = 0;
    for (let account = 0; account < this.#tables.accounts.size; account++) {
      const first = this.#tables.accounts.bytesOf(account)[0];
      if ((first !== DIGIT_6 && first !== DIGIT_7) || this.#moved.values[account] !== 1) continue;
      if (this.#sums.values[account] !== 0) return;
      moved++;
    }
    if (moved > 0) this.#log.add('FEC090', null);
  }
}

export class JournalBook {
  readonly labels: LastLabels;
  readonly #tables: TextTables;
  /** 1 for a journal whose names say that it holds opening entries. */
  readonly #opening: IntColumn;
  #known = 0;
  readonly #first = new FirstJournal();

  constructor(budget: MemoryBudget, tables: TextTables) {
    this.labels = new LastLabels(budget, tables.labels);
    this.#tables = tables;
    this.#opening = new IntColumn(budget);
  }

  add(facts: LineFacts, reader: LineReader): void {
    this.labels.take(facts.journal, reader, COLUMN.JournalLib);
    if (facts.journal === 0) this.#first.add(facts, this.#numberOf(facts.account));
    if (facts.journal < this.#known) return;
    this.#known = facts.journal + 1;
    this.#opening.reserve(facts.journal);
    const code = this.#tables.text(this.#tables.journals, facts.journal);
    const isOpening = typeOfNames(code, reader.text(COLUMN.JournalLib))?.type === 'opening';
    this.#opening.values[facts.journal] = isOpening ? 1 : 0;
  }

  isOpening(journal: number): boolean {
    return this.#opening.values[journal] === 1;
  }

  /** Whether the accounts that a journal without a known name moves are those of opening entries. */
  looksLikeOpening(journal: number): boolean {
    return journal === 0 && this.#known > 1 && this.#first.isOpening;
  }

  #numberOf(account: number): string {
    return account < 0 ? '' : this.#tables.text(this.#tables.accounts, account);
  }

  /** Journals that have a code. */
  get count(): number {
    const { journals } = this.#tables;
    let count = journals.size;
    for (let id = 0; id < journals.size; id++) if (journals.bytesOf(id).length === 0) count--;
    return count;
  }
}

/**
 * The first journal of a file holds opening entries when all its lines are of one day and of the balance sheet, capital
 * and what only time brings included: the capital paid into a new company is none.
 */
class FirstJournal {
  #day = 0;
  #isPossible = true;
  #hasCapital = false;
  #isCarriedOver = false;

  add({ date }: LineFacts, number: string): void {
    if (!this.#isPossible) return;
    this.#day ||= date;
    this.#isPossible = date === this.#day && /^[1-5]/.test(number);
    this.#hasCapital ||= number.startsWith('1');
    this.#isCarriedOver ||= isCarriedOver(number);
  }

  get isOpening(): boolean {
    return this.#isPossible && this.#hasCapital && this.#isCarriedOver;
  }
}
