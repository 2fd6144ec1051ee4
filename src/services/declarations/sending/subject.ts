/** Everything that a declaration is built from: folder, period, ledger, declared values. */

import { getCompany } from '../../folders/companies.ts';
import type { Company } from '../../folders/store.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import type { Regime } from '../returns/liasse.ts';
import type { DeclarationType } from '../rules/enumerations.ts';
import { type Books, booksOf } from './books.ts';
import { type Category, type DeclaredValues, readDeclaredValues } from './declared-values.ts';
import { type DeclarationPeriod, periodFor, type SendableType } from './period.ts';

/** The ledger of one exercise, with what was declared for its liasse. */
export interface YearBooks extends Books {
  readonly liasse: DeclaredValues;
}

export interface Subject extends DeclarationPeriod {
  readonly company: Company;
  readonly values: DeclaredValues;
  /** Of the exercises that the type reads, the latest first; see READS. */
  readonly books: readonly YearBooks[];
  readonly regime: Regime | undefined;
  readonly category: Category | undefined;
}

/** Which exercises a type reads: 0 is its own, 1 the one before, and so on. */
const READS: Readonly<Record<SendableType, readonly number[]>> = {
  Liasse: [0],
  LiasseTeteDeGroupe: [],
  IS2571: [1, 2],
  IS2572: [0],
  IS2573: [],
  CVAESolde: [0],
  CVAEAcompte: [1],
};

/** Throws FolderNotFound, TypeNotSendable, PeriodReversed, PeriodUnknown. */
export async function subjectOf(
  ctx: Context,
  folderId: number,
  type: DeclarationType,
  end: PlainDate,
  start?: PlainDate,
): Promise<Subject> {
  const found = await periodFor(ctx, folderId, type, end, start);
  const values = await readDeclaredValues(ctx, folderId, type, end);
  const all = [found.exercise, ...found.earlier];
  const books: YearBooks[] = [];
  for (const index of READS[found.type]) {
    const exercise = all[index];
    if (!exercise) continue;
    const liasse = await readDeclaredValues(ctx, folderId, 'Liasse', exercise.end);
    books.push({ ...(await booksOf(ctx, folderId, exercise)), liasse });
  }
  const company = await getCompany(await ctx.db(), found.folder.companyId);
  const said = [values.facts, ...books.map(({ liasse }) => liasse.facts)];
  return {
    ...found,
    company,
    values,
    books,
    regime: said.find(({ regime }) => regime)?.regime ?? REGIMES[found.folder.vatSystem ?? ''],
    category: said.find(({ category }) => category)?.category ?? CATEGORY_OF[found.folder.taxRegime ?? ''],
  };
}

/** The regime of VAT is mostly that of the result; what is declared goes before. */
const REGIMES: Readonly<Record<string, Regime>> = {
  RealNormal: 'normal',
  MiniReal: 'simplified',
  Simplified: 'simplified',
  Franchise: 'simplified',
};

const CATEGORY_OF: Readonly<Record<string, Category>> = { CorporationTax: 'IS', IncomeTax: 'BIC' };
