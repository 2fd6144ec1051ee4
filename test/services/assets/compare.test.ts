import { describe, expect, it } from 'vitest';
import { body, declining, plan, twoPlans, years } from './sample.ts';
import { compareAsset, simulateAsset } from './simulate.ts';

const asset = twoPlans(40_000, '2023-01-01', plan(5), declining(5, '1.75'), {
  Exercises: years(2023, 2025),
  TaxRegime: 'IncomeTax',
  Retirement: { Type: 'Sale', Date: '2025-05-20', SaleAttributes: { SaleAmount: 22_000 } },
});

describe('compare', () => {
  it('by default, linear and declining, now and a year later', () => {
    const scenarios = compareAsset(asset);
    expect(scenarios.map(({ Name }) => Name)).toEqual([
      'Linear, 2025-05-20',
      'Declining, 2025-05-20',
      'Linear, 2026-05-20',
      'Declining, 2026-05-20',
    ]);
    const [, now] = scenarios;
    const { Retirement, Fiscal } = simulateAsset(asset);
    expect(now?.GainOrLossAmount).toBe(Retirement?.GainOrLossAmount);
    expect(now?.Exercises.slice(0, 3).map((row) => row.FiscalAnnuity)).toEqual(Fiscal.map((line) => line.Annuity));
    // Whatever the plan and the day, what is deducted less the gain is what the asset cost less its price.
    for (const scenario of scenarios) expect(scenario.TotalTaxableEffect).toBe('-18000.00');
    expect(now?.Exercises.map((row) => row.TaxableEffect)).toEqual(['-14000.00', '-9100.00', '5100.00', '0.00']);
    expect(now?.Exercises.map((row) => row.CumulatedTaxableEffect)).toEqual([
      '-14000.00',
      '-23100.00',
      '-18000.00',
      '-18000.00',
    ]);
    expect(new Set(scenarios.map(({ Exercises }) => Exercises.map(({ End }) => End).join())).size).toBe(1);
  });

  it('the scenarios of the body, against the first', () => {
    const Scenarios = [
      { Name: 'keep' },
      { Name: 'sell dear', RetirementDate: '2024-12-31', SaleAmount: 50_000 },
      { Name: 'sell cheap', RetirementDate: '2025-12-31', SaleAmount: 1, Mode: 'Declining', Coefficient: '1.25' },
    ];
    const plain = body(40_000, '2023-01-01', plan(5), { Exercises: years(2023, 2025), TaxRegime: 'IncomeTax' });
    const [keep, dear, cheap] = compareAsset({ ...plain, Scenarios });
    expect(keep).toMatchObject({
      RetirementDate: null,
      GainOrLossAmount: null,
      FiscalNetBookValue: '16000.00',
      DifferenceWithFirst: '0.00',
    });
    expect(dear).toMatchObject({
      GainOrLossAmount: '26000.00',
      ShortTermGainOrLossAmount: '26000.00', // held one day less than two years
      LongTermGainOrLossAmount: '0.00',
      TotalTaxableEffect: '10000.00',
      DifferenceWithFirst: '34000.00',
    });
    expect(cheap).toMatchObject({ Mode: 'Declining', TotalTaxableEffect: '-39999.00' });
  });

  it('an asset that cannot decline, without sale, is alone', () => {
    expect(compareAsset(body(1000, '2024-01-01', plan(2))).map(({ Name }) => Name)).toEqual(['Asset']);
    const none = { AcquisitionValue: 1000, AcquisitionDate: '2024-01-01', IsAmortizable: false };
    expect(compareAsset(none)).toMatchObject([
      { Mode: 'NonAmortizable', TotalTaxableEffect: '0.00', FiscalNetBookValue: '1000.00' },
    ]);
  });

  it('counts what tax does not let deduct, and over-amortization', () => {
    const car = {
      ...body(30_000, '2025-01-01', plan(5, { OverAmortization: { Percentage: 20 } })),
      VehicleProperties: { CO2GPerKm: 120 },
      Exercises: years(2025, 2025),
    };
    const [linear] = compareAsset(car);
    expect(linear?.Exercises).toMatchObject([
      { FiscalAnnuity: '6000.00', Deducted: '4860.00', TaxableEffect: '-4860.00' },
    ]);
  });
});
