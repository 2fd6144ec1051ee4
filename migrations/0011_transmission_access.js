// The last run of each job, for whoever watches them; answers kept for repeated keys are encrypted, for they may hold the
// figures of a declaration; the PDF that a channel makes of a declaration is a piece.

export async function up(trx) {
  await trx.raw(`
    create index job_run_latest on job_run (job, id);

    delete from idempotent_answer;
    alter table idempotent_answer drop column answer;
    alter table idempotent_answer add column answer bytea;

    alter table piece drop constraint piece_kind_check;
    alter table piece add constraint piece_kind_check
      check (kind in ('Sent', 'Forms', 'Edi', 'Pdf', 'Ads', 'Acs', 'Ars'));
  `);
}
