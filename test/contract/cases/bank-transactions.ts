/** Cases of bank transactions: those of folder 2 that the bank cases imported. */
import type { Area, BadCase, GoodCase, Waiver } from '../requests.ts';
import { BANK, BY_PROVIDER, FILED, FIRM, LATER_STATEMENT, RECONCILED } from '../seeds.ts';

const folder = { enterpriseId: 2 };
const missing = 999;
const search = { SortFields: 'Date', SortDirection: 'Descending' };
const inverted = { ...folder, beginDate: '2024-02-01', endDate: '2024-01-01' };

/** The account that the first import made: its own source. */
const source = { enterpriseId: 2, accountId: '3' };
const atDate = { Provider: 'ManualEbics', Date: '2024-03-31' };
const overPeriod = { Provider: 'ManualEbics', StartDate: '2024-03-01', EndDate: '2024-03-31' };

const period = { beginDate: '2024-03-01', endDate: '2024-03-31' };

const good: readonly GoodCase[] = [
  ['bank.transaction.list', { params: { ...folder, searchTextOrAmount: 'vir' } }],
  ['bank.statement.import', { files: [LATER_STATEMENT] }],
  ['bank.statement.at-date', { params: source, body: atDate }],
  ['bank.statement.over-period', { params: source, body: overPeriod }],
  ['bank.statement.gaps', { params: { ...folder, accountId: 3 } }],
  ['bank.transaction.search', { params: folder, body: { ...search, PageSize: 1, PageNumber: 2 } }],
  [
    'bank.transaction.search',
    {
      params: folder,
      body: { ...search, TextOrAmount: '1,250.00', AmountGreaterThanOrEqualTo: 0.5, SortFields: 'Amount' },
    },
  ],
  ['bank.transaction.list', { params: { ...folder, ...period, page: 1, size: 2, accountId: 3 } }],
  [
    'bank.transaction.search',
    {
      params: folder,
      body: {
        ...search,
        AccountId: 3,
        BeginDate: '2024-03-01',
        EndDate: '2024-03-31',
        AmountLessThanOrEqualTo: 2000,
        IsSynchronized: false,
      },
    },
  ],
  ['bank.transaction.daily-summary', { params: { ...folder, ...period, accountId: 3 } }],
  ['bank.transaction.count', { params: { ...folder, ...period } }],
  ['bank.transaction.count', { params: { ...folder, beginDate: '2024-03-01' } }],
  ['bank.transaction.daily-summary', { params: { ...folder, beginDate: '2024-01-01' } }],
  [
    'bank.transaction.by-ids',
    { params: folder, body: { Ids: [1, 2, 2_147_483_647], WithHidden: false, WithDeleted: true } },
  ],
  ['bank.transaction.by-ids', { params: folder, body: { Ids: [], WithHidden: false, WithDeleted: true } }],
];

const refusedSearches: Readonly<Record<string, unknown>>[] = [
  { PageNumber: 0 },
  { PageSize: 0 },
  { PageSize: 100_000 },
  { SortFields: 'Label' },
  { SortDirection: undefined },
  { BeginDate: '2024-02-30' },
  { BeginDate: '0000-01-01' },
  { TextOrAmount: 'a\0b' },
  { AmountLessThanOrEqualTo: 'twelve' },
  { TextOrAmount: 'x'.repeat(201) },
];

const bad: readonly BadCase[] = [
  ['bank.transaction.list', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  ['bank.transaction.list', 'PeriodInverted', { params: inverted }],
  ['bank.statement.at-date', 'StatementMissing', { params: source, body: { ...atDate, Date: '2020-01-01' } }],
  ['bank.statement.at-date', 'SourceAccountNotFound', { params: source, body: { ...atDate, Provider: 'AggregatorA' } }],
  ['bank.statement.at-date', 'InvalidInput', { params: source, body: { Provider: 'ManualEbics' } }],
  ['bank.statement.over-period', 'SourceAccountNotFound', { params: { ...source, accountId: 'x' }, body: overPeriod }],
  ['bank.statement.over-period', 'PeriodInverted', { params: source, body: { ...overPeriod, EndDate: '2024-02-01' } }],
  ['bank.statement.gaps', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  ...refusedSearches.map(
    (change): BadCase => [
      'bank.transaction.search',
      'InvalidInput',
      { params: folder, body: { ...search, ...change } },
    ],
  ),
  ['bank.transaction.search', 'BankAccountNotFound', { params: folder, body: { ...search, AccountId: missing } }],
  [
    'bank.transaction.search',
    'PeriodInverted',
    { params: folder, body: { ...search, BeginDate: '2024-02-01', EndDate: '2024-01-01' } },
  ],
  [
    'bank.transaction.search',
    'AmountsInverted',
    { params: folder, body: { ...search, AmountGreaterThanOrEqualTo: 2, AmountLessThanOrEqualTo: 1 } },
  ],
  ['bank.transaction.count', 'PeriodInverted', { params: inverted }],
  ['bank.transaction.daily-summary', 'PeriodInverted', { params: inverted }],
  ['bank.transaction.daily-summary', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  [
    'bank.transaction.by-ids',
    'InvalidInput',
    { params: folder, body: { Ids: [0], WithHidden: true, WithDeleted: true } },
  ],
  ['bank.transaction.list', 'InvalidInput', { params: { ...folder, page: 0 } }],
  ['bank.transaction.list', 'InvalidInput', { params: { ...folder, size: 10_001 } }],
];

/** Failures that need more than one request, and where they are proved. */
const provedElsewhere: Readonly<Record<string, Waiver>> = {
  'bank.transaction.list TooManyTransactions': ['test/services/banking/transactions/list.test.ts', 'fails with %s'],
  'bank.transaction.daily-summary CurrenciesMixed': [
    'test/services/banking/transactions/daily-summary.test.ts',
    'adds no euros to dinars, unless one account is asked',
  ],
};

export const bankTransactions: Area = {
  operations: ['bank.transaction', ...['at-date', 'over-period', 'gaps'].map((verb) => `bank.statement.${verb}`)],
  seed: [...FIRM, ...FILED, ...BANK, ...RECONCILED],
  stored: BY_PROVIDER,
  good,
  bad,
  provedElsewhere,
};
