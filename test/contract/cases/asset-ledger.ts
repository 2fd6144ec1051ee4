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

/** The books of 2025 hold another allowance than the assets. */
const charged = {
  JournalCode: 'OD',
  Date: '2025-12-31',
  Label: 'Dotation',
  Lines: [
    { AccountNumber: '681120', Debit: '100.00' },
    { AccountNumber: '281540', Credit: '100.00' },
  ],
};
const bought = (day: string, AccountNumber: string, Debit: string) => ({
  JournalCode: 'OD',
  Date: day,
  Label: 'Achat',
  Lines: [
    { AccountNumber, Debit },
    { AccountNumber: '411000', Credit: Debit },
  ],
});

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
  ['exercise.create', { params, body: { StartDate: '2026-01-01', EndDate: '2026-12-31' } }],
  ['entry.create', { params, body: charged }],
  ['asset.entry.post', post({ Date: '2025-12-31', CreateAccounts: true })],
  ['asset.entry.export', { params: { ...params, date, detailed: true, journal: 'IM' } }],
  ['asset.entry.compare', { params }],
  ['asset.entry.compare', { params: { ...params, last: true } }],
  ['asset.entry.list', { params: { ...params, date } }],
  ['account.create', { params, body: { Number: '218300', Label: 'Informatique' } }],
  ['entry.create', { params, body: bought('2024-01-08', '215400', '12000.00') }],
  ['entry.create', { params, body: bought('2024-03-04', '218300', '1500.00') }],
  ['entry.create', { params, body: bought('2024-06-03', '218300', '1800.00') }],
  ['asset.proposal.list', { params: { ...params, from: '2024-01-01', to: '2024-12-31' } }],
  ['asset.proposal.accept', { params, body: { From: '2024-01-01', To: '2024-03-31' } }],
  ['asset.proposal.accept', { params, body: { EntryLineIds: [11] } }],
  ['asset.associate', { params: { ...params, assetId: 1 }, body: { EntryLineIds: [7] } }],
];

const bad: readonly BadCase[] = [
  ['asset.proposal.accept', 'AssetLineNotFound', { params, body: { EntryLineIds: [999_999] } }],
  ['asset.associate', 'AssetNotFound', { params: { ...params, assetId: 999_999 }, body: { EntryLineIds: [] } }],
  ['asset.associate', 'AssetLineNotFound', { params: { ...params, assetId: 1 }, body: { EntryLineIds: [999_999] } }],
  ['asset.entry.post', 'JournalNotFound', post({ Date: '2026-12-31', JournalCode: 'ZZ' })],
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
