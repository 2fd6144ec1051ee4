/** What was declared of each element before: by its line, side and rate. */
import type { Amounts, DeclaredShare, VatElement } from './model.ts';

export const NOTHING: Amounts = { taxExcluded: 0n, tax: 0n };

type Line = Pick<VatElement, 'entryId' | 'lineId' | 'side'>;
type Key = Line & Pick<VatElement, 'rate'>;

export class DeclaredBefore {
  /** By entry, as elements are: there are as many, and nothing is made for one that is looked for. */
  readonly #shares: readonly DeclaredShare[];

  /** A share whose rate is no longer that of its line counts for the first element of the line, so that none is lost. */
  constructor(shares: readonly DeclaredShare[], elements: readonly VatElement[]) {
    const others = shares.filter((share) => !isAmong(elements, share));
    const all = others.length === 0 ? shares : [...shares, ...onFirstElements(others, elements)];
    this.#shares = all.toSorted(byEntry);
  }

  of(element: VatElement): Amounts {
    const { entryId } = element;
    const shares = this.#shares;
    let found = NOTHING;
    for (let place = firstOf(shares, entryId); shares[place]?.entryId === entryId; place++) {
      const share = shares[place] as DeclaredShare;
      if (isSame(share, element)) found = sum(found, share);
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

/** The shares as shares of the first element of their line; what has none is left out. */
function onFirstElements(shares: readonly DeclaredShare[], elements: readonly VatElement[]): DeclaredShare[] {
  const first = new Map(elements.toReversed().map((element) => [lineKey(element), element]));
  return shares.flatMap((share) => {
    const element = first.get(lineKey(share));
    return element ? { ...share, rate: element.rate } : [];
  });
}
