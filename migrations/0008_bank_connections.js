// What connections to providers need besides their own rows: who we are at a provider, how far a connection was read.

export async function up(trx) {
  await trx.raw(`
    -- is_listed: the provider itself names this bank. The others were named by the people of a folder, and only who may
    -- see such a folder is told of them.
    alter table bank add column is_listed boolean not null default false;

    -- The user that stands for a folder at a provider. external_id is our name for him, kept before he is asked for: a
    -- lost answer finds him again. user_uuid is his own.
    create table bank_provider_user (
      folder_id integer not null references folder (id),
      provider text not null,
      external_id text not null,
      user_uuid text,
      created_at timestamptz not null,
      primary key (folder_id, provider)
    );
    create index bank_provider_user_uuid on bank_provider_user (provider, user_uuid);

    -- read_at: when everything was last read, which added and changed so many transactions. failure_*: why the last reading failed; null when it succeeded.
    -- held_accounts: accounts of the folder with the number of one of the provider, left alone since another source
    -- feeds them.
    alter table bank_connection
      add column read_at timestamptz,
      add column last_added integer not null default 0,
      add column last_changed integer not null default 0,
      add column failure_code text,
      add column failure_at timestamptz,
      add column held_accounts integer[] not null default '{}';

    -- source_from: the provider's transactions of earlier days are left out, since another source gave them already.
    -- read_until: moment of the provider's last change that was read and stored; the next reading begins there.
    alter table bank_account
      add column source_from date,
      add column read_until timestamptz;
    create index bank_account_connection on bank_account (folder_id, bank_connection_id);
    create index bank_account_bank on bank_account (bank_id);
    create index bank_connection_bank on bank_connection (bank_id);
  `);
  await transactionSearch(trx);
}

// Transactions are searched by text, day and amount in folders of a million of them.
async function transactionSearch(trx) {
  await trx.raw(`
    -- search_text: kept, since a common word is compared with every label that has it, and folding each costs more than
    -- all the rest of a search.
    alter table bank_transaction add column search_text text not null generated always as (fold_text(label)) stored;
    drop index bank_transaction_text;
    create index bank_transaction_text on bank_transaction using gin (search_text gin_trgm_ops);

    -- Pages, counts and daily sums read these indexes alone, never the rows.
    drop index bank_transaction_day, bank_transaction_account_day;
    create index bank_transaction_day on bank_transaction (folder_id, operation_date, id)
      include (account_id, amount, is_deleted, is_hidden, is_synchronized);
    create index bank_transaction_account_day on bank_transaction (folder_id, account_id, operation_date, id)
      include (amount, is_deleted, is_hidden, is_synchronized);
    create index bank_transaction_amount on bank_transaction (folder_id, amount, id)
      include (account_id, operation_date, is_deleted, is_hidden, is_synchronized);
  `);
}
