/** The two plans of an asset, economic and fiscal, from its facts (rules C5, C7 to C9). */
import { addDays, dayNumber, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, formatAmount, times } from '../../kernel/money.ts';
import { ratio } from '../../kernel/ratio.ts';
import type { AssetFacts, ComponentTerms, PlanTerms } from './asset-facts.ts';
import { componentsValue, economicBase, fiscalBase, netAcquisitionValue } from './bases.ts';
import type { Calendar } from './calendar.ts';
import { legalCoefficient } from './coefficients.ts';
import { assetRuleErrors } from './errors.ts';
import { decliningPlan, linearPlan, NO_HISTORY, type Plan, type PlanEvent, type PlanPair } from './plan.ts';
import { type EventScope, planEvents, type RemainingOf, splitEvent } from './plan-events.ts';
import { productionClock } from './production-clock.ts';
import { runPlan } from './run-plan.ts';
import { smallCents } from './share.ts';

/** The fiscal plan is the economic one, impairments apart, when the asset has no tax plan of its own. */
export interface AssetPlans extends PlanPair {
  /** Whether account 145 carries the difference. */
  readonly derogates: boolean;
}

const BOOKS: EventScope = { revised: true, impaired: true };
const TAX_LIKE_BOOKS: EventScope = { revised: true, impaired: false };
const TAX_ALONE: EventScope = { revised: false, impaired: false };

/** Builds both plans. Throws the errors of terms that cannot make a plan. */
export function makePlans(facts: AssetFacts, calendar: Calendar): AssetPlans {
  const [books, tax] = [booksTerms(facts), taxTerms(facts)];
  if (facts.isAmortizable === false || !books) return flatPlans(facts, calendar);
  const booksBase = facts.method === 'FiscalOnly' ? fiscalBase(facts, books) : economicBase(facts, books);
  const economic = planWithSplit(facts, calendar, { terms: books, base: booksBase, scope: BOOKS });
  // Without a tax plan of its own nor an impairment, both are one plan, posted once.
  if (!tax && facts.impairments.length === 0) return { economic, fiscal: economic, derogates: false };
  const likeBooks = { terms: books, base: booksBase, scope: TAX_LIKE_BOOKS };
  const taxAlone = tax && { terms: tax, base: fiscalBase(facts, tax), scope: TAX_ALONE };
  const fiscal = planWithSplit(facts, calendar, taxAlone ?? likeBooks);
  return { economic, fiscal, derogates: taxAlone !== undefined };
}

/** The terms the books follow; undefined for an asset without plan. */
export const booksTerms = ({ method, economic, fiscal }: AssetFacts): PlanTerms | undefined =>
  method === 'FiscalOnly' ? (fiscal ?? economic) : economic;

/** C9: those of a tax plan of its own, whose difference is booked. */
const taxTerms = ({ method, fiscal }: AssetFacts): PlanTerms | undefined =>
  method === 'FiscalOnly' || method === 'EconomicOnly' ? undefined : fiscal;

/** An asset that is not amortized: plans of nothing, so that every reader finds zeros. */
function flatPlans(facts: AssetFacts, calendar: Calendar): AssetPlans {
  const flat = linearPlan(calendar, { base: 0, start: dayNumber(facts.deploymentDate), months: 12 });
  return { economic: flat, fiscal: flat, derogates: false };
}

/** What a plan is made from: terms, the base that they spread, and the events that concern it. */
interface Outline {
  readonly terms: PlanTerms;
  readonly base: Cents;
  readonly scope: EventScope;
}

function planWithSplit(facts: AssetFacts, calendar: Calendar, outline: Outline): Plan {
  const { decomposition } = facts;
  const undated = decomposition && !decomposition.date ? componentsValue(facts) : 0n;
  const whole = makePlan(facts, calendar, { ...outline, base: outline.base - undated }, []);
  if (!decomposition?.date) return whole;
  const past = decomposition.components.map((component) => pastOf(component, facts, whole, decomposition.date));
  const split = splitEvent(
    facts,
    componentsValue(facts),
    past.reduce((a, b) => a + b, 0n),
  );
  return makePlan(facts, calendar, outline, split);
}

/** C14: amortization a component takes with it = its value − its value × net value of the whole / gross value. */
export function pastOf(component: ComponentTerms, facts: AssetFacts, whole: Plan, date: PlainDate | undefined): Cents {
  return date ? component.value - actualValue(component.value, facts, whole, date) : 0n;
}

/** B8: round(component × net value of the parent the day before / gross value of the parent). */
export function actualValue(value: Cents, facts: AssetFacts, whole: Plan, date: PlainDate): Cents {
  const before = addDays(date, -1);
  const gross = netAcquisitionValue(facts, before);
  const posted = BigInt(runPlan(whole, dayNumber(before)));
  return times(value, ratio(gross - posted, gross), 'halfUp');
}

function makePlan(
  facts: AssetFacts,
  calendar: Calendar,
  { terms, base, scope }: Outline,
  split: readonly PlanEvent[],
): Plan {
  const amount = smallCents(base < 0n ? 0n : base);
  const plain = plainPlan(facts, calendar, terms, amount);
  const events = planEvents(facts, calendar, { remainingOf: remainingOf(plain, terms), ...scope }, split);
  const taken = takeover(terms, base);
  return events.length > 0 || taken ? { ...plain, history: { ...(taken ?? NO_HISTORY), events } } : plain;
}

function plainPlan(facts: AssetFacts, calendar: Calendar, terms: PlanTerms, base: number): Plan {
  const { mode, months, prorata } = terms;
  const start = dayNumber(startDate(facts, terms));
  if (mode === 'UnitsOfProduction') return productionPlan(calendar, terms, base, start);
  const spread = { base: mode === 'NonAmortizable' ? 0 : base, start, months };
  if (mode !== 'Declining') return linearPlan(calendar, spread, prorata);
  const coefficient = terms.coefficient ?? legalCoefficient(months, facts.acquisitionDate);
  if (!coefficient) throw assetRuleErrors.CoefficientMissing({ months });
  const { numerator, denominator } = coefficient;
  return decliningPlan(calendar, spread, { numerator: Number(numerator), denominator: Number(denominator) });
}

function productionPlan(calendar: Calendar, terms: PlanTerms, base: number, start: number): Plan {
  if (!terms.production || terms.production.total <= 0) throw assetRuleErrors.ProductionUnitsMissing();
  const clock = productionClock(calendar, terms.production);
  return { ...linearPlan(calendar, { base, start, months: 0 }), clock, origin: 0, units: terms.production.total };
}

/** C5; a declining plan always counts from the month of acquisition (CGI ann. II art. 23). */
export function startDate(facts: AssetFacts, terms: PlanTerms): PlainDate {
  if (terms.mode === 'Declining' || terms.dateType === 'Acquisition') return facts.acquisitionDate;
  return terms.dateType === 'Custom' ? (terms.effectiveDate ?? facts.deploymentDate) : facts.deploymentDate;
}

/** A plan by units of production is revised by what remains to be produced, and no other by it (PCG 214-14). */
const remainingOf =
  (plan: Plan, terms: PlanTerms): RemainingOf =>
  ({ months, units }) => {
    if (terms.mode !== 'UnitsOfProduction') return units === undefined ? monthsIn(plan, months) : undefined;
    if (months !== undefined) throw assetRuleErrors.DurationRevisionByUnits();
    return units || undefined;
  };

const monthsIn = (plan: Plan, months: number | undefined): number | undefined =>
  months !== undefined && plan.mode === 'Linear' ? months * plan.clock.unitsPerMonth : months;

function takeover({ past }: PlanTerms, base: Cents): { past: number; pastEnd: number } | undefined {
  if (past && past.amount > base)
    throw assetRuleErrors.PastAmortizationExceedsBase({ amount: formatAmount(past.amount), base: formatAmount(base) });
  return past && { past: smallCents(past.amount), pastEnd: dayNumber(past.end) };
}
