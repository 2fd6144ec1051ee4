/**
 * The firm's view of what is to declare, at 5,000 folders of four exercises: its first page, which counts everything.
 * Beside it what the database alone needs to read the same rows.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { callContext, openProgram } from '../../src/commands/program/context.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { taskPage } from '../../src/services/declarations/tasks.ts';
import { createCompany } from '../../src/services/folders/companies.ts';
import { silent } from '../../src/services/operation/context.ts';
import { median, report } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const [FOLDERS, ROUNDS] = [sized(5_000), roundsOf(7)];
const home = benchHome();
const program = openProgram(await resolveSettings({}, { LANG: 'C', TAXOPS_HOME: home }, '/'));
const signal = new AbortController().signal;
const ctx = callContext(program, { actor: { kind: 'local', name: 'bench' }, progress: silent, signal });
const { knex } = await program.db();

await createCompany(ctx, { name: 'Firm' });
await knex.raw(
  `with made as (
     insert into folder (company_id, name, tax_regime)
     select (select min(id) from company), 'Folder ' || n, 'CorporationTax' from generate_series(1, ${FOLDERS}) n
     returning id)
   insert into exercise (folder_id, start_date, end_date)
   select id, make_date(year, 1, 1), make_date(year, 12, 31) from made, generate_series(2022, 2025) year`,
);
// Everything but the last exercise is filed, in one folder of twenty apart.
await knex.raw(
  `insert into declaration (folder_id, channel, source_type, status, type, period_end, said, stamps, created_at, updated_at)
   select folder_id, 'ChannelA', 'Platform', 'Accepted', type, end_date, '{}', '{}', now(), now()
   from exercise, unnest(array['Liasse', 'IS2572']) type where end_date < '2025-01-01' and folder_id % 20 > 0`,
);
await knex.raw('analyze');

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const [pages, bare]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  pages.push(await timed(() => taskPage(ctx, {}, {}, { page: 1, limit: 50 })));
  bare.push(
    await timed(async () => {
      await knex.raw('select * from folder');
      await knex.raw('select folder_id, start_date, end_date from exercise');
      await knex.raw('select folder_id, id, type, status, period_end from declaration');
    }),
  );
}
const [page, rows] = [median(pages), median(bare)];
report('declaration status, first page of 5,000 folders', `${page.toFixed(0)} ms`, '200 ms', page <= 200);
report('the same against reading the rows alone', `${(page / rows).toFixed(2)} ×`, '3 ×', page <= 3 * rows);

await program.close();
await stopPrivateServer({ home, migrations: resolve('migrations') });
rmSync(home, { recursive: true, force: true });
