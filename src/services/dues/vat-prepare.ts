/** The drafts of what is due: made when they miss, computed from the books, with what they lack. Nothing is sent. */
import type { WorkScope } from '../folders/scope.ts';
import { today } from '../kernel/clock.ts';
import { addDays } from '../kernel/dates.ts';
import { TaxopsError } from '../kernel/errors.ts';
import type { Context } from '../operation/context.ts';
import { openReturn } from '../vat/drafts/draft.ts';
import { assistGroup } from '../vat/procedures/create-group.ts';
import { reportOf } from '../vat/procedures/validation.ts';
import { endedVat, type VatDue } from './vat-dues.ts';

/** What was due longer ago is not begun by itself: it was filed before the folder was here, or it is a person's matter. */
const DAYS_LATE = 31;

export interface ToPrepare extends Pick<VatDue, 'form' | 'procedureId'> {
  readonly folderId: number;
  readonly span: VatDue['span'];
}

/** Returns that are due and not filed, oldest first in each folder. Throws FolderNotFound. */
export async function returnsToPrepare(ctx: Context, scope: WorkScope): Promise<ToPrepare[]> {
  const all = await endedVat(ctx, scope, addDays(today(ctx), -DAYS_LATE));
  return all.flatMap(({ folder, dues }) =>
    dues.filter(({ isFiled }) => !isFiled).map((due) => ({ ...due, folderId: folder.id })),
  );
}

/** What was done: the draft with its lacks, or undefined when the return is no draft, or another covers the period. */
export interface Prepared {
  readonly procedureId: number;
  readonly lacks: number;
}

/** Twice is once. Throws FolderNotFound, and what making a return throws. */
export async function prepareReturn(ctx: Context, wanted: ToPrepare): Promise<Prepared | undefined> {
  const procedureId = wanted.procedureId ?? (await begun(ctx, wanted));
  if (procedureId === undefined) return undefined;
  const opened = await openReturn(ctx, wanted.folderId, procedureId);
  if (opened.procedure.status !== 'Draft') return undefined;
  const { missingCategoryAccounts, missingCategoryLines, invalidCombinations } = reportOf(opened);
  return {
    procedureId,
    lacks: missingCategoryAccounts.length + missingCategoryLines.length + invalidCombinations.length,
  };
}

async function begun(ctx: Context, { folderId, form, span }: ToPrepare): Promise<number | undefined> {
  const { beginDate, endDate, depositNumber } = span;
  const procedureType = depositNumber === null ? 'Liquidation' : 'Deposit';
  try {
    const made = await assistGroup(ctx, folderId, { procedureType, form, beginDate, endDate, depositNumber });
    return made.procedures[0]?.id;
  } catch (error) {
    if (error instanceof TaxopsError && error.code === 'PeriodAlreadyDeclared') return undefined;
    throw error;
  }
}
