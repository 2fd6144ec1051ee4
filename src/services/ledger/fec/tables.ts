/** The distinct texts of a FEC, one table per kind so that small ones stay in the processor's cache. */
import { ByteTable } from './byte-table.ts';
import type { Decode } from './encoding.ts';
import type { MemoryBudget } from './memory.ts';

export class TextTables {
  readonly journals: ByteTable;
  readonly numbers: ByteTable;
  readonly accounts: ByteTable;
  readonly auxiliaries: ByteTable;
  readonly letters: ByteTable;
  /** Labels of journals, accounts and sub-accounts. */
  readonly labels: ByteTable;
  readonly #decode: Decode;

  constructor(budget: MemoryBudget, decode: Decode) {
    this.journals = new ByteTable(budget);
    this.numbers = new ByteTable(budget);
    this.accounts = new ByteTable(budget);
    this.auxiliaries = new ByteTable(budget);
    this.letters = new ByteTable(budget);
    this.labels = new ByteTable(budget);
    this.#decode = decode;
  }

  /** The text of an entry of one of the tables; empty for -1. */
  text(table: ByteTable, id: number): string {
    return id < 0 ? '' : table.text(id, this.#decode);
  }
}
