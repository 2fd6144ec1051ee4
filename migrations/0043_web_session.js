// Sessions of people in a browser, shared by every listener on the database. The cookie is 256 random bits, of which only
// the digest is here: who reads the table can open no session. A link lets in once, whoever is at this machine.

export async function up(trx) {
  await trx.raw(`
    create table web_session (
      id uuid primary key,
      cookie_sha256 bytea not null unique,
      -- Who may list and revoke it (services/identity/web-sessions.ts).
      owner text not null,
      actor jsonb not null,
      browser text not null,
      opened_at timestamptz not null,
      seen_at timestamptz not null,
      language text check (language in ('en', 'fr')),
      theme text check (theme in ('light', 'dark'))
    );
    create index on web_session (owner);
    create table web_link (
      link_sha256 bytea primary key,
      made_at timestamptz not null
    );
  `);
}
