/** Cases of fixed assets. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { FIRM } from '../seeds.ts';
import { CAR, LAND, LATHE, MILL } from './whole-assets.ts';

const asset = {
  AcquisitionValue: '38000.00',
  AcquisitionDate: '2024-04-11',
  DeploymentDate: '2024-04-11',
  IsAmortizable: true,
  Amortization: {
    AmortizationCalculationMethod: 'EconomicAndFiscal',
    EconomicAttributes: { Duration: { YearCount: 5 }, Mode: 'Linear', ProrataTemporis: 'Days' },
    FiscalAttributes: { Duration: { YearCount: 5 }, Mode: 'Declining', Coefficient: '1.75' },
  },
  Exercises: [{ Start: '2024-01-01', End: '2024-12-31' }],
  TaxRegime: 'IncomeTax',
};

const period = { Start: '2025-01-01', End: '2025-12-31' };
const wanted = { Exercises: [{ Start: '2024-01-01', End: '2024-12-31' }, period], Windows: [period] };
const account = { AccountNumber: 21820001 };
const note = { EffectiveDate: '2025-04-01', AmountExcludingTax: '1000.00', VatRate: 20, QuantityToBeDeducted: 1 };
const sale = {
  Name: 'Vente',
  Mode: 'Declining',
  Coefficient: '1.25',
  RetirementDate: '2025-06-30',
  SaleAmount: '20000.00',
};
const DAY = '2025-01-01';
const parts = {
  ExerciseStart: '2025-01-01',
  UpdatedFixedAsset: { AcquisitionValue: '30000.00' },
  CreatedComponents: [
    { Label: 'Moteur', AmortizationDurationInYears: 4, AcquisitionValue: '5000.00', Account: { Account: 2154 } },
    { AmortizationDurationInYears: 3, AcquisitionValue: '3000.00', Account: { AccountNumber: 2155 } },
  ],
};

const good: readonly GoodCase[] = [
  ['asset.simulate', { body: asset }],
  ['asset.simulate', { params: { compare: true }, body: asset }],
  ['asset.simulate', { params: { explain: 'Fiscal' }, body: asset }],
  ['asset.simulate', { body: { ...CAR, ...wanted, Transfers: [{ TransferDate: '2025-03-31', Account: account }] } }],
  ['asset.simulate', { body: { ...CAR, FixedAssetAccount: account, CreditNotes: [note] } }],
  ['asset.simulate', { body: { ...MILL, ...wanted } }],
  ['asset.simulate', { body: { ...LATHE, ...wanted, FixedAssetAccount: { Account: 2154 }, TaxRegime: 'IncomeTax' } }],
  ['asset.simulate', { body: { ...LAND, ...wanted } }],
  ['asset.simulate', { body: { ...asset, ...wanted, DecompositionDate: DAY, Decomposition: parts } }],
  ['asset.simulate', { body: { ...asset, ...wanted, Decomposition: { ...parts, DecompositionDate: DAY } } }],
  ['asset.simulate', { params: { compare: true }, body: { ...asset, Scenarios: [sale] } }],
  ['asset.energy.list', {}],
  ['asset.retirement.types', { params: { accountingFolderId: 2 } }],
];

const bad: readonly BadCase[] = [['asset.simulate', 'FigureNotFound', { params: { explain: 'Nothing' }, body: asset }]];

export const assetSimulation: Area = {
  operations: ['asset.simulate', 'asset.energy', 'asset.retirement.types'],
  seed: FIRM,
  good,
  bad,
  neverGiven: {
    'asset.simulate body Grants[].Grant.Id': 'a number of the register',
    'asset.simulate body Grants[].Id': 'a number of the register',
  },
  neverRead: Object.fromEntries(
    ['amortization.fiscal.octies151.partnerId', 'grants[].grant.account', 'grants[].grant.funder'].map((path) => [
      `asset.simulate body.${path}`,
      'whom it is for or from: kept by the register, no figure depends on it',
    ]),
  ),
};
