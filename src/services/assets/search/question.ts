/** What B14 and B15 are asked, from its texts to what can be put to the database: one meaning for both. */
import type { Context } from '../../operation/context.ts';
import type { Exercise } from '../engine/calendar.ts';
import { checkWindows } from '../engine/checks.ts';
import { alertedAssets } from '../register/alerted-assets.ts';
import type { FolderBasis } from '../register/basis.ts';
import { keepWindow } from '../register/kept-windows.ts';
import type { AssetQuestion } from './figure-rows.ts';
import { type AssetSort, parseFilters, parseSorts } from './grammar.ts';

/** A question as its texts say it. */
export interface AskedAssets {
  readonly window: Exercise;
  readonly sort: readonly string[];
  readonly q: readonly string[];
  readonly hasAlert?: boolean | undefined;
}

export interface PreparedQuestion {
  readonly question: AssetQuestion;
  readonly sorts: readonly AssetSort[];
  readonly basis: FolderBasis;
}

const BY_NUMBER = parseSorts(['Number:asc']);

/**
 * Reads the texts, then makes the figures of the period ready.
 * Throws FolderNotFound, WindowEndsBeforeStart, and what is wrong with filters and sorts.
 */
export async function prepareQuestion(
  ctx: Pick<Context, 'db' | 'clock'>,
  folderId: number,
  asked: AskedAssets,
): Promise<PreparedQuestion> {
  const { window, hasAlert } = asked;
  checkWindows([window]);
  const [filters, sorts] = [parseFilters(asked.q), parseSorts(asked.sort)];
  const basis = await keepWindow(ctx, folderId, window);
  const question = { folderId, window, filters };
  const withAlerts = hasAlert === undefined ? question : { ...question, alerted: { hasAlert, ids: await alerted() } };
  return { question: withAlerts, sorts: sorts.length > 0 ? sorts : BY_NUMBER, basis };

  /** Those of B17 at the end of the period, so that both say the same. */
  function alerted(): Promise<number[]> {
    return alertedAssets(ctx, folderId, window.end);
  }
}
