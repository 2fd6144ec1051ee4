/** Cases of fixed assets. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { FIRM } from '../seeds.ts';

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

const good: readonly GoodCase[] = [
  ['asset.simulate', { body: asset }],
  ['asset.simulate', { params: { compare: true }, body: asset }],
  ['asset.simulate', { params: { explain: 'Fiscal' }, body: asset }],
  ['asset.energy.list', {}],
  ['asset.retirement.types', { params: { accountingFolderId: 2 } }],
];

const bad: readonly BadCase[] = [['asset.simulate', 'FigureNotFound', { params: { explain: 'Nothing' }, body: asset }]];

export const assetSimulation: Area = {
  operations: ['asset.simulate', 'asset.energy', 'asset.retirement.types'],
  seed: FIRM,
  good,
  bad,
};
