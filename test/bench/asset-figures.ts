/**
 * Figures of 100,000 assets over a period nobody asked for yet, as the first list of it makes them, beside what nobody can
 * do without: `npm run ts test/bench/asset-figures.ts [ASSETS] [ROUNDS]`.
 */
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { makePlans } from '../../src/services/assets/engine/asset-plans.ts';
import { makeCalendar } from '../../src/services/assets/engine/calendar.ts';
import { runPlan } from '../../src/services/assets/engine/run-plan.ts';
import { readFacts } from '../../src/services/assets/register/facts-codec.ts';
import { FIGURE_COLUMNS, windows } from '../../src/services/assets/register/store.ts';
import { dayNumber, type PlainDate } from '../../src/services/kernel/dates.ts';
import { type BenchFolder, benchFolder, NOW, WINDOW } from './asset-folder.ts';
import { median, report, runNode } from './child.ts';
import { roundsOf, sized } from './size.ts';

const PROGRAM = resolve(import.meta.dirname, '../../bin/taxops.js');
const window = { start_date: WINDOW.start, end_date: WINDOW.end };

/** One page of a list, by the program. */
async function listSeconds({ db, folderId, home }: BenchFolder): Promise<number> {
  const period = ['--start-date', WINDOW.start, '--end-date', WINDOW.end];
  const args = [PROGRAM, 'asset', 'search', '--folder', String(folderId), ...period, '--limit', '1'];
  const { seconds, exitCode } = await runNode(args, { TAXOPS_HOME: home, TAXOPS_DATABASE_URL: await db.url() });
  if (exitCode !== 0) throw new Error('the list failed');
  return seconds;
}

/** What the first list of a period takes beyond the next one. */
async function figureSeconds(folder: BenchFolder): Promise<number> {
  await windows(folder.db.knex).where(window).delete();
  const first = await listSeconds(folder);
  return first - (await listSeconds(folder));
}

/** The same rows, as text: nothing but the server works here. */
async function copySeconds({ db, folderId }: BenchFolder): Promise<number> {
  const rows: Buffer[] = [];
  for await (const chunk of db.copyOut(`select ${FIGURE_COLUMNS.join(', ')} from asset_figure order by asset_id`))
    rows.push(chunk);
  await windows(db.knex).where(window).delete();
  await windows(db.knex).insert({ folder_id: folderId, ...window, basis: 'bench', kept_at: NOW });
  const started = performance.now();
  const writer = await db.openCopy('asset_figure', FIGURE_COLUMNS);
  for (const chunk of rows) {
    writer.writeText(chunk);
    if (writer.full) await writer.drained();
  }
  await writer.end();
  return (performance.now() - started) / 1000;
}

const CALENDAR = makeCalendar(
  Array.from({ length: 10 }, (_, index) => ({
    start: `${2020 + index}-01-01` as PlainDate,
    end: `${2020 + index}-12-31` as PlainDate,
  })),
);
const DAYS = [dayNumber(WINDOW.start) - 1, dayNumber(WINDOW.end)];

/** The facts read, and both plans posted up to both days of the period: no status, no alert, no gain, nothing stored. */
async function bareSeconds({ db }: BenchFolder): Promise<number> {
  const { rows } = await db.knex.raw('select facts::text as text from asset');
  const started = performance.now();
  let posted = 0;
  for (const { text } of rows as { text: string }[]) {
    const { economic, fiscal } = makePlans(readFacts(text), CALENDAR);
    for (const day of DAYS) posted += runPlan(economic, day) + runPlan(fiscal, day);
  }
  if (posted === 0) throw new Error('nothing was posted');
  return (performance.now() - started) / 1000;
}

async function main(count: number, rounds: number): Promise<void> {
  const folder = await benchFolder(count);
  try {
    const times = { ours: [] as number[], copy: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.ours.push(await figureSeconds(folder));
      times.copy.push(await copySeconds(folder));
      times.bare.push(await bareSeconds(folder));
    }
    const [ours, copy, bare] = [median(times.ours), median(times.copy), median(times.bare)];
    report(`figures of ${count} assets over a period`, `${ours.toFixed(1)} s`, '2 s', ours < 2);
    report('figures, to the COPY of the same rows', ratioText(ours, copy), '2', ours / copy <= 2);
    report('figures, to the facts read and both plans posted', ratioText(ours, bare), '5', ours / bare <= 5);
  } finally {
    await folder.close();
  }
}

const ratioText = (ours: number, floor: number): string =>
  `${ours.toFixed(2)} / ${floor.toFixed(2)} s = ${(ours / floor).toFixed(1)}`;

const [count = sized(100_000), rounds = roundsOf(3)] = process.argv.slice(2).map(Number);
await main(count, rounds);
