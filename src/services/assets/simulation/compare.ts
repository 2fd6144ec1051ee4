/**
 * `asset simulate --compare`: the same asset under several scenarios, a sale now or later, a linear or a declining tax
 * plan, side by side by exercise and in total.
 */
import { addMonths, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { askedExercises, exerciseOf, isHeld, netValueOf, openBook } from '../engine/asset-book.ts';
import type { AssetFacts, Retirement } from '../engine/asset-facts.ts';
import { coverDays, type Exercise } from '../engine/calendar.ts';
import { legalCoefficient } from '../engine/coefficients.ts';
import { taxableGain } from '../engine/deductions.ts';
import { retirementFrom, type Scenario, type SimulationInput, simulationFacts } from './facts.ts';
import { type AssetStudy, studyAsset } from './study.ts';

export interface ComparedExercise {
  readonly end: PlainDate;
  readonly economicAnnuity: Cents;
  readonly fiscalAnnuity: Cents;
  /** Fiscal annuity less what is not deductible, plus over-amortization. */
  readonly deducted: Cents;
  /** Taxable gain or loss of the exit in this exercise. */
  readonly gainOrLoss: Cents;
  /** Effect on the taxable result: gain − deducted. */
  readonly taxableEffect: Cents;
  readonly cumulatedTaxableEffect: Cents;
}

export interface ComparedScenario {
  readonly name: string;
  readonly mode: string;
  readonly retirementDate: PlainDate | undefined;
  readonly exercises: readonly ComparedExercise[];
  readonly economicNetBookValue: Cents;
  readonly fiscalNetBookValue: Cents;
  readonly gainOrLoss: Cents | undefined;
  readonly shortTermGainOrLoss: Cents | undefined;
  readonly longTermGainOrLoss: Cents | undefined;
  readonly totalDeducted: Cents;
  readonly totalTaxableEffect: Cents;
  /** Total effect less that of the first scenario. */
  readonly differenceWithFirst: Cents;
}

/**
 * Compares the `Scenarios` of the body; without any, linear against declining, each with the sale of the body (if it
 * has one) and with the same sale twelve months later. Throws what a simulation throws.
 */
export function compareScenarios(input: SimulationInput): ComparedScenario[] {
  const facts = simulationFacts(input);
  const scenarios = input.scenarios.length > 0 ? input.scenarios : defaultScenarios(facts);
  return compareFacts(facts, scenarios, input.exercises);
}

/** The same of facts that are known. */
export function compareFacts(
  facts: AssetFacts,
  scenarios: readonly Scenario[],
  asked: readonly Exercise[],
): ComparedScenario[] {
  const cases = scenarios.map((scenario) => ({ scenario, facts: applied(facts, scenario) }));
  const exercises = sharedExercises(cases, asked);
  const compared = cases.map((one) => comparedScenario(one.scenario, studyAsset(one.facts, exercises, [])));
  const first = compared[0]?.totalTaxableEffect ?? 0n;
  return compared.map((one) => ({ ...one, differenceWithFirst: one.totalTaxableEffect - first }));
}

function defaultScenarios(facts: AssetFacts): Scenario[] {
  const sold = facts.retirement?.date;
  const dates = sold ? [sold, addMonths(sold, 12)] : [undefined];
  return dates.flatMap((date) =>
    modesToCompare(facts).map((mode) => ({
      name: [mode, date].filter(Boolean).join(', ') || 'Asset',
      mode,
      retirementDate: date,
    })),
  );
}

/** The plans that the asset may have: declining beside linear where the law lets it (article 39 A of the CGI). */
export const modesToCompare = (facts: AssetFacts): readonly (Scenario['mode'] | undefined)[] =>
  canDecline(facts) ? ['Linear', 'Declining'] : [undefined];

/** Declining is compared when the asset has a coefficient or the law has one for its duration. */
function canDecline({ economic, fiscal, acquisitionDate }: AssetFacts): boolean {
  const terms = fiscal ?? economic;
  return Boolean(terms && (terms.coefficient ?? legalCoefficient(terms.months, acquisitionDate)));
}

/** What a scenario changes of the asset. */
const applied = (facts: AssetFacts, scenario: Scenario): AssetFacts => ({
  ...facts,
  ...withMode(facts, scenario),
  retirement: withSale(facts.retirement, scenario),
});

/** The mode is that of the tax plan: the books keep theirs, and account 145 takes the difference. */
function withMode(facts: AssetFacts, { mode, coefficient }: Scenario): Partial<AssetFacts> {
  const { method, economic, fiscal } = facts;
  const terms = fiscal ?? (economic && { ...economic, base: undefined, past: undefined });
  if (!mode || !terms || (mode === 'Linear' && !fiscal)) return {};
  return {
    method: method === 'FiscalOnly' ? method : 'EconomicAndFiscal',
    fiscal: { ...terms, mode, coefficient: coefficient ?? terms.coefficient },
  };
}

function withSale(sold: Retirement | undefined, { retirementDate, saleAmount }: Scenario): Retirement | undefined {
  const date = retirementDate ?? sold?.date;
  if (!date) return undefined;
  return { ...(sold ?? retirementFrom({ type: 'Sale', date })), date, amount: saleAmount ?? sold?.amount };
}

/** Every case is read over the same exercises: those asked for or civil years, to the latest end of a plan or exit. */
function sharedExercises(cases: readonly { readonly facts: AssetFacts }[], asked: readonly Exercise[]): Exercise[] {
  const books = cases.map(({ facts }) => openBook(facts, asked, []));
  const ends = books.map((book) => exerciseOf(book, Math.max(book.last, book.exit ?? 0)).end);
  const last = ends.reduce((a, b) => (a > b ? a : b));
  const [first] = books.map((book) => exerciseOf(book, book.first));
  return first ? coverDays(asked.length > 0 ? asked : [first], first.start, last) : [];
}

function comparedScenario({ name, mode }: Scenario, study: AssetStudy): Omit<ComparedScenario, 'differenceWithFirst'> {
  const { book, retirement } = study;
  const exercises = comparedExercises(study);
  const isKept = isHeld(book, book.last) && !retirement;
  return {
    name,
    mode: mode ?? (book.facts.fiscal ?? book.facts.economic)?.mode ?? 'NonAmortizable',
    retirementDate: retirement?.retirement.date,
    exercises,
    economicNetBookValue: isKept ? netValueOf(book, 'economic', book.last) : 0n,
    fiscalNetBookValue: isKept ? netValueOf(book, 'fiscal', book.last) : 0n,
    gainOrLoss: retirement?.total,
    shortTermGainOrLoss: retirement?.shortTerm,
    longTermGainOrLoss: retirement?.longTerm,
    totalDeducted: exercises.reduce((total, { deducted }) => total + deducted, 0n),
    totalTaxableEffect: exercises.at(-1)?.cumulatedTaxableEffect ?? 0n,
  };
}

function comparedExercises({ book, deductions, overAmortization, retirement }: AssetStudy): ComparedExercise[] {
  let cumulated = 0n;
  return askedExercises(book).map((index, position) => {
    const fiscal = book.fiscal.annuity(index);
    const deducted = (deductions[position]?.deductible ?? fiscal) + (overAmortization[position]?.annuity ?? 0n);
    const gain = index === book.exit && retirement ? taxableGain(retirement.total, book.facts.privatePortion) : 0n;
    cumulated += gain - deducted;
    return {
      end: exerciseOf(book, index).end,
      economicAnnuity: book.economic.annuity(index),
      fiscalAnnuity: fiscal,
      deducted,
      gainOrLoss: gain,
      taxableEffect: gain - deducted,
      cumulatedTaxableEffect: cumulated,
    };
  });
}
