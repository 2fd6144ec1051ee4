/**
 * Numbers that belong to a series, such as invoices of one numbering or cheques: two of one series that differ are two
 * things, however alike the amounts are.
 */

/** Numbers by what stands for them all: `F#` for F2026-0042, `CHEQUE` for cheques. */
export type Series = ReadonlyMap<string, readonly string[]>;

export const NO_SERIES: Series = new Map();

const CHEQUES = 'CHEQUE';
const CHEQUE = /\b(?:CHQ|CHEQUE)S? *(?:N *[O°]? *)?0*(\d{4,})\b/;
/** Letters, then at least three figures. */
const NUMBERED = /^([A-Z]{1,6})\d{3,}$/;

/** `F20260042` is one of `F#`; undefined for what belongs to no series. */
export function seriesOf(compact: string): string | undefined {
  const letters = NUMBERED.exec(compact)?.[1];
  return letters === undefined ? undefined : `${letters}#`;
}

export const chequeOf = (folded: string): string | undefined => CHEQUE.exec(folded)?.[1];

export function seriesWith(numbers: Iterable<readonly [series: string, number: string]>, cheque?: string): Series {
  const found = new Map<string, string[]>();
  const add = (series: string, number: string) => found.set(series, [...(found.get(series) ?? []), number]);
  for (const [series, number] of numbers) add(series, number);
  if (cheque !== undefined) add(CHEQUES, cheque);
  return found.size === 0 ? NO_SERIES : found;
}

/** A series of which both sides have numbers, and none in common; the number that the first has. */
export function differingNumber(a: Series, b: Series): string | undefined {
  for (const [series, numbers] of a) {
    const others = b.get(series);
    if (!others) continue;
    const pairs = numbers.flatMap((one) => others.map((other) => [one, other] as const));
    const isShared = series === CHEQUES ? endsAlike : isSame;
    const isComparable = series === CHEQUES ? always : isOfOneLength;
    if (pairs.some(isComparable) && !pairs.some(isShared)) return numbers[0];
  }
  return undefined;
}

type Pair = readonly [one: string, other: string];

const always = (): boolean => true;
const isSame = ([one, other]: Pair): boolean => one === other;
/** Some write the last figures of a cheque alone. */
const endsAlike = ([one, other]: Pair): boolean => one.endsWith(other) || other.endsWith(one);
/** F2026-104 and F2026-1042 are of one numbering, F104 and F20260104 may be two ways to write one. */
const isOfOneLength = ([one, other]: Pair): boolean => Math.abs(one.length - other.length) <= 1;
