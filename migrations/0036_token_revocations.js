// Tokens that are refused although they live: those of a subject that were issued before a moment.

export async function up(trx) {
  await trx.raw(`
    create table token_revocation (
      subject text primary key,
      issued_before timestamptz not null,
      revoked_at timestamptz not null,
      revoked_by text not null
    );
  `);
}
