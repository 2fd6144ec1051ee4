/** Framing grids of a stored return; that of a draft follows the books. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import { openReturn } from '../drafts/draft.ts';
import type { Grid } from './grid.ts';
import { gridOf } from './grids.ts';

interface Framing {
  readonly procedureId: number;
  /** That of the return unless given. */
  readonly startDate?: PlainDate | undefined;
}

/** Throws FolderNotFound, ProcedureNotFound, PeriodInvalid. */
export const framingByRate = async (ctx: Context, folderId: number, framing: Framing): Promise<Grid> =>
  gridOf(ctx, await openReturn(ctx, folderId, framing.procedureId), { grid: 'ByRate', ...framing });

/**
 * Balances are debit less credit. Throws FolderNotFound, ProcedureNotFound, PeriodInvalid, ExerciseNotFound,
 * FolderWithoutExercise, LedgerPeriodInvalid.
 */
export const framingByAccount = async (ctx: Context, folderId: number, framing: Framing): Promise<Grid> =>
  gridOf(ctx, await openReturn(ctx, folderId, framing.procedureId), { grid: 'ByAccount', ...framing });
