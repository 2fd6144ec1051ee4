/** The two framing grids, by name. */
import type { Context } from '../../operation/context.ts';
import type { OpenReturn } from '../drafts/stored-return.ts';
import { gridByAccount } from './by-account.ts';
import { gridByRate } from './by-rate.ts';
import type { FramingGrid } from './cell-store.ts';
import { type OpenFraming, openFraming, type Wanted } from './framed-shares.ts';
import type { Grid } from './grid.ts';

const GRIDS: Readonly<Record<FramingGrid, (ctx: Context, opened: OpenFraming) => Promise<Grid>>> = {
  ByRate: gridByRate,
  ByAccount: gridByAccount,
};

/**
 * The grid of a return that is open. Throws PeriodInvalid when it would start after the return; ExerciseNotFound,
 * FolderWithoutExercise, LedgerPeriodInvalid (by account).
 */
export const gridOf = async (ctx: Context, opened: OpenReturn, wanted: Wanted): Promise<Grid> =>
  GRIDS[wanted.grid](ctx, await openFraming(ctx, opened, wanted));
