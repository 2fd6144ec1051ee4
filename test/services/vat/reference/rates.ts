/** Rates in ten thousandths, the boxes of each by family, and the one rounding there is: half up, away from zero. */

export const PARTS = {
  _20: 2000n,
  _13: 1300n,
  _10: 1000n,
  _085: 850n,
  _055: 550n,
  _021: 210n,
  _0175: 175n,
  _0105: 105n,
  _009: 90n,
  _0: 0n,
};
export type Rate = keyof typeof PARTS;

export type Territory = 'Mainland' | 'Corsica' | 'Overseas';

const MAINLAND = { _20: 'FP GP', _10: 'FR GR', _055: 'FB GB', _021: 'MF ME' };
const CORSICA = { _20: 'FP GP', _13: 'NN NP', _10: 'BS CS', _055: 'FB GB', _021: 'BF MC', _009: 'BE MA' };
const OVERSEAS = { _085: 'FM GM', _021: 'FN GN', _0175: 'BQ CQ', _0105: 'BP CP' };
const IMPORTS = { _20: 'LB LC', _10: 'LD LE', _085: 'LF LG', _055: 'LH LJ', _021: 'LK LL', _0105: 'LM LN' };

const OF_TERRITORY = { Mainland: MAINLAND, Corsica: CORSICA, Overseas: OVERSEAS };
const FAMILIES = { mainland: MAINLAND, corsica: CORSICA, overseas: OVERSEAS, imports: IMPORTS };
export type Family = keyof typeof FAMILIES | 'folder';

/** Base and tax boxes of the line of a rate; undefined where the family has none. */
export function boxesOf(family: Family, rate: string | undefined, territory: Territory): readonly string[] | undefined {
  const lines: Partial<Record<string, string>> = family === 'folder' ? OF_TERRITORY[territory] : FAMILIES[family];
  return lines[rate ?? '']?.split(' ');
}

export const legalRates = (territory: Territory): readonly Rate[] => Object.keys(OF_TERRITORY[territory]) as Rate[];

export function rounded(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n;
  const [above, below] = [magnitude(numerator), magnitude(denominator)];
  const whole = (2n * above + below) / (2n * below);
  return isNegative ? -whole : whole;
}

export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
export const taxOf = (base: bigint, rate: Rate): bigint => rounded(base * PARTS[rate], 10_000n);

/** The greatest in size; of equals the first. */
export const largest = <T>(all: readonly T[], of: (one: T) => bigint): T | undefined =>
  all.reduce<T | undefined>(
    (most, one) => (most !== undefined && magnitude(of(one)) <= magnitude(of(most)) ? most : one),
    undefined,
  );

/** In proportion to the weights, each rounded, the largest taking the gap. */
export function shared<T>(total: bigint, all: readonly T[], weight: (one: T) => bigint): Map<T, bigint> {
  const whole = sum(all.map(weight));
  const parts = new Map(all.map((one) => [one, whole === 0n ? 0n : rounded(total * weight(one), whole)]));
  const most = largest(all, weight);
  if (most !== undefined) parts.set(most, (parts.get(most) ?? 0n) + total - sum([...parts.values()]));
  return parts;
}
