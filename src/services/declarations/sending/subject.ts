/** Everything that a declaration is built from: folder, period, ledger, declared values. */

import { isReturnDue } from '../../calendar/deadlines.ts';
import type { Exercise } from '../../calendar/periods.ts';
import { getCompany } from '../../folders/companies.ts';
import type { Company, Folder } from '../../folders/store.ts';
import type { Cell } from '../../forms/cell-table.ts';
import { dayParts, type PlainDate } from '../../kernel/dates.ts';
import type { Exercise as LedgerExercise } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';
import { kindEntry } from '../kinds.ts';
import type { AnnexSources } from '../returns/annexes/annexes.ts';
import type { InstalmentsSent } from '../returns/company-tax.ts';
import type { AdvancesSent } from '../returns/cvae.ts';
import type { Regime } from '../returns/filed-forms.ts';
import { annexSources } from './annex-sources.ts';
import { type Books, booksOf } from './books.ts';
import { type Category, carriedFacts, type DeclaredValues, declaredFor, type Facts } from './declared-values.ts';
import { filingOfPeriod } from './filing-of-period.ts';
import { advancesSent, instalmentsSent } from './instalments-sent.ts';
import { type DeclarationPeriod, type PeriodKey, periodFor, type WantedPeriod } from './period.ts';

/** The ledger of one exercise, with what was declared for its liasse. */
export interface YearBooks extends Books {
  readonly liasse: DeclaredValues;
}

export interface Subject extends DeclarationPeriod {
  readonly company: Company;
  readonly values: DeclaredValues;
  /** Of the exercises that the kind reads, the latest first. */
  readonly books: readonly YearBooks[];
  readonly regime: Regime | undefined;
  readonly category: Category | undefined;
  /** Whether the capital is paid and held for 75 % by natural persons: said for this declaration or for a liasse. */
  readonly capital: boolean | undefined;
  /** Of the exercise before the first that the kind reads: a liasse opens with it. */
  readonly booksBefore: Books | undefined;
  /** The liasse of the exercise before, where its return is not kept here. */
  readonly readUnkept: () => Promise<Subject | undefined>;
  /** What the instalments of its company tax that were sent from here declared. */
  readonly readInstalments: () => Promise<InstalmentsSent | undefined>;
  /** The same of the CVAE of the year. */
  readonly readAdvances: () => Promise<AdvancesSent | undefined>;
  /** What fills the annexes of a return of these books besides their balances. */
  readonly readAnnexes: (books: YearBooks, cells: readonly Cell[]) => Promise<AnnexSources>;
}

/** Throws FolderNotFound, TypeNotSendable, PeriodReversed, PeriodUnknown. */
export async function subjectOf(ctx: Context, wanted: WantedPeriod): Promise<Subject> {
  const { folderId } = wanted;
  const found = await periodFor(ctx, wanted);
  const values = await declaredFor(ctx, wanted, found.period);
  const all = [found.exercise, ...found.earlier];
  const books: YearBooks[] = [];
  for (const exercise of exercisesRead(found)) {
    books.push({ ...(await booksOf(ctx, folderId, exercise)), liasse: await liasseValues(ctx, folderId, exercise) });
  }
  const [before] = found.earlier;
  const booksBefore = found.type === 'Liasse' && before ? await booksOf(ctx, folderId, before) : undefined;
  const readAnnexes = (read: YearBooks, cells: readonly Cell[]): Promise<AnnexSources> => {
    const earlier = all.slice(all.findIndex(({ id }) => id === read.exercise.id) + 1);
    return annexSources(ctx, { folderId, books: read, cells, facts: read.liasse.facts, earlier, booksBefore });
  };
  const company = await getCompany(ctx, found.folder.companyId);
  const said = [values.facts, ...books.map(({ liasse }) => liasse.facts)];
  const capital = said.find(isCapitalSaid)?.capitalPaidAndHeldByPersons;
  return {
    ...found,
    company,
    values,
    books,
    booksBefore,
    readAnnexes,
    readUnkept: async () => (before ? unkept(ctx, { folderId, type: 'Liasse', end: before.end }) : undefined),
    readInstalments: () => instalmentsSent(ctx, folderId, found.exercise),
    readAdvances: () => advancesSent(ctx, folderId, dayParts(found.period.end).year),
    regime: said.find(({ regime }) => regime)?.regime ?? regimeOf(found.folder),
    capital,
    category: said.find(({ category }) => category)?.category ?? CATEGORY_OF[found.folder.taxRegime ?? ''],
  };
}

const unkept = async (ctx: Context, key: PeriodKey): Promise<Subject | undefined> =>
  (await filingOfPeriod(ctx, key)) ? undefined : subjectOf(ctx, key);

function exercisesRead({ type, exercise, earlier, deadline }: DeclarationPeriod): LedgerExercise[] {
  const { reads } = kindEntry(type);
  if (reads === 'last due') return lastDue(earlier, deadline.legal);
  const all = [exercise, ...earlier];
  return reads.flatMap((index) => all[index] ?? []);
}

/** The last exercise whose return is due on a day; then the last that closed the year before, where it is another. */
function lastDue(earlier: readonly LedgerExercise[], day: PlainDate): LedgerExercise[] {
  const base = earlier.find((one) => isReturnDue(one, day));
  const before = earlier.find(({ end }) => dayParts(end).year === dayParts(day).year - 1);
  return [...new Set(base ? [base, before ?? base] : [])];
}

const isCapitalSaid = ({ capitalPaidAndHeldByPersons }: Facts): boolean => capitalPaidAndHeldByPersons !== undefined;

/** What was declared for the liasse of an exercise; what it does not say stays as it was said before. */
async function liasseValues(ctx: Context, folderId: number, exercise: Exercise): Promise<DeclaredValues> {
  const { forms, facts } = await declaredFor(ctx, { folderId, type: 'Liasse' }, exercise);
  const carried = await carriedFacts(ctx, folderId, exercise.end as PlainDate);
  return { forms, facts: { ...carried, ...facts } };
}

const regimeOf = ({ resultRegime, vatSystem }: Folder): Regime | undefined =>
  resultRegime === null ? REGIMES[vatSystem ?? ''] : resultRegime === 'Normal' ? 'normal' : 'simplified';

/** The regime of VAT is mostly that of the result; what the folder or the declared values say goes before. */
const REGIMES: Readonly<Record<string, Regime>> = {
  RealNormal: 'normal',
  MiniReal: 'simplified',
  Simplified: 'simplified',
  Franchise: 'simplified',
};

const CATEGORY_OF: Readonly<Record<string, Category>> = { CorporationTax: 'IS', IncomeTax: 'BIC' };
