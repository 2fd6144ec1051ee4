/**
 * The VAT returns of a firm of 5,000 folders with 24 periods each, page by page, and its folders at a glance, on a private
 * database: `npm run ts test/bench/vat-firm-list.ts [FOLDERS] [ROUNDS]`.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openDatabase } from '../../src/services/db/database.ts';
import { vatStatusOf } from '../../src/services/dues/vat-status.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { companyGroups } from '../../src/services/vat/procedures/company-groups.ts';
import { assistGroup } from '../../src/services/vat/procedures/create-group.ts';
import { testContext } from '../support/context.ts';
import { median, report } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const REST = `
  insert into folder (company_id, name, vat_system, tax_regime, vat_deadline_day)
    select 1, 'BENCH ' || n, 'RealNormal', 'CorporationTax', 15 + n % 10 from generate_series(2, :count) n;
  insert into exercise (folder_id, start_date, end_date, is_closed)
    select id, make_date(year, 1, 1), make_date(year, 12, 31), false from folder, generate_series(2024, 2026) year;
  insert into vat_procedure_group (folder_id, definition_id, category, begin_date, end_date, document_name, form_snapshot,
      created_at, updated_at)
    select f.id, g.definition_id, g.category, month, (month + interval '1 month - 1 day')::date, g.document_name,
      g.form_snapshot, g.created_at, month + make_interval(days => f.id % 28)
    from vat_procedure_group g, folder f, generate_series('2024-02-01'::date, '2026-01-01', '1 month') month
    where g.id = 1;
  insert into vat_procedure (folder_id, group_id, status, type, is_from_assistant, created_at, computed_boxes)
    select folder_id, id, case id % 7 when 0 then 'Draft' else 'Accepted' end, 'PreConfigured', true, created_at,
      '{"3310CA3": {"CA": 1000, "GP": 200, "KE": 200}}'
    from vat_procedure_group where id > 1;
  update vat_procedure_group set updated_at = end_date;
  vacuum analyze`;

async function main(count: number, rounds: number): Promise<void> {
  const home = benchHome();
  const db = await openDatabase({
    home,
    migrations: resolve(import.meta.dirname, '../../migrations'),
    schema: 'apply',
  });
  const ctx = testContext(db, { clock: { now: () => '2026-02-10T10:00:00.000Z' } });
  try {
    const { id } = await createFolder(ctx, undefined, { name: 'BENCH 1', vatSystem: 'RealNormal', vatDeadlineDay: 19 });
    const period = { beginDate: '2024-01-01' as never, endDate: '2024-01-31' as never };
    await assistGroup(ctx, id, { procedureType: 'Liquidation', ...period });
    for (const statement of REST.replace(':count', String(count)).split(';')) await db.knex.raw(statement);
    const timed = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const started = performance.now();
        await work();
        times.push(performance.now() - started);
      }
      return median(times);
    };
    const page = { companyId: 1, page: 1, pageSize: 50 };
    const first = await timed(() => companyGroups(ctx, page));
    report(`first page of ${count * 24} periods`, `${Math.round(first)} ms`, '200 ms', first < 200);
    const filter = { beginDate: '2025-01-01' as never, endDate: '2025-06-30' as never, page: 100 };
    const filtered = await timed(() => companyGroups(ctx, { ...page, ...filter, categories: ['Tva'] }));
    report('page of 50 with filter and count', `${Math.round(filtered)} ms`, '500 ms', filtered < 500);
    const updated = await timed(() => companyGroups(ctx, { ...page, updatedAfter: '2026-01-15T00:00:00Z' as never }));
    report('what changed since a moment', `${Math.round(updated)} ms`, '500 ms', updated < 500);
    const status = await timed(() => vatStatusOf(ctx, { companyId: 1 }));
    report(`status of ${count} folders`, `${Math.round(status)} ms`, '2000 ms', status < 2000);
  } finally {
    await db.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const [count = sized(5_000), rounds = roundsOf(9)] = process.argv.slice(2).map(Number);
await main(count, rounds);
