/**
 * Exports of 200,000 transactions, from the database to a file, beside what the libraries take for the same cells alone:
 * `npm run ts test/bench/bank-export.ts [TRANSACTIONS]`. Medians of 5 rounds taken in turn; server and exporter
 * share the machine. Memory is that of a process that does nothing else, half the transactions beside all of them: small
 * exports end before the pages of the heap are turned over once.
 */
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { stringify } from 'csv-stringify';
import exceljs from 'exceljs';
import { callContext, openProgram } from '../../src/commands/program/context.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import {
  type ExportFormat,
  exportDraft,
  exportTransactions,
} from '../../src/services/banking/transactions/export/export.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { type Context, silent } from '../../src/services/operation/context.ts';
import { asReader } from '../support/context.ts';
import { median, report, runNode, TYPESCRIPT } from './child.ts';
import { fillTransactions } from './generate-transactions.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const ROUNDS = Number(process.env.ROUNDS ?? roundsOf(5));
const RATIO = 1.3;

interface Exporter {
  readonly ctx: Context;
  readonly close: () => Promise<void>;
}

async function open(home: string): Promise<Exporter> {
  const program = openProgram(await resolveSettings({}, { TAXOPS_HOME: home, LANG: 'C' }, '/'));
  const ctx = callContext(program, {
    actor: { kind: 'local', name: 'bench' },
    progress: silent,
    signal: new AbortController().signal,
  });
  return { ctx: { ...ctx, producedFolder: join(home, 'files') }, close: program.close };
}

const requestOf = (folderId: number) => ({ folderId, sortField: 'Date', sortDirection: 'Ascending' }) as const;

/** The cells that an export writes, in memory. */
async function cellsOf(ctx: Context, folderId: number): Promise<string[][]> {
  const { parse } = await import('csv-parse');
  const { content } = await exportDraft(ctx, requestOf(folderId), 'csv');
  const parser = parse({ delimiter: ';', bom: true });
  void (async () => {
    for await (const chunk of content) if (!parser.write(chunk)) await once(parser, 'drain');
    parser.end();
  })();
  const rows: string[][] = [];
  for await (const row of parser) rows.push(row);
  return rows.slice(1);
}

/** csv-stringify, with the form of our files. */
async function stringifyAlone(rows: readonly string[][], path: string): Promise<void> {
  const stringifier = stringify({ delimiter: ';', bom: true, record_delimiter: '\r\n' });
  const file = stringifier.pipe(createWriteStream(path));
  for (const row of rows) if (!stringifier.write(row)) await once(stringifier, 'drain');
  stringifier.end();
  await once(file, 'finish');
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AMOUNT = /^-?\d+\.\d{2}$/;

/** The streaming writer of exceljs, given values as they are to be in the sheet. */
async function workbookAlone(rows: readonly (string | number | Date | null)[][], path: string): Promise<void> {
  const book = new exceljs.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true });
  const sheet = book.addWorksheet('Transactions');
  for (const row of rows) sheet.addRow(row).commit();
  sheet.commit();
  await book.commit();
}

const sheetValue = (cell: string): string | number | Date | null => {
  if (DAY.test(cell)) return new Date(`${cell}T00:00:00Z`);
  return AMOUNT.test(cell) ? Number(cell) : cell || null;
};

interface Cost {
  readonly wall: number;
  /** Of this process: steadier than the wall on a busy machine. */
  readonly cpu: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 };
}

async function compare({ ctx }: Exporter, folderId: number, home: string): Promise<void> {
  const cells = await cellsOf(ctx, folderId);
  const values = cells.map((row) => row.map(sheetValue));
  const alone: Readonly<Record<ExportFormat, () => Promise<void>>> = {
    csv: () => stringifyAlone(cells, join(home, 'alone.csv')),
    xlsx: () => workbookAlone(values, join(home, 'alone.xlsx')),
  };
  for (const format of ['csv', 'xlsx'] as const) {
    const [ours, theirs]: [Cost[], Cost[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(await costOf(alone[format]));
      ours.push(await costOf(() => exportTransactions(ctx, requestOf(folderId), format)));
    }
    for (const measure of ['wall', 'cpu'] as const) {
      const [own, library] = [ours, theirs].map((costs) => median(costs.map((cost) => cost[measure])));
      const ratio = (own ?? 0) / (library ?? 1);
      const figure = `${own?.toFixed(2)} s / ${library?.toFixed(2)} s = ${ratio.toFixed(2)}`;
      report(
        `${cells.length} transactions as ${format} / library alone, ${measure}`,
        figure,
        `<= ${RATIO}`,
        ratio <= RATIO,
      );
    }
  }
}

async function measureMemory(home: string, small: number, large: number): Promise<void> {
  const self = fileURLToPath(import.meta.url);
  for (const format of ['csv', 'xlsx']) {
    const peak = async (folderId: number) => {
      const { megabytes, exitCode } = await runNode([...TYPESCRIPT, self, 'one', home, String(folderId), format]);
      if (exitCode !== 0) throw new Error(`the export of folder ${folderId} failed`);
      return megabytes;
    };
    const [few, many] = [await peak(small), await peak(large)];
    const figure = `${few.toFixed(0)} MB, ${many.toFixed(0)} MB`;
    report(`peak memory of half and of all as ${format}`, figure, '<= 60 MB more', many - few <= 60);
  }
}

async function main(transactions: number): Promise<void> {
  const home = benchHome();
  const exporter = await open(home);
  try {
    const db = await exporter.ctx.db();
    const folders: number[] = [];
    for (const count of [transactions / 2, transactions]) {
      const { id } = await createFolder(asReader(db), undefined, { name: `BENCH ${count}` });
      await fillTransactions(db, id, count);
      folders.push(id);
    }
    await db.knex.raw('vacuum analyze bank_transaction');
    const [small = 0, large = 0] = folders;
    await compare(exporter, large, home);
    await measureMemory(home, small, large);
  } finally {
    await exporter.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const [first = String(sized(200_000)), home = '', folderId = '', format = 'csv'] = process.argv.slice(2);
if (first === 'one') {
  const { ctx, close } = await open(home);
  await exportTransactions(ctx, requestOf(Number(folderId)), format as ExportFormat);
  await close();
} else await main(Number(first));
