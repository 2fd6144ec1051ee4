// Workers that take queued items, each with when it last said that it lives; worker is the name that the queue locks under.

export async function up(trx) {
  await trx.raw(`
    create table job_worker (
      worker text primary key,
      host text not null,
      pid integer not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null
    );
  `);
}
