/** Cases of assets against the ledger, in folder 1 after the cases of the ledger and of stored assets. */
import type { Area, BadCase, GoodCase, Waiver } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';

const params = { accountingFolderId: 1 };
const machine = {
  Name: 'Machine à bois',
  Account: { AccountNumber: 2154 },
  AcquisitionValue: '12000.00',
  AcquisitionDate: '2024-01-01',
  DeploymentDate: '2024-01-01',
  AcquisitionQuantity: 1,
  Amortization: {
    AmortizationCalculationMethod: 'EconomicOnly',
    EconomicAttributes: { Duration: { YearCount: 5 }, Mode: 'Linear', ProrataTemporis: 'Days' },
  },
};
const ASSETS: readonly GoodCase[] = [
  ['account.create', { params, body: { Number: '215400', Label: 'Matériel industriel' } }],
  ['account.create', { params, body: { Number: '281540', Label: 'Amortissements du matériel' } }],
  ['asset.create', { params, body: machine }],
];
const date = '2025-12-31';

const post = (change: object) => ({ params, body: { Date: '2024-12-31', JournalCode: 'OD', ...change } });

const good: readonly GoodCase[] = [
  ['asset.proposal.list', { params: { ...params, from: '2024-01-01' } }],
  ['asset.proposal.accept', { params, body: { From: '2024-01-01' } }],
  ['asset.associate', { params: { ...params, assetId: 1 }, body: { EntryLineIds: [] } }],
  ['asset.entry.list', { params: { ...params, date } }],
  ['asset.entry.list', { params: { ...params, date, detailed: true } }],
  ['asset.entry.export', { params: { ...params, date } }],
  ['account.create', { params, body: { Number: '681120', Label: 'Dotations' } }],
  ['asset.entry.post', post({ JournalCode: 'VE' })],
  ['exercise.create', { params, body: { StartDate: '2025-01-01', EndDate: '2025-12-31' } }],
];

const bad: readonly BadCase[] = [
  ['asset.proposal.accept', 'AssetLineNotFound', { params, body: { EntryLineIds: [999_999] } }],
  ['asset.associate', 'AssetNotFound', { params: { ...params, assetId: 999_999 }, body: { EntryLineIds: [] } }],
  ['asset.associate', 'AssetLineNotFound', { params: { ...params, assetId: 1 }, body: { EntryLineIds: [999_999] } }],
  ['asset.entry.post', 'JournalNotFound', post({ Date: '2025-12-31', JournalCode: 'ZZ' })],
];

const provedElsewhere: Readonly<Record<string, Waiver>> = {
  'asset.associate AssetLineTaken': ['test/services/assets/ledger.test.ts', 'belongs to one asset, and exists'],
  'asset.entry.post LedgerFolderInactive': [
    'test/services/ledger/import.test.ts',
    'is the folder named, when it is of that company and active',
  ],
  'asset.entry.post DateOutsideExercises': ['test/services/assets/ledger.test.ts', 'are written all or none'],
  'asset.entry.post ExerciseClosed': [
    'test/services/ledger/import.test.ts',
    'is an open exercise that overlaps no other',
  ],
  'asset.entry.post AccountNotFound': ['test/services/assets/ledger.test.ts', 'are written all or none'],
  'asset.entry.post AccountNotActive': [
    'test/services/ledger/write-entries.test.ts',
    'names accounts and sub-accounts that are open that day',
  ],
  'asset.entry.export LedgerFolderSirenMissing': ['test/services/assets/ledger.test.ts', 'are written all or none'],
};

export const assetLedger: Area = {
  operations: ['asset.proposal', 'asset.associate', 'asset.entry'],
  seed: [...FIRM, ...BOOKS, ...ASSETS],
  good,
  bad,
  provedElsewhere,
};
