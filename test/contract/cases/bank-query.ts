/** Cases of queries: the transactions of folder 2 that the bank cases imported. */
import type { Area, BadCase, CaseInput, GoodCase, Waiver } from '../requests.ts';
import { BANK, BY_PROVIDER, FIRM, written } from '../seeds.ts';

const folder = { enterpriseId: 2 };
const missing = 2_147_483_647;

/** Every query of every operation that takes one. */
const QUERIES: Readonly<Record<string, NonNullable<CaseInput['params']>>> = {
  'bank.query.all': {},
  'bank.query.transactions': folder,
  'bank.query.complements': folder,
  'bank.query.complement': { transactionId: 1 },
};

const invoice = written('facture.pdf', '%PDF-1.7\nfacture 17');
/** After the first transaction there can be. */
const START = Buffer.from('["","0","2000-01-01","0"]').toString('base64url');
const FIRST = Buffer.from('["","0"]').toString('base64url');
const PAGED = { $select: 'Id', $orderby: 'Id', $skip: 0, $top: 2, $count: true };
const WHOLE = { $expand: 'ComplementaryData' };

const good: readonly GoodCase[] = [
  ['bank.query.metadata', { params: folder }],
  ['bank.query.metadata', { params: { ...folder, $format: 'xml' } }],
  ['bank.query.service', { params: folder }],
  ['bank.query.transactions', { params: folder }],
  [
    'bank.query.transactions',
    {
      params: {
        ...folder,
        $filter: "Amount lt 0 and (contains(Label,'x') or not IsDeleted) and OperationDate ge 2024-01-01",
        $orderby: 'Amount desc, Account/Name',
        $expand: 'Account,PaymentInformations,ComplementaryData',
        $top: 2,
      },
    },
  ],
  ['bank.query.transactions', { params: { ...folder, $select: 'Id,Label', $skip: 1 } }],
  ['bank.query.transactions', { params: { ...folder, $select: 'Id,Label', $skiptoken: START } }],
  ['bank.query.all', { params: { $filter: 'AccountId gt 0', $skiptoken: START } }],
  ['bank.query.all', { params: { ...folder, $top: 0 } }],
  ['bank.query.complements', { params: { ...folder, $filter: 'ComplementaryData/ToJustify ne false' } }],
  ['bank.query.complements', { params: { ...folder, transactionId: 1, $skiptoken: START } }],
  ['bank.query.complement', { params: { transactionId: 1, $filter: 'ToJustify', $skiptoken: FIRST } }],
  ...Object.entries(QUERIES).map(([operation, params]): GoodCase => [operation, { params: { ...params, ...PAGED } }]),
  ...Object.entries(QUERIES)
    .filter(([operation]) => operation !== 'bank.query.complement')
    .map(([operation, params]): GoodCase => [operation, { params: { ...params, ...WHOLE } }]),
  ['bank.category.create', { params: folder, body: { Name: 'Énergie' } }],
  [
    'bank.document.add',
    { params: { ...folder, amount: '1250', counterParty: 'Alpha', effectifDate: '2024-03-02' }, files: [invoice] },
  ],
  [
    'bank.complement.update',
    {
      params: { ...folder, transactionId: 1 },
      body: {
        ToJustify: true,
        Comment: 'Facture 17',
        CategoryId: 1,
        AdditionalVats: [{ Vat: 20, Amount: 100 }],
        Documents: [{ DocumentId: 1 }],
      },
    },
  ],
  ['bank.query.all', { params: { $expand: 'ComplementaryData,PaymentInformations,Account' } }],
  ['bank.query.complement', { params: { transactionId: 1, $expand: '' } }],
];

const REFUSED: readonly (readonly [code: string, options: NonNullable<CaseInput['params']>])[] = [
  ['ODataUnexpected', { $filter: 'Id eq' }],
  ['ODataUnexpected', { $filter: 'Id eq 1 or 1 eq 1; drop table folder' }],
  ['ODataUnexpected', { $orderby: 'Id upwards' }],
  ['ODataPropertyUnknown', { $filter: 'folder_id eq 1' }],
  ['ODataPropertyUnknown', { $orderby: 'constructor' }],
  ['ODataPropertyUnknown', { $select: 'Id,Secret' }],
  ['ODataPropertyUnknown', { $expand: 'Folder' }],
  ['ODataFunctionUnknown', { $filter: 'pg_sleep(10) eq 1' }],
  ['ODataTypeMismatch', { $filter: "Id eq '1'" }],
  ['ODataTypeMismatch', { $filter: 'Id' }],
  ['ODataTooLarge', { $filter: `Id eq 1${' '.repeat(2048)}` }],
  ['ODataTooLarge', { $filter: `${'('.repeat(100)}Id eq 1${')'.repeat(100)}` }],
  ['ODataTooLarge', { $filter: `Id in (${'1,'.repeat(300)}1)` }],
  ['ODataTooLarge', { $orderby: Array(9).fill('Id').join(',') }],
  ['InvalidInput', { $top: -1 }],
  ['InvalidInput', { $skip: 1.5 }],
];

const bad: readonly BadCase[] = [
  ...Object.entries(QUERIES).flatMap(([operation, params]) =>
    REFUSED.map(([code, options]): BadCase => [operation, code, { params: { ...params, ...options } }]),
  ),
  ['bank.query.all', 'FolderNotFound', { params: { enterpriseId: missing } }],
  ['bank.query.complements', 'QueriedTransactionNotFound', { params: { ...folder, transactionId: missing } }],
  ['bank.query.complement', 'QueriedTransactionNotFound', { params: { transactionId: missing } }],
];

/** Slow queries need a slow server. */
const provedElsewhere: Readonly<Record<string, Waiver>> = Object.fromEntries(
  Object.keys(QUERIES).map((operation) => [
    `${operation} ODataTooSlow`,
    ['test/services/banking/transactions/odata/differential.test.ts', 'stops what takes too long'],
  ]),
);

const NEVER_FILLED: Readonly<Record<string, readonly string[]>> = {
  'no rule of it can be broken': [
    'all [].DomainErrors[]',
    'all [].Account.DomainErrors[]',
    'all [].ComplementaryData.DomainErrors[]',
    'all [].PaymentInformations.DomainErrors[]',
  ],
  'a person with a token writes it: test/services/banking/transactions/complementary': [
    'all [].ComplementaryData.UpdatedByUserId',
  ],
  'events are those of accounts and connections': [
    'all [].DomainEvents[]',
    'all [].PaymentInformations.DomainEvents[]',
  ],
  'what is deleted is not answered': ['all [].DeletedAt', 'all [].Account.DeletedAt'],
  'the model has none: the field is of its serialiser': [
    'metadata DirectValueAnnotationsManager.*',
    'metadata ReferencedModels[]',
    'metadata VocabularyAnnotations[]',
    'service FunctionImports[]',
    'service Singletons[]',
  ],
};

export const bankQuery: Area = {
  operations: ['bank.query'],
  seed: [...FIRM, ...BANK],
  stored: BY_PROVIDER,
  good,
  bad,
  provedElsewhere,
  neverFilled: Object.fromEntries(
    Object.entries(NEVER_FILLED).flatMap(([why, paths]) => paths.map((path) => [`bank.query.${path}`, why])),
  ),
};
