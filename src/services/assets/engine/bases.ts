/** Values of an asset at a date: what it cost net of credit notes and components, and what plans amortize of it. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { AssetFacts, PlanTerms } from './asset-facts.ts';

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0n);

/** Acquisition value − credit notes effective by the date − components split off by the date. */
export function netAcquisitionValue(facts: AssetFacts, date: PlainDate): Cents {
  return facts.acquisitionValue - creditedBy(facts, date) - splitOffBy(facts, date);
}

export const creditedBy = (facts: AssetFacts, date: PlainDate): Cents =>
  sum(facts.creditNotes.filter((note) => note.date <= date).map((note) => note.amount));

export const componentsValue = (facts: AssetFacts): Cents =>
  sum(facts.decomposition?.components.map((component) => component.value) ?? []);

/** Components split off by the date; those without date always are. */
export function splitOffBy({ decomposition, ...facts }: AssetFacts, date: PlainDate): Cents {
  if (!decomposition || (decomposition.date && decomposition.date > date)) return 0n;
  return componentsValue({ ...facts, decomposition });
}

/** Impairments booked by the date, less recoveries. */
export const impairedBy = (facts: AssetFacts, date: PlainDate): Cents =>
  sum(facts.impairments.filter((impairment) => impairment.date <= date).map((impairment) => impairment.amount));

/** PCG 214-4: what the books amortize is cost − residual value. */
export const economicBase = (facts: AssetFacts, terms: PlanTerms): Cents =>
  terms.base ?? facts.acquisitionValue - facts.residualValue;

/** C8: a tax plan of its own amortizes the whole cost. */
export const fiscalBase = (facts: AssetFacts, terms: PlanTerms): Cents => terms.base ?? facts.acquisitionValue;
