/** What there is to declare, folder by folder: deadlines with how far each is. Read in bulk, for one folder or a firm. */
import { type Exercise, meets } from '../calendar/periods.ts';
import { foldersOf, type WorkScope } from '../folders/scope.ts';
import type { Folder } from '../folders/store.ts';
import { today } from '../kernel/clock.ts';
import { addMonths, type PlainDate } from '../kernel/dates.ts';
import { type Page, type Paging, pageOfList } from '../ledger/page.ts';
import type { Context } from '../operation/context.ts';
import { dismissalsOf } from './dismissals.ts';
import type { DeclarationType } from './kinds.ts';
import { deadlines } from './rules/deadlines.ts';
import { currentRecord, type PeriodRecord } from './rules/periods.ts';
import {
  dutyKey,
  expectedTypes,
  inOrder,
  isOwed,
  rankOf,
  TASK_STATES,
  type Task,
  type TaskState,
  taskOf,
} from './rules/worklist.ts';
import { byFolder, countingRecords } from './standing.ts';

export interface Window {
  readonly start?: PlainDate | undefined;
  readonly end?: PlainDate | undefined;
}

export interface FolderTask extends Task {
  readonly folder: Pick<Folder, 'id' | 'name'>;
}

/** Months that an exercise is looked at after its end, unless a window is asked for. */
const MONTHS_BACK = 15;

/** By default what ended at most 15 months ago or has begun: the liasse of an exercise is due within five. */
export function windowOf(ctx: Context, { start, end }: Window): Exercise {
  const now = today(ctx);
  return { start: start ?? addMonths(end ?? now, -MONTHS_BACK), end: end ?? (start && start > now ? start : now) };
}

/** What is not filed, or awaits an answer or a correction, is shown however old its exercise is. */
const NEVER_TOO_OLD: readonly TaskState[] = ['Late', 'Rejected', 'ToSend', 'Waiting', 'Dismissed'];

/** What is to do in a folder, a firm, or everywhere the caller sees; the most pressing first. Throws FolderNotFound. */
export async function tasksOf(ctx: Context, scope: WorkScope, window: Window = {}): Promise<FolderTask[]> {
  const looked = windowOf(ctx, window);
  const isOpenEnded = window.start === undefined && window.end === undefined;
  const tasks: FolderTask[] = [];
  await visitTasks(ctx, scope, (task, exercise, folder) => {
    if (meets(exercise, looked) || (isOpenEnded && NEVER_TOO_OLD.includes(task.state))) tasks.push({ ...task, folder });
  });
  return tasks.sort(inOrder);
}

export interface TaskFilter {
  readonly states?: readonly TaskState[] | undefined;
  readonly types?: readonly DeclarationType[] | undefined;
  /** Days on which it is due, both included. */
  readonly dueFrom?: PlainDate | undefined;
  readonly dueTo?: PlainDate | undefined;
}

export interface TaskPage extends Page<FolderTask> {
  /** By state, of everything that the other filters let through. */
  readonly counts: Readonly<Record<TaskState, number>>;
}

/** What presses unless states are asked for. */
const PRESSING: readonly TaskState[] = ['Late', 'Rejected', 'ToSend', 'Waiting'];

/** One page of what is to do, the most pressing first, with how much there is of each state. Throws FolderNotFound. */
export async function taskPage(
  ctx: Context,
  scope: WorkScope,
  { states = PRESSING, types, dueFrom, dueTo }: TaskFilter,
  paging: Paging,
): Promise<TaskPage> {
  const counts = Object.fromEntries(TASK_STATES.map((state) => [state, 0])) as Record<TaskState, number>;
  // Many tasks share few days: they are put under their state and day, and never compared one by one.
  const piles = new Map<string, { readonly task: Task; readonly folder: Folder }[]>();
  await visitTasks(ctx, scope, (task, _exercise, folder) => {
    const { type, due } = task.deadline;
    if ((types && !types.includes(type)) || (dueFrom && due < dueFrom) || (dueTo && due > dueTo)) return;
    counts[task.state] += 1;
    if (!states.includes(task.state)) return;
    const key = `${rankOf(task)} ${due}`;
    const pile = piles.get(key);
    if (pile) pile.push({ task, folder });
    else piles.set(key, [{ task, folder }]);
  });
  const shown = [...piles.keys()].sort().flatMap((key) => piles.get(key) ?? []);
  const page = pageOfList(shown, paging);
  return { ...page, items: page.items.map(({ task, folder }) => ({ ...task, folder })), counts };
}

type Visit = (task: Task, exercise: Exercise, folder: Folder) => void;

async function visitTasks(ctx: Context, scope: WorkScope, visit: Visit): Promise<void> {
  const folders = await foldersOf(ctx, scope);
  const facts = await factsOf(ctx, folders);
  const now = today(ctx);
  const dated = taskBook(now);
  for (const folder of folders) {
    const { exercises, records, dismissed } = facts(folder.id);
    const types = expectedTypes(folder, records);
    for (const exercise of exercises) {
      for (const bare of types.flatMap((type) => dated(type, exercise))) {
        const { type, period } = bare.deadline;
        const record = currentRecord(records, type, period.end);
        const reason = dismissed?.get(dutyKey(type, period.end));
        const task = record || reason ? taskOf(bare.deadline, record, now, reason) : bare;
        if (isOwed(task, folder)) visit(task, exercise, folder);
      }
    }
  }
}

/** Folders share the dates of their exercises: what is due of each, while nothing was done, is computed once. */
function taskBook(now: PlainDate): (type: DeclarationType, exercise: Exercise) => readonly Task[] {
  const known = new Map<string, readonly Task[]>();
  return (type, exercise) => {
    const key = `${type} ${exercise.start} ${exercise.end}`;
    const found = known.get(key) ?? deadlines(type, exercise).map((deadline) => taskOf(deadline, undefined, now));
    known.set(key, found);
    return found;
  };
}

/** Everything in three statements, whatever the number of folders. */
async function factsOf(ctx: Context, folders: readonly Folder[]) {
  const { knex } = await ctx.db();
  const ids = folders.map(({ id }) => id);
  const [exercises, records, dismissals] = await Promise.all([
    exercisesOf(ctx, ids),
    countingRecords(ctx, ids),
    dismissalsOf(knex, ids),
  ]);
  const recordsOf = byFolder<PeriodRecord>(records);
  return (folderId: number) => ({
    exercises: exercises.get(folderId) ?? [],
    records: recordsOf.get(folderId) ?? ([] as readonly PeriodRecord[]),
    dismissed: dismissals.get(folderId),
  });
}

async function exercisesOf(ctx: Context, folderIds: readonly number[]): Promise<ReadonlyMap<number, Exercise[]>> {
  const { rows } = await (await ctx.db()).knex.raw(
    `select folder_id as "folderId", start_date as start, end_date as end
     from exercise where folder_id = any(?) order by end_date`,
    [[...folderIds]],
  );
  return byFolder<Exercise>(rows);
}
