/** What was declared of each element before: by its line, side and rate. */
import type { Amounts, DeclaredShare, VatElement } from './model.ts';

export const NOTHING: Amounts = { taxExcluded: 0n, tax: 0n };

type Key = Pick<VatElement, 'entryId' | 'lineId' | 'side' | 'rate'>;

const lineKey = ({ entryId, lineId, side }: Omit<Key, 'rate'>): string => `${entryId} ${lineId} ${side}`;
const keyOf = (key: Key): string => `${lineKey(key)} ${key.rate}`;

export class DeclaredBefore {
  readonly #entries: ReadonlySet<number>;
  readonly #amounts = new Map<string, Amounts>();

  /** A share whose rate is no longer that of its line counts for the first element of the line, so that none is lost. */
  constructor(shares: readonly DeclaredShare[], elements: readonly VatElement[]) {
    this.#entries = new Set(shares.map(({ entryId }) => entryId));
    if (shares.length === 0) return;
    const concerned = elements.filter(({ entryId }) => this.#entries.has(entryId));
    const keys = new Set(concerned.map(keyOf));
    const first = new Map(concerned.toReversed().map((element) => [lineKey(element), keyOf(element)]));
    for (const share of shares) {
      const key = keyOf(share);
      this.#add(keys.has(key) ? key : (first.get(lineKey(share)) ?? key), share);
    }
  }

  of(element: VatElement): Amounts {
    return (this.#entries.has(element.entryId) && this.#amounts.get(keyOf(element))) || NOTHING;
  }

  #add(key: string, { taxExcluded, tax }: Amounts): void {
    const known = this.#amounts.get(key) ?? NOTHING;
    this.#amounts.set(key, { taxExcluded: known.taxExcluded + taxExcluded, tax: known.tax + tax });
  }
}
