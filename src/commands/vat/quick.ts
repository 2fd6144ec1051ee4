/**
 * A way past the schemas for what is right beyond doubt. A body of 100,000 lines holds half a million fields, for each of
 * which zod makes several objects: that was most of what a simulation took. A quick reading makes of a value exactly what
 * its schema makes of it, or has a doubt; then the schema reads it, and says what is wrong and where. It refuses nothing by
 * itself.
 */
import type * as z from 'zod';
import { type PlainDate, parsePlainDate } from '../../services/kernel/dates.ts';
import type { Cents } from '../../services/kernel/money.ts';

/** The schema, which `reading` stands for unless it has a doubt. A copy of it (`meta`, `from`) is read slowly. */
export function quick<T extends z.ZodType>(schema: T, reading: (value: unknown, read: QuickReader) => z.output<T>): T {
  const { run } = schema._zod;
  schema._zod.run = (payload, ctx) => {
    const read = new QuickReader();
    const domain = reading(payload.value, read);
    if (read.hasDoubt) return run(payload, ctx);
    payload.value = domain;
    return payload;
  };
  return schema;
}

/** As most programs write amounts. A double holds fifteen digits: the cents are exact once they are rounded. */
const PLAIN_AMOUNT = /^\d{1,13}(?:\.\d\d?)?$/;
const TOO_MUCH = 1e13;

type Fields = Readonly<Record<string, unknown>>;
const NO_FIELD: Fields = {};
const NO_ITEM: readonly unknown[] = [];

/** Reads fields, of which null ones are absent; what it makes is worth nothing once it has a doubt. */
export class QuickReader {
  hasDoubt = false;
  /** Fields of the object at hand that were there. */
  #seen = 0;
  /** A ledger has many lines and few days. */
  readonly #days = new Map<unknown, PlainDate>();

  /** Its fields, to read every one of them, then `end`. */
  begin(value: unknown): Fields {
    this.#seen = 0;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : this.#or(NO_FIELD);
  }

  /** Whether the object has no other fields than those that were read. */
  end(fields: Fields): void {
    let there = 0;
    for (const _ in fields) there++;
    if (there !== this.#seen) this.hasDoubt = true;
  }

  list(value: unknown): readonly unknown[] | undefined {
    if (this.#isAbsent(value)) return undefined;
    return Array.isArray(value) ? value : this.#or(NO_ITEM);
  }

  text(value: unknown, most: number): string | undefined {
    if (this.#isAbsent(value)) return undefined;
    return typeof value === 'string' && value.length <= most ? value : this.#or('');
  }

  /** A code or a name: a number stands for its digits. */
  name(value: unknown, most: number): string | undefined {
    return Number.isSafeInteger(value) ? String(this.whole(value)) : this.text(value, most);
  }

  code<V extends string>(value: unknown, codes: ReadonlySet<V>): V | undefined {
    if (this.#isAbsent(value)) return undefined;
    return codes.has(value as V) ? (value as V) : this.#or(undefined);
  }

  flag(value: unknown): boolean | undefined {
    if (this.#isAbsent(value)) return undefined;
    return typeof value === 'boolean' ? value : this.#or(false);
  }

  whole(value: unknown): number | undefined {
    if (this.#isAbsent(value)) return undefined;
    return Number.isSafeInteger(value) ? (value as number) : this.#or(0);
  }

  /** Not negative. */
  amount(value: unknown): Cents | undefined {
    if (this.#isAbsent(value)) return undefined;
    const number = typeof value === 'string' && PLAIN_AMOUNT.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !(number >= 0 && number < TOO_MUCH)) return this.#or(0n);
    const cents = Math.round(number * 100);
    return cents / 100 === number ? BigInt(cents) : this.#or(0n);
  }

  day(value: unknown): PlainDate | undefined {
    if (this.#isAbsent(value)) return undefined;
    const day = this.#days.get(value) ?? (typeof value === 'string' ? parsePlainDate(value) : undefined);
    if (day === undefined) return this.#or(undefined);
    this.#days.set(day, day);
    return day;
  }

  /** What only its schema reads. */
  nothing(value: unknown): undefined {
    if (!this.#isAbsent(value)) this.hasDoubt = true;
  }

  /** What a schema requires. */
  required<T>(value: T | undefined): T {
    if (value === undefined) this.hasDoubt = true;
    return value as T;
  }

  #isAbsent(value: unknown): value is null | undefined {
    if (value === undefined) return true;
    this.#seen++;
    return value === null;
  }

  #or<T>(nothing: T): T {
    this.hasDoubt = true;
    return nothing;
  }
}
