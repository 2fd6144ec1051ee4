/**
 * Exports of 100,000 assets with 25 cells each, database included, against the libraries alone over the same rows in
 * memory: `npm run ts test/bench/asset-export.ts [ASSETS] [ROUNDS]`. Memory is that of the program, as it is run.
 */
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { PassThrough } from 'node:stream';
import { stringify } from 'csv-stringify';
import exceljs from 'exceljs';
import { cellOf, chooseColumns, tableColumn } from '../../src/services/assets/export/columns.ts';
import { readRows } from '../../src/services/assets/export/read-rows.ts';
import type { AssetQuestion } from '../../src/services/assets/search/figure-rows.ts';
import { parseSorts } from '../../src/services/assets/search/grammar.ts';
import type { Database } from '../../src/services/db/database.ts';
import { plainCell, type TableBatch, type TableDocument, type TableRow } from '../../src/services/documents/table.ts';
import { tableCsv } from '../../src/services/documents/table-csv.ts';
import { tableXlsx } from '../../src/services/documents/table-xlsx.ts';
import { type BenchFolder, benchFolder, NOW, WINDOW } from './asset-folder.ts';
import { type ChildCost, median, report, runNode } from './child.ts';
import { roundsOf, sized } from './size.ts';

const NAMES = [
  ...[
    'Id',
    'Number',
    'Name',
    'AcquisitionQuantity',
    'AcquisitionDate',
    'DeploymentDate',
    'AcquisitionValue',
    'Account',
  ],
  ...['ResidualValue', 'Location', 'IsRetired', 'IsValidatedByUser', 'Status', 'EconomicStartDate', 'EconomicBase'],
  ...['EconomicDuration', 'EconomicMethod', 'EconomicCurrentPeriodAmount', 'EconomicPastPeriodAmount'],
  ...['EconomicCumulatedPeriodAmount', 'EconomicVNCPeriodAmount', 'FiscalBase', 'FiscalCurrentPeriodAmount'],
  ...['FiscalCumulatedPeriodAmount', 'FiscalVNCPeriodAmount'],
];
const CHOSEN = chooseColumns({ columns: NAMES, extends: [], withAnalytics: false });
const columns = CHOSEN.map((column) => tableColumn(column, 'fr'));
const PROGRAM = resolve(import.meta.dirname, '../../bin/taxops.js');
const SORTS = parseSorts(['Number:asc']);

async function* fromDatabase(db: Database, question: AssetQuestion): AsyncGenerator<TableBatch> {
  for await (const rows of readRows(db.knex, CHOSEN.map(cellOf), question, SORTS)) yield { section: '', rows };
}

const documentOf = (batches: AsyncIterable<TableBatch>): TableDocument => ({
  title: 'Immobilisations',
  lines: ['Cabinet', 'BENCH'],
  foot: 'Cabinet',
  createdAt: NOW,
  language: 'fr',
  tables: [{ name: 'Immobilisations', columns, batches }],
});

async function drain(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of chunks) length += chunk.length;
  return length;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function* inMemory(rows: readonly TableRow[]): AsyncGenerator<TableBatch> {
  for (let at = 0; at < rows.length; at += 2_000) yield { section: '', rows: rows.slice(at, at + 2_000) };
}

/** What the library alone costs: the same cells, already as it wants them. */
async function csvStringify(rows: AsyncIterable<readonly TableRow[]> | Iterable<readonly TableRow[]>): Promise<void> {
  const stream = stringify({ record_delimiter: '\r\n' });
  const reading = drain(stream);
  for await (const batch of rows)
    for (const row of batch) if (!stream.write(row)) await new Promise((resume) => stream.once('drain', resume));
  stream.end();
  await reading;
}

async function excelAlone(rows: readonly TableRow[]): Promise<void> {
  const stream = new PassThrough();
  const reading = drain(stream);
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = book.addWorksheet('Immobilisations');
  sheet.columns = columns.map(({ header, type }) => ({
    header,
    ...(type === 'amount' && { style: { numFmt: '#,##0.00' } }),
    ...(type === 'day' && { style: { numFmt: 'dd/mm/yyyy' } }),
  }));
  for (const [index, row] of rows.entries()) {
    sheet.addRow(row.map((text, column) => excelValue(text, columns[column]?.type ?? 'text'))).commit();
    if (index % 2_000 === 0) await new Promise((resume) => setImmediate(resume));
  }
  sheet.commit();
  await book.commit();
  await reading;
}

function excelValue(text: string, type: string): unknown {
  if (text === '') return null;
  if (type === 'amount') return Number(text) / 100;
  if (type === 'number') return Number(text);
  return type === 'day' ? new Date(text) : text;
}

async function compareCsv(db: Database, question: AssetQuestion, rows: readonly TableRow[], rounds: number) {
  const plain = rows.map((row) => row.map((text, index) => plainCell(text, columns[index] ?? (columns[0] as never))));
  const times = { alone: [] as number[], writer: [] as number[], source: [] as number[], whole: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.alone.push(await secondsOf(() => csvStringify([plain])));
    times.writer.push(await secondsOf(() => drain(tableCsv(documentOf(inMemory(rows))))));
    times.source.push(await secondsOf(() => csvStringify(readRows(db.knex, CHOSEN.map(cellOf), question, SORTS))));
    times.whole.push(await secondsOf(() => drain(tableCsv(documentOf(fromDatabase(db, question))))));
  }
  const of = (name: keyof typeof times) => median(times[name]);
  ratio('CSV: our writer / csv-stringify, rows in memory', of('writer'), of('alone'), 1.3);
  ratio('CSV: export / csv-stringify, both from the database', of('whole'), of('source'), 1.3);
  ratio('CSV: export with its database / csv-stringify in memory', of('whole'), of('alone'), 1.3);
}

const ratio = (what: string, ours: number, theirs: number, target: number): void =>
  report(
    what,
    `${ours.toFixed(2)} / ${theirs.toFixed(2)} s = ${(ours / theirs).toFixed(2)}`,
    `${target}`,
    ours / theirs <= target,
  );

/** The program as people run it: seconds from its start to its end, and its largest memory. */
async function runExport({ db, folderId, home }: BenchFolder, ...asked: readonly string[]): Promise<ChildCost> {
  const period = ['--start-date', WINDOW.start, '--end-date', WINDOW.end];
  const args = [PROGRAM, 'asset', 'export', '--folder', String(folderId), ...period, ...asked];
  const cost = await runNode(args, { TAXOPS_HOME: home, TAXOPS_DATABASE_URL: await db.url() });
  if (cost.exitCode !== 0) throw new Error(`the export as ${asked[1]} failed`);
  return cost;
}

async function main(count: number, rounds: number): Promise<void> {
  const folder = await benchFolder(count);
  const { db, folderId, close } = folder;
  const question: AssetQuestion = { folderId, window: WINDOW, filters: [] };
  try {
    for (const type of ['Csv', 'Excel']) {
      const { megabytes, seconds } = await runExport(folder, '--export-type', type, '--columns', ...NAMES);
      const cost = `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`;
      report(`taxops asset export, ${count} assets as ${type}`, cost, '250 MB', megabytes <= 250);
    }
    const pdf = await runExport(folder, '--export-type', 'Pdf', '--q', 'Number:le:10000');
    const cost = `${pdf.seconds.toFixed(2)} s, ${pdf.megabytes.toFixed(0)} MB`;
    report('taxops asset export, 10,000 assets as Pdf', cost, '3 s', pdf.seconds < 3);
    const rows: TableRow[] = [];
    for await (const batch of fromDatabase(db, question)) rows.push(...batch.rows);
    await compareCsv(db, question, rows, rounds);
    const times = { ours: [] as number[], alone: [] as number[] };
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      times.alone.push(await secondsOf(() => excelAlone(rows)));
      times.ours.push(await secondsOf(() => drain(tableXlsx(documentOf(fromDatabase(db, question))))));
    }
    ratio('XLSX: export with its database / exceljs alone', median(times.ours), median(times.alone), 1.3);
  } finally {
    await close();
  }
}

const [count = sized(100_000), rounds = roundsOf(5)] = process.argv.slice(2).map(Number);
await main(count, rounds);
