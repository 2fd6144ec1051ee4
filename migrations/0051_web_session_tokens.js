// What the identity provider gave for a session of a person: when its access token ends, and the tokens that renew it and
// that end the session there, sealed. Sessions of this machine have neither.

export async function up(trx) {
  await trx.raw(`
    alter table web_session
      add column renew_at timestamptz,
      add column tokens bytea,
      add check ((renew_at is null) = (tokens is null));
  `);
}
