/** Cases of the search of assets, its headers, its exports and editions. */
import type { Area, BadCase, GoodCase, Waiver } from '../requests.ts';
import { FILED, FIRM } from '../seeds.ts';
import { ABOUT, CAR, LATHE, MILL } from './whole-assets.ts';

const period = { accountingFolderId: 2, startDate: '2025-01-01', endDate: '2025-12-31' };

const good: readonly GoodCase[] = [
  ['asset.header.list', { params: { accountingFolderId: 2 } }],
  ['asset.search', { params: period }],
  ['asset.search', { params: { ...period, startDate: '2025-01-01T00:00:00Z', endDate: '2025-12-31T12:00:00Z' } }],
  [
    'asset.search',
    {
      params: {
        ...period,
        sort: ['Name:asc', 'AcquisitionDate:desc'],
        q: ['EconomicVNCPeriodAmount:gt:1000', 'EconomicMethod:in:Linear#Declining'],
        group: ['Account'],
        extends: ['Status'],
        hasAlert: false,
        page: 2,
        limit: 10,
      },
    },
  ],
  ['asset.search', { params: { ...period, extends: ['Status'] } }],
  ['asset.export', { params: { ...period, exportType: 'Csv' } }],
  [
    'asset.export',
    { params: { ...period, exportType: 'Csv', sort: ['Name:asc'], q: ['Name:eq:Berline'], hasAlert: true } },
  ],
  [
    'asset.export',
    {
      params: {
        ...period,
        exportType: 'Excel',
        columns: ['Name', 'Account'],
        extends: ['Status'],
        withAnalytics: true,
      },
    },
  ],
  ...(['Html', 'Pdf', 'Platform'] as const).map(
    (exportType): GoodCase => ['asset.export', { params: { ...period, exportType } }],
  ),
  ...(['FixedAssets', 'Dotations', 'Disposals', 'Derogatory'] as const).flatMap((edition): GoodCase[] => [
    ['asset.edition.show', { params: { ...period, edition } }],
    ['asset.edition.export', { params: { ...period, edition, exportType: 'Pdf' } }],
  ]),
];

/** What both the search and the export refuse. */
const refused = (id: string, more = {}): BadCase[] =>
  (
    [
      ['WindowEndsBeforeStart', { endDate: '2024-12-31' }],
      ['UnknownAssetProperty', { q: ['Nope:eq:1'] }],
      ['UnknownAssetProperty', { extends: ['Nope'] }],
      ['InvalidAssetFilter', { q: ["x'; drop table asset; --"] }],
      ['InvalidAssetFilterValue', { q: ['AcquisitionValue:eq:1 or 1=1'] }],
      ['InvalidAssetSort', { sort: ['Name'] }],
      ['AssetPropertyUnusable', { sort: ['Analytics:asc'] }],
    ] as const
  ).map(([code, change]) => [id, code, { params: { ...period, ...more, ...change } }]);

const exported = { ...period, exportType: 'Csv' };

const bad: readonly BadCase[] = [
  ...refused('asset.search'),
  ...refused('asset.export', { exportType: 'Csv' }),
  ['asset.export', 'UnknownAssetProperty', { params: { ...exported, columns: ['Nope'] } }],
  ['asset.export', 'AssetPropertyUnusable', { params: { ...exported, columns: ['Retirement'] } }],
  ...['asset.edition.show', 'asset.edition.export'].map(
    (id): BadCase => [
      id,
      'WindowEndsBeforeStart',
      { params: { ...exported, edition: 'Dotations', endDate: '2024-12-31' } },
    ],
  ),
  ['asset.search', 'PageOutOfRange', { params: { ...period, page: 0 } }],
  ['asset.search', 'AssetPropertyUnusable', { params: { ...period, group: ['Notes'] } }],
];

/** A period far from every exercise is refused once the folder has an asset. */
const provedElsewhere: Readonly<Record<string, Waiver>> = {
  'asset.search TooManyExercises': ['test/services/assets/search/list.test.ts', '%j: %s'],
  'asset.export TooManyExercises': ['test/services/assets/search/list.test.ts', '%j: %s'],
  'asset.edition.show TooManyExercises': ['test/services/assets/search/list.test.ts', '%j: %s'],
  'asset.edition.export TooManyExercises': ['test/services/assets/search/list.test.ts', '%j: %s'],
};

const params = { accountingFolderId: 2 };
const machine = {
  Name: 'Machine à bois',
  Account: { AccountNumber: 2154 },
  AcquisitionValue: '12000.00',
  AcquisitionDate: '2024-01-01',
  DeploymentDate: '2024-01-01',
  AcquisitionQuantity: 10,
  Amortization: {
    AmortizationCalculationMethod: 'EconomicOnly',
    EconomicAttributes: { Duration: { YearCount: 5 }, Mode: 'Linear', ProrataTemporis: 'Days' },
  },
};
const bought = {
  JournalCode: 'BQ',
  Date: '2024-03-01',
  Label: 'Tour',
  Lines: [
    { AccountNumber: '215400', SubAccountCode: 'A1', Debit: '40000.00' },
    { AccountNumber: '512000', Credit: '40000.00' },
  ],
};

/** Accounts and lines count from those that the file of the ledger brought. */
const ASSETS: readonly GoodCase[] = [
  ['account.create', { params, body: { Number: '215400', Label: 'Matériel industriel' } }],
  ['account.sub-account.create', { params: { ...params, accountId: 5 }, body: { Code: 'A1', Label: 'Atelier' } }],
  ['asset.create', { params, body: machine }],
  ['asset.component.group', { params, body: { ComponentGroupId: 7, ComponentGroupName: 'Façade' } }],
  ...[
    { ...CAR, Account: { AccountNumber: 2182 } },
    { ...MILL, Account: { AccountNumber: 2155 } },
    { ...LATHE, Account: { AccountId: 5, SubAccountCode: 'A1' } },
  ].map((body): GoodCase => ['asset.create', { params, body: { ...ABOUT, ...body } }]),
  ['entry.create', { params, body: bought }],
  ['entry.create', { params, body: bought }],
  ['asset.associate', { params: { ...params, assetId: 2 }, body: { EntryLineIds: [1, 2, 3, 4, 5, 6, 7, 8] } }],
  ['entry.delete', { params: { ...params, entryId: 4 } }],
];

export const assetQueries: Area = {
  operations: ['asset.header', 'asset.search', 'asset.export', 'asset.edition'],
  seed: [...FIRM, ...FILED, ...ASSETS],
  good,
  bad,
  provedElsewhere,
};
