/**
 * Speed and memory of the import of a FEC, against a bare COPY of the same lines into the same table, measured in the
 * same run: `node --import tsx test/bench/ledger-import.ts [ENTRIES]`. One million entries are 2.5 million lines.
 * A database and a file are made in the system's temporary folder, and removed.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { importLedgerFile } from '../../src/services/ledger/import/import-file.ts';
import { testContext } from '../support/context.ts';
import { report } from './child.ts';

const root = resolve(import.meta.dirname, '../..');
const entryCount = process.argv[2] ?? '1000000';
const folder = mkdtempSync(join(tmpdir(), 'taxops-bench-'));

/** Seconds of `work`, told with its rate, after a checkpoint. */
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
  spawnSync(process.execPath, ['--import', 'tsx', script, join(folder, 'fec'), entryCount], { cwd: root });
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

async function run(db: Database): Promise<void> {
  const file = makeFile();
  const context = testContext(db);
  const [{ Check }, seconds] = await timed(db, 'import', undefined, () => importLedgerFile(db, context, file, {}));
  const memory = process.resourceUsage().maxRSS / 1024;
  const lines = Check.Figures.Lines;
  const { rows } = await db.knex.raw(
    "select array_agg(attname::text order by attnum) as names from pg_attribute where attrelid = 'entry_line'::regclass and attnum > 0",
  );
  const columns: string[] = rows[0].names;
  const path = join(folder, 'lines');
  await pipeline(Readable.from(db.copyOut('select * from entry_line order by id')), createWriteStream(path));
  await db.knex.raw('create table bare (like entry_line including all)');
  const [, bare] = await timed(db, 'bare COPY, keys and indexes', lines, () => copyLines(db, 'bare', columns, path));
  await db.knex.raw('drop table bare; truncate entry_line');
  const [, same] = await timed(db, 'bare COPY, into the table itself', lines, () =>
    copyLines(db, 'entry_line', columns, path),
  );
  const rate = `${Math.round(lines / seconds / 1000)}k lines/s`;
  const figure = (floor: number) => `${rate}, ratio ${(floor / seconds).toFixed(2)}`;
  report(`ledger import of ${lines} lines, to COPY into the table`, figure(same), '0.50', same / seconds >= 0.5);
  report('ledger import, to COPY into a table of the same keys', figure(bare), '0.50', bare / seconds >= 0.5);
  report('ledger import, memory', `${memory.toFixed(0)} MB`, '400 MB', memory <= 400);
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
