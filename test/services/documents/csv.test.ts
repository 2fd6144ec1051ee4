/** Texts that a spreadsheet would run, in every writer of CSV (OWASP, CSV injection); Excel runs full-width signs too. */
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { csvOfCopy } from '../../../src/services/banking/transactions/export/csv.ts';
import { writeCsv } from '../../../src/services/documents/csv.ts';
import type { TableBatch } from '../../../src/services/documents/table.ts';
import { tableCsv } from '../../../src/services/documents/table-csv.ts';

async function* batchOf(cell: string): AsyncGenerator<TableBatch> {
  yield { section: '', rows: [[cell]] };
}

/** A line as COPY writes it in text form. */
async function* copied(cell: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${cell.replaceAll('\t', '\\t').replaceAll('\r', '\\r')}\n`);
}

const COLUMN = { name: 'A', header: 'A', type: 'text', weight: 1 } as const;
const tableOf = (cell: string) => ({
  title: '',
  lines: [],
  foot: '',
  createdAt: '2026-03-01T10:00:00.000Z',
  language: 'en' as const,
  tables: [{ name: 't', columns: [COLUMN], batches: batchOf(cell) }],
});

const WRITERS: readonly [string, (cell: string) => AsyncIterable<Uint8Array>][] = [
  ['a listing', (cell) => writeCsv(['A'], [[cell]])],
  ['a table of assets', (cell) => tableCsv(tableOf(cell))],
  ['transactions', (cell) => csvOfCopy(['A'], copied(cell))],
];

describe.each(WRITERS)('cells of %s', (_name, write) => {
  const written = async (cell: string) => (await text(write(cell))).replaceAll('"', '').split('\r\n')[1];
  it.each(['=1+1', '+A1', '-A1', '@SUM', '＝1+1', '＋A1', '－A1', '＠SUM', '\t=1', '\r=1'])(
    '%j is no formula',
    async (cell) => {
      expect(await written(cell)).toBe(`'${cell}`);
    },
  );
  it.each(['-12.50', '+3', 'Virement ＝ loyer', 'a@example.org'])('%j stays as it is', async (cell) => {
    expect(await written(cell)).toBe(cell);
  });
});
