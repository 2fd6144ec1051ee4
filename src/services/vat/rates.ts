/**
 * The rates of VAT by their code, those that are legal in a territory, and the lines of the returns that take a base and a
 * tax at a rate (tables/rate-lines.tsv: one family per territory, imports, petroleum, copyright).
 */
import type { Cents } from '../kernel/money.ts';
import { readTable } from '../kernel/package-file.ts';
import { divideRounded, type Ratio, ratio } from '../kernel/ratio.ts';
import type { Territory, VatRate } from './engine/model.ts';

/** Rate by code; `Unknown` and `MultipleRates` are no rate of their own and are not here. */
export const RATES: ReadonlyMap<VatRate, Ratio> = new Map([
  ['_20', ratio(20, 100)],
  ['_13', ratio(13, 100)],
  ['_10', ratio(10, 100)],
  ['_085', ratio(85, 1000)],
  ['_055', ratio(55, 1000)],
  ['_021', ratio(21, 1000)],
  ['_0175', ratio(175, 10000)],
  ['_0105', ratio(105, 10000)],
  ['_009', ratio(9, 1000)],
  ['_0', ratio(0)],
]);

/** Codes that a body may give for a rate. */
export const RATE_CODES: readonly VatRate[] = [...RATES.keys(), 'MultipleRates', 'Unknown'];

export type RateFamily = 'mainland' | 'corsica' | 'overseas' | 'imports' | 'petroleum' | 'withheld';

/** The zones of a rate on the CA3 and, for ordinary sales, on the CA12. */
export interface RateLine {
  readonly base: string;
  readonly tax: string;
  readonly ca12?: { readonly base: string; readonly tax: string } | undefined;
}

const LINES: ReadonlyMap<RateFamily, ReadonlyMap<VatRate, RateLine>> = readLines();

function readLines() {
  const families = new Map<RateFamily, Map<VatRate, RateLine>>();
  const columns = ['family', 'rate', 'base', 'tax', 'ca12Base', 'ca12Tax'] as const;
  for (const row of readTable('src/services/vat/tables/rate-lines.tsv', columns)) {
    const lines = families.get(row.family as RateFamily) ?? new Map<VatRate, RateLine>();
    const ca12 = row.ca12Base === '' ? undefined : { base: row.ca12Base, tax: row.ca12Tax };
    families.set(row.family as RateFamily, lines.set(row.rate, { base: row.base, tax: row.tax, ca12 }));
  }
  return families;
}

const FAMILY_OF: Readonly<Record<Territory, RateFamily>> = {
  Mainland: 'mainland',
  Corsica: 'corsica',
  Overseas: 'overseas',
};

export const familyOf = (territory: Territory): RateFamily => FAMILY_OF[territory];

/** The rate line of a family; undefined when the family has none for the rate. */
export const rateLine = (family: RateFamily, rate: VatRate): RateLine | undefined => LINES.get(family)?.get(rate);

/** The rates that a sale of the territory may bear, `_0` left out. */
export const legalRates = (territory: Territory): VatRate[] => [...(LINES.get(FAMILY_OF[territory])?.keys() ?? [])];

/** The rate of a reverse charge of which nothing says the rate. */
export const normalRate = (territory: Territory): VatRate => (territory === 'Overseas' ? '_085' : '_20');

/** The code of one rate; undefined for `Unknown`, `MultipleRates` and nothing. */
export const singleRate = (rate: VatRate | undefined): VatRate | undefined =>
  rate !== undefined && RATES.has(rate) ? rate : undefined;

/** `base × rate`, half up to the cent. Throws RangeError when the code is no single rate. */
export function taxOf(base: Cents, rate: VatRate): Cents {
  const { numerator, denominator } = fraction(rate);
  return divideRounded(base * numerator, denominator, 'halfUp');
}

/** `tax ÷ rate`, half up to the cent. Throws RangeError when the code is no single rate, or nought. */
export function baseOf(tax: Cents, rate: VatRate): Cents {
  const { numerator, denominator } = fraction(rate);
  return divideRounded(tax * denominator, numerator, 'halfUp');
}

/** The tax held in an amount that includes it: `amount × r ÷ (100 + r)`, half up to the cent. */
export function taxWithin(amount: Cents, rate: VatRate): Cents {
  const { numerator, denominator } = fraction(rate);
  return divideRounded(amount * numerator, denominator + numerator, 'halfUp');
}

function fraction(rate: VatRate): Ratio {
  const found = RATES.get(rate);
  if (!found) throw new RangeError(`${rate} is not a single rate of VAT`);
  return found;
}
