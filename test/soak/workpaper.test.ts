/** The workpaper of a VAT return as LibreOffice opens it: its totals are the boxes, and follow a line that is changed. */
import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../src/services/folders/folders.ts';
import { workpaper } from '../../src/services/vat/drafts/workpaper.ts';
import { assistGroup } from '../../src/services/vat/procedures/create-group.ts';
import { getProcedure } from '../../src/services/vat/procedures/procedures.ts';
import { setBox } from '../../src/services/vat/procedures/typed-box.ts';
import { storeLedger } from '../services/vat/drafts/stored-ledger.ts';
import { account, entry, ledger } from '../services/vat/engine/ledger.ts';
import { testContext } from '../support/context.ts';
import { testDatabase } from '../support/database.ts';
import { csvOf, hasOffice } from '../support/office.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;

async function madeReturn() {
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'ALPHA' });
  const books = ledger(
    [
      entry(1, '2026-05-04', '411000/ALFA D 1440.00 A', '706000 C 1200.00', '445710 C 240.00'),
      entry(2, '2026-05-28', '512000 D 500.00', '411000/ALFA C 500.00 A'),
      entry(3, '2026-05-12', '411000/BETA D 316.50', '707000 C 300.00', '445710 C 16.50'),
      entry(4, '2026-05-20', '606300 D 99.99', '445660 D 20.00', '401000/PAPYRUS C 119.99'),
    ],
    { accounts: [account('706000 VT_PREST _20 OnReceipts'), account('707000 VT_PREST _055 OnDebits')] },
  );
  await storeLedger(db.knex, folderId, books);
  const period = { beginDate: day('2026-05-01'), endDate: day('2026-05-31') };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  const id = group.procedures[0]?.id ?? 0;
  await setBox(ctx, folderId, id, { form: '3310CA3', zone: 'HC', value: 5 });
  const { content } = await workpaper(ctx, folderId, id);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), boxes: (await getProcedure(ctx, folderId, id)).boxes?.['3310CA3'] };
}

/** Columns of the sheet of the form: its code, a line, a zone, a label that may be quoted, an amount, where it comes from. */
const totals = (workbook: Uint8Array) =>
  Object.fromEntries(
    csvOf(workbook, 2).flatMap((line) => {
      const [, zone, amount] = /^3310CA3,[^,]*,(\w\w),(?:"(?:[^"]|"")*"|[^,]*),(-?[\d.]+),/.exec(line) ?? [];
      return zone === undefined ? [] : [[zone, Number(amount)]];
    }),
  );

describe.skipIf(!hasOffice)('the workpaper, opened by LibreOffice', () => {
  it('has the boxes of the return as its totals, worked out there', async () => {
    const { bytes, boxes } = await madeReturn();
    expect(totals(bytes)).toEqual(boxes);

    const book = new exceljs.Workbook();
    await book.xlsx.load(bytes as never);
    const lines = book.getWorksheet('Lignes');
    lines?.eachRow((row) => {
      if (row.getCell(1).value === 'HB') row.getCell(9).value = 120;
    });
    const { HB = 0, HG = 0, ...others } = (boxes ?? {}) as Record<string, number>;
    const changed = totals(Buffer.from(await book.xlsx.writeBuffer()));
    expect([changed.HB, changed.HG]).toEqual([HB + 100, HG + 100]);
    expect(changed.GH).toBe(others.GH);
  });
});
