/**
 * The due dates of 5,000 enterprises, each with three exercises, a year of monthly VAT returns and its instalments of
 * company tax, on a private database: `npm run ts test/bench/vat-deadlines.ts [ENTERPRISES] [ROUNDS]`.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openDatabase } from '../../src/services/db/database.ts';
import { duesOf, enterpriseDeadlines } from '../../src/services/dues/dues.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { assistGroup } from '../../src/services/vat/procedures/create-group.ts';
import { testContext } from '../support/context.ts';
import { median, report } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const REST = `
  insert into folder (company_id, name, vat_system, tax_regime, vat_deadline_day)
    select 1, 'BENCH ' || n, case n % 5 when 0 then 'Simplified' else 'RealNormal' end, 'CorporationTax', 15 + n % 10
    from generate_series(2, :count) n;
  insert into exercise (folder_id, start_date, end_date, is_closed)
    select id, make_date(year, 1, 1), make_date(year, 12, 31), false from folder, generate_series(2024, 2026) year;
  insert into vat_procedure_group (folder_id, definition_id, category, begin_date, end_date, document_name, form_snapshot,
      created_at)
    select f.id, g.definition_id, g.category, month, (month + interval '1 month - 1 day')::date, g.document_name,
      g.form_snapshot, g.created_at
    from vat_procedure_group g, folder f, generate_series('2025-02-01'::date, '2026-01-01', '1 month') month
    where g.id = 1 and f.vat_system = 'RealNormal';
  insert into vat_procedure (folder_id, group_id, status, type, is_from_assistant, created_at)
    select folder_id, id, 'Accepted', 'PreConfigured', true, created_at from vat_procedure_group where id > 1;
  insert into declaration (folder_id, channel, source_type, status, type, period_end, said, stamps, created_at, updated_at)
    select id, 'None', 'Manual', 'Accepted', 'IS2571', day, '{}', '{}', now(), now()
    from folder, unnest(array['2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31']::date[]) day;
  analyze`;

async function main(count: number, rounds: number): Promise<void> {
  const home = benchHome();
  const migrations = resolve(import.meta.dirname, '../../migrations');
  const db = await openDatabase({ home, migrations, schema: 'apply' });
  const ctx = testContext(db);
  try {
    const { id } = await createFolder(ctx, undefined, { name: 'BENCH 1', vatSystem: 'RealNormal', vatDeadlineDay: 19 });
    const period = { beginDate: '2025-01-01' as never, endDate: '2025-01-31' as never };
    await assistGroup(ctx, id, { procedureType: 'Liquidation', ...period });
    await db.knex.raw(REST.replace(':count', String(count)));
    const ids: number[] = await db.knex('folder').orderBy('id').pluck('id');
    const timed = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const started = performance.now();
        await work();
        times.push(performance.now() - started);
      }
      return median(times);
    };
    const deadlines = await timed(() => enterpriseDeadlines(ctx, ids));
    report(`deadlines of ${ids.length} enterprises`, `${Math.round(deadlines)} ms`, '500 ms', deadlines < 500);
    const week = await timed(() => duesOf(ctx, { companyId: 1 }, { days: 7, lateDays: 31 }));
    report(`what is due this week in ${ids.length} folders`, `${Math.round(week)} ms`, '500 ms', week < 500);
  } finally {
    await db.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const [count = sized(5_000), rounds = roundsOf(9)] = process.argv.slice(2).map(Number);
await main(count, rounds);
