/** Work that failed and that a person must start again: last runs of jobs, and what workers gave up. */
import type { Knex } from 'knex';
import { latestRuns } from './journal.ts';
import { TASK } from './queue.ts';

export interface FailingJob {
  readonly job: string;
  /** The run to go on with; null: workers gave its items up. */
  readonly runId: number | null;
  /** When everything that failed is of one folder. */
  readonly folderId: number | null;
  /** Items; nought when a run failed before it had any. */
  readonly count: number;
}

/** `folderIds`: what failed of these folders alone. In order of job. */
export async function failingJobs(knex: Knex, folderIds?: readonly number[]): Promise<FailingJob[]> {
  const [runs, dropped] = await Promise.all([lastRuns(knex, folderIds), givenUp(knex, folderIds)]);
  return [...runs, ...dropped].sort((a, b) => (a.job < b.job ? -1 : 1));
}

async function lastRuns(knex: Knex, folderIds: readonly number[] | undefined): Promise<FailingJob[]> {
  const ended = (await latestRuns(knex)).filter(({ state }) => state === 'failed' || state === 'partial');
  const runs = await Promise.all(ended.map(({ id, job }) => ofRun(knex, { id, job }, folderIds)));
  return folderIds === undefined ? runs : runs.filter(({ count }) => count > 0);
}

/** Folders as text of a filter: all of them when none are given. */
const among = (column: string) => `(:folders::integer[] is null or ${column} = any(:folders))`;
const ONE = 'case when count(distinct folder) = 1 then min(folder) end as "folderId"';

async function ofRun(
  knex: Knex,
  { id, job }: { readonly id: number; readonly job: string },
  folderIds: readonly number[] | undefined,
): Promise<FailingJob> {
  const { rows } = await knex.raw(
    `select count(*)::integer as count, ${ONE} from (select folder_id as folder from job_item
       where run_id = :id and state = 'failed' and ${among('folder_id')}) failed`,
    { id, folders: folderIds ? [...folderIds] : null },
  );
  return { job, runId: id, ...rows[0] };
}

/** The queue has tables once something was queued. */
async function givenUp(knex: Knex, folderIds: readonly number[] | undefined): Promise<FailingJob[]> {
  const { rows: queue } = await knex.raw("select to_regclass('graphile_worker._private_jobs') is not null as there");
  if (!queue[0]?.there) return [];
  const { rows } = await knex.raw(
    `select job, null as "runId", count(*)::integer as count, ${ONE}
     from (select payload ->> 'job' as job, nullif((payload ->> 'folderId')::integer, 0) as folder
       from graphile_worker.jobs join graphile_worker._private_jobs private using (id)
       where jobs.attempts >= jobs.max_attempts and jobs.task_identifier = :task) failed
     where ${among('folder')} group by 1`,
    { task: TASK, folders: folderIds ? [...folderIds] : null },
  );
  return rows;
}
