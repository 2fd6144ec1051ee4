/** Cases of charts and of the VAT configuration: folder 1 follows extended chart 2, which extends chart 1. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';

const folder = { accountingFolderId: 1 };
const missing = 999_999;
const chart = { chartOfAccountId: 1 };
const extended = { extendedChartOfAccountId: 2 };
const SALES = 2;
const on = (AccountId: number, change: object) => ({ AccountId, IsSystemGenerated: false, ...change });

/** Folder 1 has accounts 1 (411000) with sub-account 1, 2 (706000). */
const SUB: readonly GoodCase[] = [
  ['account.create', { params: folder, body: { Number: '708000', Label: 'Divers' } }],
  ['account.create', { params: folder, body: { Number: '445710', Label: 'TVA collectée' } }],
  ['account.sub-account.create', { params: { ...folder, accountId: 1 }, body: { Code: 'C1', Label: 'Client fictif' } }],
];

const charts: readonly GoodCase[] = [
  ['chart.create', { body: { CompanyId: 1, Name: 'Plan du cabinet' } }],
  ['extended-chart.create', { body: { CompanyId: 1, ChartOfAccountId: 1, Name: 'Plan BTP' } }],
  ['chart.list', { params: { companyId: 1 } }],
  ['extended-chart.list', { params: { companyId: 1 } }],
  ['chart.show', { params: chart }],
  ['extended-chart.show', { params: extended }],
  ['chart.account.create', { params: chart, body: { Number: '706', Label: 'Prestations' } }],
  ['extended-chart.account.create', { params: extended, body: { Number: '7061', Label: 'Travaux' } }],
  ['chart.account.list', { params: chart }],
  ['extended-chart.account.list', { params: extended }],
  ['chart.link', { params: chart, body: { AccountingFolderId: 1 } }],
  ['extended-chart.link', { params: extended, body: { AccountingFolderId: 1 } }],
];

const everything = {
  Exigibility: 'OnDebits',
  VatCategory: 'VT_PREST',
  VatRate: '_20',
  IncludeUnletteredPayments: true,
};

/** Account 1 (706) of chart 1, account 2 (7061) of extended chart 2, which has both. */
const ofFirm = { ...extended, companyId: 1 };
const other = {
  Exigibility: 'OnReceipts',
  VatCategory: 'AUTRE_OP_IMP',
  VatRate: '_10',
  IncludeUnletteredPayments: false,
};
const chartConfigurations: readonly GoodCase[] = [
  ['chart.configuration.set', { params: chart, body: on(1, everything) }],
  ['chart.configuration.set-many', { params: chart, body: [{ ...on(1, other), IsSystemGenerated: true }] }],
  ['chart.configuration.list', { params: chart }],
  ['chart.configuration.show', { params: { ...chart, accountId: 1 } }],
  ['vat.configuration.show', { params: { ...folder, accountId: SALES } }], // no other level beats that of the chart
  ['extended-chart.configuration.set', { params: ofFirm, body: on(1, other) }],
  ['extended-chart.configuration.set', { params: ofFirm, body: { ...on(2, other), IsSystemGenerated: true } }],
  ['extended-chart.configuration.set-many', { params: ofFirm, body: [on(2, everything)] }],
  ['extended-chart.configuration.list', { params: ofFirm }],
  ['extended-chart.configuration.show', { params: { ...ofFirm, accountId: 2 } }],
  ['extended-chart.configuration.delete', { params: { ...ofFirm, accountId: 2 } }],
];

const configurations: readonly GoodCase[] = [
  ['vat.configuration.list', { params: folder }],
  ['vat.configuration.list', { params: { ...folder, configurableOnly: true } }],
  ['vat.configuration.set', { params: folder, body: on(SALES, everything) }],
  ['vat.configuration.set', { params: folder, body: on(1, { SubAccountId: 1, Exigibility: 'OnReceipts' }) }],
  ['vat.configuration.set', { params: folder, body: { ...on(SALES, { VatRate: '_10' }), IsSystemGenerated: true } }],
  ['vat.configuration.show', { params: { ...folder, accountId: SALES } }],
  ['vat.configuration.show', { params: { ...folder, accountId: 1, subAccountId: 1 } }],
  [
    'vat.configuration.set-many',
    {
      params: folder,
      body: [
        on(SALES, { VatRate: null, Exigibility: null, VatCategory: null }),
        on(1, { ...everything, SubAccountId: 1, VatCategory: 'NOT_DECLARABLE' }),
      ],
    },
  ],
  ['vat.configuration.all', { params: folder }],
];

const onSales = { ...folder, accountId: SALES };
const onCustomer = { ...folder, accountId: 1, subAccountId: 1 };

/** Editability, categories, and configurations by other ways. */
const others: readonly GoodCase[] = [
  ['vat.editability.list', { params: folder }],
  ['vat.editability.show', { params: onSales }],
  ['vat.editability.show', { params: onCustomer }],
  ['vat.category.list', { params: { ...onSales, vatRate: '_20' } }],
  ['vat.category.list', { params: onCustomer }],
  ['vat.category.mapping', { params: { ...onSales, rate: '_20' } }],
  ['vat.category.mapping', { params: onCustomer }],
  [
    'vat.category.batch',
    {
      params: folder,
      body: [{ AccountId: SALES, VatRate: '_0' }, { AccountId: 1, SubAccountId: 1 }, { AccountId: missing }],
    },
  ],
  ['vat.configuration.pin-category', { params: onSales, body: { VatCategory: 'AUTRE_OP_IMP' } }],
  ['vat.configuration.pin-category', { params: onCustomer, body: { VatCategory: 'NOT_DECLARABLE' } }],
  [
    'vat.configuration.set-by-number',
    {
      params: folder,
      body: {
        AtDate: '2024-01-01',
        Configurations: [
          {
            AccountNumber: '607100',
            Name: 'Achats',
            Exigibility: 'OnDebits',
            VatCategory: 'DED_AUTRES',
            VatRate: '_20',
          },
          { AccountNumber: '411000', Auxiliarize: true, Exigibility: 'OnReceipts' },
          { AccountNumber: '9', VatRate: '_20' },
          { AccountNumber: '707000', VatCategory: 'VT_PREST', VatRate: '_085' },
        ],
      },
    },
  ],
  ['extended-chart.editability.list', { params: ofFirm }],
  ['extended-chart.editability.show', { params: { ...ofFirm, accountId: 2 } }],
  ['extended-chart.category.list', { params: { ...ofFirm, accountId: 2, vatRate: '_20' } }],
];

const customer = { AccountId: 1, SubAccountId: 1, ExigibilityMode: 'OnDebits', IncludeUnletteredPayments: true };
const year = { exerciseStartDate: '2024-01-01', exerciseEndDate: '2024-12-31' };
const fromBooks: readonly GoodCase[] = [
  [
    'entry.create',
    {
      params: folder,
      body: {
        JournalCode: 'VE',
        Date: '2024-03-10',
        Label: 'Facture F9',
        Lines: [
          { AccountNumber: '411000', SubAccountCode: 'C1', Debit: '120.00' },
          { AccountNumber: '708000', Credit: '100.00' },
          { AccountNumber: '445710', Credit: '20.00' },
        ],
      },
    },
  ],
  ['vat.configuration.fill-rates', { params: folder }],
  ['vat.configuration.by-aggregator', { params: { ...folder, ...year } }],
  ['vat.third-party.list', { params: { ...folder, endDate: '2024-03-31' } }],
  ['vat.third-party.update', { params: folder, body: [customer] }],
  ['vat.third-party.validate', { params: folder, body: [{ ...customer, ExigibilityMode: 'OnReceipts' }] }],
  [
    'vat.procedure-group.assist',
    {
      params: { enterpriseId: 1 },
      body: { AccountingFolderId: 1, ProcedureType: 'Liquidation', BeginDate: '2024-02-01', EndDate: '2024-02-29' },
    },
  ],
  ['vat.configuration.by-aggregator', { params: { ...folder, procedureId: 1 } }],
  ['vat.category.check', { params: { ...folder, procedureId: 1 } }],
  ['vat.advance-mode.recommend', { params: { ...folder, procedureId: 1 } }],
  ['vat.advance-mode.show', { params: folder }],
  ['vat.advance-mode.set', { params: folder, body: { Mode: 'TaxExcluded' } }],
];

const good: readonly GoodCase[] = [...charts, ...chartConfigurations, ...configurations, ...others, ...fromBooks];

const SAVED: readonly (readonly [string, object])[] = [
  ['AccountNotFound', on(missing, {})],
  ['SubAccountNotFound', on(SALES, { SubAccountId: 1 })],
  ['VatCombinationInvalid', on(SALES, { VatCategory: 'EXPORT_HORS_UE', VatRate: '_20' })],
  ['VatCombinationInvalid', on(SALES, { VatCategory: 'VT_PREST', VatRate: '_085' })],
  ['VatCategoryUnknown', on(SALES, { VatCategory: 'vt_prest' })],
  ['VatCategoryNotPossible', on(customer.AccountId, { VatCategory: 'VT_PREST' })],
  ['InvalidInput', on(SALES, { VatRate: '20' })],
  ['InvalidInput', on(SALES, { Exigibility: 'Never' })],
  ['InvalidInput', { AccountId: SALES }],
];

const bad: readonly BadCase[] = [
  ['chart.create', 'CompanyNotFound', { body: { CompanyId: 99, Name: 'X' } }],
  ['chart.create', 'ChartNameTaken', { body: { CompanyId: 1, Name: 'Plan du cabinet' } }],
  ['extended-chart.create', 'CompanyNotFound', { body: { CompanyId: 99, ChartOfAccountId: 1, Name: 'X' } }],
  ['extended-chart.create', 'ChartNotFound', { body: { CompanyId: 1, ChartOfAccountId: 2, Name: 'X' } }],
  ['extended-chart.create', 'ChartNameTaken', { body: { CompanyId: 1, ChartOfAccountId: 1, Name: 'Plan BTP' } }],
  ['chart.show', 'ChartNotFound', { params: { chartOfAccountId: 2 } }],
  ['extended-chart.show', 'ChartNotFound', { params: { extendedChartOfAccountId: 1 } }],
  ['chart.link', 'ChartNotFound', { params: { chartOfAccountId: 2 }, body: { AccountingFolderId: 1 } }],
  ['chart.link', 'FolderNotFound', { params: chart, body: { AccountingFolderId: 99 } }],
  [
    'extended-chart.link',
    'ChartNotFound',
    { params: { extendedChartOfAccountId: 1 }, body: { AccountingFolderId: 1 } },
  ],
  ['extended-chart.link', 'FolderNotFound', { params: extended, body: { AccountingFolderId: 99 } }],
  ['chart.account.list', 'ChartNotFound', { params: { chartOfAccountId: 2 } }],
  ['extended-chart.account.list', 'ChartNotFound', { params: { extendedChartOfAccountId: 1 } }],
  ['chart.account.create', 'ChartNotFound', { params: { chartOfAccountId: 2 }, body: { Number: '7', Label: 'X' } }],
  ['chart.account.create', 'ChartAccountNumberTaken', { params: chart, body: { Number: '706', Label: 'X' } }],
  [
    'extended-chart.account.create',
    'ChartNotFound',
    { params: { extendedChartOfAccountId: 1 }, body: { Number: '7', Label: 'X' } },
  ],
  [
    'extended-chart.account.create',
    'ChartAccountNumberTaken',
    { params: extended, body: { Number: '706', Label: 'X' } },
  ],
  ...SAVED.flatMap(([code, body]): BadCase[] => [
    ['vat.configuration.set', code, { params: folder, body }],
    ['vat.configuration.set-many', code, { params: folder, body: [on(1, {}), body] }],
  ]),
];

const chartBad = ['chart', 'extended-chart'].flatMap((topic): BadCase[] => {
  const params = topic === 'chart' ? chart : ofFirm;
  const noChart = { ...params, [topic === 'chart' ? 'chartOfAccountId' : 'extendedChartOfAccountId']: missing };
  const wrong = on(1, { VatCategory: 'EXPORT_HORS_UE', VatRate: '_20' });
  const of = (verb: string) => `${topic}.configuration.${verb}`;
  return [
    [of('list'), 'ChartNotFound', { params: noChart }],
    [of('show'), 'ChartNotFound', { params: { ...noChart, accountId: 1 } }],
    [of('show'), 'ChartAccountNotFound', { params: { ...params, accountId: missing } }],
    [of('set'), 'ChartNotFound', { params: noChart, body: on(1, {}) }],
    [of('set'), 'ChartAccountNotFound', { params, body: on(missing, {}) }],
    [of('set'), 'VatCombinationInvalid', { params, body: wrong }],
    [of('set'), 'VatCategoryUnknown', { params, body: on(1, { VatCategory: 'VT' }) }],
    [of('set-many'), 'VatCategoryUnknown', { params, body: [on(1, { VatCategory: 'VT', IsSystemGenerated: true })] }],
    [of('set-many'), 'ChartNotFound', { params: noChart, body: [on(1, {})] }],
    [of('set-many'), 'ChartAccountNotFound', { params, body: [on(missing, {})] }],
    [of('set-many'), 'VatCombinationInvalid', { params, body: [on(1, {}), wrong] }],
  ];
});

const deleted = 'extended-chart.configuration.delete';
const deletions: readonly BadCase[] = [
  [deleted, 'ChartNotFound', { params: { ...ofFirm, companyId: 2, accountId: 1 } }],
  [deleted, 'ChartAccountNotFound', { params: { ...ofFirm, accountId: missing } }],
  [deleted, 'VatConfigurationNotFound', { params: { ...ofFirm, accountId: 1, subAccountId: 1 } }],
];

const thirdPartyBad = ['vat.third-party.update', 'vat.third-party.validate'].flatMap((id): BadCase[] => [
  [id, 'AccountNotFound', { params: folder, body: [{ ...customer, AccountId: missing }] }],
  [id, 'SubAccountNotFound', { params: folder, body: [{ ...customer, SubAccountId: missing }] }],
  [id, 'NotAThirdParty', { params: folder, body: [{ AccountId: SALES, ExigibilityMode: 'OnDebits' }] }],
  [id, 'InvalidInput', { params: folder, body: [{ AccountId: 1 }] }],
]);

const ON_ACCOUNT = ['vat.configuration.show', 'vat.editability.show', 'vat.category.list', 'vat.category.mapping'];
const pin = 'vat.configuration.pin-category';
const pinned = { VatCategory: 'VT_PREST' };
const tooMany = Array.from({ length: 1001 }, () => ({ AccountId: SALES }));
const noExtended = { extendedChartOfAccountId: missing, companyId: 1 };
const otherBad: readonly BadCase[] = [
  ...ON_ACCOUNT.flatMap((id): BadCase[] => [
    [id, 'AccountNotFound', { params: { ...folder, accountId: missing } }],
    [id, 'SubAccountNotFound', { params: { ...onSales, subAccountId: 1 } }],
  ]),
  [
    'vat.configuration.by-aggregator',
    'PeriodInvalid',
    { params: { ...folder, exerciseStartDate: '2024-12-31', exerciseEndDate: '2024-01-01' } },
  ],
  ...['vat.configuration.by-aggregator', 'vat.category.check', 'vat.advance-mode.recommend'].map(
    (id): BadCase => [id, 'ProcedureNotFound', { params: { ...folder, procedureId: missing } }],
  ),
  ['vat.category.batch', 'BatchTooLarge', { params: folder, body: tooMany }],
  [pin, 'AccountNotFound', { params: { ...folder, accountId: missing }, body: pinned }],
  [pin, 'SubAccountNotFound', { params: { ...onSales, subAccountId: 1 }, body: pinned }],
  [pin, 'VatCategoryNotPossible', { params: { ...folder, accountId: customer.AccountId }, body: pinned }],
  [pin, 'VatCategoryUnknown', { params: onSales, body: { VatCategory: 'VENTE' } }],
  [pin, 'VatCombinationInvalid', { params: { ...folder, accountId: 5 }, body: { VatCategory: 'IMPORT_RFS' } }],
  ['vat.configuration.set-by-number', 'InvalidInput', { params: folder, body: {} }],
  ['extended-chart.editability.list', 'ChartNotFound', { params: noExtended }],
  ['extended-chart.editability.show', 'ChartNotFound', { params: { ...noExtended, accountId: 1 } }],
  ['extended-chart.editability.show', 'ChartAccountNotFound', { params: { ...ofFirm, accountId: missing } }],
  ['extended-chart.category.list', 'ChartNotFound', { params: { ...noExtended, accountId: 1 } }],
  ['extended-chart.category.list', 'ChartAccountNotFound', { params: { ...ofFirm, accountId: missing } }],
];

export const vatConfiguration: Area = {
  operations: [
    'chart',
    'extended-chart',
    'vat.configuration',
    'vat.editability',
    'vat.category',
    'vat.third-party',
    'vat.advance-mode',
  ],
  seed: [...FIRM, ...BOOKS, ...SUB],
  good,
  bad: [...bad, ...chartBad, ...deletions, ...otherBad, ...thirdPartyBad],
  provedElsewhere: {
    'vat.advance-mode.set AdvanceModeLocked': [
      'test/services/vat/configuration/from-the-books.test.ts',
      'is locked once a return was sent for good: AdvanceModeLocked',
    ],
  },
  neverFilled: {
    'vat.advance-mode.set LastChangedByUserId': 'no user of a case has a number: a test of the service fills it',
    'vat.configuration.fill-rates Accounts[].SubAccountId': 'rates are read by account',
  },
  neverGiven: {
    'extended-chart.configuration.delete? subAccountId': 'no chart has sub-accounts: a bad case gives it',
  },
};
