/**
 * Exports of 100,000 assets with 25 cells each, database included, against the libraries alone over the same rows in
 * memory: `npx tsx test/bench/asset-export.ts [ASSETS] [ROUNDS]`. Each export is a process of its own for its memory.
 */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { PassThrough } from 'node:stream';
import { stringify } from 'csv-stringify';
import exceljs from 'exceljs';
import { cellOf, chooseColumns, tableColumn } from '../../src/services/assets/export/columns.ts';
import { readRows } from '../../src/services/assets/export/read-rows.ts';
import type { AssetQuestion } from '../../src/services/assets/search/figure-rows.ts';
import { parseSorts } from '../../src/services/assets/search/grammar.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { plainCell, type TableBatch, type TableDocument, type TableRow } from '../../src/services/documents/table.ts';
import { tableCsv } from '../../src/services/documents/table-csv.ts';
import { tablePdf } from '../../src/services/documents/table-pdf.ts';
import { tableXlsx } from '../../src/services/documents/table-xlsx.ts';
import { benchFolder, NOW, WINDOW } from './asset-folder.ts';
import { median, report } from './child.ts';

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
const DEFAULTS = chooseColumns({ columns: [], extends: [], withAnalytics: false });
const toColumns = (shown: typeof CHOSEN) => shown.map((column) => tableColumn(column, 'fr'));
const columns = toColumns(CHOSEN);
const ALL = Number.POSITIVE_INFINITY;
const SORTS = parseSorts(['Number:asc']);

async function* fromDatabase(
  db: Database,
  question: AssetQuestion,
  shown: typeof CHOSEN,
  limit: number,
): AsyncGenerator<TableBatch> {
  let left = limit;
  for await (const rows of readRows(db, shown.map(cellOf), question, SORTS)) {
    yield { section: '', rows: rows.slice(0, left) };
    left -= rows.length;
    if (left <= 0) return;
  }
}

const documentOf = (batches: AsyncIterable<TableBatch>, shown = CHOSEN): TableDocument => ({
  ...{ title: 'Immobilisations', lines: ['Cabinet', 'BENCH'], foot: 'Cabinet', createdAt: NOW, language: 'fr' },
  tables: [{ name: 'Immobilisations', columns: toColumns(shown), batches }],
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
    times.source.push(await secondsOf(() => csvStringify(readRows(db, CHOSEN.map(cellOf), question, SORTS))));
    times.whole.push(await secondsOf(() => drain(tableCsv(documentOf(fromDatabase(db, question, CHOSEN, ALL))))));
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

/** One export in this process, which does nothing else: seconds, and its largest memory. */
async function alone(kind: string, url: string): Promise<void> {
  const settings = { home: tmpdir(), url, migrations: resolve(import.meta.dirname, '../../migrations') };
  const db = await openDatabase({ ...settings, schema: 'ignore' });
  const question: AssetQuestion = { folderId: 1, window: WINDOW, filters: [] };
  const shown = kind === 'pdf' ? DEFAULTS : CHOSEN;
  const document = documentOf(fromDatabase(db, question, shown, kind === 'pdf' ? 10_000 : ALL), shown);
  const write = { csv: tableCsv, pdf: tablePdf, xlsx: tableXlsx }[kind];
  const before = process.cpuUsage();
  const seconds = write ? await secondsOf(() => drain(write(document))) : 0;
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(
    `${JSON.stringify({ seconds, processor: (user + system) / 1e6, megabytes: mega(process.resourceUsage().maxRSS * 1024) })}\n`,
  );
  await db.close();
}

interface Cost {
  readonly seconds: number;
  /** Seconds of it that this process worked: what is left when the machine is shared. */
  readonly processor: number;
  readonly megabytes: number;
}

function inChild(kind: string, url: string): Cost {
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', import.meta.filename, kind, url]);
  if (stdout.length === 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}

async function main(count: number, rounds: number): Promise<void> {
  const { db, folderId, close } = await benchFolder(count);
  const question: AssetQuestion = { folderId, window: WINDOW, filters: [] };
  try {
    const url = await db.url();
    const rest = inChild('none', url).megabytes;
    for (const kind of ['csv', 'xlsx']) {
      const { megabytes, seconds, processor } = inChild(kind, url);
      const time = `${seconds.toFixed(1)} s (${processor.toFixed(1)} of work)`;
      report(
        `${kind} of ${count} assets: memory`,
        `${time}, ${megabytes} MB (idle ${rest})`,
        '250 MB',
        megabytes <= 250,
      );
    }
    const pdf = inChild('pdf', url);
    report(
      'PDF of 10,000 assets, cold',
      `${pdf.seconds.toFixed(2)} s (${pdf.processor.toFixed(2)} of work)`,
      '3 s',
      pdf.seconds < 3,
    );
    const rows: TableRow[] = [];
    for await (const batch of fromDatabase(db, question, CHOSEN, ALL)) rows.push(...batch.rows);
    await compareCsv(db, question, rows, rounds);
    const times = { ours: [] as number[], alone: [] as number[] };
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      times.alone.push(await secondsOf(() => excelAlone(rows)));
      times.ours.push(
        await secondsOf(() => drain(tableXlsx(documentOf(fromDatabase(db, question, CHOSEN, ALL), CHOSEN)))),
      );
    }
    ratio('XLSX: export with its database / exceljs alone', median(times.ours), median(times.alone), 1.3);
  } finally {
    await close();
  }
}

const mega = (bytes: number): number => Math.round(bytes / 1024 / 1024);

const [, , first = '100000', second = '5'] = process.argv;
if (Number.isNaN(Number(first))) await alone(first, second);
else await main(Number(first), Number(second));
