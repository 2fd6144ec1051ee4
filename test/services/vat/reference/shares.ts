/** What a period declares of its elements, and boxes under way. */
import { type Body, CATEGORIES } from './books.ts';
import type { Element } from './elements.ts';
import { sum } from './rates.ts';

export interface Amounts {
  readonly base: bigint;
  readonly tax: bigint;
}

export type Share = Amounts & { readonly element: Element };

export type FilledBoxes = ReadonlyMap<string, bigint | 'X'>;

export class Boxes extends Map<string, bigint> {
  add(zone: string | undefined, amount: bigint): void {
    if (zone !== undefined) this.set(zone, (this.get(zone) ?? 0n) + amount);
  }

  sum(zones: readonly string[]): bigint {
    return sum(zones.map((zone) => this.get(zone) ?? 0n));
  }

  /** No box is negative: what is below 0 stands in another, where the form has one. */
  turn(zone: string, to?: string): void {
    const amount = this.get(zone) ?? 0n;
    if (amount >= 0n) return;
    this.delete(zone);
    this.add(to, -amount);
  }

  /** Those that are not 0, or the mark of a form on which there is nothing; and the coefficient where it is not 1. */
  filled({ Folder }: Body, nil: string, coefficientZone: string): FilledBoxes {
    const filled = [...this].filter(([, amount]) => amount !== 0n);
    if (filled.length === 0) return new Map([[nil, 'X']]);
    const coefficient = BigInt(Folder.DeductionCoefficient.replace('.', ''));
    return new Map(coefficient === 100n ? filled : [...filled, [coefficientZone, coefficient]]);
  }
}

/** The zones of an operation, its base and its tax, and the shares that they sum. */
export interface Pair extends Amounts {
  readonly zones: readonly string[];
  readonly shares: readonly Share[];
}

/** Shares of taxed operations by their zones. */
export function pairsOf(shares: readonly Share[], zonesOf: (share: Share) => readonly string[]): Pair[] {
  const pairs = new Map<string, Share[]>();
  for (const share of shares.filter(isTaxed)) {
    const key = zonesOf(share).join(' ');
    pairs.set(key, [...(pairs.get(key) ?? []), share]);
  }
  return [...pairs].map(([key, all]) => ({
    zones: key.split(' '),
    shares: all,
    base: sum(all.map(({ base }) => base)),
    tax: sum(all.map(({ tax }) => tax)),
  }));
}

export const isDeducted = ({ element }: Share): boolean => element.side === 'Deductible';
export const isTaxed = (share: Share): boolean =>
  !isDeducted(share) && CATEGORIES[share.element.category]?.family !== undefined;
export const isUntaxed = (share: Share): boolean => !isDeducted(share) && !isTaxed(share);
