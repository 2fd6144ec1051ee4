/** The journals, accounts and sub-accounts of a file in the folder's ledger: missing ones made, labels brought up. */
import type { Knex } from 'knex';
import { capitalized } from '../fec/journal-type.ts';
import type { FecLedger } from '../fec/read.ts';

/** Identifiers in the folder, by index in the file. */
export interface FileChart {
  readonly journalIds: readonly number[];
  readonly accountIds: readonly number[];
  readonly subAccountIds: readonly number[];
  /** Account of lines that have none, which the cash forms allow; 0 in the general form. */
  readonly blankAccountId: number;
  readonly changes: ChartChanges;
}

/** How many were made, and how many took another label from the file. */
export interface ChartChanges {
  readonly journalsAdded: number;
  readonly accountsAdded: number;
  readonly subAccountsAdded: number;
  readonly labelsChanged: number;
}

/**
 * Under the ledger's lock. `relabel`: whether labels that differ are taken from the file, which only the last exercise
 * of the folder may ask, so that reading an old file again does not bring old names back.
 */
export async function placeChart(
  trx: Knex.Transaction,
  folderId: number,
  ledger: FecLedger,
  { isGeneral, relabel }: { readonly isGeneral: boolean; readonly relabel: boolean },
): Promise<FileChart> {
  const target = { folderId, relabel };
  const journals = await place(trx, target, JOURNALS, {
    code: ledger.journals.map(({ code }) => code),
    label: ledger.journals.map(({ label }) => label),
    type: ledger.journals.map(({ type }) => capitalized(type)),
    type_source: ledger.journals.map(({ source }) => capitalized(source)),
  });
  const named = [...ledger.accounts()];
  const accounts = await place(trx, target, ACCOUNTS, {
    number: named.map(({ number }) => number),
    label: named.map(({ label }) => label),
  });
  const blank = isGeneral ? [] : (await place(trx, { folderId, relabel: false }, ACCOUNTS, BLANK)).ids;
  const auxiliaries = [...ledger.subAccounts()];
  const subAccounts = await place(trx, target, SUB_ACCOUNTS, {
    account_id: auxiliaries.map(({ accountIndex }) => accounts.ids[accountIndex] ?? 0),
    code: auxiliaries.map(({ code }) => code),
    label: auxiliaries.map(({ label }) => label),
  });
  return {
    journalIds: journals.ids,
    accountIds: accounts.ids,
    subAccountIds: subAccounts.ids,
    blankAccountId: blank[0] ?? 0,
    changes: {
      journalsAdded: journals.added,
      accountsAdded: accounts.added,
      subAccountsAdded: subAccounts.added,
      labelsChanged: journals.relabelled + accounts.relabelled + subAccounts.relabelled,
    },
  };
}

/** A table of the chart, and the columns that tell its rows apart in a folder. */
interface ChartTable {
  readonly table: string;
  readonly key: readonly string[];
}

const JOURNALS: ChartTable = { table: 'journal', key: ['code'] };
const ACCOUNTS: ChartTable = { table: 'account', key: ['number'] };
const SUB_ACCOUNTS: ChartTable = { table: 'sub_account', key: ['account_id', 'code'] };

const BLANK = { number: [''], label: [''] };

interface Placed {
  /** In the order given. */
  readonly ids: readonly number[];
  readonly added: number;
  readonly relabelled: number;
}

type Columns = Readonly<Record<string, readonly (string | number)[]>> & { readonly label: readonly string[] };

/** Inserts the rows that the folder lacks, known by their key columns, and finds the identifiers of all. */
async function place(
  trx: Knex.Transaction,
  { folderId, relabel }: { readonly folderId: number; readonly relabel: boolean },
  { table, key }: ChartTable,
  columns: Columns,
): Promise<Placed> {
  const names = Object.keys(columns);
  const arrays = names.map((name) => (name === 'account_id' ? '?::int[]' : '?::text[]'));
  const given = `unnest(${arrays.join(', ')}) with ordinality n(${names.join(', ')}, at)`;
  const same = ['folder_id = ?', ...key.map((name) => `${name} = n.${name}`)].map((test) => `t.${test}`).join(' and ');
  const values = [...Object.values(columns).map((column) => [...column]), folderId];
  const run = async (sql: string, bindings: unknown[]): Promise<{ id: number }[]> =>
    (await trx.raw(sql, bindings as Knex.RawBinding[])).rows;
  const added = await run(
    `insert into ${table} (folder_id, ${names.join(', ')})
     select ?, ${names.map((name) => `n.${name}`).join(', ')} from ${given}
     where not exists (select from ${table} t where ${same}) order by n.at returning id`,
    [folderId, ...values],
  );
  // A blank label of the file says nothing.
  const relabelled = await run(
    `update ${table} t set label = n.label from ${given}
     where ${same} and t.label <> n.label and n.label <> '' and ? returning t.id`,
    [...values, relabel],
  );
  const rows = await run(`select t.id from ${given} join ${table} t on ${same} order by n.at`, values);
  return { ids: rows.map(({ id }) => id), added: added.length, relabelled: relabelled.length };
}
