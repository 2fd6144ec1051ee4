import { parse } from 'csv-parse/sync';
import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { updateComplement } from '../../../../src/services/banking/transactions/complementary/update.ts';
import { exportColumns } from '../../../../src/services/banking/transactions/export/columns.ts';
import { csvOfCopy } from '../../../../src/services/banking/transactions/export/csv.ts';
import {
  type ExportFormat,
  type ExportRequest,
  exportDraft,
  exportTransactions,
} from '../../../../src/services/banking/transactions/export/export.ts';
import { encodeRow } from '../../../../src/services/db/copy-text.ts';
import { safeCell } from '../../../../src/services/documents/csv.ts';
import { fetchProducedFile } from '../../../../src/services/documents/produced-files.ts';
import { testDatabase } from '../../../support/database.ts';
import fc from '../../../support/property.ts';
import { complementWorld } from './complementary/world.ts';

const bytesOf = async (content: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = [];
  for await (const piece of content) all.push(piece);
  return Buffer.concat(all);
};

async function* chunksOf(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (bytes: Buffer): string[][] => parse(bytes, { delimiter: ';', bom: true, record_delimiter: '\r\n' });

it('CSV of COPY text gives back every cell, made harmless, wherever the chunks are cut', async () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('=1+1', '-12.50', '-12,50', '-1+1', '+33', '@x', '\tx', 'a;b', 'say "x"', 'a\r\nb', '\\N', '', '-'),
  );
  const printable = cell.map((text) => text.replaceAll('\0', ''));
  const rows = fc.array(fc.array(printable, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 50 }), async (table, size) => {
      const copy = table.map(encodeRow).join('');
      const written = await bytesOf(csvOfCopy(['A', 'B', 'C'], chunksOf(copy, size)));
      expect(read(written)).toEqual([['A', 'B', 'C'], ...table.map((row) => row.map(safeCell))]);
    }),
  );
});

const db = await testDatabase();
const world = complementWorld(db);
const { ctx } = world;

describe('an export', async () => {
  const { folderId, ids } = await world.folderWith([
    ['03-03', -12_000, '=HYPERLINK("http://x";"y")'],
    ['03-04', -6000, 'CB; LIBRAIRIE "DU PARC"'],
    ['03-05', 7000, "'; drop table folder; -- \\"],
  ]);
  const [one = 0, two = 0] = ids;
  const documentId = await world.document(folderId, { amount: 12_000n });
  await updateComplement(ctx, folderId, one, {
    comment: '@SUM(A1)\nsuite',
    documents: [{ documentId, associated: 5000n }],
  });
  await updateComplement(ctx, folderId, two, { toJustify: false });

  const request: ExportRequest = { folderId, sortField: 'Date', sortDirection: 'Ascending' };
  const exported = async (format: ExportFormat, change: Partial<ExportRequest> = {}, context = ctx) =>
    bytesOf((await exportDraft(context, { ...request, ...change }, format)).content);

  it('as CSV holds the rows, formulas made harmless', async () => {
    const [header, ...rows] = read(await exported('csv'));
    expect(header).toEqual(exportColumns('en').map(({ header: { en } }) => en));
    const column = (name: string) => rows.map((row) => row[header?.indexOf(name) ?? 0]);
    expect(column('Date')).toEqual(['2026-03-03', '2026-03-04', '2026-03-05']);
    expect(column('Label')[0]).toMatch(/^'=HYPERLINK/);
    expect(column('Label').slice(1)).toEqual(['CB; LIBRAIRIE "DU PARC"', "'; drop table folder; -- \\"]);
    expect(column('Amount')).toEqual(['-120.00', '-60.00', '70.00']);
    expect(column('Justified')).toEqual(['50.00', '0.00', '0.00']);
    expect(column('Left to justify')).toEqual(['70.00', '60.00', '70.00']);
    expect(column('Status')).toEqual(['Partly justified', 'Not to justify', 'To justify']);
    expect(column('Documents')).toEqual(['piece.pdf', '', '']);
    expect(column('Comment')[0]).toBe("'@SUM(A1)\nsuite");
    expect(column('Identifier')).toEqual(ids.map(String));
  });

  it('in French has decimal commas', async () => {
    const text = (await exported('csv', {}, { ...ctx, language: 'fr' })).toString();
    expect(text.startsWith('\ufeffDate;Date de valeur;Compte;Libellé;')).toBe(true);
    expect(text).toContain(';-60,00;EUR;Sans justificatif;0,00;60,00;');
  });

  it('has what its criteria find, in their order', async () => {
    const labels = async (change: Partial<ExportRequest>) =>
      read(await exported('csv', change))
        .slice(1)
        .map((row) => row[3]);
    expect(await labels({ toJustify: false })).toEqual(['CB; LIBRAIRIE "DU PARC"']);
    expect(await labels({ textOrAmount: "'; DROP" })).toHaveLength(1);
    expect(await labels({ sortField: 'Amount', sortDirection: 'Descending' })).toHaveLength(3);
    expect(await labels({ beginDate: '2026-03-05' })).toHaveLength(1);
  });

  it('as a workbook has real amounts and days, and text that is no formula', async () => {
    const book = new exceljs.Workbook();
    await book.xlsx.load((await exported('xlsx')) as never);
    const row = book.worksheets[0]?.getRow(2);
    const cells = [1, 4, 7, 11].map((index) => row?.getCell(index).value);
    expect(cells).toEqual([new Date('2026-03-03T00:00:00Z'), '=HYPERLINK("http://x";"y")', -120, 70]);
    expect(row?.getCell(4).formula).toBeUndefined();
  });

  it('too long for a worksheet is refused before it begins', async () => {
    await expect(exportDraft(ctx, request, 'xlsx', 2)).rejects.toMatchObject({ code: 'ExportTooLong' });
    await expect(exportDraft(ctx, request, 'csv', 2)).resolves.toBeDefined();
  });

  it('is found at its address', async () => {
    const { address } = await exportTransactions(ctx, request, 'csv');
    const file = await fetchProducedFile(ctx, address.slice('/api/files/'.length));
    expect(file.fileName).toBe(`transactions-${folderId}-2026-03-01.csv`);
    expect((await bytesOf(file.content)).equals(await exported('csv'))).toBe(true);
  });

  it('of a caller who left is given up, its connection free again', async () => {
    const aborted = { ...ctx, signal: AbortSignal.abort(new Error('left')) };
    for (let round = 0; round < 12; round += 1) {
      await expect(exportTransactions(aborted, request, 'csv')).rejects.toThrow('left');
    }
  });
});
