/** The sale lines of an entry by rate, and the tax lines that belong to each group. */
import { type Cents, magnitude } from '../../kernel/money.ts';
import { legalRates, RATES, taxOf } from '../rates.ts';
import { credited, type EntryLines, type RoleLine, totalOf } from './entry-lines.ts';
import type { RateDistribution, Territory, VatRate } from './model.ts';
import { crossShare, largestOf, sum, withGap } from './sharing.ts';

/** What the body says of a line at one rate. */
export interface Distributed {
  readonly source: RoleLine;
  readonly distribution: RateDistribution;
}

/** Tax that a line of a tax account holds for a group. */
interface Part {
  readonly source: RoleLine;
  readonly amount: Cents;
}

export interface SaleGroup {
  readonly rate: VatRate;
  readonly lines: RoleLine[];
  readonly distributed: Distributed[];
  readonly parts: Part[];
}

export interface SaleGroups {
  readonly groups: readonly SaleGroup[];
  /** Lines whose rate is unknown. */
  readonly unrated: readonly RoleLine[];
}

export const baseOfGroup = ({ lines }: { readonly lines: readonly RoleLine[] }): Cents => totalOf(lines, credited);

export const distributedTax = ({ distributed }: SaleGroup): Cents =>
  sum(distributed.map(({ distribution }) => distribution.tax));

export function saleGroups(entry: EntryLines, territory: Territory): SaleGroups {
  const taxes = entry.of('collected');
  const only = onlyGroup(entry.of('sale'), taxes);
  if (only) return { groups: [only], unrated: [] };
  const unrated: RoleLine[] = [];
  const groups = new Map<VatRate, SaleGroup>();
  for (const source of entry.of('sale')) {
    const { distributions } = source.line;
    if (distributions?.length) distribute(groups, source, distributions);
    else if (source.rule.rate === undefined) unrated.push(source);
    else groupOf(groups, source.rule.rate).lines.push(source);
  }
  const rate = unrated.length === 0 ? undefined : rateOfRest(unrated, groups, { taxes, territory });
  if (rate !== undefined) groupOf(groups, rate).lines.push(...unrated);
  assign(groups, taxes);
  return { groups: [...groups.values()], unrated: rate === undefined ? unrated : [] };
}

/** Most entries sell at one rate: all their tax is of it. The same as below, for a fraction of the work. */
function onlyGroup(sales: readonly RoleLine[], taxes: readonly RoleLine[]): SaleGroup | undefined {
  const rate = sales[0]?.rule.rate;
  if (rate === undefined) return undefined;
  for (const { line, rule } of sales) if (rule.rate !== rate || line.distributions?.length) return undefined;
  const parts: Part[] = [];
  for (const source of taxes) if (source.rule.rate === rate) parts.push({ source, amount: credited(source) });
  for (const source of taxes) if (source.rule.rate !== rate) parts.push({ source, amount: credited(source) });
  return { rate, lines: [...sales], distributed: [], parts };
}

function groupOf(groups: Map<VatRate, SaleGroup>, rate: VatRate): SaleGroup {
  const found = groups.get(rate) ?? { rate, lines: [], distributed: [], parts: [] };
  groups.set(rate, found);
  return found;
}

/** Two distributions of a line at one rate are one. */
function distribute(groups: Map<VatRate, SaleGroup>, source: RoleLine, all: readonly RateDistribution[]): void {
  const byRate = new Map<VatRate, RateDistribution>();
  for (const { rate, taxExcluded, tax } of all) {
    const other = byRate.get(rate);
    byRate.set(rate, {
      rate,
      taxExcluded: taxExcluded + (other?.taxExcluded ?? 0n),
      tax: tax + (other?.tax ?? 0n),
    });
  }
  for (const distribution of byRate.values())
    groupOf(groups, distribution.rate).distributed.push({ source, distribution });
}

interface Rest {
  readonly taxes: readonly RoleLine[];
  readonly territory: Territory;
}

/** The rate of lines that have none: that of the only tax line, else the one legal rate that fits the tax left to explain. */
function rateOfRest(lines: readonly RoleLine[], groups: Map<VatRate, SaleGroup>, rest: Rest): VatRate | undefined {
  const [only, ...others] = rest.taxes;
  if (only?.rule.rate !== undefined && others.length === 0) return only.rule.rate;
  const base = baseOfGroup({ lines });
  const left = totalOf(rest.taxes, credited) - explained(groups, rest.taxes);
  const fitting = legalRates(rest.territory).filter((rate) => fits(base, rate, left));
  return fitting.length === 1 ? fitting[0] : undefined;
}

const TOLERANCE = 2n; // cents

function fits(base: Cents, rate: VatRate, tax: Cents): boolean {
  const { numerator, denominator } = RATES.get(rate) ?? { numerator: 0n, denominator: 1n };
  return magnitude(base * numerator - tax * denominator) <= TOLERANCE * denominator;
}

/** The tax of the groups that have a rate: their own tax lines, else what their bases bear. */
function explained(groups: Map<VatRate, SaleGroup>, taxes: readonly RoleLine[]): Cents {
  return sum(
    [...groups.values()].map((group) => {
      const own = taxes.filter(({ rule }) => rule.rate === group.rate);
      return own.length > 0 ? totalOf(own, credited) : expectedTax(group);
    }),
  );
}

const expectedTax = (group: SaleGroup): Cents =>
  distributedTax(group) + (group.lines.length === 0 ? 0n : taxOf(baseOfGroup(group), group.rate));

function assign(groups: Map<VatRate, SaleGroup>, taxes: readonly RoleLine[]): void {
  const pool: RoleLine[] = [];
  for (const source of taxes) {
    const group = source.rule.rate === undefined ? undefined : groups.get(source.rule.rate);
    if (group) group.parts.push({ source, amount: credited(source) });
    else pool.push(source);
  }
  if (pool.length > 0) assignPool([...groups.values()], pool);
}

/** To the groups without a tax line of their own, each what it bears, the largest base taking the rest; else to the largest. */
function assignPool(groups: readonly SaleGroup[], pool: readonly RoleLine[]): void {
  const waiting = groups.filter(({ parts }) => parts.length === 0);
  const total = totalOf(pool, credited);
  const takers = waiting.length > 0 ? waiting : largestGroup(groups);
  const taxes = waiting.length > 0 ? waitingTaxes(waiting, total) : takers.map(() => total);
  const shares = crossShare(pool.map(credited), taxes);
  for (const [place, group] of takers.entries())
    for (const [column, source] of pool.entries()) group.parts.push({ source, amount: shares[place]?.[column] ?? 0n });
}

/** Groups of distributions alone have what these say. */
function waitingTaxes(waiting: readonly SaleGroup[], total: Cents): Cents[] {
  if (waiting.length === 1 && waiting[0]?.lines.length !== 0) return [total];
  const taxes = waiting.map(expectedTax);
  const free = waiting.filter(({ lines }) => lines.length > 0);
  const largest = largestGroup(free)[0];
  return largest ? withGap(total, taxes, waiting.indexOf(largest)) : taxes;
}

const largestGroup = (groups: readonly SaleGroup[]): readonly SaleGroup[] => {
  const place = largestOf(groups.map(baseOfGroup));
  return groups.slice(place, place + 1);
};
