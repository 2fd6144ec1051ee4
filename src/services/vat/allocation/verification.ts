/** Whether the amounts of an entry are wholly spread over rates, and how they could be. */
import type { Labels } from '../../kernel/errors.ts';
import { type Cents, formatAmount, magnitude } from '../../kernel/money.ts';
import type { Territory, VatRate } from '../engine/model.ts';
import { largestOf, sum } from '../engine/sharing.ts';
import { baseOf, singleRate, taxOf } from '../rates.ts';
import { amountOf, type EntryFacts, fittingRate, isKnown, merged, type Spread } from './spread.ts';

export type Suggestion = Pick<Spread, 'vatRate' | 'taxExcludedAmount' | 'vatAmount'>;

export interface Verification {
  readonly taxIncludedAmount: Cents;
  /** What the rates do not cover. */
  readonly taxExcludedToAllocate: Cents;
  readonly vatToAllocate: Cents;
  readonly suggestedDistributions: readonly Suggestion[];
  readonly consistencyCheck: {
    /** Nothing is left to spread. */
    readonly canBeValidated: boolean;
    /** The figures agree with each other. */
    readonly isValid: boolean;
    readonly errors: readonly Labels[];
  };
}

const TOLERANCE = 2n; // cents

export function verified(
  facts: EntryFacts,
  byLine: ReadonlyMap<number, readonly Spread[]>,
  territory: Territory,
): Verification {
  const spreads = merged([...facts.bases, ...facts.taxes].flatMap(({ line }) => byLine.get(line.lineId) ?? []));
  const known = spreads.filter(isKnown);
  const vat = facts.vat ?? sum(spreads.map(({ vatAmount }) => vatAmount));
  const isAsked = facts.isDocument;
  const open = isAsked ? facts.taxExcluded - sum(known.map((one) => one.taxExcludedAmount)) : 0n;
  const taxExcludedToAllocate = open + withoutRate(facts, byLine);
  const vatToAllocate = isAsked ? vat - sum(known.map(({ vatAmount }) => vatAmount)) : 0n;
  const isWhole = taxExcludedToAllocate === 0n && vatToAllocate === 0n;
  const errors = isAsked || !isWhole ? errorsOf(facts, known, { taxExcludedToAllocate, vatToAllocate }) : [];
  return {
    taxIncludedAmount: facts.taxIncluded,
    taxExcludedToAllocate,
    vatToAllocate,
    suggestedDistributions: isAsked ? suggested(facts, vat, territory) : [],
    consistencyCheck: { canBeValidated: isWhole, isValid: errors.length === 0, errors },
  };
}

/** An advance without rate is wholly to allocate: its tax is within it. */
const withoutRate = (facts: EntryFacts, byLine: ReadonlyMap<number, readonly Spread[]>): Cents =>
  sum(
    facts.advances
      .filter(({ line }) => (byLine.get(line.lineId) ?? []).length === 0 && line.isDeclared !== true)
      .map((line) => amountOf(facts, line)),
  );

/** By the tax accounts of the entry: the base that each rate needs, then what is left at the one rate that fits it. */
function suggested(facts: EntryFacts, vat: Cents, territory: Territory): Suggestion[] {
  const found = new Map<VatRate, Cents>();
  for (const line of facts.taxes) {
    const rate = singleRate(line.rule.rate);
    if (rate && rate !== '_0') found.set(rate, (found.get(rate) ?? 0n) + amountOf(facts, line));
  }
  const all = [...found].map(([vatRate, vatAmount]) => ({
    vatRate,
    taxExcludedAmount: baseOf(vatAmount, vatRate),
    vatAmount,
  }));
  return completed(all, facts, { vat, territory });
}

function completed(
  all: readonly Suggestion[],
  facts: EntryFacts,
  { vat, territory }: { readonly vat: Cents; readonly territory: Territory },
): Suggestion[] {
  const base = facts.taxExcluded - sum(all.map((one) => one.taxExcludedAmount));
  const tax = vat - sum(all.map(({ vatAmount }) => vatAmount));
  if (tax === 0n && magnitude(base) <= TOLERANCE) return withGap(all, base);
  const rate = tax === 0n ? '_0' : fittingRate(base, tax, territory);
  if (rate === undefined) return withSingle(facts, vat, territory) ?? [...all];
  return [...all, { vatRate: rate, taxExcludedAmount: base, vatAmount: tax }];
}

/** The whole entry at one rate, whatever its tax accounts are called. */
function withSingle({ taxExcluded }: EntryFacts, vat: Cents, territory: Territory): Suggestion[] | undefined {
  const vatRate = fittingRate(taxExcluded, vat, territory);
  return vatRate === undefined ? undefined : [{ vatRate, taxExcludedAmount: taxExcluded, vatAmount: vat }];
}

/** Rounding: the largest takes it. */
function withGap(all: readonly Suggestion[], gap: Cents): Suggestion[] {
  const largest = largestOf(all.map((one) => one.taxExcludedAmount));
  return all.map((one, place) =>
    place === largest ? { ...one, taxExcludedAmount: one.taxExcludedAmount + gap } : one,
  );
}

interface Left {
  readonly taxExcludedToAllocate: Cents;
  readonly vatToAllocate: Cents;
}

function errorsOf(facts: EntryFacts, known: readonly Spread[], left: Left): Labels[] {
  const errors: Labels[] = [];
  const { taxExcludedToAllocate, vatToAllocate } = left;
  if (taxExcludedToAllocate !== 0n) errors.push(LEFT.base(formatAmount(taxExcludedToAllocate)));
  if (vatToAllocate !== 0n) errors.push(LEFT.tax(formatAmount(vatToAllocate)));
  const gap = facts.vat === undefined ? 0n : facts.taxIncluded - facts.taxExcluded - facts.vat;
  if (facts.parties.length > 0 && gap !== 0n) errors.push(LEFT.total(formatAmount(gap)));
  for (const { vatRate, taxExcludedAmount, vatAmount } of known) {
    const expected = taxOf(taxExcludedAmount, vatRate);
    if (magnitude(expected - vatAmount) > TOLERANCE)
      errors.push(LEFT.rate(vatRate, formatAmount(expected), formatAmount(vatAmount)));
  }
  return errors;
}

const LEFT = {
  base: (amount: string): Labels => ({
    en: `${amount} excluding tax is at no rate`,
    fr: `${amount} hors taxe n’est à aucun taux`,
  }),
  tax: (amount: string): Labels => ({
    en: `${amount} of VAT is at no rate`,
    fr: `${amount} de TVA n’est à aucun taux`,
  }),
  total: (amount: string): Labels => ({
    en: `the total differs by ${amount} from its operations and their VAT`,
    fr: `le total diffère de ${amount} de ses opérations et de leur TVA`,
  }),
  rate: (rate: VatRate, expected: string, amount: string): Labels => ({
    en: `at ${rate}, ${expected} of VAT is expected and ${amount} is there`,
    fr: `à ${rate}, ${expected} de TVA est attendu et ${amount} s’y trouve`,
  }),
};

/** Whether the tax at each rate is the exact one, to the cent that rounding may move. */
export const isAdjusted = (spreads: readonly Spread[]): boolean =>
  spreads.filter(isKnown).some(({ vatRate, taxExcludedAmount, vatAmount }) => {
    const gap = magnitude(taxOf(taxExcludedAmount, vatRate) - vatAmount);
    return gap > 0n && gap <= TOLERANCE;
  });
