/** The statement being read: its identity as bytes, to compare every record with, and its running totals. */
import { ExactSum } from './amount.ts';
import type { Place } from './findings.ts';
import type { FindingKind } from './messages.ts';
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

/** Positions 3-7, 12-20 and 22-32 are the same in every record of a statement: here as [from, to) counted from 0. */
const IDENTITY = [2, 7, 11, 20, 21, 32] as const;

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
  #day = 0;
  #tally: DayTally | undefined;

  constructor(number: number, place: Place, identity: Buffer) {
    this.number = number;
    this.place = place;
    this.identity = identity;
  }

  get decimals(): number {
    return this.account?.decimals ?? 2;
  }

  /** Whether a record is of the same bank, branch, currency, decimals and account. */
  isSame(bytes: Uint8Array, at: number): boolean {
    const own = this.identity;
    for (let part = 0; part < IDENTITY.length; part += 2) {
      const to = IDENTITY[part + 1] ?? 0;
      for (let index = IDENTITY[part] ?? 0; index < to; index++) if (own[index] !== bytes[at + index]) return false;
    }
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
