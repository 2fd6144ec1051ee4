/**
 * What is asked of all folders on purpose: how each statement begins, why, and the indexes, or the tables, that it reads so.
 */
const FIRM_WIDE: readonly (readonly [begins: string, why: string, ...places: string[]])[] = [
  [
    'select * from "folder"',
    'the list of folders: there are as many rows as it answers, or as it looks through',
    'folder',
  ],
  ['select "id" as "id", "name" as "name", "siren" as "siren"', 'the folders that work is about', 'folder'],
  ['with scope as materialized ( select id, name, tax_regime', 'what is due in the whole firm', 'folder'],
  [
    'with found as',
    'a delivery of the webhook names a declaration and a SIREN, not a folder',
    'declaration_channel_a',
    'folder_siren',
  ],
  ['select w.index::int as index', 'a statement names accounts, not folders', 'bank_account_rib', 'bank_account_iban'],
  ['select "id" from "statement_file" where "sha256"', 'whether a file was imported before', 'statement_file_hash'],
  ['select "folder_id" from "statement_file" where "id"', 'the folders of an import', 'statement_file_by_id'],
  ['select "folder_id" from "client_connection" where "id"', 'whose it is', 'client_connection_by_id'],
  ['select "folder_id" from "bank_transaction" where "id"', 'whose it is', 'bank_transaction_pkey'],
  ['select * from "bank_provider_user" where "user_uuid"', 'whose event of a provider', 'bank_provider_user_uuid'],
  ['select "folder_id", "id", "file_name", "content_type" from "produced_file"', 'whose it is', 'produced_file_pkey'],
  ['select * from "vat_procedure_group" where "id" in', 'whose they are', 'vat_procedure_group_by_id'],
  [
    'select "t"."id" as "id", "t"."folder_id" as "folderId", array[',
    'a page of the transactions that who sees every folder asks for, in the order of an index',
    'bank_transaction_pkey',
    'bank_transaction_day',
    'bank_transaction_account_day',
    'bank_transaction_amount',
  ],
  [
    'select count(*) as "count" from "bank_transaction" as "t"',
    'their number, where it is asked for: rows are counted in an index',
    'bank_transaction_amount',
    'bank_transaction_day',
    'bank_transaction_account_day',
  ],
  [
    'select "g".* from "vat_procedure_group" as "g" join folder f',
    'the returns of a firm, a page in the order of an index',
    'vat_procedure_group_latest',
  ],
  [
    'select count(*) as "count" from "vat_procedure_group" as "g" join folder f',
    'the number of returns of a firm, counted in an index',
    'vat_procedure_group_latest',
    'vat_procedure_group_period',
  ],
  [
    'select * from "filing" where "channel" = ',
    'a notice names a deposit by the references of its channel, not a folder',
    'filing_reference',
    'filing_numero_ads',
  ],
  [
    'select distinct "folder_id", "folder_id" from "filing" where "state" in',
    'sends of which it must be asked',
    'filing_open',
  ],
  ['select "folder_id", "key" from "job_item" where "run_id"', 'the items of a run', 'job_item_run'],
  ['select "state", count(*) from "job_item" where "run_id"', 'the items of a run', 'job_item_run'],
  ['select folder_id as "folderId", key, coalesce(code', 'the items of a run', 'job_item_run'],
  ['select count(*)::integer as count, case when count(distinct folder)', 'the items of a run', 'job_item_run'],
  [
    'select id, sum(rows)::int as rows from',
    'which keys encrypted rows are under: once, in a database that knows no key yet',
    'piece',
    'vat_notice',
    'declared_value',
    'supporting_document_chunk',
    'client_connection',
  ],
  [
    'select "id" from "vat_procedure_group" where form_snapshot->',
    'whether a form template is in use, before an administrator deletes it: no index, for it is done once in years',
    'vat_procedure_group',
  ],
];

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Indexes and tables that a statement may read in all folders. */
export const namedFor = (text: string): readonly string[] =>
  FIRM_WIDE.flatMap(([begins, , ...places]) => (inOneLine(text).startsWith(begins) ? places : []));
