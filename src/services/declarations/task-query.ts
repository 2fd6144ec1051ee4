/**
 * The obligations of many folders, found by the database: the days of an exercise are the same in every folder, so they
 * are computed once for each pair of dates and joined, and only what is shown is read.
 */
import type { Exercise } from '../calendar/periods.ts';
import { getFolder } from '../folders/folders.ts';
import type { WorkScope } from '../folders/scope.ts';
import { today } from '../kernel/clock.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { visibleFolders } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import { DECLARATION_KINDS } from './kinds.ts';
import { type Deadline, deadlines } from './rules/deadlines.ts';
import { STATUSES, type Status } from './rules/enumerations.ts';
import { standing } from './rules/periods.ts';
import { bareState, type Duties, isExpected, outcomeOf, TASK_STATES, type TaskState } from './rules/worklist.ts';
import { isProduction } from './standing.ts';

/** A deadline of every folder that has the exercise. */
export interface DatedDuty {
  readonly exercise: Exercise;
  readonly deadline: Deadline;
}

/** One obligation of one folder; `place` is that of its deadline, `state` its rank among the states. */
export interface TaskRow {
  readonly folderId: number;
  readonly name: string;
  readonly place: number;
  readonly state: number;
  readonly declarationId: number | null;
  readonly status: Status | null;
  readonly reason: string | null;
}

/** Obligations of one state and one deadline. */
export interface Pile {
  readonly place: number;
  readonly state: number;
  readonly count: number;
}

export interface TaskQuery {
  /** Every deadline of these folders that counts. */
  readonly duties: readonly DatedDuty[];
  /** How many obligations there are of each deadline in each state. */
  readonly piles: () => Promise<readonly Pile[]>;
  /** Answers what a statement makes of `task`, which has a row per obligation of the deadlines at `places`, else all. */
  readonly ask: <R>(select: string, places?: ReadonlySet<number>) => Promise<readonly R[]>;
}

/** Folders that say the same of their duties, with an exercise of the same days. */
interface Group extends Duties, Exercise {
  readonly duties: string;
  readonly count: number;
}

/** Whose obligations: those of a piece of work, or of folders that the caller was found to see. */
export interface TaskScope extends WorkScope {
  readonly folderIds?: readonly number[] | undefined;
}

/** `counts`: which deadlines count; all of them unless given. Throws FolderNotFound. */
export async function taskQuery(
  ctx: Context,
  scope: TaskScope,
  counts: (deadline: Deadline) => boolean = () => true,
): Promise<TaskQuery> {
  if (scope.folderId !== undefined) await getFolder(ctx, scope.folderId);
  const { knex } = await ctx.db();
  const said = scopeBindings(ctx, scope);
  const read = async <R>(sql: string, bindings: object = {}): Promise<R[]> =>
    (await knex.raw(`${SCOPE} ${sql}`, { ...said, ...bindings })).rows;
  const groups = await read<Group>(GROUPS);
  const exercises = new Map(groups.map(({ start, end }) => [`${start} ${end}`, { start, end }]));
  const duties = [...exercises.values()].flatMap((exercise) =>
    DECLARATION_KINDS.flatMap((type) => deadlines(type, exercise))
      .filter(counts)
      .map((deadline) => ({ exercise, deadline })),
  );
  const due = dutyRows(duties, today(ctx));
  const expected = expectations(groups);
  const ask: TaskQuery['ask'] = (select, places) => {
    const tables = { due: places ? due.filter(({ place }) => places.has(place)) : due, expected, outcomes: OUTCOMES };
    const bindings = Object.entries(tables).map(([name, table]) => [name, JSON.stringify(table)]);
    const counting = isProduction(ctx) ? NEVER_REAL : '';
    return read(`${KEPT.replaceAll('/* counting */', counting)} ${select}`, Object.fromEntries(bindings));
  };
  return {
    duties,
    piles: async () => pilesOf([...untouched(groups, due), ...(await ask<Pile>(MOVED))]),
    ask: (select, places) => ask(`${TASKS} ${select}`, places),
  };
}

const dutyRows = (duties: readonly DatedDuty[], now: PlainDate) =>
  duties.map(({ exercise, deadline }, place) => ({
    place,
    start_date: exercise.start,
    end_date: exercise.end,
    type: deadline.type,
    period_end: deadline.period.end,
    due: deadline.due,
    bare: rankOf(bareState(deadline, now)),
  }));

const expectations = (groups: readonly Group[]) =>
  [...new Map(groups.map((group) => [group.duties, group])).values()].flatMap((group) =>
    DECLARATION_KINDS.map((type) => ({ duties: group.duties, type, expected: isExpected(type, group) })),
  );

/** What is expected of every folder, as if nothing had been done. */
const untouched = (groups: readonly Group[], due: ReturnType<typeof dutyRows>): Pile[] =>
  due.flatMap(({ place, start_date, end_date, type, bare }) =>
    groups
      .filter((group) => group.start === start_date && group.end === end_date && isExpected(type, group))
      .map(({ count }) => ({ place, state: bare, count })),
  );

function pilesOf(parts: readonly Pile[]): Pile[] {
  const piles = new Map<string, Pile>();
  for (const { place, state, count } of parts) {
    const key = `${place} ${state}`;
    piles.set(key, { place, state, count: (piles.get(key)?.count ?? 0) + count });
  }
  return [...piles.values()].filter(({ count }) => count > 0);
}

const scopeBindings = (ctx: Context, { folderId, companyId, folderIds }: TaskScope) => {
  const visible = folderIds ?? visibleFolders(ctx.actor);
  return {
    folderId: folderId ?? null,
    companyId: companyId ?? null,
    visible: visible === 'all' || folderId !== undefined ? null : [...visible],
  };
};

const rankOf = (state: TaskState | undefined): number => (state ? TASK_STATES.indexOf(state) : -1);

/** What each status makes of an obligation: `weight` orders the records of one period, `outcome` is a state or -1. */
const OUTCOMES = STATUSES.filter((status) => status !== 'Deleted').flatMap((status) =>
  [true, false].map((ignored) => ({
    status,
    ignored,
    weight: standing({ status }),
    outcome: rankOf(outcomeOf(status, ignored)),
  })),
);

const DUTY_COLUMNS = 'tax_regime, subject_to_cvae, cvae_advance_deposit, is_balance';

const SCOPE = `with scope as materialized (
  select id, name, ${DUTY_COLUMNS}, concat_ws('|', coalesce(tax_regime, ''), coalesce(subject_to_cvae::text, ''),
    coalesce(cvae_advance_deposit::text, ''), coalesce(is_balance::text, '')) as duties
  from folder
  where case when :folderId::integer is null then is_active else id = :folderId end
    and (:companyId::integer is null or company_id = :companyId)
    and (:visible::integer[] is null or id = any(:visible)))`;

const GROUPS = `select duties, tax_regime as "taxRegime", subject_to_cvae as "subjectToCvae",
    cvae_advance_deposit as "cvaeAdvanceDeposit", is_balance as "isBalance",
    start_date as start, end_date as end, count(*)::integer as count
  from scope join exercise on folder_id = scope.id group by 1, 2, 3, 4, 5, 6, 7`;

/** In production, what only tests filed changes nothing of what is due. */
const NEVER_REAL = `and (d.folder_id, d.id) not in (
  select folder_id, owner_id from filing where owner_kind = 'Declaration' and folder_id in (select id from scope)
  group by folder_id, owner_id having bool_and(is_test))`;

/**
 * `kept` has what was done about each place: the record that stands for it, the heaviest (weight, identifier and outcome in
 * one number), why it was set aside, and the state that this makes. `owing` has the places that anybody may owe, for folders
 * of one kind: those that say the same of their duties, with an exercise of the same days. Joined by one column where one
 * can tell: of several, whose values nobody has counted, PostgreSQL expects one row and compares thousands with each other.
 */
const KEPT = `, held as materialized (
  select s.id, s.name, concat_ws(' ', s.duties, e.start_date, e.end_date) as kind
  from scope s join exercise e on e.folder_id = s.id
), due as materialized (
  select *, concat_ws(' ', type, period_end) as period from jsonb_to_recordset(:due::jsonb)
    as t (place integer, start_date date, end_date date, type text, period_end date, due date, bare integer)
), expected as materialized (
  select * from jsonb_to_recordset(:expected::jsonb) as t (duties text, type text, expected boolean)
), filed as materialized (
  select distinct d.folder_id, d.type from declaration d
  where d.type in (select type from expected where expected is null) and d.folder_id in (select id from scope)
    and d.status <> 'Deleted' /* counting */
), kept as materialized (
  select folder_id, place, reason, (best / 16 % 4294967296)::integer as declaration_id, case
    when best % 16 - 1 in (${rankOf('Done')}, ${rankOf('Waiting')}) then (best % 16)::integer - 1
    when reason is not null then ${rankOf('Dismissed')}
    when best % 16 - 1 = ${rankOf('Rejected')} then ${rankOf('Rejected')} end as state
  from (
    select folder_id, concat_ws(' ', type, period_end) as period, max(pack) as best, max(reason) as reason
    from (
      select d.folder_id, d.type, d.period_end, (o.weight * 4294967296 + d.id) * 16 + o.outcome + 1 as pack,
        null as reason
      from declaration d
        join jsonb_to_recordset(:outcomes::jsonb) as o (status text, ignored boolean, weight bigint, outcome integer)
          on o.status = d.status and o.ignored = d.ignore_when_rejected
      where d.folder_id in (select id from scope) and (d.type, d.period_end) in (select type, period_end from due)
        /* counting */
      union all
      select folder_id, type, period_end, null, reason from declaration_dismissal
      where folder_id in (select id from scope)
    ) act
    group by 1, 2
  ) done join due using (period)
), owing as materialized (
  select due.*, concat_ws(' ', duties, start_date, end_date) as kind, expected
  from due join expected using (type)
  where expected or (expected is null and type in (select type from filed)) or place in (select place from kept)
)`;

const IS_OWED = `(k.declaration_id is not null or o.expected
    or (o.expected is null and (s.id, o.type) in (select folder_id, type from filed)))`;

const OWING = 'held s join owing o on o.kind = s.kind';

/**
 * What was done takes an obligation from where it would be to where it is; a folder that filed a type, and never said
 * whether it must, has all its obligations.
 */
const MOVED = `
  select place, case when side = 1 then state else bare end as state,
    (sum(side * case when side = 1 or expected then count else 0 end))::integer as count
  from (
    select o.place, o.bare, coalesce(k.state, o.bare) as state, coalesce(o.expected, false) as expected, count(*) as count
    from ${OWING}
      join kept k on k.folder_id = s.id and k.place = o.place
    where ${IS_OWED}
    group by 1, 2, 3, 4
  ) moved cross join (values (1), (-1)) as sides (side)
  group by 1, 2
  union all
  select o.place, o.bare as state, count(*)::integer as count
  from ${OWING}
  where o.expected is null and (s.id, o.type) in (select folder_id, type from filed)
    and (s.id, o.place) not in (select folder_id, place from kept)
  group by 1, 2`;

const TASKS = `, task as (
  select s.id as folder_id, s.name, o.place, o.due, o.type, o.period_end, k.reason, k.declaration_id,
    coalesce(k.state, o.bare) as state
  from ${OWING}
    left join kept k on k.folder_id = s.id and k.place = o.place
  where ${IS_OWED}
)`;
