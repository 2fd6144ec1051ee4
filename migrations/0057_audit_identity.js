// Whose tokens were revoked, and whose session an operator ended, belong to the log as any other change does.

export async function up(trx) {
  await trx.raw(`select audit_watch('token_revocation'); select audit_watch('web_session')`);
}
