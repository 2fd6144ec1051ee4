/** Status, list flags, alerts, windows of the tax plan: what lists and editions read of an asset. */
import { describe, expect, it } from 'vitest';
import { ALERT_TEXTS } from '../../../../src/services/assets/engine/alert-texts.ts';
import { openBook } from '../../../../src/services/assets/engine/asset-book.ts';
import { listFlags, statusAt } from '../../../../src/services/assets/engine/status.ts';
import { windowFigures } from '../../../../src/services/assets/engine/windows.ts';
import { simulationFacts } from '../../../../src/services/assets/simulation/facts.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { body, declining, plan, twoPlans, years } from '../sample.ts';
import { parseSimulation, simulateAsset } from '../simulate.ts';

const date = (text: string) => text as PlainDate;
const bookOf = (input: unknown) => openBook(simulationFacts(parseSimulation(input)), [], [date('2030-12-31')]);

describe('status', () => {
  const store = { isDraft: false, account: '2154' };
  const asset = body(6000, '2024-01-01', plan(3), { ResidualValue: 600 });

  it('is a function of the view date', () => {
    const sold = bookOf({ ...asset, Retirement: { Type: 'Sale', Date: '2028-05-01' } });
    const at = (day: string) => statusAt(sold, store, date(day));
    expect(['2024-06-01', '2026-12-29', '2026-12-30', '2028-04-30', '2028-05-01'].map(at)).toEqual([
      'Active',
      'Active',
      'FullyAmortized',
      'FullyAmortized',
      'Retired',
    ]);
  });

  it('knows drafts, assets in progress, transferred, decomposed and not amortizable', () => {
    const book = bookOf(asset);
    const day = date('2025-01-01');
    expect(statusAt(book, { ...store, isDraft: true }, day)).toBe('Draft');
    expect(statusAt(book, { ...store, account: '2313' }, day)).toBe('InProgress');
    expect(statusAt(book, { ...store, transferDate: day }, day)).toBe('Transferred');
    expect(statusAt(bookOf({ ...asset, IsAmortizable: false }), store, day)).toBe('NonAmortizable');
    const CreatedComponents = [{ AcquisitionValue: 1000, AmortizationDurationInYears: 2 }];
    const split = bookOf({ ...asset, Decomposition: { DecompositionDate: '2025-06-01', CreatedComponents } });
    expect([statusAt(split, store, day), statusAt(split, store, date('2025-06-01'))]).toEqual(['Active', 'Decomposed']);
  });

  it('without plan, or with value left beyond the residual value, is not fully amortized', () => {
    const day = date('2030-12-31');
    const { Amortization: _, ...unplanned } = asset;
    expect(statusAt(bookOf({ ...unplanned, FixedAssetAccount: '2154' }), store, day)).toBe('Active');
    const partly = bookOf(body(6000, '2024-01-01', plan(3, { CustomBase: 5000 })));
    expect(statusAt(partly, store, day)).toBe('Active');
    expect(statusAt(bookOf(asset), store, day)).toBe('FullyAmortized');
  });

  it('of works follows their account, unless the user states otherwise', () => {
    const works = {
      AcquisitionValue: 6000,
      AcquisitionDate: '2024-01-01',
      FixedAssetAccount: '2313',
      Exercises: years(2024, 2025),
      Transfers: [{ TransferDate: '2024-07-01', Account: '2131' }],
    };
    const status = (input: object, account: string, day: string) =>
      statusAt(bookOf(input), { ...store, account }, date(day));
    const alerts = (input: object) => simulateAsset(input).Errors.map((error) => error.Name);
    expect(status(works, '2313', '2024-06-30')).toBe('InProgress');
    expect(status(works, '2131', '2024-07-01')).toBe('Active');
    expect(alerts(works)).toContain('AmortizableWithoutPlan');
    expect(alerts({ ...works, Transfers: [] })).not.toContain('AmortizableWithoutPlan');
    const stated = { ...works, IsAmortizable: false };
    expect(status(stated, '2131', '2024-07-01')).toBe('NonAmortizable');
    expect(alerts(stated)).not.toContain('AmortizableWithoutPlan');
    const planned = { ...works, ...body(6000, '2024-01-01', plan(20)), DeploymentDate: '2024-07-01' };
    expect(simulateAsset(planned).Economic.map((line) => line.Annuity)).toEqual(['150.00', '300.00']);
  });

  it('flags of a window', () => {
    const window = { start: date('2025-01-01'), end: date('2025-12-31') };
    const flags = (more: object) => listFlags({ acquired: date('2024-01-01'), ...more }, window);
    expect(flags({})).toEqual({ isActiveInPeriod: true, isRetired: false, isTransferred: false });
    expect(flags({ retired: '2025-01-01' })).toEqual({ isActiveInPeriod: true, isRetired: true, isTransferred: false });
    expect(flags({ retired: '2024-12-31' })).toMatchObject({ isActiveInPeriod: false, isRetired: true });
    expect(flags({ retired: '2026-01-01' })).toMatchObject({ isActiveInPeriod: true, isRetired: false });
    expect(flags({ transferred: '2025-01-01' })).toMatchObject({ isActiveInPeriod: false, isTransferred: true });
    expect(flags({ transferred: '2025-01-02' })).toMatchObject({ isActiveInPeriod: true, isTransferred: true });
    expect(flags({ acquired: '2026-01-01' })).toMatchObject({ isActiveInPeriod: false });
  });

  it('a window of the tax plan', () => {
    const book = bookOf(twoPlans(10_000, '2025-01-01', plan(5), declining(5, '1.75')));
    const window = windowFigures(book, { start: date('2025-04-01'), end: date('2025-06-30') }, 'fiscal');
    expect(window).toMatchObject({ past: 875_00n, current: 875_00n, cumulated: 1750_00n, vnc: 8250_00n });
  });

  it('a window on or after the exit', () => {
    const asset2 = body(3600, '2024-01-01', plan(3), {
      Exercises: years(2024, 2026),
      Retirement: { Date: '2025-06-30', Type: 'Scrapping' },
      Windows: [
        { Start: '2025-04-01', End: '2025-09-30' },
        { Start: '2025-06-30', End: '2025-06-30' },
        { Start: '2025-07-01', End: '2025-09-30' },
      ],
    });
    expect(
      simulateAsset(asset2).Windows.map(({ Past, Current, Cumulated, Vnc }) => [Past, Current, Cumulated, Vnc]),
    ).toEqual([
      ['1500.00', '300.00', '1800.00', '1800.00'],
      ['1796.67', '3.33', '1800.00', '1800.00'],
      ['0.00', '0.00', '0.00', '0.00'],
    ]);
  });
});

describe('alerts', () => {
  const asset = (more: object = {}) =>
    body(12_000, '2024-01-01', plan(5), { FixedAssetAccount: '2154', Exercises: years(2024, 2025), ...more });
  const names = (input: unknown) => simulateAsset(input).Errors.map((error) => error.Name);

  it('none for an ordinary asset', () => expect(names(asset({ ResidualValue: 6000 }))).toEqual([]));

  it.each([
    [
      'AmortizableWithoutPlan',
      { AcquisitionValue: 1000, AcquisitionDate: '2024-01-01', IsAmortizable: true, Exercises: years(2024, 2024) },
    ],
    ['VehicleWithoutCo2', asset({ FixedAssetAccount: '2182' })],
    ['VehicleLimitMissing', asset({ VehicleProperties: { TvsType: 'Liable' } })],
    [
      'DecliningNotAllowed',
      { ...asset(), ...body(1000, '2024-01-01', declining(5)), AcquisitionMethod: 'UsedPurchase' },
    ],
    ['DecliningNotAllowed', { ...asset(), ...body(1000, '2024-01-01', declining(2, '1.25')) }],
    ['DecliningNotAllowed', { ...asset(), ...body(1000, '2024-01-01', declining(20)), Nature: 'Immeuble' }],
    ['CoefficientOutsideLegalSet', { ...asset(), ...body(1000, '2024-01-01', declining(5, '3')) }],
    ['DurationOutsideUsage', { ...asset(), ...body(1000, '2024-01-01', plan(25)) }],
    ['InProgressForMoreThan12Months', { ...asset({ FixedAssetAccount: '2313' }), IsAmortizable: false }],
    ['LandMarkedAmortizable', asset({ FixedAssetAccount: '2115' })],
    ['GoodwillAmortized', asset({ FixedAssetAccount: '207' })],
    [
      'GrantNotFullyUsed',
      {
        ...body(1000, '2023-01-01', plan(1)),
        Exercises: years(2023, 2024),
        Grants: [{ Amount: 100, StaggeringYears: 8 }],
      },
    ],
    ['RetiredWithoutSalePrice', asset({ Retirement: { Type: 'Sale', Date: '2025-06-30' } })],
    [
      'RetirementWithoutVatRegularisation',
      asset({
        FixedAssetAccount: '2131',
        Retirement: { Type: 'Sale', Date: '2025-06-30', SaleAttributes: { Type: 'Exempt', SaleAmount: 1 } },
      }),
    ],
    [
      'PastAmortizationEndDateInPlanFuture',
      { ...asset(), ...body(1000, '2024-01-01', plan(5, { PastAmortization: { Amount: 1, EndDate: '2026-12-31' } })) },
    ],
    ['ResidualValueAboveHalf', asset({ ResidualValue: '6000.01' })],
    ['FullyAmortizedStillActive', { ...asset(), Exercises: years(2024, 2029) }],
    ['LowValueAsset', body(500, '2024-01-01', plan(5), { Exercises: years(2024, 2024) })],
  ])('%s', (name, input) => expect(names(input)).toContain(name));

  it.each([
    [9900, false],
    [9900.01, true],
  ])('a car of %d euros, tax included, needs its emissions: %s', (price, isMissing) => {
    const Exercises = years(2024, 2024);
    const found = names(body(price, '2024-01-01', plan(5), { FixedAssetAccount: '2182', Exercises }));
    expect(found.includes('VehicleWithoutCo2')).toBe(isMissing);
  });

  it.each([
    ['2154', 5, 10],
    ['2155', 5, 10],
  ])('a plan of %s is usual from %d to %d years, both included', (account, least, most) => {
    const isOutside = (years: number) =>
      names(asset({ FixedAssetAccount: account, ...body(12_000, '2024-01-01', plan(years)) })).includes(
        'DurationOutsideUsage',
      );
    expect([least - 1, least, most, most + 1].map(isOutside)).toEqual([true, false, false, true]);
  });

  it.each([
    ['2024-12-31', '2024-01-01', false],
    ['2024-12-31', '2023-12-31', false], // twelve months to the day
    ['2024-12-31', '2023-12-30', true],
  ])('at %s, work in progress since %s is old: %s', (end, acquired, isOld) => {
    const Exercises = [{ Start: '2024-01-01', End: end }];
    const input = { ...body(1000, acquired, plan(5), { FixedAssetAccount: '2313', Exercises }), IsAmortizable: false };
    expect(names(input).includes('InProgressForMoreThan12Months')).toBe(isOld);
  });

  it.each([
    ['2044-06-29', true],
    ['2044-06-30', false], // twenty years to the day: no adjustment is left (CGI annex II, art. 207)
  ])('a building of 30 June 2024 sold without tax on %s is to adjust: %s', (sold, isDue) => {
    const Retirement = { Type: 'Sale', Date: sold, SaleAttributes: { Type: 'Exempt', SaleAmount: 1 } };
    const Exercises = years(2044, 2044);
    const input = body(1000, '2024-06-30', plan(30), { FixedAssetAccount: '2131', Exercises, Retirement });
    expect(names(input).includes('RetirementWithoutVatRegularisation')).toBe(isDue);
  });

  it('say nothing of an exit or a grant that has not happened yet', () => {
    const exempt = { Type: 'Exempt' };
    const sold = asset({
      FixedAssetAccount: '2131',
      Retirement: { Type: 'Sale', Date: '2025-06-30', SaleAttributes: exempt },
      Grants: [{ Amount: 12_001, Grant: { GrantDate: '2025-02-01' } }],
    });
    const later = ['GrantAboveAssetValue', 'RetiredWithoutSalePrice', 'RetirementWithoutVatRegularisation'];
    expect(names(sold)).toEqual(expect.arrayContaining(later));
    const before = names({ ...sold, Exercises: years(2024, 2024) });
    expect(before.filter((name) => later.includes(name))).toEqual([]);
  });

  it('critical ones come first, and texts follow the language', () => {
    const input = asset({
      ResidualValue: 7000,
      CreditNotes: [{ EffectiveDate: '2025-12-31', AmountExcludingTax: 4000, VatRate: 20 }],
    });
    const [first] = simulateAsset(input, 'en').Errors;
    expect(first).toEqual({
      IsCritical: true,
      Name: 'BaseBelowPosted',
      ErrorMessage: 'The new base is below what is posted: 1000.00 reversed',
      Parameters: 'amount=1000.00',
      Domain: 'Amortization',
    });
    expect(simulateAsset(input).Errors[0]?.ErrorMessage).toMatch(/^La nouvelle base/);
  });

  it('have a text in both languages with the same values', () => {
    for (const { fr, en } of Object.values(ALERT_TEXTS)) {
      const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
      expect(values(fr)).toEqual(values(en));
    }
  });
});
