/** How the tax-excluded amount and the VAT of lines are spread over rates, from the shares of their entry. */
import { type Cents, magnitude } from '../../kernel/money.ts';
import { type EntryLines, isCustomer, type RoleLine, totalOf } from '../engine/entry-lines.ts';
import type { PeriodShare, RateDistribution, Territory, VatRate } from '../engine/model.ts';
import { largestOf, share, sum } from '../engine/sharing.ts';
import { legalRates, RATE_CODES, RATES, singleRate, taxOf } from '../rates.ts';

const AMOUNTS = [
  'taxExcludedAmount',
  'vatAmount',
  'vatAmountToDeclare',
  'vatAmountDeclared',
  'vatAmountDeferred',
  'priorPeriodTaxExcludedAmount',
  'priorPeriodVatAmount',
] as const;
type Amounts = Readonly<Record<(typeof AMOUNTS)[number], Cents>>;

/** What is at one rate, in the sign of the invoice: negative for a credit note. */
export interface Spread extends Amounts {
  readonly vatRate: VatRate;
}

/** An entry as an accountant checks it: its third party, its operations and its tax, in the sign of its invoices. */
export interface EntryFacts {
  readonly isCustomer: boolean;
  /** An invoice or a credit note, as opposed to a payment. */
  readonly isDocument: boolean;
  readonly taxIncluded: Cents;
  readonly taxExcluded: Cents;
  /** That the lines of tax hold; undefined when the buyer owes it, so that the entry need not hold it. */
  readonly vat: Cents | undefined;
  readonly parties: readonly RoleLine[];
  readonly bases: readonly RoleLine[];
  readonly taxes: readonly RoleLine[];
  /** Kept with their tax, which is due by itself. */
  readonly advances: readonly RoleLine[];
}

/** Magnitude by line: bases, taxes and third parties of an entry have opposite signs. */
export const amountOf = ({ isCustomer }: Pick<EntryFacts, 'isCustomer'>, { net }: Pick<RoleLine, 'net'>): Cents =>
  isCustomer ? -net : net;

/** An expense that nobody bills in its entry and that holds no tax, as of an invoice to come, has no VAT that a rate may set. */
const purchasesOf = (entry: EntryLines, isBilled: boolean): RoleLine[] => [
  ...(isBilled ? entry.of('purchase') : []),
  ...entry.of('reverse'),
  ...entry.of('regularisation'),
];

export function factsOf(entry: EntryLines): EntryFacts {
  const [parties, advances] = [entry.of('thirdParty'), entry.of('advance')];
  const isPaid = parties.length === 0 && !entry.isDocument;
  const sides = isPaid ? advances : parties;
  const largest = sides[largestOf(sides.map(({ net }) => net))];
  const isSale = largest ? isCustomer(largest.rule) : entry.of('sale').length + entry.of('untaxed').length > 0;
  const of = (...places: Parameters<EntryLines['of']>[0][]) => places.flatMap((place) => [...entry.of(place)]);
  const taxes = isSale ? of('collected', 'regularisedTax') : of('deductible', 'regularisedTax');
  const isBilled = sides.length + taxes.length > 0 || entry.isCash;
  const bases = isSale ? of('sale', 'untaxed', 'regularisation') : purchasesOf(entry, isBilled);
  const total = (lines: readonly RoleLine[]) => totalOf(lines, (line) => amountOf({ isCustomer: isSale }, line));
  return {
    isCustomer: isSale,
    isDocument: entry.isDocument,
    taxIncluded: isPaid ? total(advances) : -total([...parties, ...advances]),
    taxExcluded: total(bases),
    vat: entry.of('reverse').length > 0 ? undefined : total(taxes),
    parties,
    bases,
    taxes,
    advances,
  };
}

/** By line: what its shares say; purchases take the tax of their entry, third parties all that it is about. */
export function spreadsOf(
  facts: EntryFacts,
  shares: readonly PeriodShare[],
  territory: Territory,
): ReadonlyMap<number, readonly Spread[]> {
  const byLine = new Map<number, readonly Spread[]>();
  for (const [lineId, own] of sharesByLine(facts, shares)) byLine.set(lineId, merged(own.map(spreadOf)));
  if (!facts.isCustomer) shareTaxes(facts, byLine);
  for (const { line, net } of facts.bases) {
    const own = rated(byLine.get(line.lineId) ?? [], territory);
    byLine.set(line.lineId, line.distributions ? imposed(own, line.distributions) : own);
    if (net === 0n) byLine.delete(line.lineId);
  }
  const whole = merged([...byLine.values()].flat());
  const parts = apportioned(
    whole,
    facts.parties.map(({ net }) => net),
  );
  for (const [place, { line }] of facts.parties.entries()) byLine.set(line.lineId, parts[place] ?? []);
  for (const { line } of facts.advances) byLine.set(line.lineId, merged(ofLine(line.lineId, shares)));
  return byLine;
}

/** The side of the invoice: what a customer owes, what a purchase deducts, or owes where nothing is deducted. */
function sharesByLine(facts: EntryFacts, shares: readonly PeriodShare[]): ReadonlyMap<number, PeriodShare[]> {
  const sides = facts.isCustomer ? ['Due', 'Advance'] : ['Deductible', 'Due'];
  const wanted = facts.isCustomer && !facts.isDocument ? sides : sides.slice(0, 1);
  const byLine = new Map<number, PeriodShare[]>();
  const kept = facts.isDocument ? new Set(facts.advances.map(({ line }) => line.lineId)) : undefined;
  for (const share of shares)
    if (wanted.includes(share.element.side) && !kept?.has(share.element.lineId)) add(byLine, share);
  if (facts.isCustomer) return byLine;
  const deducted = new Set(byLine.keys());
  for (const share of shares)
    if (share.element.side === 'Due' && !deducted.has(share.element.lineId)) add(byLine, share);
  return byLine;
}

const ofLine = (lineId: number, shares: readonly PeriodShare[]): Spread[] =>
  shares.filter(({ element }) => element.lineId === lineId).map(spreadOf);

function add(byLine: Map<number, PeriodShare[]>, share: PeriodShare): void {
  const { lineId } = share.element;
  byLine.set(lineId, [...(byLine.get(lineId) ?? []), share]);
}

const spreadOf = ({ element, toDeclare, declared, deferredTax, prior }: PeriodShare): Spread => ({
  vatRate: element.rate,
  taxExcludedAmount: element.taxExcluded,
  vatAmount: element.tax,
  vatAmountToDeclare: toDeclare.tax,
  vatAmountDeclared: declared.tax,
  vatAmountDeferred: deferredTax,
  priorPeriodTaxExcludedAmount: prior.taxExcluded,
  priorPeriodVatAmount: prior.tax,
});

/** Deductible tax stands on its own lines: purchases of the entry take it in proportion to what they cost. */
function shareTaxes({ bases, taxes }: EntryFacts, byLine: Map<number, readonly Spread[]>): void {
  const purchases = bases.filter(({ rule }) => rule.role === 'purchase');
  if (purchases.length === 0) return;
  const held = merged(taxes.flatMap(({ line }) => byLine.get(line.lineId) ?? []));
  for (const { line } of taxes) byLine.delete(line.lineId);
  const parts = apportioned(
    held,
    purchases.map(({ net }) => net),
  );
  for (const [place, { line }] of purchases.entries()) byLine.set(line.lineId, parts[place] ?? []);
}

/** One for each rate, in the order of the list of rates. */
export function merged(spreads: readonly Spread[]): Spread[] {
  const byRate = new Map<VatRate, Spread>();
  for (const one of spreads) {
    const known = byRate.get(one.vatRate);
    byRate.set(one.vatRate, known ? { ...one, ...amounts((name) => known[name] + one[name]) } : one);
  }
  return [...byRate.values()].sort((a, b) => RATE_CODES.indexOf(a.vatRate) - RATE_CODES.indexOf(b.vatRate));
}

const amounts = (of: (name: keyof Amounts) => Cents): Amounts =>
  Object.fromEntries(AMOUNTS.map((name) => [name, of(name)])) as Record<keyof Amounts, Cents>;

/** What each of several lines takes of the whole. */
function apportioned(whole: readonly Spread[], weights: readonly Cents[]): Spread[][] {
  const parts = whole.map((one) => new Map(AMOUNTS.map((name) => [name, share(one[name], weights)])));
  return weights.map((_, place) =>
    whole.map((one, rate) => ({ ...one, ...amounts((name) => parts[rate]?.get(name)?.[place] ?? 0n) })),
  );
}

const TOLERANCE = 2n; // cents

/** The one legal rate at which the base bears this tax. */
export function fittingRate(base: Cents, tax: Cents, territory: Territory): VatRate | undefined {
  if (base === 0n || tax === 0n) return undefined;
  const fitting = legalRates(territory).filter((rate) => magnitude(taxOf(base, rate) - tax) <= TOLERANCE);
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Deductible tax bears no rate in the return: its base says it. */
const rated = (spreads: readonly Spread[], territory: Territory): Spread[] =>
  spreads.map((one) => {
    if (singleRate(one.vatRate)) return one;
    return { ...one, vatRate: fittingRate(one.taxExcludedAmount, one.vatAmount, territory) ?? one.vatRate };
  });

/** What a person spread; what was declared of it, and when the rest is, follows its tax. */
function imposed(own: readonly Spread[], distributions: readonly RateDistribution[]): Spread[] {
  const taxes = distributions.map(({ tax }) => tax);
  const parts = new Map(AMOUNTS.map((name) => [name, share(sum(own.map((one) => one[name])), taxes)]));
  return distributions.map(({ rate, taxExcluded, tax }, place) => ({
    ...amounts((name) => parts.get(name)?.[place] ?? 0n),
    vatRate: rate,
    taxExcludedAmount: taxExcluded,
    vatAmount: tax,
  }));
}

export const isKnown = ({ vatRate }: Pick<Spread, 'vatRate'>): boolean => RATES.has(vatRate);
