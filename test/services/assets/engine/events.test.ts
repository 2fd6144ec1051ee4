/** What happens to an asset, beyond the worked examples. */
import { describe, expect, it } from 'vitest';
import { creditNoteAmounts } from '../../../../src/services/assets/engine/credit-notes.ts';
import { privateShareOf, taxableGain } from '../../../../src/services/assets/engine/deductions.ts';
import { splitGain } from '../../../../src/services/assets/engine/gains.ts';
import { accountAt, previousAccount } from '../../../../src/services/assets/engine/transfers.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { ratio } from '../../../../src/services/kernel/ratio.ts';
import { annuities, body, declining, plan, twoPlans, years } from '../sample.ts';
import { simulateAsset } from '../simulate.ts';

const date = (text: string) => text as PlainDate;
const note = (EffectiveDate: string, AmountExcludingTax: number) => ({
  EffectiveDate,
  AmountExcludingTax,
  VatRate: 20,
});
const simulate = (input: object) => simulateAsset(input);

it('a private share of two thirds is to the nearest cent', () => {
  const percent = { mode: 'Percent', ratio: ratio(2, 3) } as never;
  expect([privateShareOf({} as never, percent, 0, 100n), privateShareOf({} as never, percent, 0, 200n)]).toEqual([
    67n,
    133n,
  ]);
});

describe('credit notes', () => {
  it('before the start lower the base from the start', () => {
    const asset = body(12_000, '2024-01-01', plan(5), { DeploymentDate: '2024-07-01', Exercises: years(2024, 2029) });
    const result = simulate({ ...asset, CreditNotes: [note('2024-03-01', 2000)] });
    expect(annuities(result)).toEqual(['1000.00', '2000.00', '2000.00', '2000.00', '2000.00', '1000.00']);
  });

  it.each(['2027-01-01', '2027-07-01'])('on %s below what a declining plan posted at the opening end it', (date) => {
    const asset = body(10_000, '2025-01-01', declining(5, '1.75'), { Exercises: years(2025, 2029) });
    const result = simulate({ ...asset, CreditNotes: [note(date, 8000)] });
    // 5,775 posted at the opening of 2027, 2,000 left to amortize in all: whatever 2027 posted before is taken back too.
    expect(annuities(result)).toEqual(['3500.00', '2275.00', '-3775.00', '0.00', '0.00']);
  });

  it('below what is posted reverse the excess in their exercise and raise an alert', () => {
    const asset = body(10_000, '2022-01-01', plan(5), { Exercises: years(2022, 2026) });
    const result = simulate({ ...asset, CreditNotes: [note('2025-07-01', 5000)] });
    expect(annuities(result)).toEqual(['2000.00', '2000.00', '2000.00', '-1000.00', '0.00']);
    expect(result.Economic.at(-1)).toMatchObject({ Cumulated: '5000.00', NetBookValue: '0.00' });
    expect(result.Errors[0]).toMatchObject({ IsCritical: true, Name: 'BaseBelowPosted', Parameters: 'amount=2000.00' });
    const operations = result.Entries[3]?.Entries.map(({ Operation, Lines }) => [
      Operation,
      Lines[0]?.Debit,
      Lines[0]?.Account,
    ]);
    expect(operations).toEqual([
      ['CreditNote', '5000.00', '404'],
      ['Amortization', '1000.00', '68112'],
      ['AmortizationReversal', '2000.00', '2818'],
    ]);
  });

  it('lower a declining plan from the net value at the opening', () => {
    const asset = body(10_000, '2025-01-01', declining(5, '1.75'), { Exercises: years(2025, 2029) });
    const result = simulate({ ...asset, CreditNotes: [note('2026-07-01', 1000)] });
    // 2026: 6,500 x 35 % x 6/12 then 5,500 x 35 % x 6/12
    expect(annuities(result).slice(0, 2)).toEqual(['3500.00', '2100.00']);
    expect(result.Economic.at(-1)?.NetBookValue).toBe('0.00');
  });

  it('lower the even part of a declining plan over what remains of it', () => {
    const asset = body(10_000, '2025-01-01', declining(5, '1.75'), { Exercises: years(2025, 2029) });
    const result = simulate({ ...asset, CreditNotes: [note('2028-07-01', 500)] });
    // 2028: 2,746.25 x 6/24, then 1,559.69 left over 18 months
    expect(annuities(result).slice(3)).toEqual(['1206.46', '1039.79']);
  });

  it('count from their own day', () => {
    const Windows = [
      { Start: '2025-01-01', End: '2025-06-30' },
      { Start: '2025-01-01', End: '2025-07-01' },
    ];
    const asset = body(12_000, '2024-01-01', plan(5), { Exercises: years(2024, 2025), Windows });
    const result = simulate({ ...asset, CreditNotes: [note('2025-07-01', 1050)] });
    expect(result.Windows.map((window) => window.Vnc)).toEqual(['8400.00', '7344.17']);
  });

  it('state their VAT and total', () => {
    const amounts = creditNoteAmounts({
      date: date('2025-01-01'),
      amount: 10_03n,
      vatRate: ratio(1, 5),
      quantity: undefined,
    });
    expect(amounts).toEqual({ vatAmount: 2_01n, amountInclTax: 12_04n });
  });
});

describe('takeovers', () => {
  it('inside an exercise leave it the days after the takeover', () => {
    const past = { PastAmortization: { Amount: 3500, EndDate: '2023-06-30' } };
    const result = simulate(body(10_000, '2020-01-01', plan(5, past), { Exercises: years(2022, 2024) }));
    // 6,500 over 18 months
    expect(annuities(result)).toEqual(['0.00', '2166.67', '4333.33']);
    expect(result.Economic.map((line) => line.Cumulated)).toEqual(['3500.00', '5666.67', '10000.00']);
  });

  it('of a declining plan continue from the net value', () => {
    const past = { PastAmortization: { Amount: 5775, EndDate: '2026-12-31' } };
    const result = simulate(body(10_000, '2025-01-01', declining(5, '1.75', past), { Exercises: years(2027, 2029) }));
    expect(annuities(result)).toEqual(['1478.75', '1373.13', '1373.12']);
  });

  it('after the end of the plan take the rest in the next exercise', () => {
    const past = { PastAmortization: { Amount: 900, EndDate: '2024-12-31' } };
    const result = simulate(body(1000, '2020-01-01', plan(3, past), { Exercises: years(2024, 2026) }));
    expect(annuities(result)).toEqual(['0.00', '100.00', '0.00']);
  });

  it('below the linear minimum are reported (CGI 39 B)', () => {
    const past = { PastAmortization: { Amount: 1000, EndDate: '2023-12-31' } };
    const names = (result: ReturnType<typeof simulateAsset>) => result.Errors.map((error) => error.Name);
    expect(names(simulate(body(10_000, '2020-01-01', plan(8, past), { Exercises: years(2024, 2027) })))).toContain(
      'BelowMinimumLinear',
    );
    const covered = twoPlans(10_000, '2020-01-01', plan(8, past), plan(4), { Exercises: years(2024, 2027) });
    expect(names(simulate(covered))).not.toContain('BelowMinimumLinear');
    expect(names(simulate(body(10_000, '2020-01-01', plan(8), { Exercises: years(2024, 2027) })))).not.toContain(
      'BelowMinimumLinear',
    );
  });
});

describe('revisions and impairments', () => {
  it('a revision of the base and the duration', () => {
    const asset = body(12_000, '2024-01-01', plan(4), { Exercises: years(2024, 2026) });
    const Revisions = [{ EffectiveDate: '2025-07-01', Duration: { YearCount: 1 }, Base: 9000 }];
    // 4,500 posted by the end of June 2025; 4,500 left over 12 months
    expect(annuities(simulate({ ...asset, Revisions }))).toEqual(['3000.00', '3750.00', '2250.00']);
  });

  it('a revision leaves the tax plan of its own alone', () => {
    const asset = twoPlans(12_000, '2024-01-01', plan(4), plan(4), { Exercises: years(2024, 2027) });
    const result = simulate({ ...asset, Revisions: [{ EffectiveDate: '2025-01-01', Duration: { YearCount: 2 } }] });
    expect(annuities(result)).toEqual(['3000.00', '4500.00', '4500.00', '0.00']);
    expect(annuities(result, 'Fiscal')).toEqual(['3000.00', '3000.00', '3000.00', '3000.00']);
  });

  it('a revision of a declining plan counts its rate on the whole new duration', () => {
    const asset = body(10_000, '2025-07-01', declining(6, '1.75'), { Exercises: years(2025, 2028) });
    const Revisions = [{ EffectiveDate: '2025-10-01', Duration: { YearCount: 2 } }];
    // 10,000 x 1.75 x 3/72; then 3 months gone and 24 left make 27: 9,270.83 x 1.75 x 3/27, 7,468.17 x 1.75 x 12/27
    expect(annuities(simulate({ ...asset, Revisions }))).toEqual(['2531.83', '5808.58', '1659.59', '0.00']);
  });

  it('an impairment lowers the base of later exercises, in the books only', () => {
    const asset = body(10_000, '2024-01-01', plan(5), { Exercises: years(2024, 2028) });
    const Impairments = [{ Date: '2025-12-31', Amount: 1500 }];
    const result = simulate({ ...asset, Impairments });
    expect(annuities(result)).toEqual(['2000.00', '2000.00', '1500.00', '1500.00', '1500.00']);
    expect(result.Economic.map((line) => line.NetBookValue)).toEqual([
      '8000.00',
      '4500.00',
      '3000.00',
      '1500.00',
      '0.00',
    ]);
    expect(annuities(result, 'Fiscal')).toEqual(['2000.00', '2000.00', '2000.00', '2000.00', '2000.00']);
  });

  it('a recovery raises it again', () => {
    const asset = body(10_000, '2024-01-01', plan(5), { Exercises: years(2024, 2028) });
    const Impairments = [
      { Date: '2025-12-31', Amount: 1500 },
      { Date: '2026-12-31', Amount: -500 },
    ];
    expect(annuities(simulate({ ...asset, Impairments }))).toEqual([
      '2000.00',
      '2000.00',
      '1500.00',
      '1750.00',
      '1750.00',
    ]);
  });
});

describe('two impairments of a day', () => {
  it('may come in any order', () => {
    const asset = body(10_000, '2024-01-01', plan(5), { Exercises: years(2024, 2025) });
    const Impairments = [
      { Date: '2024-12-31', Amount: 900 },
      { Date: '2024-12-31', Amount: -300 },
    ];
    expect(simulate({ ...asset, Impairments: [...Impairments].reverse() })).toEqual(
      simulate({ ...asset, Impairments }),
    );
  });
});

describe('decomposition', () => {
  const CreatedComponents = [{ Label: 'motor', AmortizationDurationInYears: 3, AcquisitionValue: 4000 }];

  it('inside an exercise of a declining plan leaves the asset its part of the annuity', () => {
    const asset = body(10_000, '2025-01-01', declining(5, '1.75'), { Exercises: years(2025, 2029) });
    const result = simulate({ ...asset, Decomposition: { DecompositionDate: '2026-07-01', CreatedComponents } });
    // 6,500 x 35 % x 6/12 whole, then 60 % of the same
    expect(annuities(result).slice(0, 2)).toEqual(['3500.00', '1820.00']);
    expect(result.Components[0]).toMatchObject({ ComputedActualValue: '2145.00', PastAmortization: '1855.00' });
    expect(result.Economic[1]).toMatchObject({ Cumulated: '3465.00', NetBookValue: '2535.00' });
    expect(result.Economic.at(-1)?.NetBookValue).toBe('0.00');
  });

  it('from the origin has the coefficient of its own duration, and is linear under three years', () => {
    const parts = [
      { Label: 'four years', AmortizationDurationInYears: 4, AcquisitionValue: 2000 },
      { Label: 'two years', AmortizationDurationInYears: 2, AcquisitionValue: 1000 },
    ];
    const fiscal = (Coefficient?: string) => {
      const asset = twoPlans(10_000, '2025-01-01', plan(10), declining(10, Coefficient), {
        Exercises: years(2025, 2028),
      });
      const { Components } = simulate({ ...asset, Decomposition: { CreatedComponents: parts } });
      return Components.map(({ Fiscal }) => Fiscal.map(({ Annuity }) => Annuity));
    };
    // 31.25 % of 2,000, then of 1,375, then the rest over two years
    const wanted = [
      ['625.00', '458.33', '458.34', '458.33'],
      ['500.00', '500.00', '0.00', '0.00'],
    ];
    expect([fiscal('2.25'), fiscal()]).toEqual([wanted, wanted]);
    // One that no law gives to ten years was chosen.
    expect(fiscal('3')[0]?.[0]).toBe('1500.00');
  });

  it('shares both cumulated amounts, and the balance of 145 moves without entry', () => {
    const asset = twoPlans(10_000, '2025-01-01', plan(5), declining(5, '1.75'), { Exercises: years(2025, 2029) });
    const result = simulate({ ...asset, Decomposition: { DecompositionDate: '2026-01-01', CreatedComponents } });
    expect(result.Components[0]?.Fiscal[0]).toMatchObject({ End: '2026-12-31', Annuity: '866.67' });
    expect(result.Derogatory[1]).toMatchObject({ Balance: '1065.00', Allowance: '165.00', Reversal: '0.00' });
    expect(result.Derogatory.at(-1)?.Balance).toBe('0.00');
  });

  it.each(['2025-07-01', '2026-07-01', '2027-10-15', '2029-07-01'])(
    'on %s: entries move 145 by what the plans of the whole are ahead, and leave nothing there',
    (DecompositionDate) => {
      const asset = twoPlans(10_000, '2025-01-01', plan(5), declining(5, '1.75'), { Exercises: years(2025, 2036) });
      const result = simulate({ ...asset, Decomposition: { DecompositionDate, CreatedComponents } });
      const parts = [result, ...result.Components];
      const cents = (text: string) => BigInt(text.replace('.', ''));
      let account = 0n;
      for (const { End } of result.Economic) {
        const at = <T extends { readonly End: string }>(lines: readonly T[]) =>
          lines.filter((line) => line.End === End);
        for (const line of parts.flatMap(({ Entries }) => at(Entries).flatMap((year) => year.Entries)))
          for (const { Account, Debit, Credit } of line.Lines)
            if (Account === '145') account += cents(Credit) - cents(Debit);
        const ahead = parts.map(({ Fiscal, Economic }) =>
          [...at(Fiscal), ...at(Economic).map(({ Cumulated }) => ({ Cumulated: `-${Cumulated}` }))].reduce(
            (sum, { Cumulated }) => sum + cents(Cumulated),
            0n,
          ),
        );
        expect(account, End).toBe(ahead.reduce((sum, one) => sum + (one > 0n ? one : 0n), 0n));
      }
      expect(account).toBe(0n);
    },
  );
});

it('a base above what the asset cost is said from the day of its revision, not when the net value is below zero', () => {
  const alerts = (closing: number) =>
    simulateAsset(
      body(12_000, '2024-01-01', plan(5), {
        Exercises: years(2024, closing),
        Revisions: [{ EffectiveDate: '2025-01-01', Base: 15_000 }],
      }),
      'en',
    ).Errors.filter(({ Name }) => Name === 'BaseAboveValue');
  expect(alerts(2024)).toEqual([]);
  expect(alerts(2025)).toMatchObject([{ Parameters: 'base=15000.00; value=12000.00' }]);
});

it('a base that takes up again what an impairment took is said, one without it is not (PCG 214-17)', () => {
  const alerts = (Base: number, closing: number) =>
    simulateAsset(
      body(10_000, '2024-01-01', plan(5), {
        Exercises: years(2024, closing),
        Impairments: [{ Date: '2024-12-31', Amount: 3000 }],
        Revisions: [{ EffectiveDate: '2025-01-01', Base }],
      }),
      'en',
    ).Errors.filter(({ Name }) => Name === 'BaseAboveValue');
  expect(alerts(10_000, 2024)).toEqual([]);
  expect(alerts(10_000, 2025)).toMatchObject([{ Parameters: 'base=10000.00; value=7000.00' }]);
  expect(alerts(7000, 2025)).toEqual([]);
});

describe('units of production', () => {
  const units = (Units: number[]) => ({
    Mode: 'UnitsOfProduction',
    ProductionUnits: {
      Total: 1000,
      Periods: Units.map((count, index) => ({
        Start: `${2024 + index}-01-01`,
        End: `${2024 + index}-12-31`,
        Units: count,
      })),
    },
  });

  it('follow what was produced, the last period taking the rest', () => {
    const result = simulate(body(10_000, '2024-01-01', units([333, 333.5, 333.5]), { Exercises: years(2024, 2026) }));
    expect(annuities(result)).toEqual(['3330.00', '3335.00', '3335.00']);
  });

  it('stop at the exit with the part of the period', () => {
    const asset = body(10_000, '2024-01-01', units([300, 400]), { Exercises: years(2024, 2025) });
    const result = simulate({ ...asset, Retirement: { Date: '2025-06-30', Type: 'Scrapping' } });
    expect(annuities(result)).toEqual(['3000.00', '2000.00']);
  });

  const revised = (Units: number[], Revisions: object[], closing: string) => ({
    ...body(10_000, '2024-01-01', units(Units), { Exercises: years(2024, Number(closing.slice(0, 4))) }),
    FixedAssetAccount: '215400',
    Revisions,
  });
  const saidOf = (asset: object) =>
    simulateAsset(asset, 'en')
      .Errors.filter(({ Name }) => /Production|Duration/.test(Name))
      .map(({ ErrorMessage }) => ErrorMessage);

  it('say that more was produced than the plan expected, and say nothing of months', () => {
    expect(saidOf(revised([600, 400], [], '2025-12-31'))).toEqual([]);
    expect(saidOf(revised([600, 700], [], '2025-12-31'))).toEqual([
      expect.stringMatching(/^1300 units produced, above the total of 1000: .*Revisions, Units/),
    ]);
  });

  it('spread the rest over what remains to be produced, from the day it was revised (PCG 214-14)', () => {
    // 10,000 for 1,000 units: 600 made in 2024 are 6,000. On 1 January 2025, 1,600 remain: 4,000 × 800 / 1,600 a year.
    const longer = [{ EffectiveDate: '2025-01-01', Units: 1600 }];
    expect(annuities(simulate(revised([600, 800, 800], longer, '2026-12-31')))).toEqual([
      '6000.00',
      '2000.00',
      '2000.00',
    ]);
    expect(saidOf(revised([600, 800, 800], longer, '2026-12-31'))).toEqual([]);
    expect(saidOf(revised([600, 800, 801], longer, '2026-12-31'))).toEqual([expect.stringContaining('2201 units')]);
    const inside = [{ EffectiveDate: '2025-07-01', Units: 2000, Base: 12_000 }];
    // 300 of 600 units are made by 30 June 2025. Before: 6,000 + 300 × 10 = 9,000. From then on 12,000 - 9,000 over 2,000 units: 300 × 1.5, then 1,000 × 1.5.
    expect(annuities(simulate(revised([600, 600, 1000], inside, '2026-12-31')))).toEqual([
      '6000.00',
      '3450.00',
      '1500.00',
    ]);
  });

  it('are revised by units alone, and no other plan is', () => {
    const refused = (asset: object) => {
      try {
        return simulate(asset) && '';
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const revision = (more: object) => [{ EffectiveDate: '2025-01-01', ...more }];
    expect(refused(revised([600], revision({ Units: 0 }), '2025-12-31'))).toBe('RevisionWithoutChange');
    expect(refused(revised([600], revision({ Units: 1, Duration: { YearCount: 1 } }), '2025-12-31'))).toBe(
      'DurationRevisionByUnits',
    );
    const timed = body(10_000, '2024-01-01', plan(5), { Revisions: revision({ Units: 5 }) });
    expect(refused(timed)).toBe('RevisionWithoutChange');
  });

  it('need periods in order', () => {
    const overlapping = {
      Mode: 'UnitsOfProduction',
      ProductionUnits: {
        Total: 10,
        Periods: [
          { Start: '2024-01-01', End: '2024-12-31', Units: 1 },
          { Start: '2024-12-31', End: '2025-12-31', Units: 1 },
        ],
      },
    };
    expect(() => simulate(body(10_000, '2024-01-01', overlapping))).toThrow(
      expect.objectContaining({ code: 'ProductionUnitsMissing' }),
    );
  });
});

describe('methods', () => {
  const attributes = { EconomicAttributes: plan(4), FiscalAttributes: declining(4, '1.25') };
  const asset = (Amortization: object, more: object = {}) => ({
    AcquisitionValue: 10_000,
    ResidualValue: 2000,
    AcquisitionDate: '2024-01-01',
    Amortization,
    Exercises: years(2024, 2027),
    ...more,
  });

  it('Unset books a difference when a tax plan is given', () => {
    expect(simulate(asset(attributes)).Derogatory[0]?.Allowance).toBe('1125.00');
    expect(simulate(asset({ EconomicAttributes: plan(4) })).Derogatory[0]?.Allowance).toBe('0.00');
  });

  it('C8: the tax plan of its own amortizes the whole cost', () => {
    const result = simulate(asset({ ...attributes, AmortizationCalculationMethod: 'EconomicAndFiscal' }));
    expect([result.Economic.at(-1)?.Cumulated, result.Fiscal.at(-1)?.Cumulated]).toEqual(['8000.00', '10000.00']);
  });

  it('EconomicOnly and IsFiscalSameAsEconomic keep the residual value out of both', () => {
    for (const more of [{ AmortizationCalculationMethod: 'EconomicOnly' }, { IsFiscalSameAsEconomic: true }]) {
      const result = simulate(asset({ ...attributes, ...more }));
      expect(annuities(result, 'Fiscal')).toEqual(annuities(result));
      expect(result.Fiscal.at(-1)?.Cumulated).toBe('8000.00');
    }
  });

  it('FiscalOnly makes the books follow the tax plan, without account 145', () => {
    const result = simulate(asset({ ...attributes, AmortizationCalculationMethod: 'FiscalOnly' }));
    expect(annuities(result)).toEqual(annuities(result, 'Fiscal'));
    expect(annuities(result)[0]).toBe('3125.00');
    expect(result.Derogatory.every((row) => row.Balance === '0.00')).toBe(true);
  });

  it('C5: linear starts with the deployment, the acquisition or a day of its own', () => {
    const started = (economic: object, more: object = {}) =>
      annuities(
        simulate(body(3600, '2024-01-01', plan(3, { ...economic }), { DeploymentDate: '2024-07-01', ...more })),
      )[0];
    expect(started({})).toBe('600.00');
    expect(started({ DateType: 'Acquisition' })).toBe('1200.00');
    const Amortization = { EconomicAttributes: plan(3, { DateType: 'Custom' }), EffectiveDate: '2024-10-01' };
    expect(started({}, { Amortization })).toBe('300.00');
  });

  it('a top-level residual value wins, and the base of the user wins over both', () => {
    const inner = { EconomicAttributes: plan(4), ResidualValue: 4000 };
    expect(simulate(asset(inner)).Economic.at(-1)?.Cumulated).toBe('8000.00');
    const custom = { EconomicAttributes: plan(4, { CustomBase: 5000 }) };
    expect(simulate(asset(custom)).Economic.at(-1)?.Cumulated).toBe('5000.00');
    const given = { EconomicAttributes: plan(4, { Base: 5000 }) };
    expect(simulate(asset(given)).Economic.at(-1)?.Cumulated).toBe('5000.00');
    const computed = { EconomicAttributes: plan(4, { Base: 5000, IsComputedByPlatform: true }) };
    expect(simulate(asset(computed)).Economic.at(-1)?.Cumulated).toBe('8000.00');
  });

  it('a duration may be given in months', () => {
    const first = (Duration: object) => annuities(simulate(body(3600, '2024-01-01', { Duration })))[0];
    expect(first({ MonthCount: 36 })).toBe('1200.00');
    expect(first({ YearCount: 2, MonthCount: 12, InMonth: true })).toBe('1200.00');
    expect(first({ InMonth: 36 })).toBe('1200.00');
  });

  it('an asset that is not amortizable keeps its value', () => {
    const result = simulate({ ...asset({}), IsAmortizable: false });
    expect(result.Economic.map((line) => [line.Annuity, line.NetBookValue])).toEqual(
      years(2024, 2027).map(() => ['0.00', '10000.00']),
    );
  });
});

describe('over-amortization', () => {
  it('stops at the exit and follows credit notes', () => {
    const terms = plan(5, { OverAmortization: { Percentage: 40 } });
    const asset = body(50_000, '2023-01-01', terms, { Exercises: years(2023, 2025) });
    const sold = simulate({ ...asset, Retirement: { Date: '2024-06-30', Type: 'Sale' } });
    expect(sold.OverAmortization.map((row) => [row.Annuity, row.Remaining])).toEqual([
      ['4000.00', '16000.00'],
      ['2000.00', '0.00'],
      ['0.00', '0.00'],
    ]);
    const credited = simulate({ ...asset, CreditNotes: [note('2024-01-01', 10_000)] });
    expect(credited.OverAmortization.map((row) => row.Annuity)).toEqual(['4000.00', '3000.00', '3000.00']);
  });
});

describe('over-amortization under a tax plan alone', () => {
  it('lasts as long as that plan', () => {
    const asset = body(50_000, '2023-07-01', plan(5), { Exercises: years(2023, 2028) });
    const EconomicAttributes = { OverAmortization: { Percentage: 40 } };
    const Amortization = {
      AmortizationCalculationMethod: 'FiscalOnly',
      EconomicAttributes,
      FiscalAttributes: plan(5),
    };
    expect(simulate({ ...asset, Amortization }).OverAmortization.map((row) => row.Annuity)).toEqual([
      '2000.00',
      '4000.00',
      '4000.00',
      '4000.00',
      '4000.00',
      '2000.00',
    ]);
  });
});

describe('exercises not given', () => {
  const ends = (input: object) => simulate(input).Economic.map((line) => line.End.slice(0, 4));

  it('are the civil years up to the end of the plan, of its components, or to the exit', () => {
    const asset = body(10_000, '2024-07-01', plan(2));
    expect(ends(asset)).toEqual(['2024', '2025', '2026']);
    expect(ends({ ...asset, Retirement: { Date: '2025-02-01', Type: 'Sale' } })).toEqual(['2024', '2025']);
    const CreatedComponents = [{ AmortizationDurationInYears: 3, AcquisitionValue: 4000 }];
    expect(ends({ ...asset, Decomposition: { DecompositionDate: '2025-01-01', CreatedComponents } }).at(-1)).toBe(
      '2027',
    );
    expect(ends({ ...asset, Revisions: [{ EffectiveDate: '2026-01-01', Duration: { YearCount: 4 } }] }).at(-1)).toBe(
      '2029',
    );
  });
});

describe('no prorata', () => {
  it('posts nothing before the start, and the time already gone on the day it starts', () => {
    const Windows = ['2025-06-30', '2025-07-01', '2025-12-31'].map((End) => ({ Start: '2025-01-01', End }));
    const asset = body(3600, '2025-01-15', plan(3, { ProrataTemporis: 'None' }), {
      DeploymentDate: '2025-07-01',
      Exercises: years(2025, 2025),
    });
    expect(simulate({ ...asset, Windows }).Windows.map((window) => window.Current)).toEqual([
      '0.00',
      '603.33',
      '1200.00',
    ]);
  });
});

describe('transfers', () => {
  const asset = {
    account: '2154',
    acquisitionDate: date('2024-01-01'),
    transfers: [
      { date: date('2025-07-01'), account: '2155' },
      { date: date('2024-06-01'), account: '2183' },
    ],
  };

  it('change the account from their day on', () => {
    const at = ['2024-05-31', '2024-06-01', '2025-06-30', '2025-07-01'].map((day) => accountAt(asset, date(day)));
    expect(at).toEqual(['2154', '2183', '2183', '2155']);
  });

  it('keep what was before', () => {
    expect(previousAccount(asset, date('2026-01-01'))).toEqual({
      lastTransferDate: '2025-07-01',
      accountBefore: '2183',
    });
    expect(previousAccount(asset, date('2024-01-31'))).toBeUndefined();
  });

  it('change no figure', () => {
    const plain = body(12_000, '2024-01-01', plan(5), { Exercises: years(2024, 2028), FixedAssetAccount: '2154' });
    const moved = simulate({ ...plain, Transfers: [{ TransferDate: '2025-07-01', Account: { AccountNumber: 2155 } }] });
    expect(moved.Economic).toEqual(simulate(plain).Economic);
  });
});

describe('gains', () => {
  const terms = {
    regime: 'IncomeTax',
    qualification: 'Unknown',
    isAmortizable: true,
    fiscalCumulated: 100n,
    acquired: date('2023-05-31'),
    retired: date('2025-05-31'),
  } as const;

  it.each([
    ['a gain up to the amortization is short term', terms, 80n, [80n, 0n]],
    ['a gain above it is long term beyond', terms, 150n, [100n, 50n]],
    ['a loss is short term', terms, -40n, [-40n, 0n]],
    ['everything is short term the day before two years', { ...terms, retired: date('2025-05-30') }, 150n, [150n, 0n]],
    ['land is long term', { ...terms, isAmortizable: false }, 150n, [0n, 150n]],
    ['a loss on land is long term', { ...terms, isAmortizable: false }, -5n, [0n, -5n]],
    ['a company has no long term', { ...terms, regime: 'CorporationTax' }, 150n, [150n, 0n]],
    [
      'but for participation shares',
      { ...terms, regime: 'CorporationTax', qualification: 'ParticipationShares' },
      150n,
      [0n, 150n],
    ],
  ] as const)('%s', (_name, given, gain, [shortTerm, longTerm]) => {
    expect(splitGain(gain, given)).toEqual({ shortTerm, longTerm });
  });

  it('C16: private use in percent lowers the taxable gain, a fixed amount does not', () => {
    expect(taxableGain(1000n, { mode: 'Percent', ratio: ratio(1, 5), amount: 20n })).toBe(800n);
    expect(taxableGain(10_001n, { mode: 'Percent', ratio: ratio(1, 2), amount: 50n })).toBe(5001n);
    expect(taxableGain(1000n, { mode: 'Amount', ratio: ratio(1, 5), amount: 20n })).toBe(1000n);
    expect(taxableGain(-1000n, undefined)).toBe(-1000n);
  });

  it('C19: VAT to pay raises the origin value of both gains, VAT to receive lowers it', () => {
    const sale = (attributes: object) =>
      simulate({
        ...body(10_000, '2023-01-01', plan(5), {
          DeductibleVat: 2000,
          NonDeductibleVat: 1000,
          Exercises: years(2023, 2025),
        }),
        Retirement: { Type: 'Sale', Date: '2025-12-31', SaleAttributes: { SaleAmount: 5000, ...attributes } },
      }).Retirement;
    expect(sale({ Type: 'Exempt' })).toMatchObject({
      VatToPay: '800.00',
      VatToReceive: '0.00',
      GainOrLossAmount: '200.00',
      EconomicGainOrLoss: '200.00',
    });
    expect(sale({ Type: 'TaxedPrice' })).toMatchObject({
      VatToPay: '0.00',
      VatToReceive: '400.00',
      GainOrLossAmount: '1400.00',
    });
    expect(sale({ Type: 'Exempt', VatToPay: 0 })).toMatchObject({ VatToPay: '0.00', GainOrLossAmount: '1000.00' });
    const old = body(10_000, '2015-01-01', plan(5), { DeductibleVat: 2000, Exercises: years(2025, 2025) });
    const SaleAttributes = { SaleAmount: 1, Type: 'Exempt' };
    expect(
      simulate({ ...old, Retirement: { Type: 'Sale', Date: '2025-12-31', SaleAttributes } }).Retirement?.VatToPay,
    ).toBe('0.00');
    expect(sale({})).toMatchObject({ VatToPay: '0.00', VatToReceive: '0.00' });
  });

  it('C19: the years are those of the account at the exit', () => {
    const sold = simulate({
      ...body(200_000, '2018-03-10', plan(20), { DeductibleVat: 40_000, Exercises: years(2025, 2025) }),
      FixedAssetAccount: '2313',
      Transfers: [{ TransferDate: '2018-12-31', Account: '2131' }],
      Retirement: { Type: 'Sale', Date: '2025-06-30', SaleAttributes: { SaleAmount: 1, Type: 'Exempt' } },
    });
    expect(sold.Retirement?.VatToPay).toBe('24000.00');
  });

  it('C19: the VAT deducted is net of that of credit notes', () => {
    const { Retirement, Entries } = simulate({
      ...body(200_000, '2018-03-10', plan(20), { DeductibleVat: 40_000, FixedAssetAccount: '2131' }),
      CreditNotes: [note('2019-05-02', 20_000)],
      Retirement: { Type: 'Sale', Date: '2025-06-30', SaleAttributes: { SaleAmount: 1, Type: 'Exempt' } },
    });
    expect(Retirement?.VatToPay).toBe('21600.00');
    expect(Entries[1]?.Entries[0]?.Lines[0]?.Debit).toBe('24000.00');
  });

  it('theft and scrapping regularise no VAT, and scrapping has no price', () => {
    for (const [Type, gain] of [
      ['Theft', '1000.00'],
      ['Scrapping', '-4000.00'],
    ]) {
      const asset = body(10_000, '2023-01-01', plan(5), { DeductibleVat: 2000, Exercises: years(2023, 2025) });
      const SaleAttributes = { SaleAmount: 5000, Type: 'Exempt' };
      const exit = simulate({ ...asset, Retirement: { Type, Date: '2025-12-31', SaleAttributes } }).Retirement;
      expect(exit).toMatchObject({ VatToPay: '0.00', GainOrLossAmount: gain });
    }
  });

  it('figures of the user win', () => {
    const Retirement = { Date: '2025-12-31', IsCustomValue: true, GainOrLossAmount: 10, LongTermGainOrLossAmount: 4 };
    const exit = simulate({
      ...body(10_000, '2023-01-01', plan(5), { Exercises: years(2023, 2025) }),
      Retirement,
    }).Retirement;
    expect(exit).toMatchObject({
      GainOrLossAmount: '10.00',
      ShortTermGainOrLossAmount: '6.00',
      LongTermGainOrLossAmount: '4.00',
    });
  });
});

describe('grants', () => {
  const share = (input: object) => simulate(input).Grants.map((row) => row.Share);
  const asset = body(30_000, '2024-01-01', plan(3), { Exercises: years(2024, 2026) });

  it('follow the tax plan of its own', () => {
    const two = twoPlans(30_000, '2024-01-01', plan(5), plan(3), {
      Exercises: years(2024, 2028),
      Grants: [{ Amount: 9000 }],
    });
    expect(share(two)).toEqual(['3000.00', '3000.00', '3000.00', '0.00', '0.00']);
  });

  it('give the rest at the exit', () => {
    expect(share({ ...asset, Grants: [{ Amount: 9000 }], Retirement: { Date: '2025-06-30', Type: 'Sale' } })).toEqual([
      '3000.00',
      '6000.00',
      '0.00',
    ]);
  });

  it('on an asset that is not amortizable come in tenths, or over the years given, from the next exercise', () => {
    const land = {
      AcquisitionValue: 50_000,
      AcquisitionDate: '2024-05-01',
      IsAmortizable: false,
      Exercises: years(2024, 2035),
    };
    const Grant = { GrantDate: '2024-06-01' };
    const tenths = share({ ...land, Grants: [{ Amount: '1000.03', Grant }] });
    expect(tenths).toEqual(['0.00', ...Array.from({ length: 9 }, () => '100.00'), '100.03', '0.00']);
    expect(share({ ...land, Grants: [{ Amount: 900, StaggeringYears: 3, Grant }] }).slice(0, 5)).toEqual([
      '0.00',
      '300.00',
      '300.00',
      '300.00',
      '0.00',
    ]);
  });

  it('taken over continue at the remaining pace', () => {
    const Grants = [
      { Amount: 9000, Grant: { GrantDate: '2024-01-01', PastGrant: { Amount: 4000, Date: '2024-12-31' } } },
    ];
    expect(share({ ...asset, Grants })).toEqual(['0.00', '2500.00', '2500.00']);
  });

  it('awarded later catch up', () => {
    expect(share({ ...asset, Grants: [{ Amount: 9000, Grant: { GrantDate: '2025-03-01' } }] })).toEqual([
      '0.00',
      '6000.00',
      '3000.00',
    ]);
  });

  it('on an asset without plan come in equal parts', () => {
    const bare = {
      AcquisitionValue: 1000,
      AcquisitionDate: '2024-01-01',
      IsAmortizable: true,
      Exercises: years(2024, 2026),
    };
    expect(share({ ...bare, Grants: [{ Amount: 100, StaggeringYears: 2 }] })).toEqual(['0.00', '50.00', '50.00']);
    expect(share({ ...bare, Grants: [{ Amount: 100 }] })).toEqual(['0.00', '10.00', '10.00']);
  });

  it('above the value of the asset are reported', () => {
    const result = simulate({ ...asset, Grants: [{ Amount: 30_001 }] });
    expect(result.Errors.map((error) => error.Name)).toContain('GrantAboveAssetValue');
  });
});

describe('151 octies', () => {
  const octies = (Octies151: object, more: object = {}) =>
    simulate({
      ...twoPlans(30_000, '2022-04-01', plan(10), plan(10, { Octies151 }), { Exercises: years(2022, 2028) }),
      ...more,
    }).Octies151.map((row) => row.Share);

  it('in five parts, the last taking the complement', () => {
    expect(octies({ Amount: 1000.03 })).toEqual(['200.01', '200.01', '200.01', '200.01', '199.99', '0.00', '0.00']);
  });

  it('in fifteen for a building', () => {
    expect(octies({ Amount: 1500 }, { Nature: 'Immeuble' })).toEqual(years(2022, 2028).map(() => '100.00'));
  });

  it('in fifteen for works that became a building, from the exercise that ends on its account', () => {
    const works = { FixedAssetAccount: '2313' };
    const became = (TransferDate: string) => ({ ...works, Transfers: [{ TransferDate, Account: '2131' }] });
    expect(octies({ Amount: 15_000 }, became('2022-12-31'))).toEqual(years(2022, 2028).map(() => '1000.00'));
    expect(octies({ Amount: 15_000 }, became('2023-06-30')).slice(0, 3)).toEqual(['3000.00', '857.14', '857.14']);
    expect(octies({ Amount: 15_000 }, works).slice(0, 2)).toEqual(['3000.00', '3000.00']);
  });

  it('what is left after the parts already added back', () => {
    expect(octies({ Amount: 1000, AlreadyReintegratedPortion: 400 })).toEqual([
      '0.00',
      '0.00',
      '200.00',
      '200.00',
      '200.00',
      '0.00',
      '0.00',
    ]);
  });

  it('all at once when the asset is sold', () => {
    expect(octies({ Amount: 1000 }, { Retirement: { Date: '2024-05-05', Type: 'Sale' } })).toEqual([
      '200.00',
      '200.00',
      '600.00',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
    ]);
  });
});

describe('private portion', () => {
  it('as a fixed amount follows the time in the exercise and never exceeds what is left', () => {
    const PrivatePortion = { Mode: 'Amount', Value: '1200.00' };
    const asset = twoPlans(6000, '2024-07-01', plan(3), plan(3, { PrivatePortion }), { Exercises: years(2024, 2026) });
    const rows = simulate({ ...asset, Retirement: { Date: '2026-03-31', Type: 'Sale' } }).NonDeductible;
    expect(rows.map((row) => [row.Limit, row.PrivateShare, row.Deductible])).toEqual([
      [null, '600.00', '400.00'],
      [null, '1200.00', '800.00'],
      [null, '300.00', '200.00'],
    ]);
    const all = twoPlans(6000, '2024-01-01', plan(3), plan(3, { PrivatePortion: { ...PrivatePortion, Value: 5000 } }));
    expect(simulate(all).NonDeductible[0]).toMatchObject({ PrivateShare: '2000.00', Deductible: '0.00' });
  });

  it.each([
    ['ends with the plan', plan(2), ['225.00', '1000.00', '775.00', '0.00']],
    [
      'is whole where the first annuity is',
      plan(2, { ProrataTemporis: 'None' }),
      ['1000.00', '1000.00', '0.00', '0.00'],
    ],
    ['counts months as the plan does', plan(2, { ProrataTemporis: 'Months' }), ['250.00', '1000.00', '750.00', '0.00']],
    ['follows a declining plan', declining(3), ['250.00', '1000.00', '1000.00', '0.00']],
    [
      'begins after a takeover',
      plan(2, { PastAmortization: { Amount: 1000, EndDate: '2024-06-30' } }),
      ['0.00', '500.00', '775.00', '0.00'],
    ],
  ])('as a fixed amount %s', (_, fiscal, shares) => {
    const PrivatePortion = { Mode: 'Amount', Value: '1000.00' };
    const exercises = { Exercises: years(2023, 2026) };
    const asset = twoPlans(60_000, '2023-10-10', plan(2), { ...fiscal, PrivatePortion }, exercises);
    expect(simulate(asset).NonDeductible.map(({ PrivateShare }) => PrivateShare)).toEqual(shares);
  });

  it('as a fixed amount goes on as long as a revised duration', () => {
    const asset = body(60_000, '2023-10-10', plan(2), {
      Amortization: {
        AmortizationCalculationMethod: 'EconomicOnly',
        EconomicAttributes: plan(2),
        FiscalAttributes: { PrivatePortion: { Mode: 'Amount', Value: '1000.00' } },
      },
      Revisions: [{ EffectiveDate: '2025-01-01', Duration: { YearCount: 1, MonthCount: 6 } }],
      Exercises: years(2023, 2026),
    });
    expect(simulate(asset).NonDeductible.map(({ PrivateShare }) => PrivateShare)).toEqual([
      '225.00',
      '1000.00',
      '1000.00',
      '500.00',
    ]);
  });

  it('a car within its limit is deducted whole', () => {
    const car = { ...body(18_300, '2025-01-01', plan(5)), VehicleProperties: { CO2GPerKm: 120 } };
    expect(simulate(car).NonDeductible[0]).toMatchObject({ Limit: '18300.00', Amount: '0.00', Deductible: '3660.00' });
    const cheap = { ...car, AcquisitionValue: 12_000 };
    expect(simulate(cheap).NonDeductible[0]).toMatchObject({ Amount: '0.00', Deductible: '2400.00' });
  });
});
