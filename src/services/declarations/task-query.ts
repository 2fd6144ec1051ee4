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
  const told = saying(groups);
  const expected = expectations(told);
  const lists = {
    types: DECLARATION_KINDS,
    told: told.map((group) => group.duties),
    untold: DECLARATION_KINDS.filter((type) => told.some((group) => isExpected(type, group) === null)),
  };
  const ask: TaskQuery['ask'] = (select, places) => {
    const asked = places ? due.filter(({ place }) => places.has(place)) : due;
    const tables = { due: asked, expected, outcomes: OUTCOMES };
    const bindings = Object.entries(tables).map(([name, table]) => [name, JSON.stringify(table)]);
    const days = {
      ends: [...new Set(asked.map((one) => one.end_date))],
      periodEnds: [...new Set(asked.map((one) => one.period_end))],
    };
    const counting = isProduction(ctx) ? NEVER_REAL : '';
    const kept = KEPT.replaceAll('/* counting */', counting);
    return read(`${kept} ${select}`, { ...Object.fromEntries(bindings), ...days, ...lists });
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

/** Groups by what they say of their duties, one of each. */
const saying = (groups: readonly Group[]): Group[] => [
  ...new Map(groups.map((group) => [group.duties, group])).values(),
];

/** `duty` is the place, from 1, of what is said among all that is. */
const expectations = (groups: readonly Group[]) =>
  groups.flatMap((group, place) =>
    DECLARATION_KINDS.map((type) => ({ duty: place + 1, type, expected: isExpected(type, group) })),
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

/** What tells an exercise from others, and a period of a declaration: one number each, which joins faster than their days. */
const EXERCISE = "(end_date - date '1900-01-01') * 100000::bigint + (end_date - start_date)";
const PERIOD = "(period_end - date '1900-01-01') * 100::bigint + array_position(:types::text[], type)";
const kindOf = (duty: string): string => `${duty} * 1000000000000 + exercise`;

/**
 * `kept` has what was done about each place: the record that stands for it, the heaviest (weight, identifier and outcome in
 * one number), why it was set aside, and the state that this makes. `owing` has what folders of one kind owe: those that say
 * the same of their duties, with an exercise of the same days. Joined by one column where one can tell: of several, whose
 * values nobody has counted, PostgreSQL expects one row and compares thousands with each other.
 */
const KEPT = `, held as materialized (
  select id, name, exercise, ${kindOf('array_position(:told::text[], duties)')} as kind
  from (
    select s.id, s.name, s.duties, ${EXERCISE} as exercise
    from scope s join exercise e on e.folder_id = s.id and e.end_date = any(:ends::date[])
  ) e
), due as materialized (
  select *, ${EXERCISE} as exercise, ${PERIOD} as period from jsonb_to_recordset(:due::jsonb)
    as t (place integer, start_date date, end_date date, type text, period_end date, due date, bare integer)
), expected as materialized (
  select * from jsonb_to_recordset(:expected::jsonb) as t (duty integer, type text, expected boolean)
), filed as materialized (
  select distinct d.folder_id, d.type from declaration d
  where d.type = any(:untold) and d.folder_id in (select id from scope) and d.status <> 'Deleted' /* counting */
), kept as materialized (
  select folder_id, place, type, exercise, reason, (best / 16 % 4294967296)::integer as declaration_id, case
    when best % 16 - 1 in (${rankOf('Done')}, ${rankOf('Waiting')}) then (best % 16)::integer - 1
    when reason is not null then ${rankOf('Dismissed')}
    when best % 16 - 1 = ${rankOf('Rejected')} then ${rankOf('Rejected')} end as state
  from (
    select folder_id, ${PERIOD} as period, max(pack) as best, max(reason) as reason
    from (
      select d.folder_id, d.type, d.period_end, (o.weight * 4294967296 + d.id) * 16 + o.outcome + 1 as pack,
        null as reason
      from declaration d
        join jsonb_to_recordset(:outcomes::jsonb) as o (status text, ignored boolean, weight bigint, outcome integer)
          on o.status = d.status and o.ignored = d.ignore_when_rejected
      where d.period_end = any(:periodEnds::date[]) and d.folder_id in (select id from scope) /* counting */
      union all
      select folder_id, type, period_end, null, reason from declaration_dismissal
      where period_end = any(:periodEnds::date[]) and folder_id in (select id from scope)
    ) act
    group by 1, 2
  ) done join due using (period)
), owing as materialized (
  select due.*, ${kindOf('duty')} as kind, expected from due join expected using (type)
)`;

const isOwed = (isRecorded: string, isFiled: string): string =>
  `(${isRecorded} or o.expected or (o.expected is null and ${isFiled}))`;

const FILED_BY = '(s.id, o.type) in (select folder_id, type from filed)';

/**
 * What was done takes an obligation from where it would be to where it is; a folder that filed a type, and never said
 * whether it must, has all its obligations.
 */
const MOVED = `, acted as materialized (
  select s.kind, k.place, k.state, k.declaration_id is not null as is_recorded,
    (s.id, k.type) in (select folder_id, type from filed) as is_filed, count(*) as count
  from held s join kept k on k.folder_id = s.id and k.exercise = s.exercise
  group by 1, 2, 3, 4, 5
)
  select place, case when side = 1 then state else bare end as state,
    (sum(side * case when side = 1 or expected then count else 0 end))::integer as count
  from (
    select o.place, o.bare, coalesce(a.state, o.bare) as state, coalesce(o.expected, false) as expected, a.count
    from acted a join owing o on o.kind = a.kind and o.place = a.place
    where ${isOwed('a.is_recorded', 'a.is_filed')}
  ) moved cross join (values (1), (-1)) as sides (side)
  group by 1, 2
  union all
  select o.place, o.bare as state, count(*)::integer as count
  from held s join owing o on o.kind = s.kind
  where o.expected is null and ${FILED_BY} and (s.id, o.place) not in (select folder_id, place from kept)
  group by 1, 2`;

/** Places that nobody may owe are looked for in no folder. */
const TASKS = `, owed as materialized (
  select * from owing
  where expected or (expected is null and type in (select type from filed)) or place in (select distinct place from kept)
), task as (
  select s.id as folder_id, s.name, o.place, o.due, o.type, o.period_end, k.reason, k.declaration_id,
    coalesce(k.state, o.bare) as state
  from held s
    join owed o on o.kind = s.kind
    left join kept k on k.folder_id = s.id and k.place = o.place
  where ${isOwed('k.declaration_id is not null', FILED_BY)}
)`;
