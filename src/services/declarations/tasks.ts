/** What there is to declare, folder by folder: deadlines with how far each is. For one folder or a firm. */
import { type Exercise, meets } from '../calendar/periods.ts';
import type { WorkScope } from '../folders/scope.ts';
import { today } from '../kernel/clock.ts';
import { addMonths, type PlainDate } from '../kernel/dates.ts';
import { groupBy } from '../kernel/group-by.ts';
import type { Page, Paging } from '../ledger/page.ts';
import type { Context } from '../operation/context.ts';
import type { DeclarationType } from './kinds.ts';
import type { Deadline } from './rules/deadlines.ts';
import { inOrder, TASK_STATES, type Task, type TaskState } from './rules/worklist.ts';
import { type DatedDuty, type Pile, type TaskQuery, type TaskRow, taskQuery } from './task-query.ts';

export interface Window {
  readonly start?: PlainDate | undefined;
  readonly end?: PlainDate | undefined;
}

export interface FolderTask extends Task {
  readonly folder: { readonly id: number; readonly name: string };
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

const ORDER = 'order by t.state, t.due, t.folder_id, t.period_end, t.type';

/** The tasks that a condition and a limit choose, in their order. */
const chosen = (rest: string): string => `select t.folder_id as "folderId", t.name, t.place, t.state, t.reason,
    d.id as "declarationId", d.status
  from (select * from task t ${rest}) t
    left join declaration d on d.folder_id = t.folder_id and d.id = t.declaration_id
  ${ORDER}`;

/** What is to do in a folder, a firm, or everywhere the caller sees; the most pressing first. Throws FolderNotFound. */
export async function tasksOf(
  ctx: Context,
  scope: WorkScope,
  window: Window = {},
  filter: TaskFilter = {},
): Promise<FolderTask[]> {
  const isLooked = lookedAt(ctx, window);
  const { duties, ask } = await taskQuery(ctx, scope, meant(filter));
  const tasks = (await ask<TaskRow>(chosen(''))).flatMap((row) => {
    const task = taskIn(duties, row);
    return isLooked(task.state, duties[row.place]) && (filter.states?.includes(task.state) ?? true) ? [task] : [];
  });
  return tasks.sort(inOrder);
}

/** Whether an obligation of a state is shown, by the exercise that it is of. */
function lookedAt(ctx: Context, window: Window): (state: TaskState, duty: DatedDuty | undefined) => boolean {
  const looked = windowOf(ctx, window);
  const isOpenEnded = window.start === undefined && window.end === undefined;
  return (state, duty) => (duty && meets(duty.exercise, looked)) || (isOpenEnded && NEVER_TOO_OLD.includes(state));
}

function taskIn(duties: readonly DatedDuty[], row: TaskRow): FolderTask {
  const { deadline } = duties[row.place] ?? {};
  const state = TASK_STATES[row.state];
  if (!deadline || !state) throw new RangeError(`no deadline ${row.place} in state ${row.state}`);
  return {
    folder: { id: row.folderId, name: row.name },
    deadline,
    state,
    status: row.status ?? 'None',
    declarationId: row.declarationId ?? undefined,
    reason: (state === 'Dismissed' && row.reason) || undefined,
  };
}

/** How many obligations of each of these folders are late, however old; one without any is not in the map. */
export async function lateByFolder(ctx: Context, folderIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { ask } = await taskQuery(ctx, { folderIds });
  const late = TASK_STATES.indexOf('Late');
  const rows = await ask<{ readonly folderId: number; readonly count: number }>(
    `select t.folder_id as "folderId", count(*)::integer as count from task t where t.state = ${late} group by 1`,
  );
  return new Map(rows.map(({ folderId, count }) => [folderId, count]));
}

export interface TaskFilter {
  readonly states?: readonly TaskState[] | undefined;
  readonly types?: readonly DeclarationType[] | undefined;
  /** Days on which it is due, both included. */
  readonly dueFrom?: PlainDate | undefined;
  readonly dueTo?: PlainDate | undefined;
}

/** Whether a deadline is of the types and the days asked for. */
const meant =
  ({ types, dueFrom, dueTo }: TaskFilter) =>
  ({ type, due }: Deadline): boolean =>
    (!types || types.includes(type)) && (!dueFrom || due >= dueFrom) && (!dueTo || due <= dueTo);

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
  { page, limit }: Paging,
): Promise<TaskPage> {
  const query = await taskQuery(ctx, scope, meant({ types, dueFrom, dueTo }));
  const piles = await query.piles();
  const counts = countsOf(piles);
  const total = states.reduce((sum, state) => sum + counts[state], 0);
  const shown = piles.filter(({ state }) => states.some((one) => TASK_STATES[state] === one));
  const items = await tasksAmong(query, shown, { page, limit });
  return { items, page, limit, total, hasMore: page * limit < total, counts };
}

const countsOf = (piles: readonly Pick<Pile, 'state' | 'count'>[]): TaskPage['counts'] =>
  Object.fromEntries(
    TASK_STATES.map((state, rank) => [
      state,
      piles.reduce((sum, pile) => sum + (pile.state === rank ? pile.count : 0), 0),
    ]),
  ) as TaskPage['counts'];

/** One page of the tasks of some piles, the most pressing first. */
async function tasksAmong(
  { duties, ask }: TaskQuery,
  piles: readonly Pile[],
  { page, limit }: Paging,
): Promise<FolderTask[]> {
  const dueOf = ({ place }: Pile) => duties[place]?.deadline.due ?? '';
  const { within, skipped } = pilesOfPage(
    inGroups(piles, (pile) => `${pile.state} ${dueOf(pile)}`),
    (page - 1) * limit,
    limit,
  );
  if (within.length === 0) return [];
  const rows = await ask<TaskRow>(
    chosen(`where ${among(within)} ${ORDER} limit ${limit} offset ${skipped}`),
    placesOf(within),
  );
  return rows.map((row) => taskIn(duties, row));
}

/** What there is of folders by name: those of a page whole, how many there are, and how much of each state. */
interface Grid {
  readonly items: readonly TaskRow[];
  readonly total: number;
  readonly counts: readonly Pick<Pile, 'state' | 'count'>[];
}

/** One obligation of one state, of whichever folder. */
type Place = Pick<Pile, 'place' | 'state'>;

const NOTHING: Grid = { items: [], total: 0, counts: [] };

/** Found once, which counts them; only names are sorted, and what is owed in the folders of the page. */
const byFolder = (looked: readonly Place[], states: readonly number[], limit: number, offset: number): string =>
  `, found as materialized (
    select folder_id, place, state, reason, declaration_id from task t where ${among(looked)}
  ), shown as not materialized (
    select * from found where state = any('{${states}}')
  ), folders as materialized (
    select id, name, fold_text(name) as folded from scope where id in (select folder_id from shown)
  )
  select (select count(*)::integer from folders) as total,
    (select coalesce(json_agg(c), '[]') from (select state, count(*) as count from found group by 1) c) as counts,
    (select coalesce(json_agg(i), '[]') from (
      select f.id as "folderId", f.name, t.place, t.state, t.reason, d.id as "declarationId", d.status
      from (select * from folders order by folded, id limit ${limit} offset ${offset}) f
        join shown t on t.folder_id = f.id
        join due on due.place = t.place
        left join declaration d on d.folder_id = f.id and d.id = t.declaration_id
      order by f.folded, f.id, due.due, due.period_end, due.type) i) as items`;

/**
 * One page of folders, by name, each with all that is to do or done in it; `total` counts folders, `counts` what there is
 * of each state whichever is asked for. Throws FolderNotFound.
 */
export async function taskGrid(
  ctx: Context,
  scope: WorkScope,
  { states = TASK_STATES, ...filter }: TaskFilter,
  { page, limit }: Paging,
): Promise<TaskPage & { readonly pageItems: number }> {
  const isLooked = lookedAt(ctx, {});
  const { duties, ask } = await taskQuery(ctx, scope, meant(filter));
  const looked = duties.flatMap((duty, place) =>
    TASK_STATES.flatMap((name, state) => (isLooked(name, duty) ? { place, state } : [])),
  );
  const ranks = states.map((name) => TASK_STATES.indexOf(name));
  const [{ items, total, counts } = NOTHING] = await ask<Grid>(
    byFolder(looked, ranks, limit, (page - 1) * limit),
    placesOf(looked),
  );
  const pageItems = new Set(items.map(({ folderId }) => folderId)).size;
  return {
    items: items.map((row) => taskIn(duties, row)),
    page,
    limit,
    pageItems,
    total,
    hasMore: page * limit < total,
    counts: countsOf(counts),
  };
}

/** Tasks of these deadlines and states: each pair is one number, which is looked up among many at once. */
const among = (pairs: readonly Place[]): string =>
  `t.place * ${TASK_STATES.length} + t.state
    = any('{${pairs.map(({ place, state }) => place * TASK_STATES.length + state)}}')`;

const placesOf = (piles: readonly Place[]): ReadonlySet<number> => new Set(piles.map(({ place }) => place));

/** Which tasks are meant, and which of them are read: as many as `most`. */
export interface TaskChoice {
  readonly isMeant: (state: TaskState, deadline: Deadline) => boolean;
  readonly isRead: (state: TaskState) => boolean;
  readonly most: number;
}

/** How many tasks there are of a choice by state, and the first of those to be read, in their order. Throws FolderNotFound. */
export async function firstTasks(
  ctx: Context,
  scope: WorkScope,
  { isMeant, isRead, most }: TaskChoice,
): Promise<Pick<TaskPage, 'items' | 'counts'>> {
  const query = await taskQuery(ctx, scope);
  const piles = (await query.piles()).filter(({ state, place }) => {
    const [named, duty] = [TASK_STATES[state], query.duties[place]];
    return named !== undefined && duty !== undefined && isMeant(named, duty.deadline);
  });
  const read = piles.filter(({ state }) => isRead(TASK_STATES[state] as TaskState));
  return { counts: countsOf(piles), items: await tasksAmong(query, read, { page: 1, limit: most }) };
}

/** Piles of one state and day, in their order. */
const inGroups = (piles: readonly Pile[], keyOf: (pile: Pile) => string): Pile[][] =>
  [...groupBy(piles, keyOf)].sort(([a], [b]) => Number(a > b) - Number(a < b)).map(([, group]) => group);

/** The piles that a page is in, those of one state and day whole, and how much of them stands before it. */
function pilesOfPage(groups: readonly Pile[][], offset: number, limit: number) {
  const within: Pile[] = [];
  let [before, skipped] = [0, offset];
  for (const group of groups) {
    const size = group.reduce((sum, { count }) => sum + count, 0);
    if (before + size <= offset) skipped -= size;
    else if (before < offset + limit) within.push(...group);
    before += size;
  }
  return { within, skipped };
}
