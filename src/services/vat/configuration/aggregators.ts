/** The accounts that moved in a window, under the first three digits of their numbers. */
import type { PlainDate } from '../../kernel/dates.ts';
import { type Instant, parisDay } from '../../kernel/paris-time.ts';
import { chartAccountOf } from '../../ledger/chart.ts';
import { exerciseOn, listExercises } from '../../ledger/exercises.ts';
import { movedAccounts } from '../../ledger/movements.ts';
import type { Context } from '../../operation/context.ts';
import { checkWindow } from '../procedures/period.ts';
import { procedurePeriod } from '../procedures/procedures.ts';
import { type AccountConfiguration, listAllConfigurations } from './configuration.ts';

export interface Aggregator {
  readonly aggregatorAccountNumber: string;
  /** As in the general chart; the number where it has none. */
  readonly aggregatorAccountLabel: string;
  readonly accounts: readonly AccountConfiguration[];
}

interface Window {
  readonly start: PlainDate;
  readonly end: PlainDate;
}

type AskedWindow = { readonly [K in keyof Window]?: Window[K] | undefined } & {
  readonly procedureId?: number | undefined;
};

/**
 * Of the period of a return where one is named; else without days, of the exercise that holds today, or of the last one.
 * Throws FolderNotFound, ProcedureNotFound, PeriodInvalid.
 */
export async function listByAggregator(ctx: Context, folderId: number, asked: AskedWindow): Promise<Aggregator[]> {
  const window = await windowOf(ctx, folderId, asked);
  const moved = window ? await movedAccounts(ctx, folderId, window) : new Set();
  const groups = new Map<string, AccountConfiguration[]>();
  for (const configuration of await listAllConfigurations(ctx, folderId)) {
    if (!moved.has(configuration.accountId)) continue;
    const number = configuration.accountNumber.slice(0, DIGITS);
    groups.set(number, [...(groups.get(number) ?? []), configuration]);
  }
  return [...groups].map(([number, accounts]) => ({
    aggregatorAccountNumber: number,
    aggregatorAccountLabel: (window && chartAccountOf(number, window.start)?.label) ?? number,
    accounts,
  }));
}

const DIGITS = 3;

/** Undefined where the folder has no exercise and no days are given. */
async function windowOf(
  ctx: Context,
  folderId: number,
  { start, end, procedureId }: AskedWindow,
): Promise<Window | undefined> {
  if (procedureId !== undefined) {
    const period = await procedurePeriod(ctx, folderId, procedureId);
    return { start: period.beginDate, end: period.endDate };
  }
  const all = await listExercises(ctx, folderId);
  const exercise = exerciseOn(all, start ?? end ?? parisDay(ctx.clock.now() as Instant)) ?? all.at(-1);
  const [from, to] = [start ?? exercise?.start, end ?? exercise?.end];
  if (from === undefined || to === undefined) return undefined;
  checkWindow({ beginDate: from, endDate: to });
  return { start: from, end: to };
}
