/**
 * Speed and memory of the import of a FEC, against a bare COPY of the same lines into the same table, measured in the
 * same run: `npm run ts test/bench/ledger-import.ts [ENTRIES] [ROUNDS]`. One million entries are 2.5 million lines.
 * A database and a file are made in the system's temporary folder, and removed.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { importLedgerFile } from '../../src/services/ledger/import/import-file.ts';
import { testContext } from '../support/context.ts';
import { median, report, TYPESCRIPT } from './child.ts';
import { benchHome } from './home.ts';
import { sized } from './size.ts';

const root = resolve(import.meta.dirname, '../..');
const [entryCount = String(sized(1_000_000)), roundCount = '1'] = process.argv.slice(2);
const folder = benchHome();

/** Seconds of `work`, reported with its rate, after a checkpoint. */
async function timed<T>(
  db: Database,
  label: string,
  lines: number | undefined,
  work: () => Promise<T>,
): Promise<[T, number]> {
  await db.knex.raw('checkpoint');
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  const rate = lines === undefined ? '' : `, ${Math.round(lines / seconds / 1000)}k lines/s`;
  process.stdout.write(`${label.padEnd(44)} ${seconds.toFixed(1).padStart(7)} s${rate}\n`);
  return [result, seconds];
}

function makeFile(): { name: string; path: string } {
  mkdirSync(join(folder, 'fec'));
  const script = join(root, 'test/bench/generate-fec.ts');
  spawnSync(process.execPath, [...TYPESCRIPT, script, join(folder, 'fec'), entryCount], { cwd: root });
  const name = readdirSync(join(folder, 'fec'))[0] ?? '';
  return { name, path: join(folder, 'fec', name) };
}

/** A bare COPY of the lines, from a file in COPY text. */
async function copyLines(db: Database, table: string, columns: string[], path: string): Promise<void> {
  const writer = await db.openCopy(table, columns);
  for await (const chunk of createReadStream(path, { highWaterMark: 65_536 })) {
    writer.writeText(chunk);
    if (writer.full) await writer.drained();
  }
  await writer.end();
}

/** The import, then two floors for it: seconds of each. */
async function round(db: Database, file: { name: string; path: string }) {
  await db.knex.raw(
    'truncate ledger, exercise, journal, account, sub_account, ledger_import, entry, entry_line cascade',
  );
  const work = () => importLedgerFile(testContext(db), file, {});
  const [{ check }, importing] = await timed(db, 'import', undefined, work);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const lines = check.figures.lines;
  const { rows } = await db.knex.raw(
    "select array_agg(attname::text order by attnum) as names from pg_attribute where attrelid = 'entry_line'::regclass and attnum > 0 and attgenerated = ''",
  );
  const columns: string[] = rows[0].names;
  const path = join(folder, 'lines');
  await pipeline(
    Readable.from(db.copyOut(`select ${columns.join(', ')} from entry_line order by id`)),
    createWriteStream(path),
  );
  await db.knex.raw('truncate entry_line cascade; create table keyed (like entry_line including all)');
  const [, own] = await timed(db, 'COPY into the table', lines, () => copyLines(db, 'entry_line', columns, path));
  const [, keyed] = await timed(db, 'COPY, keys and indexes only', lines, () => copyLines(db, 'keyed', columns, path));
  await db.knex.raw('drop table keyed');
  return { lines, megabytes, importing, own, keyed };
}

async function run(db: Database): Promise<void> {
  const file = makeFile();
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let count = 0; count < Number(roundCount); count++) rounds.push(await round(db, file));
  const ratio = (floor: 'own' | 'keyed') => median(rounds.map((one) => one[floor] / one.importing));
  const [{ lines = 0, megabytes = 0 } = {}] = rounds;
  const seconds = median(rounds.map(({ importing }) => importing));
  const figure = `${Math.round(lines / seconds / 1000)}k lines/s, ratio ${ratio('own').toFixed(2)}`;
  report(`ledger import of ${lines} lines, to COPY into the table`, figure, '0.50', ratio('own') >= 0.5);
  report('ledger import, memory', `${megabytes.toFixed(0)} MB`, '400 MB', megabytes <= 400);
  process.stdout.write(
    `        to COPY into a table with the same keys and no references: ${ratio('keyed').toFixed(2)}\n`,
  );
}

const settings = { home: folder, migrations: join(root, 'migrations'), keepAlive: true } as const;
const db = await openDatabase(settings);
try {
  await run(db);
} finally {
  await db.close();
  await stopPrivateServer({ ...settings, keepAlive: false });
  rmSync(folder, { recursive: true, force: true });
}
