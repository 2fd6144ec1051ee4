/** First pass over a CSV: where its columns and its movements are, and what these tell together. */
import { accountOf } from '../camt/values.ts';
import type { Account } from '../cfonb/statement.ts';
import type { CsvText } from './csv-text.ts';
import { Extent } from './extent.ts';
import { type CsvMapping, hasHeadings, namesOf, placesOf } from './mapping.ts';
import type { CsvRow } from './movement.ts';
import { type Reading, rowOf } from './read-row.ts';
import { type Block, blocksOf, rowsIn } from './rows.ts';

type Row = readonly string[];

/** A block, and how many rows of the file stand before it. */
type Numbered = Block & { readonly before: number };

export class CsvBody {
  readonly extent = new Extent();
  readonly #text: CsvText;
  readonly #mapping: CsvMapping;
  readonly #blocks: Numbered[] = [];
  /** Columns that no row has shown yet: when they are never found these are reported. */
  readonly #missing: Set<string>;
  readonly #given: Account | undefined;
  /** As a row before the headings names it. */
  #named: Account | undefined;
  #reading: Reading | undefined;
  /** Rows before the first that may be a movement. */
  #first = 0;

  /** Passes over all rows. Throws on one that does not end. */
  constructor(text: CsvText, mapping: CsvMapping, account: Account | undefined) {
    this.#text = text;
    this.#mapping = mapping;
    this.#given = account;
    this.#missing = new Set(namesOf(mapping.columns));
    let before = 0;
    for (const { rows, ...block } of blocksOf(text, mapping.delimiter)) {
      this.#blocks.push({ ...block, before });
      for (const [at, row] of rows.entries()) this.#pass(row, before + at);
      before += rows.length;
    }
  }

  /** Undefined when the columns of the mapping are not there. */
  get account(): Account | undefined {
    return this.#reading?.account;
  }

  /** The account that the file names, where it is given to another one. */
  get otherAccount(): string | undefined {
    return this.#given && this.#named && !isSame(this.#given, this.#named) ? (this.#named.iban ?? '') : undefined;
  }

  get missing(): string {
    return [...this.#missing].join(', ');
  }

  /** The movements again, the oldest first, a block at a time. */
  *movements(): Generator<readonly CsvRow[]> {
    const { isNewestFirst } = this.extent;
    for (const block of isNewestFirst ? this.#blocks.toReversed() : this.#blocks) {
      const rows = rowsIn(this.#text, block).flatMap((row, at) => this.#row(row, block.before + at) ?? []);
      yield isNewestFirst ? rows.reverse() : rows;
    }
  }

  #pass(row: Row, at: number): void {
    if (!this.#reading) this.#head(row, at);
    const movement = this.#row(row, at);
    if (movement) this.extent.add(movement);
  }

  #row(row: Row, at: number): CsvRow | undefined {
    return this.#reading && at >= this.#first ? rowOf(row, at - this.#first + 1, this.#reading) : undefined;
  }

  /** A row before the columns are known: that of the headings, or one that names the account, as many files do. */
  #head(row: Row, at: number): void {
    const places = placesOf(this.#mapping.columns, row);
    if (places) {
      this.#reading = { mapping: this.#mapping, places, account: this.#given ?? this.#named ?? NAMELESS };
      this.#first = hasHeadings(this.#mapping) ? at + 1 : at;
    } else this.#named ??= ibanIn(row);
    for (const cell of row) this.#missing.delete(cell);
  }
}

const NAMELESS = { bankCode: '', branchCode: '', accountNumber: '', currencyCode: 'EUR', decimals: 2, iban: null };

/** France and Monaco share codes of accounts: an IBAN counts where both have one. */
const isSame = (one: Account, other: Account): boolean =>
  one.iban !== null ? one.iban === other.iban : one.accountNumber === other.accountNumber;

function ibanIn(row: Row): Account | undefined {
  const found = /\b(?:FR|MC)\d{2}(?: ?[0-9A-Z]){23}\b/.exec(row.join(' '))?.[0];
  return found === undefined ? undefined : (accountOf(found, 'EUR') ?? undefined);
}
