/** The statement being read: its identity as bytes, to compare every record with, and its running totals. */
import { ExactSum } from './amount.ts';
import type { Place } from './findings.ts';
import type { FindingKind } from './messages.ts';
import { viewOf } from './record-format.ts';
import type { Account, Balance, StatementHead } from './statement.ts';

/** Movements of one day, and where the first of them stands. */
export interface DayTally {
  readonly place: Place;
  count: number;
}

/** A balance with its day as a number, see day.ts. */
export interface DatedBalance {
  readonly day: number;
  readonly balance: Balance;
}

/**
 * Positions 3-7, 12-20 and 22-32 are the same in every record of a statement. Compared four bytes at a time from these
 * offsets (counted from 0, the last two overlap), then the two single bytes left: a file has a million records.
 */
const WORDS = [2, 11, 15, 21, 25, 28] as const;
const SINGLES = [6, 19] as const;

export class OpenStatement {
  readonly number: number;
  readonly place: Place;
  /** First 32 characters of the old balance, completed with the currency and decimals that hold for the statement. */
  readonly identity: Buffer;
  /** Known once the currency is. */
  account: Account | null = null;
  start: DatedBalance = { day: 0, balance: { date: null, units: null } };
  period: StatementHead['period'] = null;
  readonly sum = new ExactSum();
  /** Every record that carries an amount was read, and is of this account. */
  complete = true;
  readonly days = new Map<number, DayTally>();
  readonly errors = new Set<FindingKind>();
  movements = 0;
  complements = 0;
  readonly #view: DataView;
  #day = 0;
  #tally: DayTally | undefined;

  constructor(number: number, place: Place, identity: Buffer) {
    this.number = number;
    this.place = place;
    this.identity = identity;
    this.#view = viewOf(identity);
  }

  get decimals(): number {
    return this.account?.decimals ?? 2;
  }

  /** Whether a record is of the same bank, branch, currency, decimals and account. */
  isSame(view: DataView, at: number): boolean {
    const own = this.#view;
    for (const offset of WORDS) if (own.getInt32(offset) !== view.getInt32(at + offset)) return false;
    for (const offset of SINGLES) if (own.getUint8(offset) !== view.getUint8(at + offset)) return false;
    return true;
  }

  countMovement(day: number, place: () => Place): void {
    this.movements += 1;
    if (day !== this.#day || this.#tally === undefined) {
      this.#day = day;
      this.#tally = this.days.get(day) ?? { place: place(), count: 0 };
      this.days.set(day, this.#tally);
    }
    this.#tally.count += 1;
  }
}
