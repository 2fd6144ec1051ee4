/**
 * CVAE, the tax on added value: base (2059-E, 2033-E), advances (1329-AC), settlement (1329-DEF). Rates: CGI 1586
 * quater; cap of the base: 1586 sexies; years 2024 on: finance laws for 2024 and 2025. A later law may change years to
 * come: they are dated data. The tax is rounded to the nearest euro.
 */

import { type Exercise, exerciseMonths } from '../../calendar/periods.ts';
import { millesimeOf } from '../../forms/content.ts';
import type { Finding } from '../../forms/controls.ts';
import type { DeclaredForm } from '../../forms/declared.ts';
import { type FilledReturn, fillReturn } from '../../forms/fill-return.ts';
import { roundToEuro } from '../../forms/formula.ts';
import type { AccountBalance } from '../../forms/ledger-rule.ts';
import type { Parameters } from '../../forms/sheets.ts';
import { dayParts } from '../../kernel/dates.ts';
import { add, divideRounded, multiply, type Ratio, ratio, ZERO } from '../../kernel/ratio.ts';
import { declarationErrors } from '../errors.ts';
import { RETURN_CONTROLS } from './controls.ts';
import { yearFindings } from './cvae-year.ts';
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

export type CvaeBase = Pick<CvaeInput, 'turnover' | 'realTurnover' | 'valueAdded'>;

/** What the instalments sent from here declared, whole euros. */
export interface AdvancesSent {
  readonly count: number;
  readonly tax: bigint;
  /** Of the additional tax, and of the handling fee of years before 2023. */
  readonly additional: bigint;
  readonly handling: bigint;
}

export interface CvaeInput {
  /** Year of the tax. */
  readonly year: number;
  readonly exercise: Exercise;
  /** The other exercises that are known. */
  readonly others?: readonly Exercise[] | undefined;
  /** Day on which the business ended, as forms hold it. */
  readonly ended?: string | undefined;
  /** Reference turnover: of the exercise, brought to 12 months. Whole euros, as all amounts here. */
  readonly turnover: bigint;
  /** Real turnover of an exercise that is not 12 months long. */
  readonly realTurnover?: bigint | undefined;
  /** Of the companies of the group together: it sets the rate from 7.63 million on. */
  readonly groupTurnover?: bigint | undefined;
  readonly valueAdded: bigint;
  /** Whether the base of the tax of the year before is known, whose amount says whether instalments are owed. */
  readonly isBaseOfYearBefore?: boolean | undefined;
  /** Where it is another than this one. */
  readonly baseOfYearBefore?: CvaeBase | undefined;
  /** Of the year: proposed as paid (EB, GC, HB) where nothing else is typed. */
  readonly sent?: AdvancesSent | undefined;
  /** Exemptions, adjustments, ticks, what was paid. Tick BC sets the cap of the base aside. */
  readonly declared?: DeclaredForm | undefined;
  /** Percent of the tax, for years whose rate is not in the table. */
  readonly additionalRate?: Ratio | undefined;
  readonly acceptLastKnownYear?: boolean | undefined;
}

/** Form 1329-AC, one of the two advances of the year. */
export function buildCvaeAdvance(input: CvaeInput): FilledReturn {
  const filled = buildCvae('1329AC', input);
  return { ...filled, findings: [...filled.findings, ...yearBeforeUnknown(input)] };
}

/** L35 where nothing can be compared. */
function yearBeforeUnknown({ year, isBaseOfYearBefore }: CvaeInput): Finding[] {
  if (isBaseOfYearBefore !== false) return [];
  const threshold = advanceThreshold(year);
  const message = {
    en: `The CVAE of ${year - 1} is not known here: an instalment is owed when it was above ${threshold} (CGI 1679 septies). Where it was not, send nothing: taxops declaration obligation dismiss --folder N --declaration-type TYPE --end-date YYYY-MM-DD --reason REASON`,
    fr: `La CVAE de ${year - 1} n’est pas connue ici : un acompte est dû quand elle dépassait ${threshold} (CGI 1679 septies). Sinon, n’envoyez rien : taxops declaration obligation dismiss --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --reason MOTIF`,
  };
  return [{ code: 'L35', level: 'warning', about: '1329AC', message }];
}

/** Form 1329-DEF. */
export function buildCvaeSettlement(input: CvaeInput): FilledReturn {
  const filled = buildCvae('1329DEF', input);
  return { ...filled, findings: [...filled.findings, ...yearFindings(input), ...realTurnoverUnknown(input, filled)] };
}

function buildCvae(form: '1329AC' | '1329DEF', input: CvaeInput): FilledReturn {
  const { year, exercise, declared, acceptLastKnownYear } = input;
  const filled = fillReturn({
    forms: [form],
    occasion: { year, acceptLastKnownYear },
    period: exercise,
    controls: RETURN_CONTROLS,
    parameters: { ...cvaeParameters(input), ...(form === '1329AC' ? yearBefore(input) : advancesOf(input)) },
    millesime: String(form === '1329AC' ? year : year + 1).slice(-2),
    declared: declared && { [form]: declared },
  });
  const findings = [...unconfirmed(form, year), ...groupLeftOut(form, input), ...oneOff(form, input, filled)];
  return { ...filled, findings: [...filled.findings, ...findings] };
}

/** Turnover of a group from which it sets the rate of its members (CGI 1586 quater I bis). */
const GROUP_TURNOVER = 7_630_000n;

const groupTurnoverOf = ({ groupTurnover = 0n }: CvaeInput): bigint =>
  groupTurnover >= GROUP_TURNOVER ? groupTurnover : 0n;

/** Turnover of a company above which the least tax is owed; below the other one, tax is reduced. Never of the group. */
const MINIMUM_TURNOVER = 500_000n;
const REDUCED_TURNOVER = 2_000_000n;

function cvaeParameters(input: CvaeInput): Parameters {
  const { turnover, realTurnover = 0n, valueAdded } = input;
  const terms = yearOf(input.year);
  const groupTurnover = groupTurnoverOf(input);
  const reference = groupTurnover > turnover ? groupTurnover : turnover;
  const percent = cvaeRate(input.year, reference);
  return {
    turnover: ratio(turnover),
    realTurnover: ratio(realTurnover),
    groupTurnover: ratio(groupTurnover),
    valueAdded: ratio(valueAdded),
    ratePercent: percent,
    rate: multiply(percent, ratio(1, 100)),
    reduction: ratio(reductionOf(input)),
    minimum: ratio(turnover > MINIMUM_TURNOVER ? terms.minimum : 0n),
    notDueUpTo: ratio(terms.notDueUpTo),
    additionalRate: multiply(additionalRate(terms, input), ratio(1, 100)),
    handlingRate: ratio(terms.handling, 100),
  };
}

const reductionOf = ({ year, turnover }: CvaeInput): bigint =>
  turnover < REDUCED_TURNOVER ? yearOf(year).reduction : 0n;

/** What the same base was taxed the year before, and what says that instalments are owed. */
function yearBefore(input: CvaeInput): Parameters {
  const tax = taxOfYearBefore(input);
  return tax === undefined
    ? {}
    : { taxOfYearBefore: ratio(tax), advanceThreshold: ratio(advanceThreshold(input.year)) };
}

/** Undefined where its base is not known. */
function taxOfYearBefore(input: CvaeInput): bigint | undefined {
  if (!input.isBaseOfYearBefore) return undefined;
  const { baseOfYearBefore: base } = input;
  const unsaid = { declared: undefined, sent: undefined, isBaseOfYearBefore: undefined, baseOfYearBefore: undefined };
  const before = { ...input, ...(base && { realTurnover: undefined, ...base }), ...unsaid };
  return buildCvaeSettlement({ ...before, year: input.year - 1, additionalRate: ZERO }).sheets.amount('1329DEF', 'EA');
}

const advancesOf = (input: CvaeInput): Parameters => ({ ...proposed(input), ...advancesUnsaid(input) });

const proposed = ({ sent }: CvaeInput): Parameters =>
  sent
    ? {
        advancesSent: ratio(sent.tax),
        additionalSent: ratio(sent.additional),
        handlingSent: ratio(sent.handling),
      }
    : {};

/** Instalments of a year: June and September (CGI 1679 septies). */
const ADVANCES = 2;

/**
 * Limits of the tax, and of its instalments, while nobody says which were paid, nor which of the additional tax. The tax of the
 * year before says whether instalments were owed (CGI 1679 septies); where it is not known, that of the year.
 */
function advancesUnsaid(input: CvaeInput): Parameters {
  if (input.sent && input.sent.count >= ADVANCES) return {};
  const { EB: paid, GC: additional } = input.declared?.cells ?? {};
  return {
    ...(paid === undefined && owedAdvances(input)),
    ...(additional === undefined && { advancesWithoutAdditional: ZERO }),
  };
}

function owedAdvances(input: CvaeInput): Parameters {
  const threshold = ratio(advanceThreshold(input.year));
  const tax = taxOfYearBefore(input);
  return tax === undefined
    ? { taxWithoutAdvances: threshold }
    : { taxOfYearBefore: ratio(tax), advancesOwedAbove: threshold };
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

/** L37: the cap of the base is a share of the real turnover, not of that of 12 months. */
const realTurnoverUnknown = ({ exercise }: CvaeInput, { sheets }: FilledReturn): Finding[] =>
  exerciseMonths(exercise) === 12 || sheets.amount('1329DEF', 'AB') > 0n || sheets.amount('1329DEF', 'CA') === 0n
    ? []
    : [
        {
          code: 'L37',
          level: 'warning',
          about: '1329DEF',
          message: {
            en: 'The exercise is not of 12 months, and its real turnover is not known: the value added is capped on that of 12 months. Type it: taxops declaration value change --folder N --declaration-type TYPE --end-date YYYY-MM-DD --form 1329DEF --cell AB',
            fr: 'L’exercice n’est pas de 12 mois, et son chiffre d’affaires réel n’est pas connu : la valeur ajoutée est plafonnée sur celui de 12 mois. Saisissez-le : taxops declaration value change --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --form 1329DEF --cell AB',
          },
        },
      ];

const groupLeftOut = (form: string, input: CvaeInput): Finding[] =>
  !input.groupTurnover || groupTurnoverOf(input) > 0n
    ? []
    : [
        {
          code: 'L32',
          level: 'warning',
          about: form,
          message: {
            en: `The turnover of the group, ${input.groupTurnover}, is below ${GROUP_TURNOVER}: it is not declared (AD), and the rate is that of the own turnover (CGI 1586 quater I bis).`,
            fr: `Le chiffre d’affaires du groupe, ${input.groupTurnover}, est inférieur à ${GROUP_TURNOVER} : il n’est pas déclaré (AD), et le taux est celui du chiffre d’affaires propre (CGI 1586 quater I bis).`,
          },
        },
      ];

/** Closing from which an exercise owes the one-off contribution (finance law for 2025, art. 62). */
const ONE_OFF_FROM = '2025-02-15';

/** L33: the one-off contribution has no cell that is known; its amount is said. */
function oneOff(form: '1329AC' | '1329DEF', input: CvaeInput, { sheets, findings }: FilledReturn): Finding[] {
  const { year, exercise } = input;
  const owesNoAdvance = findings.some(({ code }) => code === 'L35');
  const [tax, exempted] = [sheets.amount(form, 'CA'), sheets.amount(form, 'DA')];
  const yearly = form === '1329DEF' ? sheets.amount(form, 'EA') : tax - 2n * exempted - reductionOf(input);
  const isOwed = exercise.end >= ONE_OFF_FROM && yearly > 0n && !owesNoAdvance;
  const amount = isOwed ? oneOffContribution(year, yearly) : 0n;
  if (amount === 0n) return [];
  const when = {
    '1329AC': {
      en: 'It is paid with the instalment of 15 September 2025',
      fr: 'Elle se paie avec l’acompte du 15 septembre 2025',
    },
    '1329DEF': {
      en: 'It is settled with this return, less what was paid on 15 September 2025',
      fr: 'Elle se liquide avec cette déclaration, moins ce qui a été payé le 15 septembre 2025',
    },
  }[form];
  return [
    {
      code: 'L33',
      level: 'warning',
      about: form,
      message: {
        en: `The one-off contribution of 2025, 47.4 % of the CVAE, comes to ${amount} euros and is in no cell of this form. ${when.en}: pay it on the site of the tax authority (impots.gouv.fr).`,
        fr: `La contribution complémentaire de 2025, 47,4 % de la CVAE, s’élève à ${amount} euros et n’est dans aucune zone de ce formulaire. ${when.fr} : payez-la sur impots.gouv.fr.`,
      },
    },
  ];
}

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
