/**
 * The firm whose pages are measured: a folder of many entry lines with its bank, its assets, a VAT return and what is kept
 * of a job, among 500 others, each with its exercises.
 */
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { addAssets, inRegister } from '../../src/services/assets/register/write-asset.ts';
import { createAccount } from '../../src/services/banking/accounts/account-creation.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import type { PlainDate } from '../../src/services/kernel/dates.ts';
import { importLedgerFile } from '../../src/services/ledger/import/import-file.ts';
import type { Context } from '../../src/services/operation/context.ts';
import { assistGroup } from '../../src/services/vat/procedures/create-group.ts';
import { draftNumber } from './asset-folder.ts';
import { generateFec } from './generate-fec.ts';
import { sized } from './size.ts';

const [FOLDERS, ASSETS] = [sized(500), sized(2_000)];

/** A bank tells of each fourth payment, some days later. */
const BANK = `
  insert into bank_transaction (folder_id, account_id, operation_date, value_date, amount_units, decimals, currency,
    label, source_id, created_at, updated_at)
  select l.folder_id, :account, l.entry_date + 2, l.entry_date, l.debit_cents, 2, 'EUR', 'VIR ' || l.doc_ref, l.id::text,
    :now, :now
  from entry_line l join account a on a.folder_id = l.folder_id and a.id = l.account_id and a.number = '512000'
  where l.folder_id = :folder and l.entry_id % 8 = 0`;

const OTHERS = `
  with made as (
    insert into folder (company_id, name, tax_regime, vat_system)
    select (select min(id) from company), 'Folder ' || n, 'CorporationTax', 'RealNormal' from generate_series(2, ${FOLDERS}) n
    returning id)
  insert into exercise (folder_id, start_date, end_date)
  select id, make_date(year, 1, 1), make_date(year, 12, 31) from made, generate_series(2023, 2025) year`;

/** Half of the revenue accounts are known to VAT: lines of the others are left to complete. */
const VAT = `
  insert into vat_account_setting (folder_id, account_id, vat_category, vat_rate, exigibility, is_validated)
  select folder_id, id, 'VT_PREST', case when id % 2 = 0 then '_20' end, 'OnReceipts', true
  from account where folder_id = :folder and number like '706%'`;

/** A run of which a tenth failed. */
const RUN = `
  insert into job_run (job, input, state, started_at, ended_at) values ('refresh-declarations', '{}', 'partial', :now, :now)
  returning id`;
const ITEMS = `
  insert into job_item (folder_id, run_id, key, state, attempts, code, updated_at)
  select f.id, :run, 'year ' || year, case when f.id % 10 = 0 then 'failed' else 'done' end, 1,
    case when f.id % 10 = 0 then 'ChannelUnavailable' end, :now
  from folder f, generate_series(2024, 2025) year`;

/** What stands in the paths of pages. */
export type Made = Readonly<Record<string, string>>;

export async function pagesFirm(ctx: Context, home: string, entries: number): Promise<Made> {
  const { knex } = await ctx.db();
  const now = ctx.clock.now();
  mkdirSync(join(home, 'fec'));
  const path = await generateFec(join(home, 'fec'), entries);
  const { id: folder } = await createFolder(ctx, undefined, {
    name: 'BENCH',
    siren: basename(path).slice(0, 9),
    taxRegime: 'CorporationTax',
    vatSystem: 'RealNormal',
    vatDeadlineDay: 19,
  });
  await importLedgerFile(ctx, { name: basename(path), path }, {});
  const account = await createAccount(ctx, folder, { provider: 'ManualTransaction', iban: null, bankName: 'Banque' });
  await knex.raw(BANK, { folder, account, now });
  await knex.raw(OTHERS);
  await knex.raw(VAT, { folder });
  const drafts = Array.from({ length: ASSETS }, (_, index) => draftNumber(index));
  await inRegister(ctx, folder, (register) => addAssets(register, drafts));
  const asset = Number((await knex('asset').where({ folder_id: folder }).min({ first: 'id' }).first())?.first);
  const period = { beginDate: '2024-12-01' as PlainDate, endDate: '2024-12-31' as PlainDate };
  const { procedures } = await assistGroup(ctx, folder, { procedureType: 'Liquidation', ...period });
  const run = (await knex.raw(RUN, { now })).rows[0].id;
  await knex.raw(ITEMS, { run, now });
  await knex.raw('vacuum analyze');
  return Object.fromEntries(
    Object.entries({ folder, account, asset, procedure: procedures[0]?.id, run, number: '411000', entry: 1 }).map(
      ([name, value]) => [name, String(value)],
    ),
  );
}
