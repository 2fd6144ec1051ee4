/** The filled forms of each type of declaration, from the ledger and what was declared. */

import { COMPANY_TAX_INSTALMENTS, deadlinesOf, isReturnDue } from '../../calendar/deadlines.ts';
import { exerciseMonths } from '../../calendar/periods.ts';
import type { FormContent, KindOf } from '../../forms/content.ts';
import { millesimeOf } from '../../forms/content.ts';
import type { Finding } from '../../forms/controls.ts';
import { fillReturn } from '../../forms/fill-return.ts';
import { dayParts } from '../../kernel/dates.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import { askedOf } from '../returns/annexes/asks.ts';
import {
  buildBalance,
  buildInstalment,
  type Company,
  instalmentPlan,
  lastExercise,
  owesSocialContribution,
  type Reference,
  reducedCeiling,
  socialInstalment,
  socialPlan,
} from '../returns/company-tax.ts';
import { RETURN_CONTROLS } from '../returns/controls.ts';
import {
  buildCvaeAdvance,
  buildCvaeSettlement,
  buildValueAdded,
  type CvaeBase,
  type CvaeInput,
} from '../returns/cvae.ts';
import type { ResultTax } from '../returns/filed-forms.ts';
import { firstInstalmentsDoubted } from '../returns/first-instalments.ts';
import { buildLiasse, type Liasse, liasseCells } from '../returns/liasse.ts';
import { buildRefund } from '../returns/refund.ts';
import { turnoverOf } from './books.ts';
import type { Subject, YearBooks } from './subject.ts';

export interface Content {
  readonly forms: readonly FormContent[];
  readonly findings: readonly Finding[];
  readonly kindOf: KindOf;
}

/**
 * The content of each kind. The values that it needs must be there. Throws BooksUnbalanced, AccountsUnmapped,
 * DeclaredValuesInvalid, FormUnknown, FormYearUnknown, RoundingTooLarge, TaxRateUnknown.
 */
export async function liasse(subject: Subject): Promise<Liasse> {
  const { exercise, folder, capital } = subject;
  const books = own(subject);
  const filled = await liasseOf(subject, books, subject.values);
  const known = {
    reducedRate: capital !== undefined || reducedCeiling(exercise, companyOf(books, true)) === 0n,
    lossesBefore: await lossesBefore(subject, filled),
  };
  return { ...filled, findings: [...filled.findings, ...askedOf(filled, exercise, folder.id, known)] };
}

/** What the return of the exercise before would leave, where it is neither kept nor said; 0 where it cannot be built. */
async function lossesBefore({ category = 'IS', readUnkept }: Subject, { sheets }: Liasse): Promise<bigint> {
  const isAsked = category === 'IS' && !sheets.hasParameter('lossesLeft');
  const before = isAsked ? await readUnkept() : undefined;
  if (!before) return 0n;
  const { forms, facts } = before.values;
  try {
    // Only read: tables of another year do.
    const filled = await liasseOf(before, own(before), { forms, facts: { ...facts, acceptLastKnownForms: true } });
    return filled.sheets.amount('2058B', 'YK') + filled.sheets.amount('2033D', 'MH');
  } catch (error) {
    if (error instanceof TaxopsError) return 0n;
    throw error;
  }
}

/** Form 2065 of the group and the annexes declared with it: those of members, exits and intermediate entities. */
export const groupReturn = ({ exercise, values }: Subject): Content =>
  fillReturn({
    forms: [...new Set(['2065', ...Object.keys(values.forms)])],
    occasion: { year: dayParts(exercise.start).year, acceptLastKnownYear: values.facts.acceptLastKnownForms },
    period: exercise,
    millesime: millesimeOf(exercise),
    controls: RETURN_CONTROLS,
    declared: values.forms,
  });

export const refund = ({ exercise, values }: Subject): Content =>
  buildRefund({
    exercise,
    lines: values.forms['2573']?.lines ?? [],
    acceptLastKnownYear: values.facts.acceptLastKnownForms,
  });

/** Of the value added of the exercise itself. */
export const settlement = async (subject: Subject): Promise<Content> =>
  buildCvaeSettlement({ ...cvaeInput(subject, '1329DEF'), sent: await subject.readAdvances() });

/** Of the value added that the subject read: that of the last return due. */
export const advance = (subject: Subject): Content => buildCvaeAdvance(cvaeInput(subject, '1329AC'));

const euros = (amount: number | undefined): bigint => BigInt(amount ?? 0);

function own({ books, exercise }: Subject): YearBooks {
  const [first] = books;
  if (!first) throw new Error(`no books of exercise ${exercise.id} were read`);
  return first;
}

async function liasseOf(
  { regime = 'normal', category = 'IS', values: { facts }, capital, readAnnexes }: Subject,
  books: YearBooks,
  declared: YearBooks['liasse'],
): Promise<Liasse> {
  const { exercise, balances } = books;
  const tax: ResultTax = category === 'IS' ? 'IS' : 'IR';
  const acceptLastKnownYear = facts.acceptLastKnownForms ?? declared.facts.acceptLastKnownForms;
  const shape = { regime, tax, exercise, declared: declared.forms, acceptLastKnownYear };
  return buildLiasse({
    ...(await readAnnexes(books, liasseCells(shape))),
    ...shape,
    balances,
    lossesLeft: declared.facts.lossesLeft === undefined ? undefined : euros(declared.facts.lossesLeft),
    lastProfit: declared.facts.lastProfit === undefined ? undefined : euros(declared.facts.lastProfit),
    reducedCeiling: reducedCeiling(exercise, companyOf(books, capital)),
  });
}

/** The turnover that is said, for this declaration or for the liasse; else that of the books. */
function companyOf(books: YearBooks, capitalPaidAndHeldByPersons = false, said?: number): Company {
  const turnover = said ?? books.liasse.facts.turnover;
  return { turnover: turnover === undefined ? turnoverOf(books) : euros(turnover), capitalPaidAndHeldByPersons };
}

/** Tax profit of a liasse; a loss is 0. */
const profitIn = ({ sheets }: Liasse, regime: Subject['regime']): bigint =>
  regime === 'simplified' ? sheets.amount('2033B', 'CR') : sheets.amount('2058A', 'XN');

export async function balance(subject: Subject): Promise<Content> {
  const { exercise, values, capital } = subject;
  const { facts, forms } = values;
  const books = own(subject);
  const filed = await liasseOf(subject, books, books.liasse);
  return buildBalance({
    exercise,
    balances: books.balances,
    declared: forms['2572'],
    profit: profitIn(filed, subject.regime),
    reducedOfLiasse: filed.sheets.amount('2065', 'LC'),
    sent: await subject.readInstalments(),
    company: companyOf(books, capital, facts.turnover),
    socialCredits: euros(facts.socialCredits),
    acceptLastKnownYear: facts.acceptLastKnownForms,
  });
}

export async function instalment(subject: Subject): Promise<Content> {
  const { exercise, deadline, values } = subject;
  const days = deadlinesOf(COMPANY_TAX_INSTALMENTS, exercise, 0).map(({ legal }) => legal);
  const [place, first = deadline.legal] = [days.indexOf(deadline.legal), days[0]];
  const isDeclared = values.forms['2571']?.cells?.CA !== undefined;
  const known = isDeclared ? [] : await references(subject, first);
  const { lastSocialContribution: given } = values.facts;
  const filled = buildInstalment({
    exercise,
    due: deadline.legal,
    amount: instalmentPlan(...known)[place] ?? 0n,
    declared: values.forms['2571'],
    socialAmount: given === undefined ? socialPlan(...known)[place] : socialInstalment(euros(given)),
    acceptLastKnownYear: values.facts.acceptLastKnownForms,
  });
  const doubts = place < 2 ? doubtsOf(subject, known, first) : [];
  return { ...filled, findings: [...filled.findings, ...doubts] };
}

function doubtsOf({ values }: Subject, [last, before]: readonly (Reference | undefined)[], first: string): Finding[] {
  if (!last || before || values.facts.referenceProfit || isReturnDue(last.exercise, first)) return [];
  return firstInstalmentsDoubted(last);
}

/** The last exercise; and the one before, while the return of the last is not due yet at the first instalment. */
async function references(subject: Subject, first: string): Promise<[Reference | undefined, Reference?]> {
  const { referenceProfit: given } = subject.values.facts;
  const exercise = lastExercise(subject);
  if (given) return [{ exercise, normalBase: euros(given.normal), reducedBase: euros(given.reduced) }];
  const [last, before] = await Promise.all(subject.books.map((books) => reference(subject, books)));
  return before && !isReturnDue(exercise, first) ? [last, before] : [last];
}

async function reference(subject: Subject, books: YearBooks): Promise<Reference> {
  const { exercise } = books;
  const company = companyOf(books, subject.capital);
  const profit = profitIn(await liasseOf(subject, books, books.liasse), subject.regime);
  const ceiling = reducedCeiling(exercise, company);
  const reducedBase = profit < ceiling ? profit : ceiling;
  const socialLiable = owesSocialContribution(company, exerciseMonths(exercise));
  return { exercise, normalBase: profit - reducedBase, reducedBase, socialLiable };
}

function cvaeInput(subject: Subject, form: '1329DEF' | '1329AC'): CvaeInput {
  const { period, exercise, others, values, books } = subject;
  const { facts, forms } = values;
  const base = cvaeBase(subject);
  const { year } = dayParts(period.end);
  const [read, ...earlier] = books;
  const before = earlier.find(
    ({ balances, exercise: { end } }) => balances.length > 0 && dayParts(end).year === year - 1,
  );
  return {
    year,
    isBaseOfYearBefore: before !== undefined || (form === '1329AC' && isOfYearBefore(read, year)),
    baseOfYearBefore: before && baseIn(subject, before),
    exercise,
    others,
    ...base,
    declared: forms[form],
    groupTurnover: facts.groupTurnover === undefined ? undefined : euros(facts.groupTurnover),
    acceptLastKnownYear: facts.acceptLastKnownForms,
  };
}

/** What was typed stands for the year before too. */
const isOfYearBefore = (read: YearBooks | undefined, year: number): boolean =>
  read === undefined || dayParts(read.exercise.end).year < year;

function cvaeBase(subject: Subject): CvaeBase & Pick<CvaeInput, 'ended'> {
  const { books, regime, values } = subject;
  const { turnover: given, valueAdded } = values.facts;
  const [read] = books;
  if (!read || (given !== undefined && valueAdded !== undefined)) {
    return { turnover: euros(given), valueAdded: euros(valueAdded) };
  }
  const form = regime === 'simplified' ? '2033E' : '2059E';
  const found = baseIn(subject, read, values.forms[form]?.cells);
  return {
    ...found,
    ...(given !== undefined && { turnover: euros(given) }),
    ...(valueAdded !== undefined && { valueAdded: euros(valueAdded) }),
  };
}

/** What the books of an exercise give, its turnover brought to 12 months; `typed` besides what was typed for its liasse. */
function baseIn({ regime, values }: Subject, { exercise, balances, liasse: own }: YearBooks, typed = {}) {
  const form = regime === 'simplified' ? '2033E' : '2059E';
  const { turnover, valueAdded, sheets } = buildValueAdded({
    regime: regime ?? 'normal',
    exercise,
    balances,
    declared: { cells: { ...own.forms[form]?.cells, ...typed } },
    acceptLastKnownYear: values.facts.acceptLastKnownForms,
  });
  const months = BigInt(exerciseMonths(exercise));
  return {
    turnover: divideRounded(turnover * 12n, months, 'halfUp'),
    valueAdded,
    ended: sheets.text(form, 'KG'),
    ...(months !== 12n && { realTurnover: turnover }),
  };
}
