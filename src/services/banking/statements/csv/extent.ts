/** What a pass over the rows of a file tells of them all: their days, their order, the balances beside them. */
import type { PlainDate } from '../../../kernel/dates.ts';
import type { CsvRow } from './movement.ts';

/** What a row moved, and the balance after it. */
interface Balanced {
  readonly balance: number;
  readonly units: number;
}

export interface Balances {
  readonly start: number;
  readonly end: number;
}

export class Extent {
  from: PlainDate | undefined;
  to: PlainDate | undefined;
  #above: CsvRow | undefined;
  #firstDay: PlainDate | undefined;
  #lastDay: PlainDate | undefined;
  /** Neighbours whose balances join downwards, and upwards. */
  #down = 0;
  #up = 0;
  #top: Balanced | undefined;
  #bottom: Balanced | undefined;
  /** What moved above the top balance, and below the bottom one. */
  #aboveTop = 0;
  #belowBottom = 0;

  /** Rows as the file has them. */
  add(row: CsvRow): void {
    if (row.day !== null) this.#day(row.day);
    if (joins(this.#above, row)) this.#down += 1;
    if (joins(row, this.#above)) this.#up += 1;
    this.#above = row;
    this.#balance(row.balance, row.units ?? 0);
  }

  #day(day: PlainDate): void {
    this.#firstDay ??= day;
    this.#lastDay = day;
    if (this.from === undefined || day < this.from) this.from = day;
    if (this.to === undefined || day > this.to) this.to = day;
  }

  #balance(balance: number | null, units: number): void {
    if (balance === null) {
      if (!this.#top) this.#aboveTop += units;
      this.#belowBottom += units;
      return;
    }
    this.#bottom = { balance, units };
    this.#top ??= this.#bottom;
    this.#belowBottom = 0;
  }

  /** By the balances, which tell it within a day too; else by the days. */
  get isNewestFirst(): boolean {
    if (this.#down !== this.#up) return this.#up > this.#down;
    return (this.#firstDay ?? '') > (this.#lastDay ?? '');
  }

  /** Some banks write the balance on the last row of each day alone. Undefined where no row has one. */
  get balances(): Balances | undefined {
    const [top, bottom] = [this.#top, this.#bottom];
    if (!top || !bottom) return undefined;
    return this.isNewestFirst
      ? { start: bottom.balance - bottom.units - this.#belowBottom, end: top.balance + this.#aboveTop }
      : { start: top.balance - top.units - this.#aboveTop, end: bottom.balance + this.#belowBottom };
  }
}

const joins = (older: CsvRow | undefined, newer: CsvRow | undefined): boolean =>
  older?.balance != null && newer?.balance != null && older.balance + (newer.units ?? 0) === newer.balance;
