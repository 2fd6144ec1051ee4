import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/services/kernel/dates.ts';
import { compare, parseRatio, ratio } from '../../../src/services/kernel/ratio.ts';
import { sized } from '../../support/length.ts';
import fc from '../../support/property.ts';
import { anyAsset, anyCreditNotes } from './arbitrary.ts';
import { evaluate } from './arithmetic.ts';
import { body, declining, plan, twoPlans, years } from './sample.ts';
import { explainAsset, simulateAsset } from './simulate.ts';

interface Row {
  readonly Start?: string;
  readonly End?: string;
  readonly Year?: number;
}

/** Every amount of an answer under the name explanations give it; entries and alerts are made of these figures. */
function figures(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return /^-?\d+\.\d\d$/.test(value) ? [[path, value]] : [];
  if (Array.isArray(value))
    return value.flatMap((row: Row, index) => figures(row, `${path}[${keyOf(path, row, index)}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !['Entries', 'Errors', 'Start', 'End', 'Year', 'AcquisitionValue'].includes(name))
    .flatMap(([name, inner]) => figures(inner, path === '' ? name : `${path}.${name}`));
}

function keyOf(path: string, row: Row, index: number): string {
  if (path === 'Components') return String(index);
  return path === 'Windows' ? `${row.Start}..${row.End}` : String(row.Year ?? row.End);
}

function checkAll(input: unknown): number {
  const explained = new Map(explainAsset(input).map((one) => [one.Figure, one]));
  const shown = figures(simulateAsset(input), '');
  for (const [name, amount] of shown) {
    const explanation = explained.get(name);
    if (!explanation) throw new Error(`${name} is not explained`);
    expect(`${name} = ${explanation.Result}`).toBe(`${name} = ${amount}`);
    const value = evaluate(explanation.Arithmetic);
    if (compare(value, parseRatio(amount) ?? ratio(0)) !== 0)
      throw new Error(`${name}: ${explanation.Arithmetic} is ${value.numerator}/${value.denominator}, not ${amount}`);
  }
  expect(explained.size).toBe(shown.length);
  return shown.length;
}

const everything = {
  ...twoPlans(
    '84321.99',
    '2021-03-17',
    plan(8, { OverAmortization: { Percentage: 40 } }),
    declining(6, '1.75', {
      PrivatePortion: { Mode: 'Percent', Value: 15 },
      Octies151: { Amount: 9000, SpreadingDurationInExercises: 5, AlreadyReintegratedPortion: 1800 },
    }),
  ),
  ResidualValue: '1234.56',
  DeductibleVat: 4000,
  Nature: 'Aucun',
  TaxRegime: 'IncomeTax',
  VehicleProperties: { CO2GPerKm: 140, EnergyType: { Id: 1 }, EuropeanEmissionStandard: 6 },
  CreditNotes: [{ EffectiveDate: '2023-05-05', VatRate: '0.2', AmountExcludingTax: '2500.01' }],
  Revisions: [{ EffectiveDate: '2024-02-10', Duration: { YearCount: 3 } }],
  Impairments: [{ Date: '2022-12-31', Amount: '1500.50' }],
  Grants: [
    { Amount: 3000, Grant: { Name: 'Région', GrantDate: '2021-06-01' } },
    { Amount: 2000, StaggeringYears: 4, Grant: { Name: 'Agence', GrantDate: '2022-02-01' } },
  ],
  Windows: [
    { Start: '2023-04-01', End: '2023-08-15' },
    { Start: '2020-01-01', End: '2020-12-31' },
  ],
  Exercises: years(2020, 2027),
};

describe('explanations', () => {
  it('give for every figure an arithmetic that computes to it', () => {
    expect(checkAll(everything)).toBeGreaterThan(150);
  });

  it('do so for an exit with gains and VAT', () => {
    const sale = { SaleAmount: 90_000, Type: 'Exempt' };
    checkAll({ ...everything, Retirement: { Type: 'Sale', Date: '2025-08-19', SaleAttributes: sale } });
    checkAll({
      ...everything,
      Retirement: {
        Date: '2025-08-19',
        SaleAttributes: { ...sale, VatToPay: 12, Type: 'TaxedPrice' },
        IsCustomValue: true,
        GainOrLossAmount: 100,
        ShortTermGainOrLossAmount: 30,
        LongTermGainOrLossAmount: 70,
      },
    });
  });

  it('do so for components, dated or not', () => {
    const CreatedComponents = [{ Label: 'roof', AmortizationDurationInYears: 4, AcquisitionValue: '20000.01' }];
    const asset = body('80000', '2022-02-11', plan(10), { Exercises: years(2022, 2030) });
    const Windows = [{ Start: '2024-11-01', End: '2025-04-30' }];
    checkAll({ ...asset, Windows, Decomposition: { DecompositionDate: '2025-03-05', CreatedComponents } });
    checkAll({ ...asset, Windows, Decomposition: { ExerciseStart: '2025-01-01', CreatedComponents } });
  });

  it('do so for a takeover and for a base that falls below what is posted', () => {
    const past = { PastAmortization: { Amount: '800.00', EndDate: '2023-06-30' } };
    checkAll(body(1000, '2022-01-01', plan(5, past), { Exercises: years(2022, 2026) }));
    const note = { EffectiveDate: '2025-07-01', AmountExcludingTax: 900, VatRate: 20 };
    checkAll(body(1000, '2022-01-01', plan(5), { Exercises: years(2022, 2026), CreditNotes: [note] }));
    checkAll(body(1000, '2022-01-01', declining(5), { Exercises: years(2022, 2026), CreditNotes: [note] }));
  });

  it('do so for any asset with credit notes and an exit', { tags: 'sized' }, () => {
    const any = anyAsset.chain((asset) =>
      fc.tuple(fc.constant(asset), anyCreditNotes(asset), fc.integer({ min: 0, max: 4000 })),
    );
    fc.assert(
      fc.property(any, ([asset, CreditNotes, after]) => {
        const Retirement = {
          Type: 'Sale',
          Date: addDays(asset.DeploymentDate, after),
          SaleAttributes: { SaleAmount: 1 },
        };
        const held = CreditNotes.filter((note) => note.EffectiveDate <= Retirement.Date);
        checkAll({ ...asset, CreditNotes: held, Retirement, TaxRegime: 'IncomeTax' });
      }),
      { numRuns: sized(6, 60) },
    );
  });

  it('can be asked for one figure, in French or English', () => {
    const [french] = explainAsset(everything, 'Economic[2023-12-31].Annuity');
    const [english] = explainAsset(everything, 'Economic[2023-12-31].Annuity', 'en');
    expect(french?.Rule).toMatch(/^Annuité/);
    expect(english).toMatchObject({ Figure: 'Economic[2023-12-31].Annuity', Rule: expect.stringMatching(/^Annuity/) });
    expect(() => explainAsset(everything, 'Economic[1999-12-31]')).toThrow(
      expect.objectContaining({ code: 'FigureNotFound' }),
    );
  });
});
