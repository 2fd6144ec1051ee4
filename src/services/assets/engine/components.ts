/** Decomposition of an asset into components (rule C14, B5 to B8). */
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, formatAmount, times } from '../../kernel/money.ts';
import { compare, ratio } from '../../kernel/ratio.ts';
import { type AssetBook, exerciseOf, openBook } from './asset-book.ts';
import type { AssetFacts, ComponentTerms, Decomposition, PlanTerms } from './asset-facts.ts';
import { actualValue, makePlans } from './asset-plans.ts';
import { componentsValue, netAcquisitionValue } from './bases.ts';
import type { Exercise } from './calendar.ts';
import { legalCoefficient } from './coefficients.ts';
import { assetRuleErrors } from './errors.ts';
import type { PlanPair } from './plan.ts';
import { PlanBook } from './plan-book.ts';

export interface ComponentResult {
  readonly component: ComponentTerms;
  /** Net value it takes over, and the amortization that goes with it. */
  readonly actualValue: Cents;
  readonly pastAmortization: Cents;
  /** Undated: amortization of its own plan less what the whole had posted for it, at the opening under way. */
  readonly difference: Cents;
  /**
   * What its account takes over from that of the whole. Undated: its share of what was posted before the first exercise
   * asked for; the entries of the exercises since then are its own already.
   */
  readonly takenOver: Cents;
  /** Gross value and amortization of the whole from which its share comes. */
  readonly whole: { readonly gross: Cents; readonly posted: Cents };
  readonly isDated: boolean;
  /** First day of its own life. */
  readonly from: PlainDate;
  readonly book: AssetBook;
}

/** Refuses components that leave nothing to the asset, a component of nothing, and a date outside its life. */
export function checkDecomposition(facts: AssetFacts): void {
  const { decomposition, deploymentDate, retirement } = facts;
  if (!decomposition) return;
  const empty = decomposition.components.find(({ value }) => value <= 0n);
  if (empty) throw assetRuleErrors.ComponentWithoutValue({ label: empty.label });
  checkValues(facts, decomposition);
  const { date } = decomposition;
  if (date && date < deploymentDate)
    throw assetRuleErrors.DecompositionBeforeDeployment({ date, deployment: deploymentDate });
  if (date && retirement && date > retirement.date)
    throw assetRuleErrors.DecompositionAfterRetirement({ date, retirement: retirement.date });
}

function checkValues(facts: AssetFacts, { date, updatedValue }: Decomposition): void {
  const components = componentsValue(facts);
  const whole = netAcquisitionValue({ ...facts, decomposition: undefined }, date ?? facts.acquisitionDate);
  const amounts = { components: formatAmount(components), parent: formatAmount(whole) };
  if (components >= whole) throw assetRuleErrors.ComponentsExceedParent(amounts);
  if (updatedValue !== undefined && updatedValue + components !== whole)
    throw assetRuleErrors.ComponentsDoNotSumToParent({ ...amounts, updated: formatAmount(updatedValue) });
}

/** The components of an asset with their own plans, over the exercises asked for. */
export function componentResults(book: AssetBook, exercises: readonly Exercise[]): ComponentResult[] {
  const { decomposition } = book.facts;
  if (!decomposition) return [];
  const whole = makePlans({ ...book.facts, decomposition: undefined }, book.calendar);
  const parent = { book, whole, exercises };
  return decomposition.components.map((component) =>
    decomposition.date
      ? datedComponent(parent, component, decomposition.date)
      : undatedComponent(parent, component, decomposition),
  );
}

/** What is decomposed: its book, its plans as if it were not, over the exercises asked for. */
interface Parent {
  readonly book: AssetBook;
  readonly whole: PlanPair;
  readonly exercises: readonly Exercise[];
}

/** Dated: the component takes over its share of the posted amounts and starts its own duration on the date. */
function datedComponent(
  { book: { facts }, whole, exercises }: Parent,
  component: ComponentTerms,
  date: PlainDate,
): ComponentResult {
  const end = addDays(date, -1);
  const actual = actualValue(component.value, facts, whole.economic, date);
  const fiscalActual = actualValue(component.value, facts, whole.fiscal, date);
  const own = (terms: PlanTerms, net: Cents): PlanTerms => ({
    ...componentTerms(terms, component),
    mode: terms.mode === 'NonAmortizable' ? 'NonAmortizable' : 'Linear',
    dateType: 'Custom',
    effectiveDate: date,
    past: { amount: component.value - net, end },
  });
  const terms = {
    economic: facts.economic && own(facts.economic, actual),
    fiscal: facts.fiscal && own(facts.fiscal, fiscalActual),
  };
  const book = openBook({ ...componentFacts(facts, component), ...terms }, exercises, []);
  return {
    component,
    actualValue: actual,
    pastAmortization: component.value - actual,
    difference: 0n,
    takenOver: component.value - actual,
    whole: {
      gross: netAcquisitionValue({ ...facts, decomposition: undefined }, end),
      posted: new PlanBook(whole.economic, undefined).at(end),
    },
    isDated: true,
    from: date,
    book,
  };
}

/** Undated: the component lives on the parent's dates with its own duration, as if from the origin. */
function undatedComponent(
  { book: parent, whole, exercises }: Parent,
  component: ComponentTerms,
  decomposition: Decomposition,
): ComponentResult {
  const { facts, first } = parent;
  const terms = {
    economic: facts.economic && termsFromOrigin(facts.economic, component, facts.acquisitionDate),
    fiscal: facts.fiscal && termsFromOrigin(facts.fiscal, component, facts.acquisitionDate),
  };
  const book = openBook({ ...componentFacts(facts, component), ...terms }, exercises, []);
  const asked = exerciseOf(parent, first).start;
  const opening = decomposition.exerciseStart ?? asked;
  const closed = addDays(opening, -1);
  const planOfWhole = new PlanBook(whole.economic, undefined);
  const posted = planOfWhole.at(closed);
  const share = (amount: Cents) => times(component.value, ratio(amount, facts.acquisitionValue), 'halfUp');
  const own = book.economic.at(closed);
  return {
    component,
    actualValue: component.value - own,
    pastAmortization: own,
    difference: own - share(posted),
    takenOver: share(planOfWhole.at(addDays(asked < opening ? asked : opening, -1))),
    whole: { gross: facts.acquisitionValue, posted },
    isDated: false,
    from: facts.acquisitionDate,
    book,
  };
}

/** Events and adjustments of the parent are not the component's. */
const componentTerms = (terms: PlanTerms, component: ComponentTerms): PlanTerms => ({
  ...terms,
  months: component.months,
  base: undefined,
  past: undefined,
});

/** CGI 39 A: the coefficient goes with the duration, and there is none under three years. One that a person chose stays. */
function termsFromOrigin(terms: PlanTerms, component: ComponentTerms, acquired: PlainDate): PlanTerms {
  const own = componentTerms(terms, component);
  if (terms.mode !== 'Declining') return own;
  if (!legalCoefficient(own.months, acquired)) return { ...own, mode: 'Linear', coefficient: undefined };
  const [given, usual] = [terms.coefficient, legalCoefficient(terms.months, acquired)];
  return given && usual && compare(given, usual) === 0 ? { ...own, coefficient: undefined } : own;
}

const componentFacts = (facts: AssetFacts, component: ComponentTerms): AssetFacts => ({
  ...facts,
  acquisitionValue: component.value,
  residualValue: 0n,
  deductibleVat: 0n,
  nonDeductibleVat: 0n,
  amountIncludingTax: component.value,
  acquisitionMethod: 'TransferBetweenAccounts',
  account: component.account ?? facts.account,
  creditNotes: [],
  revisions: [],
  impairments: [],
  transfers: [],
  grants: [],
  decomposition: undefined,
  vehicle: undefined,
  retirement: undefined,
  overAmortization: undefined,
  deductibilityLimit: undefined,
  privatePortion: undefined,
  octies151: undefined,
});
