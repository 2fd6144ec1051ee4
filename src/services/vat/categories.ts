/** The categories of VAT (tables/categories.tsv): what an operation is, the boxes that it feeds and the rates it bears. */
import { readTable } from '../kernel/package-file.ts';
import type { Territory, VatCategory, VatRate } from './engine/model.ts';
import { familyOf, RATES, type RateFamily, type RateLine, rateLine } from './rates.ts';

/**
 * sale: taxed operations of the taxpayer. due: tax of a purchase that its buyer owes, due side alone. reverse: both sides
 * of such a purchase. result: boxes carried or typed, never computed from lines. none: outside the return.
 */
export type CategorySide = 'sale' | 'untaxed' | 'due' | 'reverse' | 'deductible' | 'regularisation' | 'result' | 'none';

export interface Category {
  readonly code: VatCategory;
  readonly label: { readonly fr: string; readonly en: string };
  readonly side: CategorySide;
  /** The box of the operation on the CA3, such as `CA`. */
  readonly operationZone?: string | undefined;
  /** `folder`: the territory of the folder; `metropolitan`: likewise, and no rate overseas. */
  readonly rateFamily?: RateFamily | 'folder' | 'metropolitan' | undefined;
  /** `any` for tax that is deducted whatever its rate. */
  readonly rates: 'any' | readonly VatRate[];
  /** The boxes that take the deductible tax, in the order debit, credit when there are two. */
  readonly deductibleZones: readonly string[];
  /** The box that repeats the tax (GJ, GK, HF, HH). */
  readonly ofWhichZone?: string | undefined;
  /** On the CA12: a base and a tax, a base alone for untaxed operations, or the line of the rate. */
  readonly ca12?: { readonly base: string; readonly tax?: string | undefined } | 'by rate' | undefined;
}

const COLUMNS = [
  'code',
  'fr',
  'en',
  'side',
  'operationZone',
  'rateFamily',
  'rates',
  'deductibleZone',
  'ofWhichZone',
  'ca12',
] as const;

/** Category by code, in the order of the table. */
export const CATEGORIES: ReadonlyMap<VatCategory, Category> = new Map(
  readTable('src/services/vat/tables/categories.tsv', COLUMNS).map((row) => [
    row.code,
    {
      code: row.code,
      label: { fr: row.fr, en: row.en },
      side: row.side as CategorySide,
      operationZone: row.operationZone || undefined,
      rateFamily: (row.rateFamily as Category['rateFamily'] | '') || undefined,
      rates: row.rates === 'any' ? 'any' : words(row.rates),
      deductibleZones: words(row.deductibleZone),
      ofWhichZone: row.ofWhichZone || undefined,
      ca12: ca12Of(row.ca12),
    },
  ]),
);

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

function ca12Of(text: string): Category['ca12'] {
  if (text === '' || text === 'by rate') return text || undefined;
  const [base = '', tax] = text.split('/');
  return { base, tax };
}

/** Throws RangeError when the code is unknown: bodies are checked before. */
export function categoryOf(code: VatCategory): Category {
  const category = CATEGORIES.get(code);
  if (!category) throw new RangeError(`${code} is not a category of VAT`);
  return category;
}

/** The rate line that an element of the category feeds; undefined is an invalid combination. */
export function rateLineOf(category: Category, rate: VatRate, territory: Territory): RateLine | undefined {
  if (category.rates !== 'any' && !category.rates.includes(rate)) return undefined;
  const family = familyFor(category, territory);
  return family && rateLine(family, rate);
}

function familyFor({ rateFamily }: Category, territory: Territory): RateFamily | undefined {
  if (rateFamily === 'metropolitan') return territory === 'Overseas' ? undefined : familyOf(territory);
  return rateFamily === 'folder' ? familyOf(territory) : rateFamily;
}

/** Whether an account of the category may be configured with the rate: `Unknown` and `MultipleRates` go with any. */
export function bears(category: Category, rate: VatRate, territory: Territory): boolean {
  if (!RATES.has(rate) || category.rates === 'any') return true;
  return category.side === 'untaxed' ? rate === '_0' : rateLineOf(category, rate, territory) !== undefined;
}
