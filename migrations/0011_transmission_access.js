// The last run of each job, for whoever watches them.

export async function up(trx) {
  await trx.raw('create index job_run_latest on job_run (job, id)');
}
