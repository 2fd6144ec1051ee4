/** Bad input: each fault has its own code, in both languages, with what to do. */
import { describe, expect, it } from 'vitest';
import { allocateRetirement } from '../../../src/services/assets/engine/batch-allocation.ts';
import {
  addCreditNote,
  removeCreditNote,
  replaceCreditNote,
} from '../../../src/services/assets/engine/credit-notes.ts';
import { type Grouping, groupInProgress, type SourceAsset } from '../../../src/services/assets/engine/grouping.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { readCatalogue, TaxopsError } from '../../../src/services/kernel/errors.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';
import { body, declining, plan, twoPlans, years } from './sample.ts';
import { parseSimulation, simulateAsset } from './simulate.ts';

const date = (text: string) => text as PlainDate;

function refusal(work: () => unknown): TaxopsError {
  try {
    work();
  } catch (error) {
    if (error instanceof TaxopsError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const asset = (more: object = {}) => body(10_000, '2024-03-15', plan(5), { Exercises: years(2024, 2026), ...more });
const note = (EffectiveDate: string, AmountExcludingTax: number | string) => ({
  EffectiveDate,
  AmountExcludingTax,
  VatRate: 20,
});
const component = (AcquisitionValue: number) => ({ AcquisitionValue, AmortizationDurationInYears: 5 });

it('an asset may be sold on the day it was deployed', () => {
  expect(() => simulateAsset(asset({ Retirement: { Type: 'Sale', Date: '2024-03-15' } }))).not.toThrow();
});

describe('an asset', () => {
  it.each([
    ['DeploymentBeforeAcquisition', { DeploymentDate: '2024-03-14' }],
    ['RetirementBeforeDeployment', { Retirement: { Type: 'Sale', Date: '2024-03-14' } }],
    ['ResidualValueExceedsCost', { ResidualValue: '10000.01' }],
    ['CreditNoteExceedsRemainingValue', { CreditNotes: [note('2024-04-01', '10000.01')] }],
    ['CreditNoteExceedsRemainingValue', { CreditNotes: [note('2025-01-01', 4000), note('2024-04-01', 6001)] }],
    ['CreditNoteDateTaken', { CreditNotes: [note('2024-04-01', 1), note('2024-04-01', 2)] }],
    ['CreditNoteBeforeAcquisition', { CreditNotes: [note('2024-03-14', 1)] }],
    ['CreditNoteWithoutAmount', { CreditNotes: [note('2024-04-01', 0)] }],
    ['CreditNoteVatRateOutOfRange', { CreditNotes: [{ ...note('2024-04-01', 1), VatRate: '100.01' }] }],
    ['CreditNoteAfterRetirement', { CreditNotes: [note('2025-06-01', 1)], Retirement: { Date: '2025-05-31' } }],
    [
      'TransferAfterRetirement',
      { Transfers: [{ TransferDate: '2025-06-01', Account: '2155' }], Retirement: { Date: '2025-05-31' } },
    ],
    [
      'ImpairmentAfterRetirement',
      { Impairments: [{ Date: '2025-06-01', Amount: 1 }], Retirement: { Date: '2025-05-31' } },
    ],
    ['ImpairmentBeforeAcquisition', { Impairments: [{ Date: '2024-03-14', Amount: 1 }] }],
    [
      'PlanStartBeforeAcquisition',
      { Amortization: { EffectiveDate: '2024-03-14', EconomicAttributes: plan(5, { DateType: 'Custom' }) } },
    ],
    ['ComponentsExceedParent', { Decomposition: { CreatedComponents: [component(6000), component(4000)] } }],
    ['ComponentWithoutValue', { Decomposition: { CreatedComponents: [component(0)] } }],
    [
      'ComponentsDoNotSumToParent',
      { Decomposition: { UpdatedFixedAsset: { AcquisitionValue: 7000 }, CreatedComponents: [component(2000)] } },
    ],
    [
      'DecompositionBeforeDeployment',
      { Decomposition: { DecompositionDate: '2024-03-14', CreatedComponents: [component(2000)] } },
    ],
    [
      'DecompositionAfterRetirement',
      {
        Decomposition: { DecompositionDate: '2025-06-01', CreatedComponents: [component(2000)] },
        Retirement: { Date: '2025-05-31' },
      },
    ],
    ['TransferBeforeAcquisition', { Transfers: [{ TransferDate: '2024-03-15', Account: '2155' }] }],
    [
      'TransferDateTaken',
      {
        Transfers: [
          { TransferDate: '2024-05-15', Account: '2155' },
          { TransferDate: '2024-05-15', Account: '2154' },
        ],
      },
    ],
    ['NotFixedAssetAccount', { Transfers: [{ TransferDate: '2024-05-15', Account: '606' }] }],
    ['GrantAmountNotAvailable', { Grants: [{ Amount: 101, Grant: { TotalAmount: 500, AvailableAmount: 100 } }] }],
    ['GrantAmountNotAvailable', { Grants: [{ Amount: 501, Grant: { TotalAmount: 500 } }] }],
    ['ImpairmentExceedsNetValue', { Impairments: [{ Date: '2024-12-31', Amount: 9000 }] }],
    [
      'ImpairmentRecoveryExceedsImpairment',
      {
        Impairments: [
          { Date: '2024-12-31', Amount: 100 },
          { Date: '2025-12-31', Amount: '-100.01' },
        ],
      },
    ],
    ['RevisionWithoutChange', { Revisions: [{ EffectiveDate: '2025-01-01', ProspectiveRevisionType: 'Base' }] }],
    [
      'RevisionWithoutChange',
      {
        Revisions: [
          { EffectiveDate: '2025-01-01', ProspectiveRevisionType: 'DurationAndBase', Duration: { YearCount: 2 } },
        ],
      },
    ],
    [
      'RevisionDateTaken',
      {
        Revisions: [
          { EffectiveDate: '2025-01-01', Base: 1 },
          { EffectiveDate: '2025-01-01', Base: 2 },
        ],
      },
    ],
    [
      'CustomGainsDoNotSum',
      {
        Retirement: {
          Date: '2025-05-31',
          IsCustomValue: true,
          GainOrLossAmount: 100,
          ShortTermGainOrLossAmount: 60,
          LongTermGainOrLossAmount: 50,
        },
      },
    ],
    ['ExerciseEndsBeforeStart', { Exercises: [{ Start: '2024-12-31', End: '2024-01-01' }] }],
    ['ExerciseTooLong', { Exercises: [{ Start: '2024-01-01', End: '2026-01-01' }] }],
    [
      'ExercisesNotContiguous',
      {
        Exercises: [
          { Start: '2024-01-01', End: '2024-12-31' },
          { Start: '2025-01-02', End: '2025-12-31' },
        ],
      },
    ],
    [
      'ExercisesNotContiguous',
      {
        Exercises: [
          { Start: '2024-01-01', End: '2024-12-31' },
          { Start: '2024-12-31', End: '2025-12-31' },
        ],
      },
    ],
    ['WindowEndsBeforeStart', { Windows: [{ Start: '2024-12-31', End: '2024-12-30' }] }],
  ])('%s: %o', (code, more) => {
    expect(refusal(() => simulateAsset(asset(more)))).toMatchObject({
      code,
      kind: expect.stringMatching(/invalid|conflict/),
    });
  });

  it.each([
    ['PastAmortizationExceedsBase', plan(5, { PastAmortization: { Amount: '10000.01', EndDate: '2024-12-31' } })],
    ['CoefficientMissing', declining(2)],
    ['CoefficientMissing', declining(2, '0')],
    ['ProductionUnitsMissing', { Mode: 'UnitsOfProduction' }],
  ])('%s: plan %o', (code, economic) => {
    expect(refusal(() => simulateAsset(body(10_000, '2024-03-15', economic)))).toMatchObject({ code });
  });

  it('FiscalPlanMissing, DurationRevisionByUnits', () => {
    const { Amortization, ...rest } = twoPlans(1000, '2024-01-01', plan(5), {});
    const alone = {
      ...rest,
      Amortization: { ...(Amortization as object), FiscalAttributes: null, EconomicAttributes: plan(5) },
    };
    expect(refusal(() => simulateAsset(alone))).toMatchObject({ code: 'FiscalPlanMissing' });
    const ProductionUnits = { Total: 100, Periods: [{ Start: '2024-01-01', End: '2024-12-31', Units: 10 }] };
    const units = body(
      1000,
      '2024-01-01',
      { Mode: 'UnitsOfProduction', ProductionUnits },
      {
        Revisions: [{ EffectiveDate: '2024-05-01', Duration: { YearCount: 2 } }],
      },
    );
    expect(refusal(() => simulateAsset(units))).toMatchObject({ code: 'DurationRevisionByUnits' });
    const none = { Mode: 'UnitsOfProduction', ProductionUnits: { ...ProductionUnits, Total: 0 } };
    const ofNone = body(1000, '2024-01-01', none);
    expect(refusal(() => simulateAsset(ofNone))).toMatchObject({ code: 'ProductionUnitsMissing' });
  });

  it('too many exercises, in little time', () => {
    const Exercises = [{ Start: '2199-01-01', End: '2199-01-31' }];
    const old = body(1000, '1900-01-01', plan(5), { Exercises });
    expect(simulateAsset(old).Economic[0]?.NetBookValue).toBe('0.00');
    const short = Array.from({ length: 200 }, (_, index) => {
      const day = `2199-${String((index % 12) + 1).padStart(2, '0')}-01`;
      return { Start: day, End: day };
    });
    expect(refusal(() => simulateAsset({ ...old, Exercises: short }))).toMatchObject({
      code: 'ExercisesNotContiguous',
    });
  });
});

describe('a body', () => {
  it.each([
    ['an amount with three decimals', { AcquisitionValue: '10.005' }, 'Body.AcquisitionValue'],
    ['an amount that lost cents in a float', { AcquisitionValue: 0.1 + 0.2 }, 'Body.AcquisitionValue'],
    ['an amount in exponent form', { AcquisitionValue: 1e21 }, 'Body.AcquisitionValue'],
    ['a negative value', { AcquisitionValue: -1 }, 'Body.AcquisitionValue'],
    ['not a number', { AcquisitionValue: 'many' }, 'Body.AcquisitionValue'],
    ['a day that does not exist', { AcquisitionDate: '2023-02-29' }, 'Body.AcquisitionDate'],
    ['a day out of range', { AcquisitionDate: '1899-12-31' }, 'Body.AcquisitionDate'],
    ['an unknown field', { AquisitionMethod: 'NewPurchase' }, 'Body'],
    ['an unknown value', { Nature: 'Maison' }, 'Body.Nature'],
    ['an endless text', { AcquisitionDate: '2024-01-01T'.repeat(10_000) }, 'Body.AcquisitionDate'],
    [
      'a duration beyond a century',
      { Amortization: { EconomicAttributes: plan(101) } },
      'Body.Amortization.EconomicAttributes.Duration.YearCount',
    ],
    [
      'a coefficient of too many decimals',
      { Amortization: { EconomicAttributes: declining(5, '1.7512345') } },
      'Body.Amortization.EconomicAttributes.Coefficient',
    ],
    [
      'too many windows',
      { Windows: Array.from({ length: 501 }, () => ({ Start: '2024-01-01', End: '2024-01-02' })) },
      'Body.Windows',
    ],
  ])('with %s is refused where it is', (_name, more, path) => {
    const error = refusal(() => parseSimulation({ ...asset(), ...more }));
    expect(error).toMatchObject({ code: 'InvalidInput', kind: 'invalid' });
    expect(error.issues.map((issue) => issue.path)).toContain(path);
  });

  it.each([null, undefined, 12, 'text', [], {}])('that is %o is refused', (given) => {
    expect(refusal(() => parseSimulation(given))).toMatchObject({ code: 'InvalidInput' });
  });

  it('of any shape never breaks the reader', () => {
    const deep = JSON.parse(`${'{"Amortization":'.repeat(500)}1${'}'.repeat(500)}`);
    expect(refusal(() => parseSimulation(deep))).toMatchObject({ code: 'InvalidInput' });
    const polluted = JSON.parse('{"__proto__":{"AcquisitionValue":1},"AcquisitionDate":"2024-01-01"}');
    expect(refusal(() => parseSimulation(polluted))).toMatchObject({ code: 'InvalidInput' });
  });

  it('an amount too large for an asset has its own code', () => {
    expect(refusal(() => simulateAsset(body('10000000000000.01', '2024-01-01', plan(5))))).toMatchObject({
      code: 'AmountTooLarge',
    });
  });
});

describe('credit notes', () => {
  const parent = { acquisitionValue: 1000_00n, acquisitionDate: date('2024-01-01'), quantity: 10 };
  const credit = (on: string, amount: bigint, quantity?: number) => ({
    date: date(on),
    amount,
    vatRate: ratio(1, 5),
    quantity,
  });
  const notes = [credit('2024-05-01', 400_00n, 4)];

  it('keep their list in order of date', () => {
    expect(addCreditNote(parent, notes, credit('2024-04-01', 1n)).map((one) => one.date)).toEqual([
      '2024-04-01',
      '2024-05-01',
    ]);
    expect(replaceCreditNote(parent, notes, date('2024-05-01'), credit('2024-06-01', 1000_00n, 10))).toHaveLength(1);
    expect(removeCreditNote(notes, date('2024-05-01'))).toEqual([]);
  });

  it('are refused on a taken date, above what remains, or when there is none', () => {
    expect(refusal(() => addCreditNote(parent, notes, credit('2024-05-01', 1n)))).toMatchObject({
      code: 'CreditNoteDateTaken',
      kind: 'conflict',
    });
    expect(refusal(() => addCreditNote(parent, notes, credit('2024-06-01', 600_01n)))).toMatchObject({
      code: 'CreditNoteExceedsRemainingValue',
    });
    expect(refusal(() => addCreditNote(parent, notes, credit('2024-04-01', 600_01n)))).toMatchObject({
      code: 'CreditNoteExceedsRemainingValue',
    });
    expect(refusal(() => addCreditNote(parent, notes, credit('2024-06-01', 1n, 7)))).toMatchObject({
      code: 'CreditNoteQuantityExceedsRemaining',
    });
    expect(refusal(() => removeCreditNote(notes, date('2024-05-02')))).toMatchObject({
      code: 'CreditNoteNotFound',
      kind: 'notFound',
    });
  });
});

describe('grouping', () => {
  const source = (assetId: number, more: Partial<SourceAsset> = {}): SourceAsset => ({
    assetId,
    account: '2313',
    netAcquisitionValue: 1000n * BigInt(assetId),
    acquisitionDate: date(`2024-0${assetId}-01`),
    isTransferred: false,
    isRetired: false,
    ...more,
  });
  const grouping = (more: Partial<Grouping> = {}): Grouping => ({
    sources: [source(1), source(2), source(3, { account: '238' })],
    destinationAccount: '2135',
    deploymentDate: date('2024-06-01'),
    isDetailedEntry: false,
    ...more,
  });

  it('sums its sources and takes the latest acquisition', () => {
    expect(groupInProgress(grouping())).toEqual({
      account: '2135',
      acquisitionValue: 6000n,
      acquisitionDate: '2024-03-01',
      deploymentDate: '2024-06-01',
      credits: [
        { account: '2313', assetIds: [1, 2], amount: 3000n },
        { account: '238', assetIds: [3], amount: 3000n },
      ],
    });
    expect(groupInProgress(grouping({ isDetailedEntry: true })).credits).toHaveLength(3);
  });

  it.each([
    ['TooFewSourceAssets', { sources: [source(1)] }],
    ['SourceNotInProgress', { sources: [source(1), source(2, { account: '2154' })] }],
    ['DestinationNotTangible', { destinationAccount: '2054' }],
    ['DeploymentBeforeSourceAcquisition', { deploymentDate: date('2024-02-29') }],
    ['SourceAlreadyTransferred', { sources: [source(1), source(2, { isTransferred: true })] }],
    ['SourceAlreadyRetired', { sources: [source(1), source(2, { isRetired: true })] }],
    ['SourceRepeated', { sources: [source(1), source(1)] }],
  ])('%s', (code, more) => {
    expect(refusal(() => groupInProgress(grouping(more)))).toMatchObject({ code });
  });
});

describe('a batch', () => {
  it('whose weights sum to zero is refused', () => {
    const totals = { saleAmount: 100n, vatToPay: undefined, vatToReceive: undefined };
    const assets = [{ netAcquisitionValue: 5n, economicCumulated: 0n, economicNetBookValue: -5n }];
    expect(refusal(() => allocateRetirement('AmortizationAmount', totals, assets))).toMatchObject({
      code: 'AllocationWeightsZero',
      kind: 'invalid',
    });
    expect(refusal(() => allocateRetirement('VNC', totals, assets))).toMatchObject({ code: 'AllocationWeightsZero' });
    expect(refusal(() => allocateRetirement('VNC', totals, []))).toMatchObject({ code: 'AllocationWeightsZero' });
    expect(allocateRetirement('AssetAmount', totals, assets)).toMatchObject([{ saleAmount: 100n }]);
  });
});

describe('every refusal', () => {
  it.each(
    ['', 'engine/', 'search/'].flatMap((room) =>
      Object.entries(readCatalogue(`src/services/assets/${room}errors.tsv`)),
    ),
  )('%s says in both languages what to do, with the same values', (_code, entry) => {
    expect(entry.fr).not.toBe(entry.en);
    expect(entry.hint?.fr).toMatch(/\.$/);
    expect(entry.hint?.en).toMatch(/\.$/);
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
    expect(names(entry.fr)).toEqual(names(entry.en));
  });

  it('fills its values', () => {
    const error = refusal(() => simulateAsset(asset({ CreditNotes: [note('2024-04-01', '10000.01')] })));
    expect(error.text('fr')).toBe(
      "un avoir de 10\u202f000,01 au 01/04/2024 dépasse la valeur d'acquisition nette 10\u202f000,00 qui le précède",
    );
  });
});
