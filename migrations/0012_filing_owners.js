// Declarations are not alone in being filed: a filing and its pieces hang on an owner, a kind with an identifier in the
// folder. Every kind has a generated column of its own, which is null for the other kinds, so that its foreign key holds.

const OPEN = `state in ('Sending', 'SendUncertain')`;

export async function up(trx) {
  await trx.raw(`
    -- filing.kind: which kind of filing, in our own words; one owner may have filings of several kinds under way.
    alter table filing rename column type to kind;
    alter table filing rename column declaration_id to owner_id;
    alter table filing drop constraint filing_folder_id_declaration_id_fkey;
    alter table filing add column owner_kind text not null default 'Declaration' check (owner_kind in ('Declaration'));
    alter table filing alter column owner_kind drop default;
    alter table filing add column declaration_id integer
      generated always as (case owner_kind when 'Declaration' then owner_id end) stored;
    alter table filing add foreign key (folder_id, declaration_id) references declaration (folder_id, id);
    alter table filing add unique (folder_id, id, owner_kind, owner_id);

    drop index filing_open;
    create unique index filing_open on filing (folder_id, owner_kind, owner_id, kind) where ${OPEN};
    drop index filing_declaration;
    create index filing_owner on filing (folder_id, owner_kind, owner_id, id);

    alter table piece rename column declaration_id to owner_id;
    alter table piece drop constraint piece_folder_id_declaration_id_fkey;
    alter table piece drop constraint piece_folder_id_filing_id_fkey;
    alter table piece add column owner_kind text not null default 'Declaration' check (owner_kind in ('Declaration'));
    alter table piece alter column owner_kind drop default;
    alter table piece add column declaration_id integer
      generated always as (case owner_kind when 'Declaration' then owner_id end) stored;
    alter table piece add foreign key (folder_id, declaration_id) references declaration (folder_id, id);

    -- A notice is about one filing, that which had arrived when it came, and never about those sent after it.
    update piece p set filing_id = (
      select f.id from filing f
      where f.folder_id = p.folder_id and f.owner_id = p.owner_id and f.channel = 'ChannelB'
      order by f.state = 'Sent' desc, f.attempted_at <= p.created_at desc, f.id desc limit 1)
    where p.kind in ('Ads', 'Acs', 'Ars') and p.filing_id is null;

    -- Only what a channel makes of a declaration, at any moment, belongs to no filing.
    alter table piece add constraint piece_filing_check check (filing_id is not null or kind in ('Edi', 'Pdf'));
    alter table piece add foreign key (folder_id, filing_id, owner_kind, owner_id)
      references filing (folder_id, id, owner_kind, owner_id);

    drop index piece_declaration;
    create index piece_filing on piece (folder_id, filing_id, kind, form, id);
    create index piece_owner on piece (folder_id, owner_kind, owner_id, kind, form, id);
  `);
}
