/** Amounts typed on framing grids: shown beside those of the books, stale when these move, frozen with the return. */
import exceljs from 'exceljs';
import { beforeEach, expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { createAccount } from '../../../../src/services/ledger/accounts.ts';
import { readReturn } from '../../../../src/services/vat/drafts/stored-return.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import { framingCells } from '../../../../src/services/vat/framing/cell-store.ts';
import { type CellTyped, listCells, setCell, unsetCell } from '../../../../src/services/vat/framing/cells.ts';
import { framingByAccount, framingByRate } from '../../../../src/services/vat/framing/framing.ts';
import { findRow } from '../../../../src/services/vat/framing/grid.ts';
import { gridFile } from '../../../../src/services/vat/framing/grid-xlsx.ts';
import { refreshCells } from '../../../../src/services/vat/framing/refresh-cells.ts';
import { staleAdjustments } from '../../../../src/services/vat/framing/stale.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { procedures } from '../../../../src/services/vat/procedures/store.ts';
import { validateReturn } from '../../../../src/services/vat/procedures/validation.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { storeLedger } from '../drafts/stored-ledger.ts';
import { account, entry, ledger } from '../engine/ledger.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
let [folderId, id] = [0, 0];

beforeEach(async () => {
  folderId = (await createFolder(ctx, undefined, { name: 'ALPHA' })).id;
  const books = ledger(
    [
      entry(1, '2026-05-04', '411000/ALFA D 1450.00', '706000 C 1200.00', '445710 C 250.00'),
      entry(2, '2026-05-12', '411000/BETA D 316.50', '707000 C 300.00', '445710 C 16.50'),
    ],
    {
      accounts: [
        account('706000 VT_PREST _20 OnDebits'),
        account('707000 VT_PREST _055 OnDebits'),
        account('708500 VT_PREST _20 OnDebits'),
      ],
    },
  );
  await storeLedger(db.knex, folderId, books);
  const period = { beginDate: day('2026-05-01'), endDate: day('2026-05-31') };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  id = group.procedures[0]?.id ?? 0;
});

const ROW = 'Due _20 VT_PREST 706000';
const cell = (change: Partial<CellTyped> = {}): CellTyped => ({
  grid: 'ByRate',
  rowIdentifier: ROW,
  columnIdentifier: 'Base',
  amount: 125_000n,
  comment: 'Avoir à établir',
  ...change,
});
const inBalance = { grid: 'ByAccount', rowIdentifier: '445710', columnIdentifier: 'Credit', amount: 25_650n } as const;

const grid = () => framingByRate(ctx, folderId, { procedureId: id });
const balance = () => framingByAccount(ctx, folderId, { procedureId: id });
const stale = async () => (await validateReturn(ctx, folderId, id)).staleAdjustments;
const accountId = async (number: string): Promise<number> =>
  (await db.knex('account').where({ folder_id: folderId, number }).first('id')).id;
/** A line of the first sale. */
const changeLine = async (number: string, values: object) =>
  db
    .knex('entry_line')
    .where({ folder_id: folderId, entry_id: 1, account_id: await accountId(number) })
    .update(values);
const send = () =>
  db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: folderId, id }).forUpdate().first();
    if (row) await moveReturn(trx, row, { status: 'Sent' });
  });

it('what is typed stands, and sums, theory and gaps follow', async () => {
  expect((await grid()).messages).toHaveLength(1);
  await setCell(ctx, folderId, id, cell());
  const { rows, messages } = await grid();
  const figures = { Base: '1250.00', TheoreticalVat: '250.00', AccountedVat: '250.00', Gap: '0.00' };
  for (const row of ['Due _20', ROW]) expect(findRow(rows, row)?.cells).toMatchObject(figures);
  expect(findRow(rows, ROW)?.edits).toMatchObject({
    columns: ['Base', 'AccountedVat'],
    computed: { Base: 120_000n },
    typed: { Base: 125_000n },
    comment: 'Base: Avoir à établir',
  });
  expect(findRow(rows, 'Due _20')?.edits).toBeUndefined();
  expect(messages).toEqual([]);
});

it('a balance is recomputed from what is typed of it', async () => {
  expect(findRow((await balance()).rows, '445710')?.cells).toMatchObject({ Closing: '-266.50', Gap: '0.00' });
  await setCell(ctx, folderId, id, cell(inBalance));
  expect(findRow((await balance()).rows, '445710')?.cells).toMatchObject({ Closing: '-256.50', Gap: '10.00' });
});

it('a cell is of the grid of its first day', async () => {
  await setCell(ctx, folderId, id, cell({ startDate: day('2026-04-01') }));
  expect(findRow((await grid()).rows, ROW)?.cells.Base).toBe('1200.00');
  const earlier = await framingByRate(ctx, folderId, { procedureId: id, startDate: day('2026-04-01') });
  expect(findRow(earlier.rows, ROW)?.cells.Base).toBe('1250.00');
});

it('books that change make it stale; it stays, and is listed', async () => {
  await setCell(ctx, folderId, id, cell());
  await setCell(ctx, folderId, id, cell(inBalance));
  expect(await stale()).toEqual([]);
  await changeLine('706000', { credit_cents: 110_000 });
  expect(await stale()).toEqual([
    {
      rowIdentifier: ROW,
      vatRate: '_20',
      category: 'VT_PREST',
      generatedTaxExcludedAmount: 110_000n,
      generatedVatAmount: 25_000n,
      effectiveTaxExcludedAmount: 125_000n,
      effectiveVatAmount: 25_000n,
      reason: 'GeneratedChanged',
    },
  ]);
  const { rows, messages } = await grid();
  expect(findRow(rows, ROW)?.cells.Base).toBe('1250.00');
  expect(messages.map(({ en }) => en)).toEqual([
    'Due _20 VT_PREST 706000, Base: 1250.00 was typed over 1200.00; 1100.00 is computed now.',
  ]);
  expect(await listCells(ctx, folderId, id)).toMatchObject([
    { ...ids(inBalance), currentCents: 26_650n, staleReason: null },
    { ...ids(cell()), typedCents: 125_000n, computedCents: 120_000n, currentCents: 110_000n },
  ]);
  await setCell(ctx, folderId, id, cell());
  expect(await stale()).toEqual([]);
});

const ids = ({
  grid: name,
  rowIdentifier: rowId,
  columnIdentifier: columnId,
}: Omit<CellTyped, 'amount' | 'comment'>) => ({
  grid: name,
  rowId,
  columnId,
});

it('a row that is gone is named, and so is a grid that cannot be computed', async () => {
  await setCell(ctx, folderId, id, cell());
  await setCell(ctx, folderId, id, cell(inBalance));
  await changeLine('706000', { account_id: await accountId('707000') });
  await changeLine('445710', { credit_cents: 0 });
  const [balanced, rated] = await stale();
  expect(balanced).toMatchObject({ vatRate: '', generatedVatAmount: -1650n, effectiveVatAmount: -25_650n });
  expect(rated).toMatchObject({ reason: 'RowGone', generatedVatAmount: 0n, effectiveTaxExcludedAmount: 125_000n });
  expect((await grid()).messages.map(({ fr }) => fr).join()).toContain('la ligne n’existe plus');
  await framingCells(db.knex)
    .where({ folder_id: folderId })
    .update({ start_date: day('2020-01-01'), row_now: '{}' });
  const opened = await readReturn(ctx, folderId, id);
  await db.transaction((trx) => refreshCells(ctx, trx, opened));
  expect(await staleAdjustments(db.knex, folderId, id)).toMatchObject({
    staleAdjustments: [{ reason: 'RowGone' }],
    staleAdjustmentsUnverifiable: true,
  });
});

it('once the return left Draft nothing is typed, and nothing of it moves', async () => {
  await setCell(ctx, folderId, id, cell());
  const typed = await listCells(ctx, folderId, id);
  await send();
  await changeLine('706000', { credit_cents: 0 });
  expect(await stale()).toEqual([]);
  expect(await listCells(ctx, folderId, id)).toEqual(typed);
  expect(findRow((await grid()).rows, ROW)).toMatchObject({ cells: { Base: '1250.00' }, edits: { columns: [] } });
  for (const change of [setCell, unsetCell])
    await expect(change(ctx, folderId, id, cell())).rejects.toMatchObject({ code: 'ProcedureNotInDraftStatus' });
});

eachOf(
  [
    ['FramingCellNotFound', { rowIdentifier: 'Due _20 VT_PREST 708000' }],
    ['FramingCellNotFound', { columnIdentifier: 'constructor' }],
    ['FramingCellNotFound', { columnIdentifier: 'Opening' }],
    ['FramingCellComputed', { columnIdentifier: 'Gap' }],
    ['FramingCellComputed', { columnIdentifier: 'DeclaredVat' }],
    ['FramingCellComputed', { rowIdentifier: 'Due _20' }],
    ['FramingCellComputed', { ...inBalance, columnIdentifier: 'Closing' }],
    ['PeriodInvalid', { startDate: day('2026-05-02') }],
  ],
  (_, at) => at % 4 === 0,
)('%s: %o', async (code, where) => {
  await expect(setCell(ctx, folderId, id, cell(where))).rejects.toMatchObject({ code });
  expect(await listCells(ctx, folderId, id)).toEqual([]);
});

it('is taken back once', async () => {
  await setCell(ctx, folderId, id, cell());
  await unsetCell(ctx, folderId, id, cell());
  expect(findRow((await grid()).rows, ROW)?.cells.Base).toBe('1200.00');
  await expect(unsetCell(ctx, folderId, id, cell())).rejects.toMatchObject({ code: 'FramingCellNotTyped' });
});

it('a workbook has the typed amounts in place, and a sheet of them', async () => {
  await setCell(ctx, folderId, id, cell());
  const chunks: Uint8Array[] = [];
  const { content } = gridFile(await grid(), 'rates', 'en');
  for await (const chunk of content as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const book = new exceljs.Workbook();
  await book.xlsx.load(Buffer.concat(chunks) as never);
  const values = book.getWorksheet('Typed')?.getRow(2).values as unknown[];
  expect(values.slice(1, 8)).toEqual([ROW, 'Base', 1250, 1200, 1200, undefined, 'Avoir à établir']);
  const column: unknown[] = [];
  book.getWorksheet('Framing')?.eachRow((row) => column.push(row.getCell(2).value));
  expect(column).toContain(1250);
});

const NEW_ROW = 'Due _20 VT_PREST 708500';
it('a person adds the row of an account, whose amounts count until they are taken back', async () => {
  const port = cell({ rowIdentifier: NEW_ROW, amount: 30_000n });
  await expect(setCell(ctx, folderId, id, port)).rejects.toMatchObject({ code: 'FramingCellNotFound' });
  await setCell(ctx, folderId, id, { ...port, addRow: true });
  await setCell(ctx, folderId, id, { ...port, columnIdentifier: 'AccountedVat', amount: 6_000n });
  const { rows } = await grid();
  expect(findRow(rows, NEW_ROW)).toMatchObject({ isAdded: true, cells: { Gap: '0.00' } });
  expect(findRow(rows, 'Due _20')?.cells).toMatchObject({ Base: '1500.00', AccountedVat: '310.00' });
  expect(await stale()).toEqual([]);
  for (const columnIdentifier of ['Base', 'AccountedVat'])
    await unsetCell(ctx, folderId, id, { ...port, columnIdentifier });
  expect(findRow((await grid()).rows, NEW_ROW)).toBeUndefined();
});

it('an added row that the books bring in later is theirs, and what was typed is stale', async () => {
  await setCell(ctx, folderId, id, { ...cell({ rowIdentifier: NEW_ROW }), addRow: true });
  await changeLine('706000', { account_id: await accountId('708500') });
  expect(await stale()).toMatchObject([{ rowIdentifier: NEW_ROW, reason: 'GeneratedChanged' }]);
  const row = findRow((await grid()).rows, NEW_ROW);
  expect(row).toMatchObject({ isAdded: false, edits: { computed: { Base: 120_000n } }, cells: { Base: '1250.00' } });
});

it('refuses rows that no grid has a place for', { tags: 'long' }, async () => {
  await createAccount(ctx, folderId, { number: '445800', label: 'TVA à régulariser' });
  const refused = (change: object) =>
    expect(setCell(ctx, folderId, id, { ...cell(change), addRow: true })).rejects.toMatchObject({
      code: 'FramingRowInvalid',
    });
  await refused({ rowIdentifier: 'Due _20 VT_PREST 708599' });
  await refused({ rowIdentifier: 'Due _77 VT_PREST 708500' });
  await refused({ rowIdentifier: 'Deductible _20 VT_PREST 708500' });
  await refused({ rowIdentifier: 'Due _20 NOTHING 708500' });
  await refused({ rowIdentifier: `${NEW_ROW} 12` });
  await refused({ grid: 'ByAccount', rowIdentifier: '708500', columnIdentifier: 'Debit' });
  await setCell(ctx, folderId, id, {
    ...cell({ grid: 'ByAccount', rowIdentifier: '445800', columnIdentifier: 'Debit', amount: 500n }),
    addRow: true,
  });
  expect(findRow((await balance()).rows, '445800')).toMatchObject({ isAdded: true, cells: { Closing: '5.00' } });
});
