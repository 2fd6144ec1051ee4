/** Cases of the allocation of VAT: folder 1 sells and buys; return 1 is its draft of the first quarter of 2024. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';

const folder = { accountingFolderId: 1 };
const missing = 999;
const account = (number: string, label: string): GoodCase => [
  'account.create',
  { params: folder, body: { Number: number, Label: label } },
];
const entry = (day: string, label: string, lines: readonly object[], journal = 'OD'): GoodCase => [
  'entry.create',
  { params: folder, body: { JournalCode: journal, Date: day, Label: label, Lines: lines } },
];
const on = (AccountNumber: string, amounts: object) => ({ AccountNumber, ...amounts });
const customer = { AccountNumber: '411000', SubAccountCode: 'C1', Letter: 'AA', LetterDate: '2024-03-31' };

/** Entries 1 to 6: a sale without VAT, one at 20 %, a payment in part, a purchase, a sale at two rates, one to complete. */
const seed: readonly GoodCase[] = [
  ...FIRM,
  ...BOOKS,
  account('445710', 'TVA collectée 20 %'),
  account('445711', 'TVA collectée 10 %'),
  account('401000', 'Fournisseurs'),
  account('607000', 'Achats'),
  account('445660', 'TVA déductible'),
  account('512000', 'Banque'),
  account('708000', 'Produits annexes'),
  ['account.sub-account.create', { params: { ...folder, accountId: 1 }, body: { Code: 'C1', Label: 'Morel' } }],
  entry('2024-03-15', 'Facture F2', [
    { ...customer, Debit: '240.00' },
    on('706000', { Credit: '200.00' }),
    on('445710', { Credit: '40.00' }),
  ]),
  entry('2024-03-20', 'Règlement F2', [on('512000', { Debit: '100.00' }), { ...customer, Credit: '100.00' }]),
  entry('2024-03-18', 'Achat A1', [
    on('607000', { Debit: '100.00' }),
    on('445660', { Debit: '20.00' }),
    on('401000', { Credit: '120.00' }),
  ]),
  entry(
    '2024-03-22',
    'Facture F3',
    [
      on('411000', { Debit: '450.01' }),
      on('706000', { Credit: '250.00' }),
      on('708000', { Credit: '150.01' }),
      on('445710', { Credit: '40.00' }),
      on('445711', { Credit: '10.00' }),
    ],
    'VE',
  ),
  [
    'vat.procedure-group.assist',
    {
      params: { enterpriseId: 1 },
      body: {
        AccountingFolderId: 1,
        ProcedureType: 'Liquidation',
        BeginDate: '2024-03-01',
        EndDate: '2024-03-31',
      },
    },
  ],
];

const SEARCH = 'vat.allocation.search';
const SHOW = 'vat.allocation.show';
const search = (body: object, params: object = {}) => ({ params: { ...folder, scope: 'Sales', ...params }, body });
const line = (entryId: number, entryLineId: number, more: object = {}) => ({
  params: { ...folder, entryId, entryLineId, ...more },
});

const good: readonly GoodCase[] = [
  [SEARCH, search({})],
  [SEARCH, search({}, { scope: 'Purchases', procedureId: 1 })],
  [SEARCH, search({}, { procedureId: 1, page: 2, size: 2, sortBy: 'AbsoluteAmount', sortDesc: true })],
  [SEARCH, search({}, { onlyRequiringCompletion: true })],
  ...['DebitSum', 'CreditSum', 'Label', 'Journal', 'Letter', 'DocRef', 'None'].map(
    (sortBy): GoodCase => [SEARCH, search({}, { sortBy, size: 1 })],
  ),
  [
    SEARCH,
    search({
      AmountAbove: 99.99,
      AmountBelow: '240.01',
      EntryLineLabel: 'glement',
      EntryLineLabelStartWith: 'reg',
      JournalId: 2,
      AccountStartWith: '411',
      AccountKey: { AccountId: 1, SubAccountId: 1 },
      WithAccounts: [{ AccountId: 8, SubAccountId: null, WithDescendant: true }],
      BalancedAccount: false,
      JournalType: 'Miscellaneous',
      WithoutJournalType: 'Sale',
      AmountDirections: ['Credit'],
      EntrySource: 'Manual',
      AccountIds: [1],
      SubAccountIds: [1],
      LetteringCreatedAfter: '2024-03-30',
      LetteringCreatedBefore: '2024-04-01',
      UnletteredAt: '2024-03-30',
      LetterId: 3,
      EntryIds: [3],
    }),
  ],
  [SEARCH, search({ EntrySource: 'FecImport', EntryLineSourceId: 1 })],
  [SEARCH, search({ DocRef: 'X', WithAccounts: [{ AccountId: 1, SubAccountId: 1 }] })],
  [SHOW, line(2, 3)],
  [SHOW, line(5, 11)],
];

const changed = (entryId: number, entryLineId: number, body: object, more: object = {}) => ({
  ...line(entryId, entryLineId, more),
  body,
});
const spread = (body: object = {}) => ({
  AccountId: 1,
  SubAccountId: null,
  VatAmountToDeclare: '50.00',
  VatRateDistributions: [
    { VatRate: '_20', HtAmount: '100.00' },
    { VatRate: '_10', HtAmount: 300.01 },
  ],
  ...body,
});
const rates = (...Updates: object[]) => ({ params: folder, body: { Updates } });
const RATE = 'vat.allocation.set-rate';
const RATES = 'vat.allocation.set-rates';
const SPREAD = 'vat.allocation.distribute';
const MARK = 'vat.allocation.mark';
const DECLARE = 'vat.allocation.declare';

const changes: readonly GoodCase[] = [
  [SPREAD, changed(5, 11, spread(), { procedureId: 1 })],
  [
    SPREAD,
    changed(
      2,
      3,
      spread({ SubAccountId: 1, VatAmountToDeclare: 40, VatRateDistributions: [{ VatRate: '_20', HtAmount: 200 }] }),
    ),
  ],
  [SHOW, line(5, 11)],
  [SEARCH, search({}, { onlyRequiringCompletion: true })],
  ['vat.line-configuration.set-category', changed(1, 2, { VatCategory: 'EXPORT_HORS_UE' })],
  [RATE, changed(2, 3, { AccountId: 1, SubAccountId: 1, VatRate: '_20' })],
  [RATES, rates({ EntryId: 4, EntryLineId: 8, AccountId: 6, VatRate: '_20' }, { ...secondRate(), VatRate: '_055' })],
  [MARK, changed(2, 3, { IsDeclared: true })],
  [MARK, changed(2, 3, { IsDeclared: false })],
  [DECLARE, changed(4, 10, { ShouldDeclare: false }, { procedureId: 1 })],
  [SEARCH, search({}, { scope: 'Purchases', procedureId: 1 })],
  [DECLARE, changed(4, 10, { ShouldDeclare: true }, { procedureId: 1 })],
  [DECLARE, changed(4, 8, { ShouldDeclare: true })],
];

function secondRate() {
  return { EntryId: 2, EntryLineId: 3, AccountId: 1, SubAccountId: 1 };
}

const CALCULATE = 'vat.allocation.calculate';
const CALCULATE_MANY = 'vat.allocation.calculate-many';
const PROCESS = 'vat.allocation.process';
const many = (EntryLines: readonly object[], more: object = {}) => ({
  params: { ...folder, ...more },
  body: { EntryLines },
});
const processed = (procedureId: number) => ({ params: { ...folder, procedureId } });

const calculations: readonly GoodCase[] = [
  [CALCULATE, line(5, 14, { dryRun: true })],
  [CALCULATE, line(1, 1)],
  [
    CALCULATE_MANY,
    many(
      [
        { EntryId: 2, EntryLineId: 4 },
        { EntryId: missing, EntryLineId: 1 },
      ],
      { dryRun: true },
    ),
  ],
  [PROCESS, processed(1)],
  ['vat.line-configuration.list', { params: folder }],
];

const refused: readonly BadCase[] = [
  [CALCULATE, 'EntryNotFound', line(missing, 1)],
  [CALCULATE, 'EntryLineNotFound', line(1, 3)],
  [CALCULATE_MANY, 'BatchTooLarge', many(Array.from({ length: 10_001 }, () => ({ EntryId: 1, EntryLineId: 1 })))],
  [PROCESS, 'ProcedureNotFound', processed(missing)],
  ...[RATE, SPREAD, MARK, DECLARE].flatMap((id): BadCase[] => {
    const body = {
      [RATE]: { AccountId: 1, VatRate: '_20' },
      [SPREAD]: spread(),
      [MARK]: { IsDeclared: true },
      [DECLARE]: { ShouldDeclare: true },
    }[id] as object;
    return [
      [id, 'EntryNotFound', changed(missing, 1, body)],
      [id, 'EntryLineNotFound', changed(1, 3, body)],
    ];
  }),
  [RATE, 'LineAccountDiffers', changed(2, 3, { AccountId: 2, VatRate: '_20' })],
  [RATE, 'LineWithoutVat', changed(5, 14, { AccountId: 3, VatRate: '_20' })],
  [RATE, 'LineAlreadyDeclared', changed(4, 8, { AccountId: 6, VatRate: '_20' })],
  [RATE, 'VatCombinationInvalid', changed(1, 2, { AccountId: 2, VatRate: '_20' })],
  [RATES, 'VatCombinationInvalid', rates({ EntryId: 1, EntryLineId: 2, AccountId: 2, VatRate: '_20' })],
  [
    SPREAD,
    'VatCombinationInvalid',
    changed(1, 2, {
      AccountId: 2,
      VatAmountToDeclare: 0,
      VatRateDistributions: [{ VatRate: '_20', HtAmount: 120 }],
    }),
  ],
  [RATE, 'InvalidInput', changed(2, 3, { AccountId: 1, VatRate: '_0200' })],
  [RATES, 'EntryNotFound', rates({ ...secondRate(), EntryId: missing, VatRate: '_20' })],
  [RATES, 'EntryLineNotFound', rates({ ...secondRate(), EntryLineId: 1, VatRate: '_20' })],
  [RATES, 'LineAccountDiffers', rates({ ...secondRate(), AccountId: 2, VatRate: '_20' })],
  [RATES, 'LineWithoutVat', rates({ EntryId: 5, EntryLineId: 14, AccountId: 3, VatRate: '_20' })],
  [RATES, 'LineAlreadyDeclared', rates({ EntryId: 4, EntryLineId: 8, AccountId: 6, VatRate: '_20' })],
  [RATES, 'BatchTooLarge', rates(...Array.from({ length: 10_001 }, () => ({ ...secondRate(), VatRate: '_20' })))],
  [SPREAD, 'LineAccountDiffers', changed(5, 11, spread({ AccountId: 2 }))],
  [SPREAD, 'LineWithoutVat', changed(5, 14, spread({ AccountId: 3 }))],
  [SPREAD, 'LineAlreadyDeclared', changed(4, 8, spread({ AccountId: 6 }))],
  [SPREAD, 'ProcedureNotFound', changed(5, 11, spread(), { procedureId: missing })],
  [
    SPREAD,
    'DistributionsDoNotSum',
    changed(5, 11, spread({ VatRateDistributions: [{ VatRate: '_20', HtAmount: 1 }] })),
  ],
  [SPREAD, 'AmountBeyondVat', changed(5, 11, spread({ VatAmountToDeclare: 50.01 }))],
  [SPREAD, 'AmountBeyondVat', changed(5, 11, spread({ VatAmountToDeclare: -1 }))],
  [MARK, 'LineWithoutVat', changed(5, 14, { IsDeclared: true })],
  [DECLARE, 'LineWithoutVat', changed(5, 14, { ShouldDeclare: true })],
  [DECLARE, 'ProcedureNotFound', changed(5, 11, { ShouldDeclare: true }, { procedureId: missing })],
];

const ABSENT = ['HasAttachedFile', 'CreationDate', 'CreatedBefore', 'FileId', 'WithAxisId', 'WithoutAxisId'];
const HELD_BY_NO_LEDGER = [...ABSENT, 'WithTagId', 'WithoutTagId'];

const bad: readonly BadCase[] = [
  ...HELD_BY_NO_LEDGER.map((name): BadCase => [SEARCH, 'InvalidInput', search({ [name]: 1 })]),
  ...[{ page: 0 }, { size: 0 }, { size: 10_000 }].map(
    (params): BadCase => [SEARCH, 'InvalidInput', search({}, params)],
  ),
  [SEARCH, 'ProcedureNotFound', search({}, { procedureId: missing })],
  ...refused,
  [SHOW, 'EntryNotFound', line(missing, 1)],
  [SHOW, 'EntryLineNotFound', line(1, 3)],
];

export const vatAllocation: Area = {
  operations: ['vat.allocation'],
  seed,
  good: [...good, ...changes, ...calculations],
  bad,
  provedElsewhere: Object.fromEntries([
    [
      `${DECLARE} VatEntryNotDue`,
      ['test/services/vat/allocation/change.test.ts', 'takes in no line of a later day, which it could not declare'],
    ],
    ...[
      `${MARK} LineAlreadyDeclared`,
      `${DECLARE} LineAlreadyDeclared`,
      `${SPREAD} ProcedureNotInDraftStatus`,
      `${DECLARE} ProcedureNotInDraftStatus`,
      `${PROCESS} ProcedureNotInDraftStatus`,
    ].map((failure) => [
      failure,
      [
        'test/services/vat/allocation/change.test.ts',
        'what a return that was filed declared no longer changes, nor does that return',
      ],
    ]),
  ]),
  neverFilled: {
    'vat.allocation.calculate EntryLine.SourceId':
      'an entry that was written for something: test/services/vat/procedures/closing.test.ts',
  },
  neverGiven: Object.fromEntries(
    HELD_BY_NO_LEDGER.map((name) => [`${SEARCH} body ${name}`, 'refused by its name: the ledger holds none']),
  ),
};
