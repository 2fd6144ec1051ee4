/** What a folder has to declare, by when, and how far it is: A3, A4, A14, deadlines and the operator's view. */

import type { CalendarEvent } from '../calendar/calendar-file.ts';
import { type Exercise, meets } from '../calendar/periods.ts';
import { today } from '../kernel/clock.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Language } from '../kernel/errors.ts';
import { accountBalances } from '../ledger/balances.ts';
import { listExercises } from '../ledger/exercises.ts';
import type { Context } from '../operation/context.ts';
import { declarationErrors } from './errors.ts';
import { DECLARATION_KINDS, type DeclarationType } from './kinds.ts';
import { deadlines } from './rules/deadlines.ts';
import { type PeriodRecord, type PeriodState, periodState, periodsInWindow } from './rules/periods.ts';
import { type Reminder, reminders } from './rules/reminders.ts';
import { countingDeclarations } from './standing.ts';
import type { StoredDeclaration } from './store.ts';
import { type FolderTask, type Window, windowOf } from './tasks.ts';

const ALWAYS: Exercise = { start: '0001-01-01' as PlainDate, end: '9999-12-31' as PlainDate };

export const asPeriodRecord = (one: StoredDeclaration): PeriodRecord => ({
  id: one.id,
  type: one.type,
  status: one.status,
  end: one.periodEnd,
  ignoreWhenRejected: one.ignoreWhenRejected,
});

/** The state of the period that ends on a day (A3). Throws FolderNotFound, PeriodUnknown. */
export async function stateOfPeriod(
  ctx: Context,
  folderId: number,
  type: DeclarationType,
  end: PlainDate,
): Promise<PeriodState> {
  const { exercises, records } = await factsOf(ctx, folderId);
  const known = periodsInWindow(exercises, [type], ALWAYS).find((period) => period.end === end);
  const state = periodState(records, type, known ?? { start: end, end });
  if (!known && state.declarationId === undefined) throw declarationErrors.PeriodUnknown({ folderId, type, end });
  return state;
}

/** Start and end of every declaration period that meets the window (A14). Throws FolderNotFound. */
export async function periodsOf(ctx: Context, folderId: number, window: Exercise): Promise<Exercise[]> {
  return periodsInWindow(await listExercises(ctx, folderId), DECLARATION_KINDS, window);
}

/** Reminders of one type (A4). Throws FolderNotFound. */
export async function remindersOf(
  ctx: Context,
  folderId: number,
  type: DeclarationType,
  window: Window,
): Promise<Reminder[]> {
  const { exercises, records } = await factsOf(ctx, folderId);
  const looked = exercises.filter((exercise) => meets(exercise, windowOf(ctx, window)));
  return reminders({
    today: today(ctx),
    deadlines: looked.flatMap((exercise) => deadlines(type, exercise)),
    records,
    balanced: await areBalanced(ctx, folderId, looked),
  });
}

/** Whether debits and credits of these exercises are equal. */
async function areBalanced(ctx: Context, folderId: number, exercises: readonly { id: number }[]): Promise<boolean> {
  const sums = exercises.map(async ({ id }) => {
    const { accounts } = await accountBalances(ctx, folderId, { exerciseId: id });
    return accounts.reduce((sum, { closing }) => sum + closing, 0n);
  });
  return (await Promise.all(sums)).every((sum) => sum === 0n);
}

const DUE: Readonly<Record<Language, string>> = { en: 'due', fr: 'à déposer' };

/** A task as an event of a calendar file, on the day it is due. */
export const eventOf = ({ folder, deadline, status }: FolderTask, language: Language): CalendarEvent => {
  const { type, period, due } = deadline;
  return {
    id: `${folder.id}-${type}-${period.end}`,
    day: due,
    summary: `${type} ${folder.name} (${DUE[language]})`,
    description: `${period.start} / ${period.end}: ${status}`,
  };
};

async function factsOf(ctx: Context, folderId: number) {
  const exercises = await listExercises(ctx, folderId);
  return { exercises, records: (await countingDeclarations(ctx, folderId)).map(asPeriodRecord) };
}
