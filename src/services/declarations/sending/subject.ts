/** Everything that a declaration is built from: folder, period, ledger, declared values. */

import type { Exercise } from '../../calendar/periods.ts';
import { getCompany } from '../../folders/companies.ts';
import type { Company, Folder } from '../../folders/store.ts';
import type { Cell } from '../../forms/cell-table.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import { kindEntry } from '../kinds.ts';
import type { AnnexSources } from '../returns/annexes/annexes.ts';
import type { Regime } from '../returns/filed-forms.ts';
import { annexSources } from './annex-sources.ts';
import { type Books, booksOf } from './books.ts';
import { type Category, carriedFacts, type DeclaredValues, declaredFor, type Facts } from './declared-values.ts';
import { type DeclarationPeriod, periodFor, type WantedPeriod } from './period.ts';

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
  for (const index of kindEntry(found.type).reads) {
    const exercise = all[index];
    if (!exercise) continue;
    books.push({ ...(await booksOf(ctx, folderId, exercise)), liasse: await liasseValues(ctx, folderId, exercise) });
  }
  const [before] = found.earlier;
  const booksBefore = found.type === 'Liasse' && before ? await booksOf(ctx, folderId, before) : undefined;
  const readAnnexes = (read: YearBooks, cells: readonly Cell[]): Promise<AnnexSources> => {
    const last = all[all.findIndex(({ id }) => id === read.exercise.id) + 1];
    return annexSources(ctx, { folderId, books: read, cells, facts: read.liasse.facts, before: last, booksBefore });
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
    regime: said.find(({ regime }) => regime)?.regime ?? regimeOf(found.folder),
    capital,
    category: said.find(({ category }) => category)?.category ?? CATEGORY_OF[found.folder.taxRegime ?? ''],
  };
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
