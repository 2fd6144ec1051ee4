/**
 * CVAE, the tax on added value: base (2059-E, 2033-E), advances (1329-AC), settlement (1329-DEF). Rates: CGI 1586
 * quater; cap of the base: 1586 sexies; years 2024 on: finance laws for 2024 and 2025. A later law may change years to
 * come: they are dated data. The tax is rounded to the nearest euro.
 */

import type { Exercise } from '../../calendar/periods.ts';
import { millesimeOf } from '../../forms/content.ts';
import type { Finding } from '../../forms/controls.ts';
import type { DeclaredForm } from '../../forms/declared.ts';
import { type FilledReturn, fillReturn } from '../../forms/fill-return.ts';
import { roundToEuro } from '../../forms/formula.ts';
import type { AccountBalance } from '../../forms/ledger-rule.ts';
import type { Parameters } from '../../forms/sheets.ts';
import { dayParts } from '../../kernel/dates.ts';
import { add, compare, divideRounded, multiply, type Ratio, ratio, ZERO } from '../../kernel/ratio.ts';
import { declarationErrors } from '../errors.ts';
import { RETURN_CONTROLS } from './controls.ts';
import type { Regime } from './filed-forms.ts';

/** Rates in thousandths of a percent; amounts in whole euros. */
interface CvaeYear {
  readonly from: number;
  /** At 3 M; then what is added up to 10 M; the rate at 10 M; what is added up to 50 M; the rate above. */
  readonly rates: readonly [number, number, number, number, number];
  /** Taken off the tax of companies whose reference turnover is below 2 M. */
  readonly reduction: bigint;
  /** Additional tax of the chambers of commerce, hundredths of a percent of the tax; set each year before 2021. */
  readonly additional?: number;
  /** Least tax of a company above 500 000 of turnover. */
  readonly minimum: bigint;
  /** A tax up to this is not due. */
  readonly notDueUpTo: bigint;
  /** Handling fee, percent. */
  readonly handling: number;
  /** Decimals of the rate in percent. */
  readonly decimals: number;
}

const OLD = { minimum: 250n, notDueUpTo: 0n, handling: 1, decimals: 2 } as const;
const NEW = { minimum: 0n, notDueUpTo: 63n, handling: 0, decimals: 3 } as const;
const THIRD = { rates: [94, 169, 263, 19, 280], reduction: 188n, additional: 923, ...NEW } as const;
const SIXTH = { rates: [63, 113, 175, 13, 190], reduction: 125n, additional: 1384, ...NEW } as const;

const YEARS: readonly CvaeYear[] = [
  { from: 2010, rates: [500, 900, 1400, 100, 1500], reduction: 1000n, ...OLD },
  { from: 2021, rates: [250, 450, 700, 50, 750], reduction: 500n, additional: 346, ...OLD, minimum: 125n },
  { from: 2023, rates: [125, 225, 350, 25, 375], reduction: 250n, additional: 692, ...OLD, minimum: 63n, handling: 0 },
  { from: 2024, ...THIRD },
  { from: 2025, ...SIXTH },
  { from: 2026, ...THIRD },
  { from: 2028, ...SIXTH },
  { from: 2029, rates: [31, 56, 87, 6, 90], reduction: 63n, additional: 2768, ...NEW },
];

const ABOLISHED_FROM = 2030;

/** Years whose rates rest on a law that a later one may have changed. */
const UNCONFIRMED_FROM = 2026;

function yearOf(year: number): CvaeYear {
  const found = YEARS.findLast(({ from }) => from <= year);
  if (!found || year >= ABOLISHED_FROM) throw declarationErrors.TaxRateUnknown({ tax: 'CVAE', year });
  return found;
}

const MILLION = 1_000_000n;

/** Rate in percent for a reference turnover (12 months; of the group when it applies), rounded as the year wants. */
export function cvaeRate(year: number, turnover: bigint): Ratio {
  const { rates, decimals } = yearOf(year);
  const [first, second, base, third, top] = rates.map((rate) => ratio(rate, 1000)) as [
    Ratio,
    Ratio,
    Ratio,
    Ratio,
    Ratio,
  ];
  const exact = (): Ratio => {
    if (turnover <= MILLION / 2n) return ZERO;
    if (turnover <= 3n * MILLION) return multiply(first, ratio(turnover - MILLION / 2n, (5n * MILLION) / 2n));
    if (turnover <= 10n * MILLION) return add(first, multiply(second, ratio(turnover - 3n * MILLION, 7n * MILLION)));
    if (turnover <= 50n * MILLION) return add(base, multiply(third, ratio(turnover - 10n * MILLION, 40n * MILLION)));
    return top;
  };
  const scale = 10n ** BigInt(decimals);
  const { numerator, denominator } = exact();
  return ratio(divideRounded(numerator * scale, denominator, 'halfUp'), scale);
}

/** Tax of the year before up to which no advance is due, whole euros. */
const advanceThreshold = (year: number): bigint => (year <= 2021 ? 3_000n : 1_500n);

export const owesAdvances = (year: number, taxOfYearBefore: bigint): boolean =>
  taxOfYearBefore > advanceThreshold(year);

/** 2025 only: 47.4 % of the CVAE, one payment on 15 September 2025. Whole euros. */
export const oneOffContribution = (year: number, tax: bigint): bigint =>
  year === 2025 ? roundToEuro(multiply(ratio(tax), ratio(474, 1000))).numerator : 0n;

export interface CvaeInput {
  /** Year of the tax. */
  readonly year: number;
  readonly exercise: Exercise;
  /** Reference turnover: of the exercise, brought to 12 months. Whole euros, as all amounts here. */
  readonly turnover: bigint;
  /** Real turnover of an exercise that is not 12 months long. */
  readonly realTurnover?: bigint | undefined;
  readonly groupTurnover?: bigint | undefined;
  readonly valueAdded: bigint;
  /** Exemptions, adjustments, ticks, what was paid. Tick BC sets the cap of the base aside. */
  readonly declared?: DeclaredForm | undefined;
  /** Percent of the tax, for years whose rate is not in the table. */
  readonly additionalRate?: Ratio | undefined;
  readonly acceptLastKnownYear?: boolean | undefined;
}

/** Form 1329-AC, one of the two advances of the year. */
export const buildCvaeAdvance = (input: CvaeInput): FilledReturn => buildCvae('1329AC', input);

/** Form 1329-DEF. */
export const buildCvaeSettlement = (input: CvaeInput): FilledReturn => buildCvae('1329DEF', input);

function buildCvae(form: '1329AC' | '1329DEF', input: CvaeInput): FilledReturn {
  const { year, exercise, declared, acceptLastKnownYear } = input;
  const filled = fillReturn({
    forms: [form],
    occasion: { year, acceptLastKnownYear },
    period: exercise,
    controls: RETURN_CONTROLS,
    parameters: cvaeParameters(input),
    millesime: String(form === '1329AC' ? year : year + 1).slice(-2),
    declared: declared && { [form]: declared },
  });
  return { ...filled, findings: [...filled.findings, ...unconfirmed(form, year)] };
}

/** The base is capped at 80 % of turnover up to 7.6 M, 85 % above. */
const CAP_TURNOVER = 7_600_000n;

function cvaeParameters(input: CvaeInput): Parameters {
  const { turnover, realTurnover = 0n, groupTurnover = 0n, valueAdded, declared } = input;
  const terms = yearOf(input.year);
  const reference = groupTurnover > turnover ? groupTurnover : turnover;
  const percent = cvaeRate(input.year, reference);
  const isCapped = declared?.cells?.BC === undefined;
  return {
    turnover: ratio(turnover),
    realTurnover: ratio(realTurnover),
    groupTurnover: ratio(groupTurnover),
    valueAdded: ratio(valueAdded),
    ratePercent: percent,
    rate: multiply(percent, ratio(1, 100)),
    capRate: isCapped ? ratio((realTurnover || turnover) <= CAP_TURNOVER ? 80 : 85, 100) : ZERO,
    reduction: ratio(reference < 2n * MILLION ? terms.reduction : 0n),
    minimum: ratio(compare(percent, ZERO) > 0 ? terms.minimum : 0n),
    notDueUpTo: ratio(terms.notDueUpTo),
    additionalRate: multiply(additionalRate(terms, input), ratio(1, 100)),
    handlingRate: ratio(terms.handling, 100),
  };
}

function additionalRate({ additional }: CvaeYear, { additionalRate: given, year }: CvaeInput): Ratio {
  const rate = given ?? (additional === undefined ? undefined : ratio(additional, 100));
  if (!rate) throw declarationErrors.TaxRateUnknown({ tax: 'additional CVAE', year });
  return rate;
}

const unconfirmed = (form: string, year: number): Finding[] =>
  year < UNCONFIRMED_FROM
    ? []
    : [
        {
          code: 'L24',
          level: 'warning',
          about: form,
          message: {
            en: `CVAE rates of ${year} follow the finance law for 2025: check that no later law changed them.`,
            fr: `Les taux de CVAE de ${year} suivent la loi de finances pour 2025 : vérifiez qu’aucune loi ultérieure ne les a changés.`,
          },
        },
      ];

export interface ValueAddedInput {
  readonly regime: Regime;
  readonly exercise: Exercise;
  readonly balances: readonly AccountBalance[];
  /** Corrections of what the ledger gives, and what it cannot give. */
  readonly declared?: DeclaredForm | undefined;
  readonly acceptLastKnownYear?: boolean | undefined;
}

export interface ValueAdded extends FilledReturn {
  /** Total 1 of the form, whole euros. */
  readonly turnover: bigint;
  /** Added value subject to CVAE, 0 when negative. */
  readonly valueAdded: bigint;
}

/** Form 2059-E, or 2033-E of the simplified regime. */
export function buildValueAdded(input: ValueAddedInput): ValueAdded {
  const { regime, exercise, balances, declared, acceptLastKnownYear } = input;
  const form = regime === 'normal' ? '2059E' : '2033E';
  const filled = fillReturn({
    forms: [form],
    occasion: { year: dayParts(exercise.start).year, acceptLastKnownYear },
    period: exercise,
    controls: RETURN_CONTROLS,
    balances,
    millesime: millesimeOf(exercise),
    declared: declared && { [form]: declared },
  });
  const { sheets } = filled;
  return { ...filled, turnover: sheets.amount(form, 'AF'), valueAdded: sheets.amount(form, 'GB') };
}
