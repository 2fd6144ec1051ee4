/** Values of an asset at a date: what it cost net of credit notes and components, and what plans amortize of it. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { AssetFacts, PlanTerms } from './asset-facts.ts';

/** Amounts of what happened by a date, in all: most assets have none, and registers ask by the million. */
function sumBy(events: readonly { readonly date: PlainDate; readonly amount: Cents }[], date: PlainDate): Cents {
  if (events.length === 0) return 0n;
  let total = 0n;
  for (const event of events) if (event.date <= date) total += event.amount;
  return total;
}

/** Acquisition value − credit notes effective by the date − components split off by the date. */
export function netAcquisitionValue(facts: AssetFacts, date: PlainDate): Cents {
  return facts.acquisitionValue - creditedBy(facts, date) - splitOffBy(facts, date);
}

export const creditedBy = (facts: AssetFacts, date: PlainDate): Cents => sumBy(facts.creditNotes, date);

export const componentsValue = ({ decomposition }: Pick<AssetFacts, 'decomposition'>): Cents =>
  decomposition?.components.reduce((total, { value }) => total + value, 0n) ?? 0n;

/** Components split off by the date; those without date always are. */
export function splitOffBy({ decomposition }: AssetFacts, date: PlainDate): Cents {
  if (!decomposition || (decomposition.date && decomposition.date > date)) return 0n;
  return componentsValue({ decomposition });
}

/** Impairments booked by the date, less recoveries. */
export const impairedBy = (facts: AssetFacts, date: PlainDate): Cents => sumBy(facts.impairments, date);

/** PCG 214-4: what the books amortize is cost − residual value. */
export const economicBase = (facts: AssetFacts, terms: PlanTerms): Cents =>
  terms.base ?? facts.acquisitionValue - facts.residualValue;

/** C8: a tax plan of its own amortizes the whole cost. */
export const fiscalBase = (facts: AssetFacts, terms: PlanTerms): Cents => terms.base ?? facts.acquisitionValue;
