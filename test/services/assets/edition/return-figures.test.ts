/** What the register gives a return, against figures made by hand. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type ReturnFigures, returnFigures } from '../../../../src/services/assets/edition/return-figures.ts';
import { addAssets, inRegister } from '../../../../src/services/assets/register/write-asset.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { draftOf, folderWith, NOW } from '../folder.ts';
import { body, declining, plan, twoPlans } from '../sample.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => NOW } });
const day = (text: string) => text as PlainDate;
const year = (of: number) => ({ start: day(`${of}-01-01`), end: day(`${of}-12-31`) });
const on = (AccountNumber: number, more = {}) => ({ FixedAssetAccount: { AccountNumber }, ...more });
const sold = (date: string, SaleAmount: string) => ({
  Retirement: { Type: 'Sale', Date: date, SaleAttributes: { SaleAmount, Type: 'TaxedPrice' } },
});
const scrapped = (date: string) => ({
  Retirement: {
    Type: 'Scrapping',
    Date: date,
    DisposalAttributes: { DepreciationAccountingMethod: 'ExceptionalAmortization' },
  },
});
const ROWS = { gross: (account: string) => account, amortized: (account: string) => `28 ${account}` };

let folder = 0;
beforeAll(async () => {
  folder = await folderWith(db, 2023, 2025);
  const drafts = [
    draftOf(body('50000.00', '2023-01-01', plan(10), on(215400)), { name: 'Machine' }),
    draftOf(body('20000.00', '2023-01-01', plan(5), on(218200, sold('2024-09-30', '10500.00'))), { name: 'Van' }),
    draftOf(twoPlans('10000.00', '2023-01-01', plan(5), declining(5), on(215500)), { name: 'Robot' }),
    draftOf(twoPlans('10000.00', '2023-01-01', plan(5), declining(5), on(215600, sold('2024-06-30', '9000.00'))), {
      name: 'Bras',
    }),
    draftOf(body('6000.00', '2023-01-01', plan(5), on(215700, scrapped('2024-06-30'))), { name: 'Four' }),
    // Amortized for tax within a year: in 2024 the books alone have 3,500 left.
    draftOf(twoPlans('5000.00', '2023-01-01', plan(5), plan(1), on(215800, scrapped('2024-06-30'))), { name: 'Étuve' }),
  ];
  await inRegister(ctx, folder, (register) => addAssets(register, drafts));
});

const figures = async (of: number): Promise<ReturnFigures> => {
  const found = await returnFigures(ctx, folder, year(of), ROWS);
  if (!found) throw new Error('the folder has assets');
  return found;
};

const shown = ({ postings }: ReturnFigures, name: string) =>
  postings
    .filter(({ asset }) => asset.name === name)
    .map((one) => `${one.kind} ${one.row} ${one.movement} ${Number(one.amount) / 100}`);

describe('the figures of a return', () => {
  it('give gross and amortization of what is held, piece by piece', async () => {
    expect(shown(await figures(2024), 'Machine')).toEqual([
      'gross 215400 opening 50000',
      'gross 215400 closing 50000',
      'amortized 28 215400 opening 5000',
      'amortized 28 215400 closing 10000',
      'amortized 28 215400 charge 5000',
    ]);
  });

  it('give what left, its last annuity included', async () => {
    // Five years from 2023-01-01: 4,000 in 2023, 9/12 of 4,000 in 2024: 7,000 written off, 13,000 left, sold 10,500.
    const found = await figures(2024);
    expect(shown(found, 'Van')).toEqual([
      'gross 218200 opening 20000',
      'gross 218200 disposal 20000',
      'amortized 28 218200 opening 4000',
      'amortized 28 218200 charge 3000',
      'amortized 28 218200 release 7000',
    ]);
    expect(found.disposals.find(({ name }) => name === 'Van')).toMatchObject({
      acquired: '2023-01-01',
      cost: 20_000_00n,
      deducted: 7000_00n,
      neverDeducted: 0n,
      price: 10_500_00n,
      gain: -2500_00n,
      shortTerm: -2500_00n,
      longTerm: 0n,
    });
    expect((await figures(2025)).disposals).toEqual([]);
  });

  it('give special depreciation with its cause, and take its whole balance back at the exit', async () => {
    // Declining at 1.75 × 20 % = 35 %: 3,500 in 2023 against 2,000, so 1,500 on account 145.
    expect(shown(await figures(2023), 'Robot')).toContain('special 28 215500 charge 1500');
    expect((await figures(2023)).postings.find(({ kind }) => kind === 'special')).toMatchObject({ cause: 'declining' });
    const special = (await figures(2024)).postings.filter(
      ({ kind, asset }) => kind === 'special' && asset.name === 'Bras',
    );
    const sum = (movement: string) =>
      special.filter((one) => one.movement === movement).reduce((total, { amount }) => total + amount, 0n);
    expect(sum('release') - sum('charge')).toBe(1500_00n);
  });

  it('count the exceptional amortization of what is scrapped as a charge, and let it leave', async () => {
    // 1,200 in 2023, 600 in 2024, then 4,200 through 6871.
    expect(shown(await figures(2024), 'Four')).toEqual([
      'gross 215700 opening 6000',
      'gross 215700 disposal 6000',
      'amortized 28 215700 opening 1200',
      'amortized 28 215700 charge 4800',
      'amortized 28 215700 release 6000',
    ]);
    expect(shown(await figures(2023), 'Four')).toContain('amortized 28 215700 charge 1200');
  });

  it('leave no loss of what is scrapped through an exceptional amortization: its lines are what left 2055 (A16)', async () => {
    const { disposals, postings } = await figures(2024);
    const oven = disposals.find(({ name }) => name === 'Four');
    expect(oven).toMatchObject({ cost: 6000_00n, deducted: 6000_00n, neverDeducted: 0n, price: 0n });
    expect(oven).toMatchObject({ gain: 0n, shortTerm: 0n, longTerm: 0n });
    const releases = postings.filter(({ asset, movement }) => asset.name === 'Four' && movement === 'release');
    expect(releases.map(({ kind, amount }) => [kind, amount])).toEqual([['amortized', 6000_00n]]);
  });

  it('take nothing back besides of what tax had amortized before it was scrapped so: its lines are what left 2055 (A16)', async () => {
    const { disposals, postings } = await figures(2024);
    const oven = disposals.find(({ name }) => name === 'Étuve');
    expect(oven).toMatchObject({ deducted: 5000_00n, neverDeducted: 0n, gain: 0n, specialTakenBack: 0n });
    const left = postings.filter(
      ({ asset, kind, movement }) => asset.name === 'Étuve' && `${kind} ${movement}` === 'amortized release',
    );
    expect(left.map(({ amount }) => amount)).toEqual([5000_00n]);
  });

  it('name the accounts that hold assets', async () => {
    expect([...(await figures(2024)).accounts].toSorted()).toEqual([
      '215400',
      '215500',
      '215600',
      '215700',
      '215800',
      '218200',
    ]);
  });

  it('are nothing for a folder without assets', async () => {
    expect(await returnFigures(ctx, await folderWith(db), year(2024), ROWS)).toBeUndefined();
  });
});

describe('what tax does not deduct', () => {
  it('is the surplus price of a car and the private use of a sole trader, in a year and at the exit', async () => {
    const own = await folderWith(db, 2024, 2025);
    const shared = (more: object) => ({
      Amortization: {
        AmortizationCalculationMethod: 'EconomicOnly',
        EconomicAttributes: plan(5),
        FiscalAttributes: { PrivatePortion: { Mode: 'Percent', Value: 20 } },
      },
      TaxRegime: 'IncomeTax',
      ...more,
    });
    const car = { VehicleProperties: { CO2GPerKm: 120, FirstCirculationDate: '2024-04-01' } };
    const drafts = [
      draftOf(
        { ...body('20000.00', '2024-04-01', plan(5), on(218200, sold('2025-03-31', '12000.00'))), ...shared({}) },
        { name: 'Van' },
      ),
      draftOf({ ...body('30000.00', '2024-04-01', plan(5), on(218200)), ...shared(car) }, { name: 'Car' }),
    ];
    await inRegister(ctx, own, (register) => addAssets(register, drafts));
    const undeductedIn = async (of: number) => {
      const found = await returnFigures(ctx, own, year(of), ROWS);
      return {
        year: found?.nonDeductible.map(({ asset, amount }) => [asset.name, Number(amount) / 100]),
        exits: found?.disposals.map(({ deducted, neverDeducted, privateGain = 0n }) =>
          [deducted, neverDeducted, privateGain].map((one) => Number(one) / 100),
        ),
      };
    };
    // The van: 270 days of 4,000 a year, then 90; a fifth is private. The car: 4,500 and 6,000, of which 11,700 / 30,000 is
    // above the limit; a fifth of the rest is private.
    expect(await undeductedIn(2024)).toEqual({
      year: [
        ['Van', 600],
        ['Car', 1755 + 549],
      ],
      exits: [],
    });
    expect(await undeductedIn(2025)).toEqual({
      year: [
        ['Van', 200],
        ['Car', 2340 + 732],
      ],
      exits: [[3200, 800, -800]], // a fifth of the loss of 4,000
    });
  });
});
