/**
 * Import of a CFONB 120 file of 200,000 movements, against a bare COPY of the same rows into the same table with the same
 * indexes, in one run on one server: `npm run ts test/bench/statement-import.ts [MOVEMENTS] [ROUNDS]`. The target is half
 * the row rate of the COPY. TAXOPS_TEST_DATABASE_URL names another server than the private one; its tables are emptied.
 */
import { createWriteStream, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { importStatementFile } from '../../src/services/banking/statements/import.ts';
import { MOVEMENT_COLUMNS } from '../../src/services/banking/statements/staging.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { asReader, testContext } from '../support/context.ts';
import { bareCopy } from './bare-copy.ts';
import { median, report } from './child.ts';
import { generateCfonb } from './generate-cfonb.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const COLUMNS = ['folder_id', 'account_id', 'twin', 'created_at', 'updated_at', ...MOVEMENT_COLUMNS];

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Seconds of `work`, after a checkpoint and a rest for what the server still does. */
async function timed(db: Database, work: () => Promise<unknown>): Promise<number> {
  await db.knex.raw('checkpoint');
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const emptyStatements = (db: Database) =>
  db.knex.raw(
    'truncate statement_file, bank_statement, bank_statement_source, bank_transaction, bank_sighting cascade',
  );

async function main(movements: number, rounds: number): Promise<void> {
  const home = benchHome();
  const url = process.env.TAXOPS_TEST_DATABASE_URL;
  const settings = { home, migrations: resolve(import.meta.dirname, '../../migrations'), schema: 'apply' as const };
  const db = await openDatabase(url === undefined ? settings : { ...settings, url });
  try {
    const file = { name: 'statements.cfonb', path: join(home, 'statements.cfonb') };
    say(`${await generateCfonb(file.path, movements)} records, ${movements} movements`);
    const ctx = testContext(db);
    const { id: folderId } = await createFolder(asReader(db), undefined, { name: 'BENCH' });
    const give = () => importStatementFile(ctx, file, { folderId, createsAccounts: true });
    await give();
    const rows = join(home, 'rows.copy');
    const query = `select ${COLUMNS.join(', ')} from bank_transaction order by id`;
    await pipeline(db.copyOut(query), createWriteStream(rows));
    const floors: number[] = [];
    const imports: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      await emptyStatements(db);
      floors.push(await timed(db, () => bareCopy(db, COLUMNS, rows)));
      await emptyStatements(db);
      imports.push(await timed(db, give));
      say(`round ${round}: COPY ${rate(movements, floors.at(-1))}, import ${rate(movements, imports.at(-1))}`);
    }
    const ratio = median(floors) / median(imports);
    say(`median: COPY ${rate(movements, median(floors))}, import ${rate(movements, median(imports))}`);
    report('statement import, to the row rate of the COPY', `${(ratio * 100).toFixed(0)} %`, '50 %', ratio >= 0.5);
    say(`import of the same file again: ${(await timed(db, give)).toFixed(2)} s`);
    say(`largest memory of this process: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
  } finally {
    await db.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const rate = (rows: number, seconds = Number.NaN): string =>
  `${seconds.toFixed(2)} s (${Math.round(rows / seconds)} rows/s)`;

const [movements = sized(200_000), rounds = roundsOf(3)] = process.argv.slice(2).map(Number);
await main(movements, rounds);
