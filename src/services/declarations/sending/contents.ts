/** The filled forms of each type of declaration, from the ledger and what was declared. */

import { COMPANY_TAX_INSTALMENTS, deadlinesOf, RESULT_RETURN } from '../../calendar/deadlines.ts';
import { exerciseMonths } from '../../calendar/periods.ts';
import type { FormContent, KindOf } from '../../forms/content.ts';
import { millesimeOf } from '../../forms/content.ts';
import type { Finding } from '../../forms/controls.ts';
import { fillReturn } from '../../forms/fill-return.ts';
import { dayParts } from '../../kernel/dates.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import { askedOf } from '../returns/annexes/asks.ts';
import {
  buildBalance,
  buildInstalment,
  buildRefund,
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
import { buildCvaeAdvance, buildCvaeSettlement, buildValueAdded, type CvaeInput } from '../returns/cvae.ts';
import type { ResultTax } from '../returns/filed-forms.ts';
import { buildLiasse, type Liasse, liasseCells } from '../returns/liasse.ts';
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
  const known = { reducedRate: capital !== undefined || reducedCeiling(exercise, companyOf(books, true)) === 0n };
  return { ...filled, findings: [...filled.findings, ...askedOf(filled, exercise, folder.id, known)] };
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
  buildCvaeSettlement(await cvaeInput(subject, '1329DEF'));

/** Of the value added of the exercise before. */
export const advance = async (subject: Subject): Promise<Content> =>
  buildCvaeAdvance(await cvaeInput(subject, '1329AC'));

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
    reducedCeiling: reducedCeiling(exercise, companyOf(books, capital)),
  });
}

const companyOf = (books: YearBooks, capitalPaidAndHeldByPersons = false, turnover?: number): Company => ({
  turnover: turnover === undefined ? turnoverOf(books) : euros(turnover),
  capitalPaidAndHeldByPersons,
});

/** Tax profit of an exercise by its liasse; a loss is 0. */
async function profitOf(subject: Subject, books: YearBooks): Promise<bigint> {
  const { sheets } = await liasseOf(subject, books, books.liasse);
  return subject.regime === 'simplified' ? sheets.amount('2033B', 'CR') : sheets.amount('2058A', 'XN');
}

export async function balance(subject: Subject): Promise<Content> {
  const { exercise, values, capital } = subject;
  const { facts, forms } = values;
  const books = own(subject);
  return buildBalance({
    exercise,
    balances: books.balances,
    declared: forms['2572'],
    profit: await profitOf(subject, books),
    company: companyOf(books, capital, facts.turnover),
    socialCredits: euros(facts.socialCredits),
    acceptLastKnownYear: facts.acceptLastKnownForms,
  });
}

export async function instalment(subject: Subject): Promise<Content> {
  const { exercise, deadline, values } = subject;
  const dates = deadlinesOf(COMPANY_TAX_INSTALMENTS, exercise, 0);
  const place = dates.findIndex(({ legal }) => legal === deadline.legal);
  const isDeclared = values.forms['2571']?.cells?.CA !== undefined;
  const known = isDeclared ? [] : await references(subject, dates[0]?.legal ?? deadline.legal);
  const { lastSocialContribution: given } = values.facts;
  return buildInstalment({
    exercise,
    due: deadline.legal,
    amount: instalmentPlan(...known)[place] ?? 0n,
    declared: values.forms['2571'],
    socialAmount: given === undefined ? socialPlan(...known)[place] : socialInstalment(euros(given)),
    acceptLastKnownYear: values.facts.acceptLastKnownForms,
  });
}

/** The last exercise; and the one before, while the return of the last is not due yet at the first instalment. */
async function references(subject: Subject, first: string): Promise<[Reference | undefined, Reference?]> {
  const { referenceProfit: given } = subject.values.facts;
  const exercise = lastExercise(subject);
  if (given) return [{ exercise, normalBase: euros(given.normal), reducedBase: euros(given.reduced) }];
  const [last, before] = await Promise.all(subject.books.map((books) => reference(subject, books)));
  const isDueLater = deadlinesOf(RESULT_RETURN, exercise, 0).some(({ legal }) => legal > first);
  return before && isDueLater ? [last, before] : [last];
}

async function reference(subject: Subject, books: YearBooks): Promise<Reference> {
  const { exercise } = books;
  const company = companyOf(books, subject.capital);
  const [profit, ceiling] = [await profitOf(subject, books), reducedCeiling(exercise, company)];
  const reducedBase = profit < ceiling ? profit : ceiling;
  const socialLiable = owesSocialContribution(company, exerciseMonths(exercise));
  return { exercise, normalBase: profit - reducedBase, reducedBase, socialLiable };
}

async function cvaeInput(subject: Subject, form: '1329DEF' | '1329AC'): Promise<CvaeInput> {
  const { period, exercise, earlier, values, books } = subject;
  const { facts, forms } = values;
  const base = await cvaeBase(subject);
  const { year } = dayParts(period.end);
  return {
    year,
    isBaseOfYearBefore: books.every((read) => dayParts(read.exercise.end).year < year),
    exercise,
    earlier,
    ...base,
    declared: forms[form],
    groupTurnover: facts.groupTurnover === undefined ? undefined : euros(facts.groupTurnover),
    acceptLastKnownYear: facts.acceptLastKnownForms,
  };
}

async function cvaeBase(subject: Subject): Promise<Pick<CvaeInput, 'turnover' | 'realTurnover' | 'valueAdded'>> {
  const { books, regime, values } = subject;
  const { turnover: given, valueAdded } = values.facts;
  const [read] = books;
  if (!read || (given !== undefined && valueAdded !== undefined)) {
    return { turnover: euros(given), valueAdded: euros(valueAdded) };
  }
  const form = regime === 'simplified' ? '2033E' : '2059E';
  const found = await buildValueAdded({
    regime: regime ?? 'normal',
    exercise: read.exercise,
    balances: read.balances,
    declared: { cells: { ...read.liasse.forms[form]?.cells, ...values.forms[form]?.cells } },
    acceptLastKnownYear: values.facts.acceptLastKnownForms,
  });
  const months = BigInt(exerciseMonths(read.exercise));
  const yearly = given === undefined ? divideRounded(found.turnover * 12n, months, 'halfUp') : euros(given);
  return {
    turnover: yearly,
    valueAdded: valueAdded === undefined ? found.valueAdded : euros(valueAdded),
    ...(months !== 12n && { realTurnover: found.turnover }),
  };
}
