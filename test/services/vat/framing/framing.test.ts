/** Framing grids: the books beside the return, and what no return explains. */
import exceljs from 'exceljs';
import { beforeAll, expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import { framingByAccount, framingByRate } from '../../../../src/services/vat/framing/framing.ts';
import { added, cellsOf, findRow, type GridRow } from '../../../../src/services/vat/framing/grid.ts';
import { gridFile } from '../../../../src/services/vat/framing/grid-xlsx.ts';
import { saveLinks } from '../../../../src/services/vat/framing/links.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { explainReturn } from '../../../../src/services/vat/procedures/explain-return.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { procedures } from '../../../../src/services/vat/procedures/store.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { storeLedger } from '../drafts/stored-ledger.ts';
import { account, entry, ledger } from '../engine/ledger.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
let [folderId, may, june] = [0, 0, 0];

const open = async (beginDate: string, endDate: string) => {
  const period = { beginDate: day(beginDate), endDate: day(endDate) };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  return group.procedures[0]?.id ?? 0;
};

beforeAll(async () => {
  folderId = (await createFolder(ctx, undefined, { name: 'ALPHA' })).id;
  const books = ledger(
    [
      entry(1, '2026-05-04', '411000/ALFA D 1440.00 A', '706000 C 1200.00', '445710 C 240.00'),
      entry(2, '2026-05-28', '512000 D 500.00', '411000/ALFA C 500.00 A'),
      entry(3, '2026-05-12', '411000/BETA D 318.50', '707000 C 300.00', '445710 C 18.50'),
      entry(4, '2026-05-20', '606300 D 99.99', '445660 D 20.00', '401000/PAPYRUS C 119.99'),
      entry(5, '2026-05-31', '512000 D 30.00', '445710 C 30.00'),
      entry(6, '2026-06-10', '512000 D 940.00', '411000/ALFA C 940.00 A'),
    ],
    { accounts: [account('706000 VT_PREST _20 OnReceipts'), account('707000 VT_PREST _055 OnDebits')] },
  );
  await storeLedger(db.knex, folderId, books);
  may = await open('2026-05-01', '2026-05-31');
  june = await open('2026-06-01', '2026-06-30');
});

const shown = (rows: readonly GridRow[]): string[] =>
  rows.flatMap(({ id, cells, children }) => [
    `${id}: ${['Base', 'TheoreticalVat', 'AccountedVat', 'Gap', 'DeclaredVat'].map((name) => cells[name]).join(' ')}`,
    ...shown(children),
  ]);

it('by rate: theory, books and return, down to the line that is wrong', async () => {
  const { rows, messages } = await framingByRate(ctx, folderId, { procedureId: may });
  expect(shown(rows)).toEqual([
    'Deductible Unknown: 99.99 20.00 20.00 0.00 20.00',
    'Deductible Unknown DED_AUTRES: 99.99 20.00 20.00 0.00 20.00',
    'Deductible Unknown DED_AUTRES 445660: 99.99 20.00 20.00 0.00 20.00',
    'Due _055: 300.00 16.50 18.50 2.00 18.50',
    'Due _055 VT_PREST: 300.00 16.50 18.50 2.00 18.50',
    'Due _055 VT_PREST 707000: 300.00 16.50 18.50 2.00 18.50',
    'Due _055 VT_PREST 707000 3 302: 300.00 16.50 18.50 2.00 18.50',
    'Due _20: 1200.00 240.00 240.00 0.00 83.33',
    'Due _20 VT_PREST: 1200.00 240.00 240.00 0.00 83.33',
    'Due _20 VT_PREST 706000: 1200.00 240.00 240.00 0.00 83.33',
  ]);
  expect(messages.map(({ en }) => en)).toEqual([
    'Output VAT, 5.5%: the VAT in the books differs by 2.00 from the theoretical VAT.',
  ]);
});

const balances = async (procedureId: number, startDate?: string, folder = folderId) => {
  const framing = { procedureId, ...(startDate !== undefined && { startDate: day(startDate) }) };
  const { rows, messages } = await framingByAccount(ctx, folder, framing);
  const accounts = rows.flatMap(({ children }) => children);
  const columns = ['Closing', 'DeclaredVat', 'ExpectedClosing', 'Gap'];
  return {
    accounts: accounts.map(({ id, cells }) => `${id}: ${columns.map((name) => cells[name]).join(' ')}`),
    messages: messages.map(({ en }) => en),
  };
};

it('by account: what is declared, what waits, and movements that nothing explains', async () => {
  expect(await balances(may)).toEqual({
    accounts: ['445710: -288.50 -101.83 -156.67 -30.00', '445660: 20.00 20.00 0.00 0.00', '445510: 0.00  -82.00 0.00'],
    messages: ['445710: movements of -30.00 come from no operation of the return.'],
  });
});

it('an account says what each category has of the tax declared through it', async () => {
  const { rows } = await framingByAccount(ctx, folderId, { procedureId: may });
  const parts = rows.flatMap(({ children }) => children.flatMap(({ breakdown }) => breakdown ?? []));
  expect(parts.map(({ id, category, cells }) => `${id} ${category.label.en} ${cells.DeclaredVat}`)).toEqual([
    expect.stringMatching(/^445710 VT_PREST .+ -101\.83$/),
    expect.stringMatching(/^445660 DED_AUTRES .+ 20\.00$/),
  ]);
});

it('an amount typed by rate counts under the category of its row, others of the same side and rate stand beside', async () => {
  const { rows } = await framingByRate(ctx, folderId, { procedureId: may });
  const typedAs = findRow(rows, 'Due _055 VT_PREST 707000')?.typedAs;
  const codes = typedAs?.available.map(({ code }) => code);
  expect(typedAs).toMatchObject({ rate: '_055', category: 'VT_PREST' });
  expect(codes).toEqual(expect.arrayContaining(['VT_PREST', 'CESSION_IMMO_CORSE']));
  expect(codes).not.toContain('DED_AUTRES');
});

it('several returns are framed together, each operation counted once', async () => {
  await getProcedure(ctx, folderId, may);
  await db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: folderId, id: may }).forUpdate().first();
    if (row) await moveReturn(trx, row, { status: 'Sent' });
  });
  const { rows } = await framingByRate(ctx, folderId, { procedureId: june, startDate: day('2026-05-01') });
  expect(shown(rows)).toContain('Due _20: 1200.00 240.00 240.00 0.00 240.00');
  expect((await balances(june, '2026-05-01')).accounts[0]).toBe('445710: -288.50 -258.50 0.00 -30.00');
  await expect(framingByRate(ctx, folderId, { procedureId: june, startDate: day('2026-07-01') })).rejects.toMatchObject(
    {
      code: 'PeriodInvalid',
    },
  );
});

it('a deduction coefficient takes nothing from the books: what is never deducted is no gap', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'BETA', deductionCoefficient: '0.85' });
  const books = ledger(
    [
      entry(1, '2026-05-20', '606300 D 100.00', '445660 D 20.00', '401000/PAPYRUS C 120.00'),
      entry(2, '2026-05-21', '622600 D 10.03', '401000/EIRE C 10.03'),
    ],
    {
      accounts: [
        account('606300 DED_AUTRES _20 OnDebits'),
        account('445660 DED_AUTRES _20'),
        account('622600 AUTOLIQ_PREST_INTRACOM _20'),
      ],
    },
  );
  await storeLedger(db.knex, id, books);
  const period = { beginDate: day('2026-05-01'), endDate: day('2026-05-31') };
  const group = await assistGroup(ctx, id, { procedureType: 'Liquidation', ...period });
  const procedureId = group.procedures[0]?.id ?? 0;
  const grid = await framingByRate(ctx, id, { procedureId });
  // 17.00 of 20.00, and 1.71 of the 2.01 that the buyer owes.
  expect(shown(grid.rows)).toEqual(
    expect.arrayContaining([
      'Deductible _20 DED_AUTRES 445660: 100.00 20.00 20.00 0.00 17.00',
      'Deductible _20 AUTOLIQ_PREST_INTRACOM 622600: 10.03 2.01 2.01 0.00 1.71',
      'Due _20 AUTOLIQ_PREST_INTRACOM 622600: 10.03 2.01 2.01 0.00 2.01',
    ]),
  );
  expect(grid.messages).toEqual([]);
  const { accounts, messages } = await balances(procedureId, undefined, id);
  expect(accounts).toContain('445660: 20.00 17.00 3.00 0.00');
  expect(messages).toEqual([]);
});

it('an entry that changed behind a return counts as it is now, and one that left the books not at all', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'GAMMA' });
  const sold = (number: number, account: string, net: string, tax: string, total: string) =>
    entry(number, '2026-05-04', `411000/X D ${total}`, `${account} C ${net}`, `445710 C ${tax}`);
  const books = ledger(
    [
      sold(1, '707000', '1000.00', '200.00', '1200.00'),
      sold(2, '707000', '500.00', '100.00', '600.00'),
      sold(3, '707000', '300.00', '60.00', '360.00'),
      sold(4, '707100', '50.00', '5.00', '55.00'),
    ],
    { accounts: [account('707000 VT_PREST _20 OnDebits'), account('707100 VT_PREST _10 OnDebits')] },
  );
  const stored = await storeLedger(db.knex, id, books);
  const opened = async (beginDate: string, endDate: string) => {
    const period = { beginDate: day(beginDate), endDate: day(endDate) };
    const group = await assistGroup(ctx, id, { procedureType: 'Liquidation', ...period });
    return group.procedures[0]?.id ?? 0;
  };
  const first = await opened('2026-05-01', '2026-05-31');
  await framingByRate(ctx, id, { procedureId: first });
  await db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: id, id: first }).forUpdate().first();
    if (row) await moveReturn(trx, row, { status: 'Sent' });
  });
  await stored.replace(1, sold(1, '707100', '1000.00', '100.00', '1100.00'));
  await stored.replace(2, sold(2, '707000', '400.00', '80.00', '480.00'));
  await stored.replace(3);
  const second = await opened('2026-06-01', '2026-06-30');
  const { rows, messages } = await framingByRate(ctx, id, { procedureId: second, startDate: day('2026-05-01') });
  expect(messages).toEqual([]);
  expect(shown(rows)).toEqual(
    expect.arrayContaining(['Due _10: 1050.00 105.00 105.00 0.00 105.00', 'Due _20: 400.00 80.00 80.00 0.00 80.00']),
  );
  expect(await balances(second, '2026-05-01', id)).toMatchObject({
    accounts: expect.arrayContaining(['445710: -185.00 -185.00 0.00 0.00']),
    messages: [],
  });
});

it('figures add up by column', () =>
  expect(cellsOf(added([{ Base: 100n, Gap: -1n }, { Base: 5n }]))).toEqual({ Base: '1.05', Gap: '-0.01' }));

it('links are kept one by one, and an empty one goes', async () => {
  await saveLinks(ctx, folderId, june, { vatControlByRatesLink: 'a', vatControlByAmountsLink: 'b' });
  await saveLinks(ctx, folderId, june, { vatControlByAccountBalanceLink: 'c', vatControlByRatesLink: '' });
  expect(await getProcedure(ctx, folderId, june)).toMatchObject({
    controlByRatesLink: null,
    controlByAmountsLink: 'b',
    controlByBalanceLink: 'c',
  });
});

it('a workbook computes the grid by itself', async () => {
  const grid = await framingByRate(ctx, folderId, { procedureId: may });
  const chunks: Uint8Array[] = [];
  const { content } = gridFile(grid, 'rates', 'en');
  for await (const chunk of content as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const book = new exceljs.Workbook();
  await book.xlsx.load(Buffer.concat(chunks) as never);
  const sheet = book.getWorksheet('Framing');
  const formulas: string[] = [];
  sheet?.eachRow((row) => row.eachCell((cell) => cell.formula && formulas.push(`${cell.address}=${cell.formula}`)));
  expect(formulas).toEqual(expect.arrayContaining(['B2=SUM(B3)', 'D7=ROUND(B7*C7/100,2)', 'F7=E7-D7']));
  expect(book.getWorksheet('Gaps')?.getCell('A2').value).toContain('5.5%');
});

it('a box is followed down to the lines that it sums', async () => {
  const [figure] = await explainReturn(ctx, folderId, may, '08');
  expect(figure).toMatchObject({ zone: 'FP', exact: 41_667n });
  expect(figure?.lines).toMatchObject([
    {
      entryId: 1,
      lineId: 102,
      date: '2026-05-04',
      accountNumber: '706000',
      thirdParty: '411000 ALFA',
      amount: 41_667n,
    },
  ]);
  await expect(explainReturn(ctx, folderId, may, 'Z9')).rejects.toMatchObject({ code: 'BoxNotFound' });
});
