import exceljs from 'exceljs';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { exportEditions } from '../../../../src/jobs/export-editions.ts';
import type { Asset } from '../../../../src/services/assets/asset.ts';
import {
  EDITIONS,
  type EditionName,
  editionTables,
  exportEdition,
} from '../../../../src/services/assets/edition/export-edition.ts';
import { FORM_ROWS, formRow } from '../../../../src/services/assets/edition/form-rows.ts';
import { derogatoryRows } from '../../../../src/services/assets/engine/derogatory.ts';
import { EXPORT_TYPES } from '../../../../src/services/assets/export/formats.ts';
import { checkYear } from '../../../../src/services/assets/ledger/held-entries.ts';
import { readBasis } from '../../../../src/services/assets/register/basis.ts';
import { decomposeAsset } from '../../../../src/services/assets/register/decompose.ts';
import { bookOf } from '../../../../src/services/assets/register/figures.ts';
import { groupAssets } from '../../../../src/services/assets/register/group-assets.ts';
import { loadAssets } from '../../../../src/services/assets/register/store.ts';
import { addAssets, inRegister } from '../../../../src/services/assets/register/write-asset.ts';
import { fetchProducedFile } from '../../../../src/services/documents/produced-files.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { pdfPages } from '../../../support/pdf.ts';
import { draftOf, folderWith, NOW } from '../folder.ts';
import { body, declining, plan, twoPlans } from '../sample.ts';

const db = await testDatabase();
const ctx = testContext(db, { language: 'fr', clock: { now: () => NOW } });
let folderId = 0;
const day = (text: string) => text as PlainDate;
const year = (of: number) => ({ start: day(`${of}-01-01`), end: day(`${of}-12-31`) });
const on = (AccountNumber: number, more = {}) => ({ FixedAssetAccount: { AccountNumber }, ...more });
const sale = (date: string, SaleAmount: string) => ({
  Retirement: { Type: 'Sale', Date: date, SaleAttributes: { SaleAmount, Type: 'TaxedPrice' } },
});

beforeAll(async () => {
  folderId = await folderWith(db, 2023, 2027);
  const drafts = [
    draftOf(body('10000.00', '2023-01-01', plan(10), on(215400)), { name: 'Presse' }),
    draftOf(twoPlans('40000.00', '2023-01-01', plan(5), declining(5), on(218200, sale('2025-05-20', '22000.00'))), {
      name: 'Fourgon',
    }),
    draftOf(twoPlans('50000.00', '2025-03-20', plan(5), declining(5), on(215400)), { name: 'Robot' }),
    // A credit note of the year of purchase, and one of a later year.
    draftOf(
      body(
        '12000.00',
        '2024-01-01',
        plan(5),
        on(218300, { CreditNotes: [{ EffectiveDate: '2025-07-01', VatRate: 20, AmountExcludingTax: 1050 }] }),
      ),
      { name: 'Serveur' },
    ),
    draftOf(
      body(
        '2000.00',
        '2025-02-01',
        plan(4),
        on(218300, { CreditNotes: [{ EffectiveDate: '2025-03-01', VatRate: 20, AmountExcludingTax: 200 }] }),
      ),
      { name: 'Écran' },
    ),
    draftOf(
      body(
        '6000.00',
        '2024-01-01',
        plan(5),
        on(213500, { Transfers: [{ TransferDate: '2025-07-01', Account: { AccountNumber: 218100 } }] }),
      ),
      {
        name: 'Agencement',
      },
    ),
    draftOf(body('90000.00', '2024-01-01', plan(5, { Mode: 'NonAmortizable' }), on(211100, { IsAmortizable: false })), {
      name: 'Terrain',
    }),
  ];
  await inRegister(ctx, folderId, (register) => addAssets(register, drafts));
});

async function tablesOf(edition: EditionName, of = 2025, folder = folderId) {
  const { tables } = await editionTables(ctx, folder, { edition, window: year(of) });
  return Promise.all(
    tables.map(async ({ columns, batches }) => {
      const rows: Record<string, string>[] = [];
      for await (const { section, rows: some } of batches)
        rows.push(
          ...some.map((row) => ({
            section,
            ...Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? ''])),
          })),
        );
      return rows;
    }),
  );
}

const cents = (row: Readonly<Record<string, string>> | undefined, ...names: string[]): bigint =>
  names.reduce((sum, name) => sum + BigInt(row?.[name] || 0), 0n);
const total = (rows: readonly Record<string, string>[], name: string): bigint =>
  rows.reduce((sum, row) => sum + BigInt(row[name] || 0), 0n);

describe('the table of assets', () => {
  it.each([2022, 2023, 2024, 2025, 2026, 2027])(
    'balances row by row in %d, and goes on from the year before',
    async (of) => {
      const [gross = [], amortized = []] = await tablesOf('FixedAssets', of);
      for (const row of gross)
        expect(cents(row, 'Opening', 'Increase') - cents(row, 'TransferOut', 'Disposal'), row.Row).toBe(
          cents(row, 'Closing'),
        );
      for (const row of amortized)
        expect(cents(row, 'Opening', 'Charge') - cents(row, 'Release'), row.Row).toBe(cents(row, 'Closing'));
      const [grossBefore = [], amortizedBefore = []] = await tablesOf('FixedAssets', of - 1);
      const closings = (rows: readonly Record<string, string>[]) => new Map(rows.map((row) => [row.Row, row.Closing]));
      for (const row of gross) expect(row.Opening, row.Row).toBe(closings(grossBefore).get(row.Row) ?? '0');
      for (const row of amortized) expect(row.Opening, row.Row).toBe(closings(amortizedBefore).get(row.Row) ?? '0');
    },
  );

  it('puts purchases, credit notes, transfers and exits where the form wants them', async () => {
    const [gross = [], amortized = []] = await tablesOf('FixedAssets');
    const row = (cells: string) => gross.find(({ Cells }) => Cells === cells);
    expect(row('KS-MK')).toMatchObject({ Opening: '1000000', Increase: '5000000', Disposal: '0', Closing: '6000000' });
    expect(row('KY-MQ')).toMatchObject({ Opening: '4000000', Increase: '0', Disposal: '4000000', Closing: '0' });
    expect(row('LB-MT')).toMatchObject({
      Opening: '1200000',
      Increase: '180000',
      Disposal: '105000',
      Closing: '1275000',
    });
    expect(row('KP-MH')).toMatchObject({ Opening: '600000', TransferOut: '600000', Closing: '0' });
    expect(row('KV-MN')).toMatchObject({ Opening: '0', Increase: '600000', Closing: '600000' });
    expect(row('KG-LY')).toMatchObject({ Opening: '9000000', Closing: '9000000' });
    const vehicle = amortized.find(({ Cells }) => Cells === 'QH-QK');
    expect(vehicle).toMatchObject({ Opening: '1600000', Charge: '311111', Release: '1911111', Closing: '0' });
  });

  it('knows a row for every account of class 2', () => {
    for (const { roots } of FORM_ROWS) for (const root of roots) expect(formRow(`${root}0`).roots).toContain(root);
    expect(
      [formRow('213500'), formRow('213100'), formRow('238000'), formRow('229')].map(({ cells2054 }) => cells2054),
    ).toEqual(['KP-MH', 'KJ-MB', 'LK-NE', 'LE-MW']);
  });
});

describe('an asset that becomes others', () => {
  let other = 0;
  const sums = async (of: number) => {
    const asked = { edition: 'FixedAssets', window: year(of) } as const;
    const { tables } = await editionTables(ctx, other, asked);
    const found: Record<string, string>[] = [];
    for (const { columns, batches } of tables)
      for await (const { rows } of batches)
        found.push(
          ...rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? '']))),
        );
    return found.filter(({ Opening, Closing, Increase, TransferOut }) =>
      [Opening, Closing, Increase, TransferOut].some((text) => text && text !== '0'),
    );
  };

  beforeAll(async () => {
    other = await folderWith(db, 2022, 2026);
    await db
      .knex('account')
      .insert(['213100', '213500', '231000'].map((number) => ({ folder_id: other, number, label: 'Compte' })));
    const drafts = [
      draftOf(body('80000.00', '2022-01-01', plan(10), on(213100)), { name: 'Atelier' }),
      ...['3000.00', '5000.00'].map((value) => draftOf(body(value, '2024-02-01', plan(5), on(231000)))),
    ];
    const [whole, ...sources] = await inRegister(ctx, other, (register) => addAssets(register, drafts));
    const component = (label: string, value: bigint, accountNumber: number) => ({
      label,
      months: 60,
      value,
      account: { accountNumber },
    });
    await decomposeAsset(ctx, other, whole?.id ?? 0, {
      date: day('2025-01-01'),
      exercise: year(2025),
      groupId: 1,
      groupName: 'Toit',
      updatedValue: 48_000_00n,
      components: [component('Toit', 20_000_00n, 213100), component('Ascenseur', 12_000_00n, 213500)],
    });
    const grouping = { name: 'Hangar', entryLabel: undefined, isDetailedEntry: false };
    const destination = { accountNumber: 213100 };
    const order = { sourceIds: sources.map(({ id }) => id), deploymentDate: day('2025-06-01'), period: year(2025) };
    await groupAssets(ctx, other, { ...order, ...grouping, destination });
  });

  it('moves between rows, and inside a row nothing moves', async () => {
    const [own, installations, progress] = await sums(2025);
    expect(own).toMatchObject({
      Cells: 'KJ-MB',
      Opening: '8000000',
      TransferOut: '1200000',
      Increase: '800000',
      Closing: '7600000',
    });
    expect(installations).toMatchObject({ Cells: 'KP-MH', Opening: '0', Increase: '1200000', Closing: '1200000' });
    expect(progress).toMatchObject({ Cells: 'LH-NA', Opening: '800000', TransferOut: '800000', Closing: '0' });
  });

  it('balances in the year and goes on in the next', async () => {
    const [before, now, next] = [await sums(2024), await sums(2025), await sums(2026)];
    for (const row of [...now, ...next])
      expect(
        cents(row, 'Opening', 'Increase', 'Charge') - cents(row, 'TransferOut', 'Disposal', 'Release'),
        row.Cells,
      ).toBe(cents(row, 'Closing'));
    const closing = (rows: readonly Record<string, string>[], cells = '') =>
      rows.find(({ Cells }) => Cells === cells)?.Closing ?? '0';
    for (const row of next) expect(row.Opening, row.Cells).toBe(closing(now, row.Cells));
    for (const row of now) expect(row.Opening, row.Cells).toBe(closing(before, row.Cells));
    expect(now.find(({ Cells }) => Cells === 'PM-PQ')).toMatchObject({
      Opening: '2400000',
      Charge: '760000',
      Release: '360000',
      Closing: '2800000',
    });
    expect(now.find(({ Cells }) => Cells === 'PV-PY')).toMatchObject({ Charge: '528000', Release: '0' });
  });
});

describe('the charges of the year', () => {
  it('are reported by account and agree with the table', async () => {
    const [lines = []] = await tablesOf('Dotations');
    expect(lines.find(({ Name }) => Name === 'Presse')).toMatchObject({
      section: '215400',
      Method: 'Linear',
      Duration: '120',
      Past: '200000',
      Charge: '100000',
      Cumulated: '300000',
      NetBookValue: '700000',
    });
    expect(lines.find(({ Name }) => Name === 'Serveur')).toMatchObject({ NetValue: '1095000', Charge: '225000' });
  });
});

describe('disposals', () => {
  it('tell gains, and only those of the period', async () => {
    const [lines = []] = await tablesOf('Disposals');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      section: 'Cession',
      Name: 'Fourgon',
      NetBookValue: '2088889',
      SaleAmount: '2200000',
      EconomicGain: '111111',
      Gain: '707167',
      ShortTerm: '707167',
      LongTerm: '0',
    });
    expect((await tablesOf('Disposals', 2026))[0]).toEqual([]);
  });
});

describe('derogatory amortization', () => {
  it.each([
    // Worked example 13.
    [2025, '0', '677777', '0', '677777'],
    [2026, '677777', '239583', '0', '917360'],
    [2027, '917360', '0', '194271', '723089'],
  ])('follows account 145 in %d', async (of, Opening, Allowance, Reversal, Closing) => {
    const [lines = []] = await tablesOf('Derogatory', of);
    expect(lines.find(({ Name }) => Name === 'Robot')).toMatchObject({ Opening, Allowance, Reversal, Closing });
  });

  it('is taken back whole by an exit', async () => {
    const [lines = []] = await tablesOf('Derogatory');
    const van = lines.find(({ Name }) => Name === 'Fourgon');
    expect(van).toMatchObject({ Opening: '710000', Allowance: '0', Reversal: '710000', Closing: '0' });
    expect(total(lines, 'Opening') + total(lines, 'Allowance') - total(lines, 'Reversal')).toBe(
      total(lines, 'Closing'),
    );
  });
});

describe('exits and parts', () => {
  const whole = folderWith(db, 2023, 2027);
  beforeAll(async () => {
    const other = await whole;
    const scrap = { Retirement: { Type: 'Scrapping', Date: '2025-05-20', SaleAttributes: { SaleAmount: 100 } } };
    const drafts = [
      draftOf(body('6000.00', '2023-01-01', plan(5), on(215400, scrap))),
      draftOf(
        body(
          '6000.00',
          '2023-01-01',
          plan(5),
          on(215400, { Impairments: [{ Date: '2023-12-31', Amount: 800 }], ...sale('2026-01-01', '5000.00') }),
        ),
      ),
      draftOf(twoPlans('50000.00', '2024-03-20', plan(5), declining(5), on(215400))),
    ];
    const [, , robot] = await inRegister(ctx, other, (register) => addAssets(register, drafts));
    const order = { date: day('2024-07-01'), exercise: year(2024), groupId: 1, groupName: 'Bras' };
    const components = [{ label: 'Bras', months: 36, value: 20_000_00n, account: undefined }];
    await decomposeAsset(ctx, other, robot?.id ?? 0, { ...order, updatedValue: 30_000_00n, components });
  });

  test('an exit that has no price shows none', async () => {
    const [lines = []] = await tablesOf('Disposals', 2025, await whole);
    expect(lines).toMatchObject([{ SaleAmount: '0', EconomicGain: '-313333' }]);
  });

  test('an exit shows what leaves the books, impairments taken back', async () => {
    const [[sold] = []] = await tablesOf('Disposals', 2026, await whole);
    const { accounts } = await checkYear(db, await whole, day('2026-12-31'), false);
    expect(cents(sold, 'NetBookValue')).toBe(accounts.find(({ account }) => account === '657')?.debit);
    expect(cents(sold, 'NetBookValue', 'EconomicGain')).toBe(5_000_00n);
  });

  test.each([2024, 2025, 2026, 2027])('account 145 moves in %d as its entries do', async (of) => {
    const [lines = []] = await tablesOf('Derogatory', of, await whole);
    const { accounts } = await checkYear(db, await whole, day(`${of}-12-31`), false);
    const booked = (number: string) => {
      const own = accounts.find(({ account }) => account === number);
      return own ? own.debit - own.credit : 0n;
    };
    expect(total(lines, 'Allowance')).toBe(booked('68725'));
    expect(total(lines, 'Reversal')).toBe(-booked('78725'));
    expect(total(lines, 'Closing') - total(lines, 'Opening')).toBe(-booked('145'));
  });
});

test('what the books are ahead by is added back and deducted as the plans of each part say', async () => {
  const folder = await folderWith(db, 2023, 2027);
  const [hall] = await inRegister(ctx, folder, (register) =>
    addAssets(register, [draftOf(twoPlans('50000.00', '2024-03-20', plan(3), plan(8), on(215400)))]),
  );
  const order = { date: day('2024-07-01'), exercise: year(2024), groupId: 1, groupName: 'Bras' };
  const components = [{ label: 'Bras', months: 36, value: 20_000_00n, account: undefined }];
  await decomposeAsset(ctx, folder, hall?.id ?? 0, { ...order, updatedValue: 30_000_00n, components });
  const basis = await readBasis(ctx, folder);
  const assets: Asset[] = [];
  await db.transaction(async (trx) => {
    for await (const some of loadAssets(trx, folder)) assets.push(...some);
  });
  const rows = assets.flatMap((asset) => derogatoryRows(bookOf(asset, basis, [])));
  const sum = (of: number, field: 'addBack' | 'laterDeduction') =>
    rows.filter(({ end }) => end === `${of}-12-31`).reduce((total, row) => total + row[field], 0n);
  for (const of of [2024, 2025, 2026, 2027]) {
    const [lines = []] = await tablesOf('Derogatory', of, folder);
    expect([total(lines, 'AddBack'), total(lines, 'LaterDeduction')], `${of}`).toEqual([
      sum(of, 'addBack'),
      sum(of, 'laterDeduction'),
    ]);
  }
  expect(sum(2024, 'addBack')).toBeGreaterThan(0n);
});

test('the charges of the year show the exceptional amortization of what is scrapped', async () => {
  const folder = await folderWith(db, 2023, 2025);
  const DisposalAttributes = { DepreciationAccountingMethod: 'ExceptionalAmortization' };
  const Retirement = { Type: 'Scrapping', Date: '2024-06-30', DisposalAttributes };
  const drafts = [
    draftOf(body('6000.00', '2023-01-01', plan(5), on(215400, { Retirement })), { name: 'Four' }),
    draftOf(body('6000.00', '2023-01-01', plan(5), on(215400)), { name: 'Presse' }),
  ];
  await inRegister(ctx, folder, (register) => addAssets(register, drafts));
  const [lines = []] = await tablesOf('Dotations', 2024, folder);
  expect(
    lines.map(({ Charge, Exceptional, Cumulated, NetBookValue }) => [Charge, Exceptional, Cumulated, NetBookValue]),
  ).toEqual([
    ['60000', '420000', '600000', '0'],
    ['120000', '0', '240000', '360000'],
  ]);
  const { accounts } = await checkYear(db, folder, year(2024).end, false);
  const written = (root: string) =>
    accounts.filter(({ account }) => account.startsWith(root)).reduce((sum, { debit }) => sum + debit, 0n);
  expect([written('6811'), written('6871')]).toEqual([total(lines, 'Charge'), total(lines, 'Exceptional')]);
  const table = (await tablesOf('FixedAssets', 2024, folder))[1]?.find(({ Cells }) => Cells === 'PZ-QC');
  expect(table).toMatchObject({ Opening: '240000', Charge: '600000', Release: '600000', Closing: '240000' });
});

test('account 145 follows no asset whose plans an impairment alone parts', async () => {
  const before = folderId;
  folderId = await folderWith(db, 2023, 2027);
  const impaired = { Impairments: [{ Date: '2024-12-31', Amount: 1000 }] };
  const drafts = [
    draftOf(body('6000.00', '2023-01-01', plan(5), on(215400, impaired))),
    draftOf(body('6000.00', '2023-01-01', plan(5), on(215400, { ...impaired, ...sale('2025-05-20', '10.00') }))),
  ];
  await inRegister(ctx, folderId, (register) => addAssets(register, drafts));
  expect(await tablesOf('Derogatory')).toEqual([[]]);
  folderId = before;
});

describe('the files', () => {
  const read = async (edition: EditionName, exportType: (typeof EXPORT_TYPES)[number]) => {
    const asked = { edition, exportType, window: year(2025) };
    const { address, fileName } = await exportEdition(ctx, folderId, asked);
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await fetchProducedFile(ctx, address.slice('/api/files/'.length))).content)
      chunks.push(chunk);
    return { fileName, bytes: Buffer.concat(chunks) };
  };

  eachOf(EDITIONS, 1)('%s comes in every form', async (edition) => {
    for (const exportType of EXPORT_TYPES) expect((await read(edition, exportType)).bytes.length).toBeGreaterThan(200);
  });

  it('of the table are two sheets with sums per section', async () => {
    const { fileName, bytes } = await read('FixedAssets', 'Excel');
    expect(fileName).toBe('Tableau-des-immobilisations-et-des-amortissements-ALPHA-2025-12-31.xlsx');
    const book = new exceljs.Workbook();
    await book.xlsx.load(bytes as never);
    expect(book.worksheets.map(({ name }) => name)).toEqual(['2054 Immobilisations', '2055 Amortissements']);
    const formulas: string[] = [];
    book.worksheets[0]?.eachRow((row) => formulas.push(row.getCell(3).formula ?? ''));
    expect(formulas.filter(Boolean)).toHaveLength(4);
  });

  it('of the table add up on paper', async () => {
    const lines = pdfPages((await read('FixedAssets', 'Pdf')).bytes).flat();
    expect(lines.slice(0, 3)).toEqual(['Tableau des immobilisations et des amortissements', 'Cabinet', 'ALPHA']);
    const whole = lines.find((line) => line.startsWith('Total 2054'))?.replace(/\s/g, ' ');
    expect(whole).toBe('Total 2054 Immobilisations|158 000,00|57 800,00|6 000,00|41 050,00|168 750,00');
  });
});

describe('the job of the year end', () => {
  it('prints the four editions of the last exercise that is over, folder by folder', async () => {
    const empty = await folderWith(db, 2024, 2025);
    const items = [];
    for await (const item of exportEditions.plan(ctx, { scope: 'all' } as never)) items.push(item);
    expect(items).toContainEqual({ folderId, key: '2025-01-01/2025-12-31' });
    expect(items.map((item) => item.folderId)).not.toContain(empty);
    const [item] = items.filter((one) => one.folderId === folderId);
    const { state, note } = await exportEditions.item(ctx, item as never, ctx.signal);
    expect(state).toBe('done');
    const names = (note ?? '').split(' ').map((address) => address.slice('/api/files/'.length));
    const files = await Promise.all(names.map((id) => fetchProducedFile(ctx, id)));
    expect(files.map(({ fileName }) => fileName.replace(/-ALPHA.*/, ''))).toEqual([
      'Tableau-des-immobilisations-et-des-amortissements',
      'Dotations-aux-amortissements',
      'Cessions-et-sorties-plus-et-moins-values',
      'Suivi-des-amortissements-derogatoires',
    ]);
  });
});
