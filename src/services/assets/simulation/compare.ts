/**
 * `asset simulate --compare`: the same asset under several scenarios, a sale now or later, a linear or a declining tax
 * plan, side by side by exercise and in total.
 */
import { addMonths, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, formatAmount as text } from '../../kernel/money.ts';
import { ratio } from '../../kernel/ratio.ts';
import { askedExercises, exerciseOf, isHeld, netValueOf, openBook } from '../engine/asset-book.ts';
import type { AssetFacts, Retirement } from '../engine/asset-facts.ts';
import { coverDays, type Exercise } from '../engine/calendar.ts';
import { legalCoefficient } from '../engine/coefficients.ts';
import { taxableGain } from '../engine/deductions.ts';
import { simulationFacts } from './facts.ts';
import type { AmountText } from './result.ts';
import type { SimulationInput } from './schema.ts';
import { type AssetStudy, studyAsset } from './study.ts';

type Scenario = SimulationInput['Scenarios'][number];

export interface ComparedExercise {
  readonly End: PlainDate;
  readonly EconomicAnnuity: AmountText;
  readonly FiscalAnnuity: AmountText;
  /** Fiscal annuity less what is not deductible, plus over-amortization. */
  readonly Deducted: AmountText;
  /** Taxable gain or loss of the exit in this exercise. */
  readonly GainOrLoss: AmountText;
  /** Effect on the taxable result: gain − deducted. */
  readonly TaxableEffect: AmountText;
  readonly CumulatedTaxableEffect: AmountText;
}

export interface ComparedScenario {
  readonly Name: string;
  readonly Mode: string;
  readonly RetirementDate: PlainDate | null;
  readonly Exercises: readonly ComparedExercise[];
  readonly EconomicNetBookValue: AmountText;
  readonly FiscalNetBookValue: AmountText;
  readonly GainOrLossAmount: AmountText | null;
  readonly ShortTermGainOrLossAmount: AmountText | null;
  readonly LongTermGainOrLossAmount: AmountText | null;
  readonly TotalDeducted: AmountText;
  readonly TotalTaxableEffect: AmountText;
  /** Total effect less that of the first scenario. */
  readonly DifferenceWithFirst: AmountText;
}

/**
 * Compares the `Scenarios` of the body; without any, linear against declining, each with the sale of the body (if it
 * has one) and with the same sale twelve months later. Throws what a simulation throws.
 */
export function compareParsed(input: SimulationInput): ComparedScenario[] {
  const facts = simulationFacts(input);
  const scenarios = input.Scenarios.length > 0 ? input.Scenarios : defaultScenarios(facts);
  const cases = scenarios.map((scenario) => ({ scenario, facts: applied(facts, scenario) }));
  const exercises = sharedExercises(cases, input.Exercises.map(exerciseFrom));
  const compared = cases.map((one) => comparedScenario(one.scenario, studyAsset(one.facts, exercises, [])));
  const first = compared[0]?.total ?? 0n;
  return compared.map(({ total, lines }) => ({ ...lines, DifferenceWithFirst: text(total - first) }));
}

function defaultScenarios(facts: AssetFacts): Scenario[] {
  const sold = facts.retirement?.date;
  const dates = sold ? [sold, addMonths(sold, 12)] : [undefined];
  const modes = canDecline(facts) ? (['Linear', 'Declining'] as const) : [undefined];
  return dates.flatMap((date) =>
    modes.map((Mode) => ({
      Name: [Mode, date].filter(Boolean).join(', ') || 'Asset',
      Mode,
      Coefficient: undefined,
      RetirementDate: date,
      SaleAmount: undefined,
    })),
  );
}

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
function withMode(facts: AssetFacts, { Mode, Coefficient }: Scenario): Partial<AssetFacts> {
  const { method, economic, fiscal } = facts;
  const terms = fiscal ?? (economic && { ...economic, base: undefined, past: undefined });
  if (!Mode || !terms || (Mode === 'Linear' && !fiscal)) return {};
  return {
    method: method === 'FiscalOnly' ? method : 'EconomicAndFiscal',
    fiscal: { ...terms, mode: Mode, coefficient: Coefficient ?? terms.coefficient },
  };
}

const SALE = {
  type: 'Sale',
  amount: undefined,
  saleType: 'Unknown',
  vatRate: ratio(1, 5),
  vatToPay: undefined,
  vatToReceive: undefined,
  qualification: 'Unknown',
  bookValueMethod: 'RetirementAccount',
  custom: undefined,
} as const satisfies Omit<Retirement, 'date'>;

function withSale(retirement: Retirement | undefined, { RetirementDate, SaleAmount }: Scenario) {
  const date = RetirementDate ?? retirement?.date;
  return date && { ...SALE, ...retirement, date, amount: SaleAmount ?? retirement?.amount };
}

/** Every case is read over the same exercises: those asked for or civil years, to the latest end of a plan or exit. */
function sharedExercises(cases: readonly { readonly facts: AssetFacts }[], asked: readonly Exercise[]): Exercise[] {
  const books = cases.map(({ facts }) => openBook(facts, asked, []));
  const ends = books.map((book) => exerciseOf(book, Math.max(book.last, book.exit ?? 0)).end);
  const last = ends.reduce((a, b) => (a > b ? a : b));
  const [first] = books.map((book) => exerciseOf(book, book.first));
  return first ? coverDays(asked.length > 0 ? asked : [first], first.start, last) : [];
}

const exerciseFrom = ({ Start, End }: SimulationInput['Exercises'][number]): Exercise => ({ start: Start, end: End });

function comparedScenario({ Name, Mode }: Scenario, study: AssetStudy) {
  const { book, retirement } = study;
  const lines = comparedExercises(study);
  const textOrNull = (amount: Cents | undefined) => (amount === undefined ? null : text(amount));
  const total = sum(lines.map((line) => line.effect));
  const held = isHeld(book, book.last);
  return {
    total,
    lines: {
      Name,
      Mode: Mode ?? (book.facts.fiscal ?? book.facts.economic)?.mode ?? 'NonAmortizable',
      RetirementDate: retirement?.retirement.date ?? null,
      Exercises: lines.map((line) => line.written),
      EconomicNetBookValue: text(held && !retirement ? netValueOf(book, 'economic', book.last) : 0n),
      FiscalNetBookValue: text(held && !retirement ? netValueOf(book, 'fiscal', book.last) : 0n),
      GainOrLossAmount: textOrNull(retirement?.total),
      ShortTermGainOrLossAmount: textOrNull(retirement?.shortTerm),
      LongTermGainOrLossAmount: textOrNull(retirement?.longTerm),
      TotalDeducted: text(sum(lines.map((line) => line.deducted))),
      TotalTaxableEffect: text(total),
    },
  };
}

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0n);

function comparedExercises({ book, deductions, overAmortization, retirement }: AssetStudy) {
  let cumulated = 0n;
  return askedExercises(book).map((index, position) => {
    const fiscal = book.fiscal.annuity(index);
    const deducted = (deductions[position]?.deductible ?? fiscal) + (overAmortization[position]?.annuity ?? 0n);
    const gain = index === book.exit && retirement ? taxableGain(retirement.total, book.facts.privatePortion) : 0n;
    cumulated += gain - deducted;
    const written: ComparedExercise = {
      End: exerciseOf(book, index).end,
      EconomicAnnuity: text(book.economic.annuity(index)),
      FiscalAnnuity: text(fiscal),
      Deducted: text(deducted),
      GainOrLoss: text(gain),
      TaxableEffect: text(gain - deducted),
      CumulatedTaxableEffect: text(cumulated),
    };
    return { deducted, effect: gain - deducted, written };
  });
}
