/**
 * What a return of a large folder takes (vat-folder.ts), each beside what the database alone needs:
 * `npm run ts test/bench/vat-return.ts`. Medians; server and caller share the machine.
 */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openDatabase } from '../../src/services/db/database.ts';
import { categoriesInBatch } from '../../src/services/vat/configuration/account-categories.ts';
import { fillRates } from '../../src/services/vat/configuration/fill-rates.ts';
import { openReturn, recomputeDraft } from '../../src/services/vat/drafts/draft.ts';
import { bumpWatch } from '../../src/services/vat/drafts/watch.ts';
import { framingByAccount, framingByRate } from '../../src/services/vat/framing/framing.ts';
import { assistGroup } from '../../src/services/vat/procedures/create-group.ts';
import { listGroups } from '../../src/services/vat/procedures/groups.ts';
import { makePdf } from '../../src/services/vat/procedures/return-pdf.ts';
import { validateReturn } from '../../src/services/vat/procedures/validation.ts';
import { testContext } from '../support/context.ts';
import { type ChildCost, median, report, runNode } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf } from './size.ts';
import { countLines, largeFolder } from './vat-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const home = benchHome();
const db = await openDatabase({ home, migrations: join(root, 'migrations'), schema: 'apply' });
const ctx = testContext(db);
const day = (text: string) => text as never;

async function timed(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < roundsOf(rounds); round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times);
}

const show = (what: string, figure: number, most: number) =>
  report(what, `${figure.toFixed(0)} ms`, `${most} ms`, figure <= most);

/** Sums by account and rate over the lines of December and those that its letters go with. */
const BARE = `
  with grp as materialized (
    select distinct account_id, sub_account_id, exercise_id, letter from entry_line
    where folder_id = :folder and entry_date between '2025-12-01' and '2025-12-31' and letter is not null
  ), candidate as (
    select id from entry where folder_id = :folder and entry_date between '2025-12-01' and '2025-12-31'
    union
    select l.entry_id from entry_line l join grp g using (account_id, sub_account_id, exercise_id, letter) where l.folder_id = :folder
  )
  select l.account_id, s.vat_rate, count(*), sum(l.debit_cents - l.credit_cents)
  from candidate c join entry_line l on l.folder_id = :folder and l.entry_id = c.id
  left join vat_account_setting s on s.folder_id = l.folder_id and s.account_id = l.account_id
  group by l.account_id, s.vat_rate`;

async function open(folderId: number, beginDate: string, endDate: string): Promise<number> {
  const period = { beginDate: day(beginDate), endDate: day(endDate) };
  const { procedures } = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  return procedures[0]?.id ?? 0;
}

async function returns(folderId: number): Promise<void> {
  const procedureId = await open(folderId, '2025-12-01', '2025-12-31');
  const bare = await timed(5, () => db.knex.raw(BARE, { folder: folderId }));
  const first = await timed(5, async () => {
    await bumpWatch(db.knex, folderId);
    await openReturn(ctx, folderId, procedureId);
  });
  show('draft opened, computed from the books', first, 2000);
  const ratio = first / bare;
  report(
    'beside sums by account and rate of the same lines',
    `${ratio.toFixed(1)} × ${bare.toFixed(0)} ms`,
    '3 ×',
    ratio <= 3,
  );
  show('draft opened, nothing changed', await timed(9, () => openReturn(ctx, folderId, procedureId)), 100);
  show('draft recomputed, books unchanged', await timed(3, () => recomputeDraft(ctx, folderId, procedureId)), 2000);
  show('validation', await timed(5, () => validateReturn(ctx, folderId, procedureId)), 2000);
  show('framing by rate', await timed(3, () => framingByRate(ctx, folderId, { procedureId })), 2000);
  show('framing by account', await timed(3, () => framingByAccount(ctx, folderId, { procedureId })), 2000);
  show('PDF', await timed(3, () => makePdf(ctx, folderId, procedureId, { headerFooterEnableOnCover: false })), 1000);
  const costs = await commands(folderId, procedureId);
  show('the command, from start to end', median(costs.map(({ seconds }) => seconds * 1000)), 2000);
  const megabytes = Math.max(...costs.map((cost) => cost.megabytes));
  report('its memory', `${megabytes.toFixed(0)} MB`, '400 MB', megabytes <= 400);
}

/** The draft shown by the program after the books changed, several times. */
async function commands(folderId: number, procedureId: number): Promise<ChildCost[]> {
  const env = { TAXOPS_DATABASE_URL: await db.url(), TAXOPS_HOME: home };
  const shown = ['vat', 'procedure', 'show', String(procedureId), '--folder', String(folderId)];
  const costs: ChildCost[] = [];
  for (let round = 0; round < roundsOf(3); round++) {
    await bumpWatch(db.knex, folderId);
    costs.push(await runNode([join(root, 'bin/taxops.js'), ...shown], env));
  }
  if (costs.some(({ exitCode }) => exitCode !== 0)) throw new Error('vat procedure show failed');
  return costs;
}

async function around(folderId: number): Promise<void> {
  show('rates of accounts filled from the lines', await timed(3, () => fillRates(ctx, folderId)), 2000);
  const accountIds: number[] = await db.knex('account').where({ folder_id: folderId }).pluck('id');
  const asked = Array.from({ length: 1000 }, (_, at) => ({ accountId: accountIds[at % accountIds.length] ?? 0 }));
  show('1,000 categories in a batch', await timed(9, () => categoriesInBatch(ctx, folderId, asked)), 50);
  await db.knex.raw(MONTHS, { folder: folderId });
  show('list of 12 years of months', await timed(9, () => listGroups(ctx, folderId)), 50);
}

const MONTHS = `
  with made as (
    insert into vat_procedure_group (folder_id, definition_id, category, begin_date, end_date, document_name, form_snapshot, created_at)
    select g.folder_id, g.definition_id, g.category, month, (month + interval '1 month - 1 day')::date, g.document_name,
      g.form_snapshot, g.created_at
    from vat_procedure_group g, generate_series('2013-01-01'::date, '2024-12-01', '1 month') month
    where g.folder_id = :folder returning folder_id, id, created_at)
  insert into vat_procedure (folder_id, group_id, status, type, is_from_assistant, created_at)
    select folder_id, id, 'Accepted', 'PreConfigured', true, created_at from made`;

try {
  const folderId = await largeFolder(ctx);
  process.stdout.write(`        ${await countLines(db.knex, folderId)} lines\n`);
  await returns(folderId);
  await around(folderId);
} finally {
  await db.close();
  rmSync(home, { recursive: true, force: true });
}
