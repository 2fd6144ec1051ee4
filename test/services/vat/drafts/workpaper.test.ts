/** The workpaper of a return: its rows sum to the boxes, and a spreadsheet finds the figures of the form by itself. */
import exceljs from 'exceljs';
import { beforeAll, expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { workpaper } from '../../../../src/services/vat/drafts/workpaper.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { account, entry, ledger } from '../engine/ledger.ts';
import { storeLedger } from './stored-ledger.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
let [folderId, procedureId] = [0, 0];
const book = new exceljs.Workbook();

beforeAll(async () => {
  folderId = (await createFolder(ctx, undefined, { name: 'ALPHA' })).id;
  const books = ledger(
    [
      entry(1, '2026-05-04', '411000/ALFA D 1440.00 A', '706000 C 1200.00', '445710 C 240.00'),
      entry(2, '2026-05-28', '512000 D 500.00', '411000/ALFA C 500.00 A'),
      entry(3, '2026-05-12', '411000/BETA D 316.50', '707000 C 300.00', '445710 C 16.50'),
      entry(4, '2026-05-20', '606300 D 99.99', '445660 D 20.00', '401000/PAPYRUS C 119.99'),
      entry(5, '2026-05-21', '607100 D 5000.00', '445660 D 1000.00', '445200 C 1000.00', '401000/EIRE C 5000.00'),
    ],
    {
      accounts: [
        account('706000 VT_PREST _20 OnReceipts'),
        account('707000 VT_PREST _055 OnDebits'),
        account('607100 AUTOLIQ_ACQUI_INTRACOM _20'),
      ],
    },
  );
  await storeLedger(db.knex, folderId, books);
  const period = { beginDate: day('2026-05-01'), endDate: day('2026-05-31') };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  procedureId = group.procedures[0]?.id ?? 0;
  await setBox(ctx, folderId, procedureId, { form: '3310CA3', zone: 'HC', value: 5 });
  const { content } = await workpaper(ctx, folderId, procedureId);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content as AsyncIterable<Uint8Array>) chunks.push(chunk);
  await book.xlsx.load(Buffer.concat(chunks) as never);
});

const cells = (name: string) =>
  (book.getWorksheet(name)?.getSheetValues() ?? []).slice(2).map((row) => (row as unknown[]).slice(1));

it('has a row for each entry line behind each box', () => {
  const rows = cells('Lignes').map(([zone, , , , , accountNumber, , , amount]) => `${zone} ${accountNumber} ${amount}`);
  expect(rows).toContain('FP 706000 416.67');
  expect(rows).toContain('GB 707000 16.5');
  expect(rows).toContain('HB 445660 20');
  const [first] = cells('Lignes').filter(([zone]) => zone === 'FP');
  expect(first?.slice(8)).toEqual([416.67, 1200, 240, 83.33, 0, 156.67, 0]);
});

it('a reverse charge is once in each box, as what it owes or as what it deducts', () => {
  const rows = cells('Lignes').filter(([, , , , , accountNumber]) => accountNumber === '607100');
  expect(rows.map(([zone, , , , , , , , ...amounts]) => [zone, ...amounts.slice(0, 4)])).toEqual([
    ['CC', 5000, 5000, 1000, 1000],
    ['FP', 5000, 5000, 1000, 1000],
    ['GP', 1000, 5000, 1000, 1000],
    ['GJ', 1000, 5000, 1000, 1000],
    ['HB', 1000, 5000, 1000, 1000],
  ]);
});

/** A little spreadsheet: sums over rows, sums, differences, greatest and least. */
function computed(formula: string): number {
  const value = (cell: string): number => {
    const found = book.getWorksheet('Formulaire')?.getCell(cell).value;
    return typeof found === 'object' && found && 'formula' in found ? computed(String(found.formula)) : Number(found);
  };
  const sums = formula.replace(/SUMIFS\(Lignes!I:I,Lignes!A:A,"(\w+)"\)/g, (_, zone) => {
    const amounts = cells('Lignes').filter(([own]) => own === zone);
    return String(amounts.reduce((sum, row) => sum + Math.round(Number(row[8]) * 100), 0) / 100);
  });
  const js = sums.replace(/\b([A-Z]\d+)\b/g, (_, cell) => `(${value(cell)})`);
  const sum = (...all: number[]) => all.reduce((a, b) => a + b, 0);
  return new Function('SUM', 'ROUND', 'MAX', 'MIN', `return ${js}`)(sum, Math.round, Math.max, Math.min) as number;
}

it('its formulas give the boxes of the return', async () => {
  const { boxes } = await getProcedure(ctx, folderId, procedureId);
  const rows = cells('Formulaire').filter(([form]) => form === '3310CA3');
  const found = rows.map(([, , zone, , value]) => [
    zone,
    typeof value === 'object' ? computed((value as { formula: string }).formula) : value,
  ]);
  expect(Object.fromEntries(found)).toEqual(boxes?.['3310CA3']);
  expect(rows.map(([, , zone, , , origin]) => `${zone} ${origin}`)).toEqual(
    expect.arrayContaining(['FP Lignes', 'HC Saisie', 'GH Formule', 'KE Formule']),
  );
});
