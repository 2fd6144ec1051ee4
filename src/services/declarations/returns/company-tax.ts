/**
 * Company tax: instalments (form 2571), balance (2572); the refund of credits (2573) shares `paymentOf`. Rates are dated by the exercise. Taxes
 * are rounded one by one to the whole euro, half up (CGI 1668). Rules: CGI 209, 219, 235 ter ZC, 1668; BOI-IS-LIQ-20,
 * BOI-IS-DECLA-20-20-20.
 */

import { type Exercise, exerciseMonths } from '../../calendar/periods.ts';
import { trialBalance } from '../../forms/allocation.ts';
import { millesimeOf } from '../../forms/content.ts';
import type { Finding } from '../../forms/controls.ts';
import type { Declared, DeclaredForm } from '../../forms/declared.ts';
import { type FilledReturn, fillReturn } from '../../forms/fill-return.ts';
import { roundToEuro } from '../../forms/formula.ts';
import { type AccountBalance, ledgerSum, parseLedgerRules } from '../../forms/ledger-rule.ts';
import type { Parameters } from '../../forms/sheets.ts';
import { addDays, addMonths, dayParts, type PlainDate } from '../../kernel/dates.ts';
import type { Labels } from '../../kernel/errors.ts';
import { wholeEuros } from '../../kernel/money.ts';
import { add, compare, divideRounded, multiply, type Ratio, ratio, subtract, ZERO } from '../../kernel/ratio.ts';
import { declarationErrors } from '../errors.ts';
import { RETURN_CONTROLS } from './controls.ts';
import { yearWithoutClosing } from './year-without-closing.ts';

interface Dated<T> {
  readonly from: string;
  readonly value: T;
}

/** By the day the exercise opens. */
const NORMAL_RATE: readonly Dated<Ratio>[] = [
  { from: '2020-01-01', value: ratio(28, 100) },
  { from: '2021-01-01', value: ratio(265, 1000) },
  { from: '2022-01-01', value: ratio(25, 100) },
];

/** Profit taxed at 15 %, whole euros for 12 months, by the day the exercise closes. */
const REDUCED_CEILING: readonly Dated<bigint>[] = [
  { from: '0000-01-01', value: 38_120n },
  { from: '2022-12-31', value: 42_500n },
];

/** Largest turnover of a company that may use the reduced rate, by the day the exercise opens. */
const REDUCED_TURNOVER: readonly Dated<bigint>[] = [
  { from: '0000-01-01', value: 7_630_000n },
  { from: '2021-01-01', value: 10_000_000n },
];

const SOCIAL_ALLOWANCE = 763_000n;
const SOCIAL_TURNOVER = 7_630_000n;

/** Reference tax, and social contribution, up to which no instalment is due. */
const NO_INSTALMENT_UP_TO = 3_000n;

const at = <T>(dated: readonly Dated<T>[], day: PlainDate): T | undefined =>
  dated.findLast(({ from }) => from <= day)?.value;

function normalRate({ start }: Exercise): Ratio {
  const rate = at(NORMAL_RATE, start);
  if (!rate) throw declarationErrors.TaxRateUnknown({ tax: 'company tax', year: dayParts(start).year });
  return rate;
}

/** What the reduced rate and the social contribution depend on. Amounts in whole euros. */
export interface Company {
  /** Turnover of the exercise. */
  readonly turnover: bigint;
  /** Capital fully paid, and held for 75 % at least by natural persons or companies of the same kind. */
  readonly capitalPaidAndHeldByPersons: boolean;
}

const forMonths = (amount: bigint, months: number): bigint => divideRounded(amount * BigInt(months), 12n, 'halfUp');

/** Ceiling of the profit taxed at 15 %, in proportion of months, to the euro; 0 when the company may not use it. */
export function reducedCeiling(exercise: Exercise, company: Company): bigint {
  const months = exerciseMonths(exercise);
  const largest = at(REDUCED_TURNOVER, exercise.start) ?? 0n;
  if (!company.capitalPaidAndHeldByPersons || company.turnover * 12n > largest * BigInt(months)) return 0n;
  return forMonths(at(REDUCED_CEILING, exercise.end) ?? 0n, months);
}

export const owesSocialContribution = ({ turnover, capitalPaidAndHeldByPersons }: Company, months: number): boolean =>
  !(capitalPaidAndHeldByPersons && turnover * 12n < SOCIAL_TURNOVER * BigInt(months));

/** A closed exercise that instalments are counted on. Bases in whole euros, as taxed. */
export interface Reference {
  readonly exercise: Exercise;
  readonly normalBase: bigint;
  readonly reducedBase: bigint;
  /** Part taxed at 10 % (income of patents). */
  readonly patentBase?: bigint;
  /** Whether the social contribution is owed on the tax. */
  readonly socialLiable?: boolean;
}

interface Following {
  readonly exercise: Exercise;
  /** The exercises before it, the latest first. */
  readonly earlier: readonly Exercise[];
}

/** What instalments are counted on; where no exercise is known, the twelve months before. */
export const lastExercise = ({ earlier, exercise }: Following): Exercise =>
  earlier[0] ?? { start: addMonths(exercise.start, -12), end: addDays(exercise.start, -1) };

/** The yearly tax that a reference stands for, brought to 12 months, at the rates instalments use. */
export function referenceTax({ exercise, normalBase, reducedBase, patentBase = 0n }: Reference): Ratio {
  const normal = ratio(normalBase * 25n, 100n);
  const others = ratio(reducedBase * 15n + patentBase * 10n, 100n);
  return multiply(add(normal, others), ratio(12, exerciseMonths(exercise)));
}

const SOCIAL_RATE = ratio(33, 1000);

/** The yearly social contribution that a reference stands for, brought to 12 months. */
export function referenceContribution({ exercise, normalBase, reducedBase, socialLiable = false }: Reference): Ratio {
  const months = exerciseMonths(exercise);
  const normal = roundToEuro(multiply(ratio(normalBase), normalRate(exercise)));
  const gross = add(normal, roundToEuro(ratio(reducedBase * 15n, 100n)));
  const base = subtract(gross, ratio(forMonths(SOCIAL_ALLOWANCE, months)));
  if (!socialLiable || compare(base, ZERO) <= 0) return ZERO;
  return multiply(roundToEuro(multiply(base, SOCIAL_RATE)), ratio(12, months));
}

const quarters = (tax: Ratio, count: bigint): bigint =>
  compare(tax, ratio(NO_INSTALMENT_UP_TO)) <= 0 ? 0n : roundToEuro(multiply(tax, ratio(count, 4n))).numerator;

type Plan = readonly [bigint, bigint, bigint, bigint];

/**
 * The four instalments of an exercise, whole euros. `before` is given when the return of `last` is not due yet at the
 * first one: the second then corrects, so that both make half of the year. Without reference (first exercise), none.
 */
export const instalmentPlan = (last?: Reference, before?: Reference): Plan =>
  planOf(last ? referenceTax(last) : ZERO, before && referenceTax(before));

/** Those of the social contribution, due on the same days (CGI 1668). */
export const socialPlan = (last?: Reference, before?: Reference): Plan =>
  planOf(last ? referenceContribution(last) : ZERO, before && referenceContribution(before));

function planOf(tax: Ratio, before: Ratio | undefined): Plan {
  const quarter = quarters(tax, 1n);
  const first = before ? quarters(before, 1n) : quarter;
  const half = quarters(tax, 2n);
  const second = before ? (half > first ? half - first : 0n) : quarter;
  return [first, second, quarter, quarter];
}

/** A quarter of the last social contribution; none when that was 3 000 or less. */
export const socialInstalment = (lastContribution: bigint): bigint => quarters(ratio(lastContribution), 1n);

export interface InstalmentInput {
  readonly exercise: Exercise;
  /** Day the instalment is due. */
  readonly due: PlainDate;
  /** From `instalmentPlan`. */
  readonly amount: bigint;
  readonly socialAmount?: bigint | undefined;
  /** Set-offs, ticks, other contributions. */
  readonly declared?: DeclaredForm | undefined;
  readonly acceptLastKnownYear?: boolean | undefined;
}

/** Form 2571. A lowered amount is declared as CA with the tick DA. */
export function buildInstalment(input: InstalmentInput): FilledReturn {
  const { exercise, due, amount, socialAmount = 0n, declared } = input;
  const filled = fillReturn({
    ...paymentOf('2571', exercise, declared, input.acceptLastKnownYear),
    millesime: due.slice(2, 4),
    parameters: { instalment: ratio(amount), socialInstalment: ratio(socialAmount) },
  });
  return {
    ...filled,
    findings: [...filled.findings, ...setOffFindings(filled, due), ...yearWithoutClosing('2571', exercise)],
  };
}

/** Taxes that can be used to pay an instalment. */
const TAXES_SET_OFF = ['TS', 'TVA', 'TVS'];

/** L21: which tax is used, and that it falls due before the month of the instalment. */
function setOffFindings({ sheets }: FilledReturn, due: PlainDate): Finding[] {
  const [tax, day] = [sheets.text('2571', 'FK'), sheets.text('2571', 'FM')];
  const month = due.slice(0, 7);
  const faults: readonly (readonly [boolean, Labels])[] = [
    [
      tax !== undefined && !TAXES_SET_OFF.includes(tax),
      {
        en: `2571.FK: ${tax} is not one of the taxes that pay an instalment: ${TAXES_SET_OFF.join(', ')}. Correct it (taxops declaration value change --folder N --declaration-type TYPE --end-date YYYY-MM-DD --form FORM --cell CELL)`,
        fr: `2571.FK : ${tax} n’est pas un impôt qui paie un acompte : ${TAXES_SET_OFF.join(', ')}. Corrigez-le (taxops declaration value change --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --form FORMULAIRE --cell ZONE)`,
      },
    ],
    [
      day !== undefined && day.replaceAll('-', '') >= `${month.replace('-', '')}01`,
      {
        en: `2571.FM: the tax that is used falls due before ${month}, the month of the instalment. Correct it, or pay without it (taxops declaration value change --folder N --declaration-type TYPE --end-date YYYY-MM-DD --form FORM --cell CELL)`,
        fr: `2571.FM : l’impôt utilisé échoit avant ${month}, le mois de l’acompte. Corrigez l’échéance, ou payez sans lui (taxops declaration value change --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --form FORMULAIRE --cell ZONE)`,
      },
    ],
  ];
  return faults
    .filter(([isFault]) => isFault)
    .map(([, message]) => ({ code: 'L21', level: 'error', about: '2571', message }));
}

/** What every form of company tax is filled from. */
export const paymentOf = (
  form: '2571' | '2572' | '2573',
  exercise: Exercise,
  declared: DeclaredForm | undefined,
  acceptLastKnownYear: boolean | undefined,
) => ({
  forms: [form],
  occasion: { year: dayParts(exercise.start).year, acceptLastKnownYear },
  period: exercise,
  controls: RETURN_CONTROLS,
  declared: declared ? ({ [form]: declared } as Declared) : undefined,
});

export interface InstalmentsSent {
  readonly tax: bigint;
  readonly contribution: bigint;
}

export interface BalanceInput {
  readonly exercise: Exercise;
  /** Tax profit, whole euros, 0 for a loss: 2058-A XN or 2033-B CR. */
  readonly profit: bigint;
  readonly company: Company;
  /** Trial balance: gives instalments paid (RT) and tax booked when they are not declared. */
  readonly balances?: readonly AccountBalance[] | undefined;
  /** What the instalments sent from here declared, whole euros. */
  readonly sent?: InstalmentsSent | undefined;
  /** Profit at the reduced rate on the liasse, whole euros. */
  readonly reducedOfLiasse?: bigint | undefined;
  /** Foreign credits set against the social contribution, whole euros. */
  readonly socialCredits?: bigint | undefined;
  readonly declared?: DeclaredForm | undefined;
  readonly acceptLastKnownYear?: boolean | undefined;
}

/** Form 2572. */
export function buildBalance(input: BalanceInput): FilledReturn {
  const { exercise, profit, company, balances, socialCredits = 0n, declared } = input;
  if (profit < 0n) throw new RangeError('a loss is a profit of 0');
  const months = exerciseMonths(exercise);
  const filled = fillReturn({
    ...paymentOf('2572', exercise, declared, input.acceptLastKnownYear),
    millesime: millesimeOf(exercise),
    parameters: {
      profit: ratio(profit),
      reducedCeiling: ratio(reducedCeiling(exercise, company)),
      normalRate: normalRate(exercise),
      socialLiable: ratio(owesSocialContribution(company, months) ? 1n : 0n),
      socialAllowance: ratio(forMonths(SOCIAL_ALLOWANCE, months)),
      socialCredits: ratio(socialCredits),
      ...(balances && bookedTax(balances)),
      ...compared(input),
    },
  });
  return { ...filled, findings: [...filled.findings, ...yearWithoutClosing('2572', exercise)] };
}

const compared = ({ sent, reducedOfLiasse }: BalanceInput): Parameters => ({
  ...(sent && { taxSent: ratio(sent.tax), contributionSent: ratio(sent.contribution) }),
  ...(reducedOfLiasse !== undefined && { reducedOfLiasse: ratio(reducedOfLiasse) }),
});

const BOOKED_TAX = parseLedgerRules('D:695');
/**
 * The tax booked less what account 444 still owes, or plus what it is owed: what was paid during the exercise. A credit
 * for losses carried back or for research (444 against 699) was not paid.
 */
const INSTALMENTS_PAID = parseLedgerRules('D:695,699,444');

function bookedTax(balances: readonly AccountBalance[]): Readonly<Record<'bookedTax' | 'instalmentsPaid', Ratio>> {
  const rows = trialBalance(balances);
  return {
    bookedTax: ratio(wholeEuros(ledgerSum(BOOKED_TAX, rows))),
    instalmentsPaid: ratio(wholeEuros(ledgerSum(INSTALMENTS_PAID, rows))),
  };
}
