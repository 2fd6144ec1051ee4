// How the columns of a bank's CSV are read is a setting that a person changes: the audit log tells what it was.

export async function up(trx) {
  await trx.raw(`select audit_watch('bank_csv_mapping')`);
}
