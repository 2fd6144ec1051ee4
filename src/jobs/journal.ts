import type { Knex } from 'knex';
import { type Camel, camelRow } from '../services/db/rows.ts';
import type { JobItem } from './job.ts';

export type RunState = 'running' | 'done' | 'partial' | 'failed' | 'interrupted';
export type ItemState = 'pending' | 'done' | 'skipped' | 'failed';

export interface RunRow {
  readonly id: number;
  readonly job: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly state: RunState;
  readonly started_at: string;
  readonly ended_at: string | null;
}

export async function openRun(db: Knex, job: string, input: unknown, now: string): Promise<number> {
  const [row] = await db('job_run')
    .insert({ job, input: JSON.stringify(input), state: 'running', started_at: now })
    .returning('id');
  return row.id;
}

/** Goes on with a run that ended. */
export const reopenRun = async (db: Knex, runId: number): Promise<number> => {
  await db('job_run').where({ id: runId }).update({ state: 'running', ended_at: null });
  return runId;
};

/** Asks a run to stop; whoever runs it finds out within a second. False when it has ended. */
export const stopRun = async (db: Knex, runId: number, now: string): Promise<boolean> =>
  (await db('job_run').where({ id: runId, state: 'running' }).update({ state: 'interrupted', ended_at: now })) > 0;

export const closeRun = async (db: Knex, runId: number, state: RunState, now: string): Promise<void> => {
  await db('job_run').where({ id: runId }).update({ state, ended_at: now });
};

/** Writes items down before they are handled, so that a kill leaves a trace of what was under way. */
export async function beginItems(db: Knex, runId: number, items: readonly JobItem[], now: string): Promise<void> {
  await db.raw(
    `insert into job_item as known (folder_id, run_id, key, payload, state, attempts, updated_at)
     select distinct on (folder_id, key) folder_id, :run::integer, key, payload::jsonb, 'pending', 1, :now::timestamptz
     from unnest(:folders::integer[], :keys::text[], :payloads::text[]) as item (folder_id, key, payload)
     on conflict (folder_id, run_id, key) do update set state = 'pending', attempts = known.attempts + 1, updated_at = :now`,
    {
      run: runId,
      now,
      folders: items.map(({ folderId }) => folderId),
      keys: items.map(({ key }) => key),
      payloads: items.map(({ payload }) => (payload ? JSON.stringify(payload) : null)),
    },
  );
}

export interface ItemEnd {
  readonly state: Exclude<ItemState, 'pending'>;
  readonly code?: string | undefined;
  readonly note?: string | undefined;
}

export interface EndedItem extends ItemEnd {
  readonly item: JobItem;
}

export async function endItems(db: Knex, runId: number, ended: readonly EndedItem[], now: string): Promise<void> {
  await db.raw(
    `update job_item set state = ended.state, code = ended.code, note = ended.note, updated_at = :now
     from unnest(:folders::integer[], :keys::text[], :states::text[], :codes::text[], :notes::text[])
       as ended (folder_id, key, state, code, note)
     where job_item.folder_id = ended.folder_id and job_item.run_id = :run and job_item.key = ended.key`,
    {
      run: runId,
      now,
      folders: ended.map(({ item }) => item.folderId),
      keys: ended.map(({ item }) => item.key),
      states: ended.map(({ state }) => state),
      codes: ended.map(({ code }) => code ?? null),
      notes: ended.map(({ note }) => note ?? null),
    },
  );
}

/** Items of a run in some states, by their keys. */
async function itemsIn(db: Knex, runId: number, states: readonly ItemState[]): Promise<Map<string, JobItem>> {
  const rows = await db('job_item').where({ run_id: runId }).whereIn('state', states).select('folder_id', 'key');
  const items = rows.map(({ folder_id, key }) => ({ folderId: folder_id, key }));
  return new Map(items.map((item) => [itemKey(item), item]));
}

/** Already handled well: a resumed plan passes over them. */
export const finishedItems = (db: Knex, runId: number) => itemsIn(db, runId, ['done', 'skipped']);

/** Still to be handled well. */
export const unfinishedItems = (db: Knex, runId: number) => itemsIn(db, runId, ['pending', 'failed']);

export interface RunCounts extends Readonly<Record<ItemState, number>> {}

export async function countsOf(db: Knex, runId: number): Promise<RunCounts> {
  const rows: readonly { state: ItemState; count: string }[] = await db('job_item')
    .where({ run_id: runId })
    .groupBy('state')
    .select('state')
    .count();
  const found = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  const of = (state: ItemState) => found.get(state) ?? 0;
  return { pending: of('pending'), done: of('done'), skipped: of('skipped'), failed: of('failed') };
}

export interface FailedOfRun {
  readonly folderId: number;
  readonly key: string;
  readonly code: string;
  readonly note: string | null;
}

/** What failed in a run, the most frequent code first, at most `limit`; of one code or one item when these are given. */
export const failuresOf = async (
  db: Knex,
  runId: number,
  {
    code,
    item,
    limit,
  }: { readonly code?: string | undefined; readonly item?: string | undefined; readonly limit?: number } = {},
): Promise<FailedOfRun[]> => {
  const { rows } = await db.raw(
    `select folder_id as "folderId", key, coalesce(code, 'Internal') as code, note from job_item
      where run_id = :runId and state = 'failed' and coalesce(code, 'Internal') = coalesce(:code, code, 'Internal')
        and folder_id || '/' || key = coalesce(:item, folder_id || '/' || key)
      order by count(*) over (partition by code) desc, code, folder_id, key limit :limit`,
    { runId, code: code ?? null, item: item ?? null, limit: limit ?? null },
  );
  return rows;
};

export const itemKey = ({ folderId, key }: JobItem): string => `${folderId}/${key}`;

export const recentRuns = async (db: Knex, limit = 50): Promise<Camel<RunRow>[]> =>
  (await db<RunRow>('job_run').orderBy('id', 'desc').limit(limit)).map(camelRow);

export const runOf = async (db: Knex, runId: number): Promise<RunRow | undefined> =>
  db<RunRow>('job_run').where({ id: runId }).first();

/** The last run of every job that ever ran: one look into the index per job, however many runs there were. */
export async function latestRuns(db: Knex): Promise<Pick<RunRow, 'id' | 'job' | 'state' | 'started_at'>[]> {
  const { rows } = await db.raw(
    `with recursive jobs (job) as (
       (select job from job_run order by job limit 1)
       union all
       select (select next.job from job_run next where next.job > jobs.job order by next.job limit 1) from jobs where jobs.job is not null)
     select run.id, run.job, run.state, run.started_at from jobs
     cross join lateral (select id, job, state, started_at from job_run where job_run.job = jobs.job order by id desc limit 1) run`,
  );
  return rows;
}
