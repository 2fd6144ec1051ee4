/** What was declared of each element before: by its line, side and rate. */
import { groupBy } from '../../kernel/group-by.ts';
import { type Cents, magnitude } from '../../kernel/money.ts';
import type { Amounts, DeclaredShare, VatElement } from './model.ts';

export const NOTHING: Amounts = { taxExcluded: 0n, tax: 0n };

type Line = Pick<VatElement, 'entryId' | 'lineId' | 'side'>;
type Key = Line & Pick<VatElement, 'rate'>;

/** What was declared of a line at a rate that it bears no more, beside the first element that it has now. */
export interface LeftBehind {
  readonly share: DeclaredShare;
  readonly element: VatElement;
}

export class DeclaredBefore {
  /** By entry, as elements are: there are as many, and nothing is made for one that is looked for. */
  readonly #shares: readonly DeclaredShare[];
  readonly #hasLater: boolean;
  /** Nothing that stands in the books bears it any more: it is owed back, at the rate at which it was declared. */
  readonly left: readonly LeftBehind[];

  /** A share whose rate is no longer that of its line counts for an element of the line that bears the same tax. */
  constructor(shares: readonly DeclaredShare[], elements: readonly VatElement[]) {
    const others = shares.filter((share) => !share.isLater && !isAmong(elements, share));
    const { counted, left } = others.length === 0 ? NO_OTHERS : sorted(stillOwed(others, shares), elements);
    this.#shares = [...shares, ...counted].toSorted(byEntry);
    this.#hasLater = shares.some(({ isLater }) => isLater === true);
    this.left = left;
  }

  of(element: VatElement): Amounts {
    return this.#sumOf(element, false);
  }

  /** By returns of later periods; nearly always there are none. */
  later(element: VatElement): Amounts {
    return this.#hasLater ? this.#sumOf(element, true) : NOTHING;
  }

  #sumOf(element: VatElement, isLater: boolean): Amounts {
    const { entryId } = element;
    const shares = this.#shares;
    let found = NOTHING;
    for (let place = firstOf(shares, entryId); shares[place]?.entryId === entryId; place++) {
      const share = shares[place] as DeclaredShare;
      if ((share.isLater === true) === isLater && isSame(share, element)) found = sum(found, share);
    }
    return found;
  }
}

const byEntry = (a: Line, b: Line): number => a.entryId - b.entryId;

const isSame = (a: Key, b: Key): boolean => a.lineId === b.lineId && a.side === b.side && a.rate === b.rate;

const sum = (a: Amounts, b: Amounts): Amounts => ({ taxExcluded: a.taxExcluded + b.taxExcluded, tax: a.tax + b.tax });

function isAmong(elements: readonly VatElement[], share: DeclaredShare): boolean {
  const { entryId } = share;
  for (let place = firstOf(elements, entryId); elements[place]?.entryId === entryId; place++)
    if (isSame(elements[place] as VatElement, share)) return true;
  return false;
}

/** The place of the first of an entry, of a list in the order of entries. */
function firstOf(all: readonly Line[], entryId: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle] as Line).entryId < entryId) low = middle + 1;
    else high = middle;
  }
  return low;
}

const lineKey = ({ entryId, lineId, side }: Line): string => `${entryId} ${lineId} ${side}`;

interface Others {
  readonly counted: readonly DeclaredShare[];
  readonly left: readonly LeftBehind[];
}

const NO_OTHERS: Others = { counted: [], left: [] };

/** What later returns took back is not owed again. */
function stillOwed(others: readonly DeclaredShare[], all: readonly DeclaredShare[]): DeclaredShare[] {
  const later = summed(all.filter(({ isLater }) => isLater === true));
  const lessBack = (share: DeclaredShare): DeclaredShare => {
    const back = later.find((one) => one.entryId === share.entryId && isSame(one, share)) ?? NOTHING;
    const taxExcluded = share.taxExcluded + within(back.taxExcluded, -share.taxExcluded);
    return { ...share, taxExcluded, tax: share.tax + within(back.tax, -share.tax) };
  };
  return summed(summed(others).map(lessBack));
}

/** Of an amount, no more than is left in its direction. */
export function within(amount: Cents, left: Cents): Cents {
  if (amount < 0n) return left > amount ? (left < 0n ? left : 0n) : amount;
  return left < amount ? (left > 0n ? left : 0n) : amount;
}

/** One share for each line, side and rate; none of 0.00, which was taken back before. */
function summed(shares: readonly DeclaredShare[]): DeclaredShare[] {
  const sums = new Map<string, DeclaredShare>();
  for (const share of shares) {
    const key = `${lineKey(share)} ${share.rate}`;
    sums.set(key, { ...share, ...sum(sums.get(key) ?? NOTHING, share) });
  }
  return [...sums.values()].filter(({ taxExcluded, tax }) => taxExcluded !== 0n || tax !== 0n);
}

/** What has no element on its line and side is left out: nothing says whether the line still stands. */
function sorted(shares: readonly DeclaredShare[], elements: readonly VatElement[]): Others {
  const lines = new Set(shares.map(lineKey));
  const byLine = groupBy(
    elements.filter((element) => lines.has(lineKey(element))),
    lineKey,
  );
  const [counted, left]: [DeclaredShare[], LeftBehind[]] = [[], []];
  for (const share of shares) {
    const own = byLine.get(lineKey(share)) ?? [];
    const same = own.find((element) => bearsAsMuch(element, share));
    const [element] = own;
    if (same) counted.push({ ...share, rate: same.rate });
    else if (element) left.push({ share, element });
  }
  return { counted, left };
}

/**
 * Whether the element bears, on the base that was declared, the tax that was: another rate was only set beside the same
 * books. Tax that is deducted goes to the same box whatever its rate. Base and tax of a share are rounded apart.
 */
function bearsAsMuch({ side, taxExcluded, tax }: VatElement, share: DeclaredShare): boolean {
  if (side === 'Deductible') return true;
  if (tax === 0n || taxExcluded === 0n) return share.tax === tax;
  return magnitude(share.tax * taxExcluded - tax * share.taxExcluded) <= 2n * magnitude(taxExcluded);
}
