/** The 33 worked examples of the fixed-asset rules, to the cent, through the simulation. */
import { describe, expect, it } from 'vitest';
import { allocateRetirement } from '../../../src/services/assets/engine/batch-allocation.ts';
import { splitGain } from '../../../src/services/assets/engine/gains.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { formatAmount } from '../../../src/services/kernel/money.ts';
import { annuities, body, declining, plan, twoPlans, years } from './sample.ts';
import { simulateAsset } from './simulate.ts';

const times = (amount: string, count: number): string[] => Array.from({ length: count }, () => amount);
const economicOf = (input: unknown): string[] => annuities(simulateAsset(input));

describe('linear plans', () => {
  it('example 1: 500 over 5 years from 5 October 2020', () => {
    const input = body('500', '2020-10-05', plan(5), { Exercises: years(2020, 2025) });
    expect(economicOf(input)).toEqual(['23.89', ...times('100.00', 4), '76.11']);
  });

  it('example 2: the same from 31 December 2020', () => {
    const input = body('500', '2020-12-31', plan(5), { Exercises: years(2020, 2025) });
    expect(economicOf(input)).toEqual(['0.28', ...times('100.00', 4), '99.72']);
  });

  it('example 3: 3 000 over 5 years from 10 October 2023', () => {
    const input = body(3000, '2023-10-10', plan(5), { Exercises: years(2023, 2028) });
    expect(economicOf(input)).toEqual(['135.00', ...times('600.00', 4), '465.00']);
  });

  it('example 4: actual days, 1 200 over 3 years from 15 March 2025', () => {
    const input = body(1200, '2025-03-15', plan(3, { ProrataTemporis: 'ActualDays' }), {
      Exercises: years(2025, 2028),
    });
    expect(economicOf(input)).toEqual(['320.00', '400.00', '400.00', '80.00']);
  });

  it('example 5: actual days, 10 000 over 4 years, leap year included', () => {
    const input = body(10_000, '2023-01-01', plan(4, { ProrataTemporis: 'ActualDays' }), {
      Exercises: years(2023, 2026),
    });
    expect(economicOf(input)).toEqual(times('2500.00', 4));
  });

  it('example 6: annuity of 2 600, 141 days the first year and 203 the year of exit', () => {
    const input = body(26_000, '2021-08-10', plan(10), {
      Exercises: years(2021, 2024),
      Retirement: { Type: 'Sale', Date: '2024-07-23', SaleAttributes: { SaleAmount: 1 } },
    });
    expect(economicOf(input)).toEqual(['1018.33', '2600.00', '2600.00', '1466.11']);
  });

  it('example 16: residual value', () => {
    const input = body(10_500, '2024-04-01', plan(3), { ResidualValue: 1500, Exercises: years(2024, 2027) });
    const result = simulateAsset(input);
    expect(annuities(result)).toEqual(['2250.00', '3000.00', '3000.00', '750.00']);
    expect(result.Economic.at(-1)?.NetBookValue).toBe('1500.00');
  });

  it('example 20: complementary annuity up to the sale', () => {
    const input = body(12_000, '2024-03-01', plan(3), {
      Exercises: years(2024, 2025),
      Retirement: { Type: 'Sale', Date: '2025-05-20', SaleAttributes: { SaleAmount: 8000 } },
    });
    const result = simulateAsset(input);
    expect(annuities(result)).toEqual(['3333.33', '1555.56']);
    expect(result.Retirement).toMatchObject({
      ComplementaryEconomicAnnuity: '1555.56',
      EconomicNetBookValue: '7111.11',
    });
  });
});

describe('declining plans', () => {
  it('example 7: 102 638.35 over 7 years at 2.25', () => {
    const input = body('102638.35', '2021-07-01', declining(7, '2.25'), { Exercises: years(2021, 2027) });
    expect(economicOf(input)).toEqual(['16495.45', '27688.79', '18788.82', '12749.56', ...times('8971.91', 3)]);
  });

  it('example 8: 10 000 over 5 years from 1 January 2025', () => {
    const input = body(10_000, '2025-01-01', declining(5, '1.75'), { Exercises: years(2025, 2029) });
    expect(economicOf(input)).toEqual(['3500.00', '2275.00', '1478.75', '1373.13', '1373.12']);
  });

  it('example 9: the same from 15 July 2025', () => {
    const input = body(10_000, '2025-07-15', declining(5, '1.75'), { Exercises: years(2025, 2029) });
    expect(economicOf(input)).toEqual(['1750.00', '2887.50', '1876.88', '1742.81', '1742.81']);
  });

  it('example 10: 110 000 over 5 years from 27 April 2025', () => {
    const result = simulateAsset(body(110_000, '2025-04-27', declining(5, '1.75'), { Exercises: years(2025, 2029) }));
    expect(annuities(result)).toEqual(['28875.00', '28393.75', '18455.94', '17137.66', '17137.65']);
    const nets = result.Economic.map((line) => line.NetBookValue);
    expect(nets).toEqual(['81125.00', '52731.25', '34275.31', '17137.65', '0.00']);
  });

  it('example 11: 200 000 over 10 years, the last four linear', () => {
    const input = body(200_000, '2024-05-05', declining(10, '2.25'), { Exercises: years(2024, 2033) });
    expect(economicOf(input)).toEqual([
      '30000.00',
      '38250.00',
      '29643.75',
      '22973.91',
      '17804.78',
      '13798.70',
      '11882.22',
      '11882.21',
      '11882.22',
      '11882.21',
    ]);
  });

  it('example 12: the switch, 6 231 left over 2 of 5 years', () => {
    // 6,231 is what 3 exercises of 35 % leave of this base
    const base = '22689.12';
    const result = simulateAsset(body(base, '2021-01-01', declining(5, '1.75'), { Exercises: years(2021, 2025) }));
    expect(result.Economic[2]?.NetBookValue).toBe('6231.00');
    expect(result.Economic[3]?.Annuity).toBe('3115.50');
  });
});

describe('two plans', () => {
  it('example 13: derogatory amortization', () => {
    const input = twoPlans(50_000, '2025-03-20', plan(5), declining(5, '1.75'), { Exercises: years(2025, 2030) });
    const result = simulateAsset(input);
    expect(annuities(result)).toEqual(['7805.56', ...times('10000.00', 4), '2194.44']);
    expect(annuities(result, 'Fiscal')).toEqual(['14583.33', '12395.83', '8057.29', '7481.78', '7481.77', '0.00']);
    expect(result.Derogatory.map((row) => [row.Allowance, row.Reversal, row.Balance])).toEqual([
      ['6777.77', '0.00', '6777.77'],
      ['2395.83', '0.00', '9173.60'],
      ['0.00', '1942.71', '7230.89'],
      ['0.00', '2518.22', '4712.67'],
      ['0.00', '2518.23', '2194.44'],
      ['0.00', '2194.44', '0.00'],
    ]);
  });

  it('example 14: fiscal shorter than economic', () => {
    const result = simulateAsset(twoPlans(14_000, '2024-07-01', plan(7), plan(3), { Exercises: years(2024, 2031) }));
    expect(annuities(result)).toEqual(['1000.00', ...times('2000.00', 6), '1000.00']);
    expect(annuities(result, 'Fiscal').slice(0, 4)).toEqual(['2333.33', '4666.67', '4666.67', '2333.33']);
    const balances = result.Derogatory.map((row) => row.Balance);
    expect(balances).toEqual(['1333.33', '4000.00', '6666.67', '7000.00', '5000.00', '3000.00', '1000.00', '0.00']);
  });

  it('example 15: economic shorter than fiscal is added back then deducted', () => {
    const result = simulateAsset(twoPlans(6000, '2024-01-01', plan(2), plan(4), { Exercises: years(2024, 2027) }));
    expect(result.Derogatory.map((row) => [row.Balance, row.AddBack, row.LaterDeduction])).toEqual([
      ['0.00', '1500.00', '0.00'],
      ['0.00', '1500.00', '0.00'],
      ['0.00', '0.00', '1500.00'],
      ['0.00', '0.00', '1500.00'],
    ]);
  });

  it('example 17: first exercise of 15 months', () => {
    const Exercises = [{ Start: '2023-10-01', End: '2024-12-31' }, ...years(2025, 2027)];
    const result = simulateAsset(twoPlans(16_000, '2023-11-21', plan(4), declining(4, '1.25'), { Exercises }));
    expect(annuities(result)).toEqual(['4444.44', '4000.00', '4000.00', '3555.56']);
    expect(annuities(result, 'Fiscal')).toEqual(['5833.33', '3588.24', '3588.23', '2990.20']);
  });

  it('example 18: sale with two plans', () => {
    const input = twoPlans(40_000, '2023-01-01', plan(5), declining(5, '1.75'), {
      Exercises: years(2023, 2025),
      TaxRegime: 'IncomeTax',
      Retirement: { Type: 'Sale', Date: '2025-05-20', SaleAttributes: { SaleAmount: 22_000 } },
    });
    const result = simulateAsset(input);
    expect(annuities(result)).toEqual(['8000.00', '8000.00', '3111.11']);
    expect(annuities(result, 'Fiscal')).toEqual(['14000.00', '9100.00', '1971.67']);
    expect(result.Derogatory.at(-1)?.Balance).toBe('0.00');
    expect(result.Retirement).toEqual({
      ComplementaryEconomicAnnuity: '3111.11',
      EconomicCumulated: '19111.11',
      FiscalCumulated: '25071.67',
      EconomicNetBookValue: '20888.89',
      FiscalNetBookValue: '14928.33',
      Balance145Reversed: '5960.56',
      EconomicGainOrLoss: '1111.11',
      GainOrLossAmount: '7071.67',
      ShortTermGainOrLossAmount: '7071.67',
      LongTermGainOrLossAmount: '0.00',
      VatToPay: '0.00',
      VatToReceive: '0.00',
    });
  });
});

describe('gains', () => {
  it('example 19: short and long term after 8 years', () => {
    const input = body(
      120_000,
      '2017-06-01',
      plan(20, { PastAmortization: { Amount: 50_000, EndDate: '2025-06-01' } }),
      {
        Exercises: years(2025, 2025),
        TaxRegime: 'IncomeTax',
        Retirement: { Type: 'Sale', Date: '2025-06-01', SaleAttributes: { SaleAmount: 180_000 } },
      },
    );
    expect(simulateAsset(input).Retirement).toMatchObject({
      GainOrLossAmount: '110000.00',
      ShortTermGainOrLossAmount: '50000.00',
      LongTermGainOrLossAmount: '60000.00',
    });
    const terms = { regime: 'IncomeTax', qualification: 'General', isAmortizable: true } as const;
    const dates = { acquired: '2017-06-01' as PlainDate, retired: '2025-06-01' as PlainDate };
    const split = splitGain(110_000_00n, { ...terms, ...dates, fiscalCumulated: 50_000_00n });
    expect(split).toEqual({ shortTerm: 50_000_00n, longTerm: 60_000_00n });
  });
});

describe('events', () => {
  it('example 21: credit note of 1 050 on 1 July 2025', () => {
    const input = body(12_000, '2024-01-01', plan(5), {
      Exercises: years(2024, 2028),
      CreditNotes: [{ EffectiveDate: '2025-07-01', VatRate: 20, AmountExcludingTax: 1050 }],
    });
    expect(economicOf(input)).toEqual(['2400.00', '2250.00', '2100.00', '2100.00', '2100.00']);
  });

  it('example 25: past amortization', () => {
    const terms = plan(8, { PastAmortization: { Amount: 5000, EndDate: '2023-12-31' } });
    const input = body(9600, '2020-01-01', terms, { Exercises: years(2024, 2027) });
    const result = simulateAsset(input);
    expect(annuities(result)).toEqual(times('1150.00', 4));
    expect(result.Economic.at(-1)?.NetBookValue).toBe('0.00');
  });

  it('example 26: revision to 4 years left', () => {
    const input = body(30_000, '2022-01-01', plan(10), {
      Exercises: years(2022, 2027),
      Revisions: [{ EffectiveDate: '2024-01-01', Duration: { YearCount: 4 } }],
    });
    expect(economicOf(input)).toEqual(['3000.00', '3000.00', ...times('6000.00', 4)]);
  });

  it('example 32: over-amortization of 40 %', () => {
    const terms = plan(5, { OverAmortization: { Percentage: 40 } });
    const result = simulateAsset(body(50_000, '2023-07-01', terms, { Exercises: years(2023, 2028) }));
    expect(result.OverAmortization.map((row) => row.Annuity)).toEqual(['2000.00', ...times('4000.00', 4), '2000.00']);
  });

  it('example 33: a window that is no exercise', () => {
    const input = body(7200, '2025-03-16', plan(3), {
      Exercises: years(2025, 2025),
      Windows: [{ Start: '2025-04-01', End: '2025-06-30' }],
    });
    expect(simulateAsset(input).Windows).toEqual([
      {
        Start: '2025-04-01',
        End: '2025-06-30',
        Past: '100.00',
        Current: '600.00',
        Cumulated: '700.00',
        Vnc: '6500.00',
      },
    ]);
  });
});

describe('components', () => {
  const component = (AcquisitionValue: string | number, AmortizationDurationInYears: number) => ({
    Label: 'part',
    AcquisitionValue,
    AmortizationDurationInYears,
  });

  it('example 22: reallocation of book values', () => {
    const input = body(100, '2015-01-01', plan(20), {
      Exercises: years(2025, 2029),
      Decomposition: { DecompositionDate: '2025-01-01', CreatedComponents: [component(30, 5)] },
    });
    const result = simulateAsset(input);
    expect(result.Components[0]).toMatchObject({ ComputedActualValue: '15.00', PastAmortization: '15.00' });
    expect(result.Components[0]?.Economic.map((line) => line.Annuity)).toEqual(times('3.00', 5));
    expect(annuities(result)).toEqual(times('3.50', 5));
    expect(result.Economic[0]).toMatchObject({ Cumulated: '38.50', NetBookValue: '31.50' });
  });

  it('example 23: two components of 80 000 after 3 of 10 years', () => {
    const input = body(80_000, '2022-01-01', plan(10), {
      Exercises: years(2024, 2029),
      Decomposition: {
        DecompositionDate: '2025-01-01',
        CreatedComponents: [component(20_000, 4), component('12000.01', 5)],
      },
    });
    const result = simulateAsset(input);
    expect(result.Economic[0]?.NetBookValue).toBe('56000.00');
    expect(result.Components.map((part) => part.ComputedActualValue)).toEqual(['14000.00', '8400.01']);
    const lives = result.Components.map((part) => part.Economic.map((line) => line.Annuity).slice(0, 5));
    expect(lives).toEqual([
      [...times('3500.00', 4), '0.00'],
      [...times('1680.00', 4), '1680.01'],
    ]);
  });

  it('example 24: as if from the origin, the difference is shown', () => {
    const input = body(100, '2021-01-01', plan(10), {
      Exercises: years(2025, 2026),
      Decomposition: { ExerciseStart: '2025-01-01', CreatedComponents: [component(27, 6)] },
    });
    const [part] = simulateAsset(input).Components;
    expect(part).toMatchObject({ PastAmortization: '18.00', Difference: '7.20' });
  });
});

describe('adjustments', () => {
  it('example 27: a grant follows the amortization', () => {
    const input = body(30_000, '2024-10-01', plan(3), { Exercises: years(2024, 2027), Grants: [{ Amount: 10_000 }] });
    const result = simulateAsset(input);
    expect(annuities(result)).toEqual(['2500.00', '10000.00', '10000.00', '7500.00']);
    expect(result.Grants.map((row) => row.Share)).toEqual(['833.33', '3333.34', '3333.33', '2500.00']);
    expect(result.Grants.at(-1)?.Remaining).toBe('0.00');
  });

  it('example 28: a sale shared among assets', () => {
    const share = (weights: readonly bigint[]) =>
      allocateRetirement(
        'AssetAmount',
        { saleAmount: 2000_00n, vatToPay: undefined, vatToReceive: undefined },
        weights.map((netAcquisitionValue) => ({
          netAcquisitionValue,
          economicCumulated: 0n,
          economicNetBookValue: 0n,
        })),
      ).map(({ saleAmount }) => formatAmount(saleAmount));
    expect(share([5n, 5n, 5n])).toEqual(['666.67', '666.67', '666.66']);
    expect(share([1n, 2n, 4n])).toEqual(['285.71', '571.43', '1142.86']);
  });

  it('example 29: VAT of an exempt building and of half-deducted equipment', () => {
    const building = body(200_000, '2018-05-01', plan(25), {
      Nature: 'Immeuble',
      DeductibleVat: 40_000,
      Exercises: years(2025, 2025),
      Retirement: { Type: 'Sale', Date: '2025-09-30', SaleAttributes: { SaleAmount: 250_000, Type: 'Exempt' } },
    });
    expect(simulateAsset(building).Retirement).toMatchObject({ VatToPay: '24000.00', VatToReceive: '0.00' });
    const equipment = body(5000, '2023-05-01', plan(5), {
      DeductibleVat: 500,
      AmountIncludingTax: 6000,
      Exercises: years(2025, 2025),
      Retirement: { Type: 'Sale', Date: '2025-09-30', SaleAttributes: { SaleAmount: 3000, Type: 'TaxedPrice' } },
    });
    expect(simulateAsset(equipment).Retirement).toMatchObject({ VatToPay: '0.00', VatToReceive: '200.00' });
  });

  it('example 30: surplus price of a car, and private use', () => {
    const surplus = body(24_400, '2019-05-01', plan(5), {
      Exercises: years(2019, 2019),
      VehicleProperties: { CO2GPerKm: 100, FirstCirculationDate: '2019-05-01' },
    });
    expect(simulateAsset(surplus).NonDeductible).toMatchObject([{ Limit: '18300.00', Amount: '813.33' }]);
    const shared = {
      ...twoPlans(30_000, '2025-01-01', plan(5), plan(5, { PrivatePortion: { Mode: 'Percent', Value: 20 } })),
      Exercises: years(2025, 2025),
      TaxRegime: 'IncomeTax',
      VehicleProperties: { CO2GPerKm: 120 },
    };
    expect(simulateAsset(shared).NonDeductible).toEqual([
      { End: '2025-12-31', Limit: '18300.00', Amount: '2340.00', PrivateShare: '732.00', Deductible: '2928.00' },
    ]);
  });

  it('example 31: CO2 tax of 100 g', () => {
    const input = body(30_000, '2024-12-31', plan(5), {
      Exercises: years(2025, 2026),
      VehicleProperties: { CO2GPerKm: 100, EnergyType: { Code: 'ES' }, EuropeanEmissionStandard: 6 },
    });
    expect(simulateAsset(input).VehicleTaxes).toEqual([
      { Year: 2025, Co2: '193.00', Pollutant: '100.00' },
      { Year: 2026, Co2: '213.00', Pollutant: null },
    ]);
  });
});
