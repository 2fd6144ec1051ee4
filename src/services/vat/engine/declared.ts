/** What was declared of each element before: by its line, side and rate. */
import type { Amounts, DeclaredShare, VatElement } from './model.ts';

export const NOTHING: Amounts = { taxExcluded: 0n, tax: 0n };

type Key = Pick<VatElement, 'entryId' | 'lineId' | 'side' | 'rate'>;

interface Declared extends Key {
  amounts: Amounts;
  hasElement: boolean;
}

const lineKey = ({ entryId, lineId, side }: Omit<Key, 'rate'>): string => `${entryId} ${lineId} ${side}`;

export class DeclaredBefore {
  /** By entry, which has few of them: a name made of line, side and rate would be made for every element. */
  readonly #byEntry = new Map<number, Declared[]>();

  /** A share whose rate is no longer that of its line counts for the first element of the line, so that none is lost. */
  constructor(shares: readonly DeclaredShare[], elements: readonly VatElement[]) {
    for (const share of shares) this.#add(share, share);
    if (shares.length === 0) return;
    for (const element of elements) {
      const own = this.#of(element);
      if (own) own.hasElement = true;
    }
    const others = [...this.#byEntry.values()].flatMap((all) => all.filter(({ hasElement }) => !hasElement));
    if (others.length === 0) return;
    const first = new Map(elements.toReversed().map((element) => [lineKey(element), element]));
    for (const { amounts, ...key } of others) {
      const element = first.get(lineKey(key));
      if (element) this.#add(element, amounts);
    }
  }

  of(element: VatElement): Amounts {
    return this.#of(element)?.amounts ?? NOTHING;
  }

  #of({ entryId, lineId, side, rate }: Key): Declared | undefined {
    return this.#byEntry.get(entryId)?.find((one) => one.lineId === lineId && one.side === side && one.rate === rate);
  }

  #add(key: Key, { taxExcluded, tax }: Amounts): void {
    const known = this.#of(key);
    if (known) {
      known.amounts = { taxExcluded: known.amounts.taxExcluded + taxExcluded, tax: known.amounts.tax + tax };
      return;
    }
    const { entryId, lineId, side, rate } = key;
    const one = { entryId, lineId, side, rate, amounts: { taxExcluded, tax }, hasElement: false };
    const all = this.#byEntry.get(entryId);
    if (all) all.push(one);
    else this.#byEntry.set(entryId, [one]);
  }
}
