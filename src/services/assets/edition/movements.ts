/**
 * What a period did to the gross value of an asset, row of form 2054 by row: opening + increases − transfers out −
 * disposals = closing. A move inside one row is no move; in the other row a transfer is an increase.
 */
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Asset } from '../asset.ts';
import { creditedBy, netAcquisitionValue } from '../engine/bases.ts';
import type { Exercise } from '../engine/calendar.ts';
import { accountAt } from '../engine/transfers.ts';
import { isOnBooks } from '../register/figures.ts';

export const MOVEMENTS = ['opening', 'increase', 'transferOut', 'disposal', 'closing'] as const;
export type Movement = (typeof MOVEMENTS)[number];

/** Adds an amount to a movement of a row. */
export type Posting<R> = (row: R, movement: Movement, amount: Cents) => void;

export interface Place<R> {
  /** The row of an account. */
  readonly rowOf: (account: string) => R;
  /** Where a component was before it was one, when that is another asset. */
  readonly parentRow: R | undefined;
}

export function postMovements<R>(asset: Asset, window: Exercise, place: Place<R>, post: Posting<R>): void {
  const walk = new Walk(asset, window, place, post);
  for (const date of eventDays(asset, window)) walk.pass(date);
  walk.close();
}

/** Days of the period on which the gross value or its place changes, in order. */
function eventDays({ facts, booksFrom, transferDate }: Asset, { start, end }: Exercise): PlainDate[] {
  const days = [
    booksFrom,
    transferDate,
    facts.retirement?.date,
    facts.decomposition?.date,
    ...facts.creditNotes.map(({ date }) => date),
    ...facts.transfers.map(({ date }) => date),
  ];
  const known = days.flatMap((date) => date ?? []);
  return [...new Set(known.filter((date) => date >= start && date <= end))].sort();
}

/** On the books and not retired by the end of a day. */
export const isHeldOn = (asset: Asset, date: PlainDate): boolean =>
  isOnBooks(asset, date) && !(asset.facts.retirement && asset.facts.retirement.date <= date);

class Walk<R> {
  readonly #asset: Asset;
  readonly #place: Place<R>;
  readonly #post: Posting<R>;
  readonly #startsInside: boolean;
  #gross: Cents;
  #row: R;

  constructor(asset: Asset, { start }: Exercise, place: Place<R>, post: Posting<R>) {
    const before = addDays(start, -1);
    this.#asset = asset;
    this.#place = place;
    this.#post = post;
    this.#startsInside = asset.booksFrom >= start;
    this.#gross = isHeldOn(asset, before) ? netAcquisitionValue(asset.facts, before) : 0n;
    this.#row = place.rowOf(accountAt(asset.facts, before));
    post(this.#row, 'opening', this.#gross);
  }

  pass(date: PlainDate): void {
    if (!this.#isKnown(date)) return;
    if (date === this.#asset.booksFrom) this.#enter(date);
    else this.#lower(date);
    this.#move(date);
    if (this.#asset.transferDate === date) this.#leave('transferOut');
    if (this.#asset.facts.retirement?.date === date) this.#leave('disposal');
  }

  close(): void {
    this.#post(this.#row, 'closing', this.#gross);
  }

  /** Once gone, or not yet there, nothing changes. */
  #isKnown(date: PlainDate): boolean {
    return (
      date >= this.#asset.booksFrom && isHeldOn(this.#asset, addDays(date, -1)) !== (date === this.#asset.booksFrom)
    );
  }

  #enter(date: PlainDate): void {
    this.#gross = netAcquisitionValue(this.#asset.facts, date);
    this.#row = this.#place.rowOf(accountAt(this.#asset.facts, date));
    if (this.#place.parentRow !== this.#row) this.#post(this.#row, 'increase', this.#gross);
    else this.#post(this.#row, 'transferOut', -this.#gross);
  }

  /** A credit note lowers what was bought in the period, or is another way out; components go to their rows. */
  #lower(date: PlainDate): void {
    const { facts } = this.#asset;
    const after = netAcquisitionValue(facts, date);
    const credited = creditedBy(facts, date) - creditedBy(facts, addDays(date, -1));
    if (this.#startsInside) this.#post(this.#row, 'increase', -credited);
    else this.#post(this.#row, 'disposal', credited);
    this.#post(this.#row, 'transferOut', this.#gross - after - credited);
    this.#gross = after;
  }

  #move(date: PlainDate): void {
    const row = this.#place.rowOf(accountAt(this.#asset.facts, date));
    if (row === this.#row) return;
    this.#post(this.#row, 'transferOut', this.#gross);
    this.#post(row, 'increase', this.#gross);
    this.#row = row;
  }

  #leave(how: 'transferOut' | 'disposal'): void {
    this.#post(this.#row, how, this.#gross);
    this.#gross = 0n;
  }
}
