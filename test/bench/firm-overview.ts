/**
 * What a firm looks at first, at 500 folders with four exercises, 30 assets and 300 bank transactions each: every folder in
 * a line, sorted by what it is and by what is left to do, and what needs a person today.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { assetBody } from '../../src/commands/asset/asset-input.ts';
import { createAsset } from '../../src/services/assets/register/change-asset.ts';
import { createAccount } from '../../src/services/banking/accounts/account-creation.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { folderOverview, type OverviewSort } from '../../src/services/dues/overview.ts';
import { todayPage } from '../../src/services/dues/today.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { testContext } from '../support/context.ts';
import { median, report } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const [FOLDERS, ROUNDS] = [sized(500), roundsOf(7)];

const REST = `
  insert into folder (company_id, name, tax_regime, vat_system, vat_deadline_day)
    select 1, 'BENCH ' || n, 'CorporationTax', 'RealNormal', 15 + n % 10 from generate_series(2, ${FOLDERS}) n;
  insert into exercise (folder_id, start_date, end_date)
    select id, make_date(year, 1, 1), make_date(year, 12, 31) from folder, generate_series(2023, 2026) year;
  create temporary table whole as select a.* from asset a, folder f limit 0;
  insert into asset_register (folder_id, next_number) select id, 32 from folder where id > 1;
  insert into whole select a.* from asset a;
  alter table whole alter column id type bigint;
  insert into asset select (jsonb_populate_record(null::asset, to_jsonb(w) ||
      jsonb_build_object('folder_id', f.id, 'id', f.id * 100 + n, 'number', n + 1))).*
    from whole w, folder f, generate_series(1, 30) n where f.id > 1;
  insert into account (folder_id, number, label) select id, '215400', 'Machines' from folder where id > 1;
  insert into bank_account select (jsonb_populate_record(null::bank_account, to_jsonb(a) ||
      jsonb_build_object('folder_id', f.id, 'id', f.id + 1000, 'iban', null, 'source_id', f.id::text))).*
    from bank_account a, folder f where a.folder_id = 1 and f.id > 1;
  insert into bank_transaction (folder_id, account_id, operation_date, amount_units, decimals, currency, label, created_at, updated_at)
    select folder_id, id, '2025-01-01'::date + n, n * 101, 2, 'EUR', 'mouvement ' || n, now(), now()
    from bank_account, generate_series(1, 300) n;
  analyze`;

const home = benchHome();
const db = await openDatabase({ home, migrations: resolve(import.meta.dirname, '../../migrations'), schema: 'apply' });
const ctx = testContext(db, { clock: { now: () => '2026-02-10T10:00:00.000Z' } });
try {
  const { id } = await createFolder(ctx, undefined, { name: 'BENCH 1', vatSystem: 'RealNormal', vatDeadlineDay: 19 });
  await createAsset(
    ctx,
    id,
    assetBody.parse({
      Name: 'Machine',
      Account: { AccountNumber: 2154 },
      AcquisitionValue: '12000.00',
      AcquisitionDate: '2024-01-01',
      DeploymentDate: '2024-01-01',
      AcquisitionQuantity: 10,
      Amortization: {
        AmortizationCalculationMethod: 'EconomicOnly',
        EconomicAttributes: { Duration: { YearCount: 5 } },
      },
    }),
  );
  await createAccount(ctx, id, { provider: 'ManualEbics', iban: 'FR7630006000011234567890189', bankName: 'Banque' });
  await db.transaction(async (trx) => {
    for (const statement of REST.split(';')) await trx.raw(statement);
  });
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const page = { page: 1, limit: 50 };
  const overview = (sort: OverviewSort) => () => folderOverview(ctx, { sort, descending: true }, page);
  const first = await timed(overview('alerts'));
  report(`figures of the assets of ${FOLDERS} folders, once`, `${first.toFixed(0)} ms`, '', true);
  const told = async (what: string, target: number, work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timed(work));
    const middle = median(times);
    report(what, `${middle.toFixed(0)} ms`, `${target} ms`, middle <= target);
  };
  await told(`50 of ${FOLDERS} folders in a line each, by name`, 100, overview('name'));
  await told(`the same, by what has no document`, 500, overview('toJustifyAmount'));
  await told(`what needs a person today in ${FOLDERS} folders`, 500, () => todayPage(ctx, {}, page));
} finally {
  await db.close();
  rmSync(home, { recursive: true, force: true });
}
