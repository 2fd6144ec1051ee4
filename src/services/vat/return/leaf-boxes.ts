/**
 * From shares to the boxes that elements feed (steps 1 to 3 of section 4 of the algorithm). No box is negative: a pair of
 * an operation line and a rate line whose base is negative leaves both for the regularisation of operations and for the
 * tax to deduct; a negative deductible box goes to the tax to pay back, a negative untaxed one to its regularisation;
 * what has nowhere to go is dropped and listed.
 */
import type { Labels } from '../../kernel/errors.ts';
import { type Cents, magnitude } from '../../kernel/money.ts';
import { type Category, categoryOf, rateLineOf } from '../categories.ts';
import type { PeriodShare, Territory, VatElement, VatRate } from '../engine/model.ts';
import { ExactBoxes } from './exact-boxes.ts';
import { isDeducted } from './held-tax.ts';
import type { Layout, Pair } from './layout.ts';

/** A negative amount that counts in another box; amounts are positive. */
export interface MovedNegative {
  readonly operationZone: string | undefined;
  readonly baseZone: string | undefined;
  readonly taxZone: string | undefined;
  readonly toZone: string;
  readonly taxExcluded: Cents;
  readonly vat: Cents;
}

/** A negative amount that no box takes; amounts are positive. */
export interface ClampedNegative {
  readonly tag: string;
  readonly taxExcludedCell: string | undefined;
  readonly vatCell: string | undefined;
  readonly lostTaxExcluded: Cents;
  readonly lostVat: Cents;
  readonly reason: Labels;
  /** A result that would be negative, held at 0. */
  readonly isHeld?: boolean;
}

export interface LeafBoxes {
  readonly exact: ExactBoxes;
  readonly moved: readonly MovedNegative[];
  readonly clamped: readonly ClampedNegative[];
  /** Tax due of pairs whose base alone is negative: the pair rule deducts its absolute value. */
  readonly reversedTax: Cents;
  /** Elements that no line of the form takes, in the order given. */
  readonly leftOut: readonly VatElement[];
  /** The shares that the boxes hold. */
  readonly taken: readonly PeriodShare[];
}

export function leafBoxes(shares: readonly PeriodShare[], layout: Layout, territory: Territory): LeafBoxes {
  const sorter = new Sorter(layout, territory);
  for (const share of shares) sorter.take(share);
  return sorter.boxes();
}

/** Where the tax of a moved pair is repeated, under line 21: imports, petroleum, others. */
const MOVED_OF_WHICH: Readonly<Record<string, string>> = { DK: 'LP', KV: 'LP', CH: 'HK' };
const OF_WHICH: readonly string[] = ['GJ', 'GK', 'HF', 'HL', 'HH', 'LP', 'HK'];

const NOWHERE = { operationZone: undefined, baseZone: undefined, taxZone: undefined };

const NO_BOX: Labels = {
  en: 'The balance is negative and no box of the form takes it.',
  fr: 'Le solde est négatif et aucune zone du formulaire ne le reçoit.',
};

interface Filled extends Pair {
  readonly ofWhichMoved: string;
  readonly shares: PeriodShare[];
}

const sum = (shares: readonly PeriodShare[], of: 'taxExcluded' | 'tax'): Cents =>
  shares.reduce((total, { toDeclare }) => total + toDeclare[of], 0n);

/** What is not due in the period, or was declared before, asks for no line in it. */
const declares = ({ toDeclare }: PeriodShare): boolean => toDeclare.taxExcluded !== 0n || toDeclare.tax !== 0n;

class Sorter {
  private readonly layout: Layout;
  private readonly territory: Territory;
  private readonly exact = new ExactBoxes();
  private readonly pairs = new Map<string, Filled>();
  /** The same, as elements name them. */
  private readonly byCategory = new Map<Category, Map<VatRate, Filled | undefined>>();
  private readonly untaxed = new Set<string>();
  private readonly moved: MovedNegative[] = [];
  private readonly clamped: ClampedNegative[] = [];
  private readonly leftOut: VatElement[] = [];
  private reversedTax = 0n;
  private readonly taken: PeriodShare[] = [];

  constructor(layout: Layout, territory: Territory) {
    this.layout = layout;
    this.territory = territory;
  }

  take(share: PeriodShare): void {
    const category = categoryOf(share.element.category);
    const isTaken = isDeducted(share.element)
      ? this.deduct(share, category)
      : category.side === 'untaxed'
        ? this.takeUntaxed(share, category)
        : this.takePair(share, category);
    if (isTaken) this.taken.push(share);
    else if (declares(share)) this.leftOut.push(share.element);
  }

  boxes(): LeafBoxes {
    for (const pair of this.pairs.values()) this.settle(pair);
    for (const zone of ['HA', 'HB']) this.payBack(zone);
    // The regularisation first: what the others move to it is added.
    for (const zone of new Set([this.layout.zone('DE') ?? '', ...this.untaxed])) this.regularise(zone);
    for (const zone of ['CE', 'DE', 'GG', 'HC', ...OF_WHICH]) this.drop(this.layout.zone(zone));
    const { exact, moved, clamped, reversedTax, leftOut, taken } = this;
    return { exact, moved, clamped, reversedTax, leftOut, taken };
  }

  /** Tax to deduct. A regularisation of operations is a positive number beside the tax that it takes off. */
  private deduct({ element, toDeclare: { taxExcluded, tax } }: PeriodShare, category: Category): boolean {
    // Tax that no line declares due is not deducted either.
    if (category.side === 'reverse' && !this.pairFor(element, category)) return false;
    if (category.operationZone === 'CE') this.add('CE', element, taxExcluded);
    // GG takes tax that was deducted before: the other sign.
    for (const zone of element.deductibleZones ?? []) this.add(zone, element, zone === 'GG' ? -tax : tax);
    return true;
  }

  /** Adds to the zone that the form has for a zone of the CA3, if any. */
  private add(ca3: string, element: VatElement, amount: Cents): void {
    const zone = this.layout.zone(ca3);
    if (zone !== undefined) this.exact.add(zone, element, amount);
  }

  private takeUntaxed({ element, toDeclare }: PeriodShare, category: Category): boolean {
    const zone = this.layout.untaxedZone(category);
    if (zone === undefined) return false;
    this.untaxed.add(zone);
    this.exact.add(zone, element, toDeclare.taxExcluded);
    return true;
  }

  private takePair(share: PeriodShare, category: Category): boolean {
    const { rate } = share.element;
    const byRate = this.byCategory.get(category) ?? new Map<VatRate, Filled | undefined>();
    if (!byRate.has(rate)) this.byCategory.set(category, byRate.set(rate, this.filledFor(share.element, category)));
    const pair = byRate.get(rate);
    pair?.shares.push(share);
    return pair !== undefined;
  }

  /** Categories of one operation share their pairs. */
  private filledFor(element: VatElement, category: Category): Filled | undefined {
    const pair = this.pairFor(element, category);
    if (!pair) return undefined;
    const key = `${pair.operation} ${pair.base}`;
    const ofWhichMoved = MOVED_OF_WHICH[category.operationZone ?? ''] ?? 'HH';
    const filled = this.pairs.get(key) ?? { ...pair, ofWhichMoved, shares: [] };
    this.pairs.set(key, filled);
    return filled;
  }

  private pairFor({ rate }: VatElement, category: Category): Pair | undefined {
    const line = rateLineOf(category, rate, this.territory);
    return line && this.layout.pairOf(category, line);
  }

  /** The pair rule: its base decides, then the sign of its tax. */
  private settle(pair: Filled): void {
    const [base, tax] = [sum(pair.shares, 'taxExcluded'), sum(pair.shares, 'tax')];
    const isNegative = base < 0n || (base === 0n && tax < 0n);
    if (!isNegative) this.fillBase(pair);
    if (!isNegative && tax >= 0n) this.fillTax(pair);
    else this.movePair(pair, isNegative ? base : 0n, tax);
  }

  private fillBase({ operation, base, shares }: Filled): void {
    for (const { element, toDeclare } of shares) {
      if (operation !== undefined) this.exact.add(operation, element, toDeclare.taxExcluded);
      this.exact.add(base, element, toDeclare.taxExcluded);
    }
  }

  private fillTax({ tax, shares }: Filled): void {
    for (const { element, toDeclare } of shares) {
      this.exact.add(tax, element, toDeclare.tax);
      const { ofWhichZone } = categoryOf(element.category);
      if (ofWhichZone === 'GJ' || ofWhichZone === 'GK') this.add(ofWhichZone, element, toDeclare.tax);
    }
  }

  /** `base` is 0 when it stays; on a form without a regularisation of operations it is lost. */
  private movePair(pair: Filled, base: Cents, tax: Cents): void {
    const sign = tax < 0n ? -1n : 1n;
    if (tax > 0n) this.reversedTax += tax;
    for (const { element, toDeclare } of pair.shares) {
      if (base < 0n) this.add('CE', element, -toDeclare.taxExcluded);
      for (const zone of ['HC', pair.ofWhichMoved]) this.add(zone, element, sign * toDeclare.tax);
    }
    const regularisation = this.layout.zone('CE');
    const zones = { operationZone: pair.operation, baseZone: pair.base, taxZone: pair.tax };
    const taxExcluded = regularisation === undefined ? 0n : -base;
    const toZone = regularisation ?? this.layout.zone('HC') ?? '';
    this.moved.push({ ...zones, toZone, taxExcluded, vat: magnitude(tax) });
    if (regularisation === undefined && base < 0n)
      this.clamp({ tag: pair.base, taxExcludedCell: pair.base, lost: -base });
  }

  private clamp({ tag, taxExcludedCell, vatCell, lost }: Clamp): void {
    const [lostTaxExcluded, lostVat] = vatCell === undefined ? [lost, 0n] : [0n, lost];
    this.clamped.push({ tag, taxExcludedCell, vatCell, lostTaxExcluded, lostVat, reason: NO_BOX });
  }

  /** More credit notes than purchases: tax to pay back. */
  private payBack(ca3: string): void {
    const [from, to] = [this.layout.zone(ca3) ?? ca3, this.layout.zone('GG') ?? 'GG'];
    const amount = this.exact.amount(from);
    if (amount >= 0n) return;
    this.exact.move(from, to);
    this.moved.push({ ...NOWHERE, taxZone: from, toZone: to, taxExcluded: 0n, vat: -amount });
  }

  /** F8 is a positive number that reduces turnover, be it booked as the credit notes that it stands for. */
  private regularise(zone: string): void {
    const amount = this.exact.amount(zone);
    if (amount >= 0n) return;
    const to = this.layout.zone('DE');
    if (to === undefined) {
      this.drop(zone);
      return;
    }
    this.exact.move(zone, to);
    this.moved.push({ ...NOWHERE, operationZone: zone, toZone: to, taxExcluded: -amount, vat: 0n });
  }

  private drop(zone: string | undefined): void {
    const amount = zone === undefined ? 0n : this.exact.amount(zone);
    if (zone === undefined || amount >= 0n) return;
    this.exact.remove(zone);
    this.clamp({
      tag: zone,
      ...(this.untaxed.has(zone) ? { taxExcludedCell: zone } : { vatCell: zone }),
      lost: -amount,
    });
  }
}

interface Clamp {
  readonly tag: string;
  readonly taxExcludedCell?: string;
  readonly vatCell?: string;
  readonly lost: Cents;
}
