/** Cases of reconciliation: transactions 1 to 3 of folder 2 and the ledger that the ledger cases imported there. */
import type { Area, BadCase, GoodCase, Waiver } from '../requests.ts';
import { BANK, FILED, FIRM } from '../seeds.ts';

const folder = { enterpriseId: 2 };
const books = { accountingFolderId: 2 };
const account = { ...folder, bankAccountId: 3 };
const missing = 999_999;
/** Line of the first credit note. */
const CREDIT = 16;
/** The run that settles it. */
const RUN = 2;
const on = (transactionId: number) => ({ ...folder, transactionId });

const received = {
  JournalCode: 'BQ',
  Date: '2024-03-03',
  Label: 'VIR CLIENT FICTIF',
  Lines: [
    { AccountNumber: '512000', Debit: '1250.00' },
    { AccountNumber: '411000', SubAccountCode: 'C0007', Credit: '1250.00', Letter: 'AB', LetterDate: '2024-03-31' },
  ],
};

const supplied = {
  JournalCode: 'BQ',
  Date: '2024-03-04',
  Label: 'Énergie',
  Lines: [
    { AccountNumber: '411000', SubAccountCode: 'C0007', Debit: '320.10' },
    { AccountNumber: '512000', Credit: '320.10' },
  ],
};

const rule = (change: object) => ({ Name: 'Livres', LabelPattern: 'LIBRAIRIE', LedgerAccount: '706000', ...change });
const lines = (...all: object[]) => ({ Lines: all });
/** Forced: lines of the ledger may have the amount. */
const opposite = (change: object) => ({
  Force: true,
  ...lines({ AccountNumber: '411000', Debit: '320.10', ...change }),
});
const onRule = (ruleId: number) => ({ ...folder, ruleId });

/** Refused in the same way when a rule is added, changed or tried. */
const BAD_RULES: readonly (readonly [string, object])[] = [
  ['BankAccountNotFound', { AccountId: missing }],
  ['RuleWithoutCriterion', { LabelPattern: null }],
  ['RuleAmountsInverted', { MinAmount: 2, MaxAmount: 1 }],
  ['AccountNotFound', { LedgerAccount: '999' }],
  ['SubAccountNotFound', { SubAccount: 'NO' }],
  ['VatAccountMissing', { VatRate: '20', VatAccount: null }],
  ['InvalidInput', { VatRate: 'twenty' }],
  ['InvalidInput', { MinAmount: -1 }],
];

const period = { beginDate: '2024-01-01', endDate: '2024-12-31' };
const Period = { BeginDate: '2024-01-01', EndDate: '2024-12-31' };
const page = { page: 1, limit: 5 };
const fullRule = {
  Name: 'Frais',
  Priority: 30,
  IsActive: true,
  AccountId: 3,
  LabelPattern: 'FRAIS',
  OperationCode: 'B1',
  Direction: 'Out',
  MinAmount: 1,
  MaxAmount: '50.00',
  LedgerAccount: '411000',
  SubAccount: 'C0007',
  EntryLabel: 'Frais bancaires',
};
const taxed = { VatRate: 20, VatAccount: '445710' };

/** Lists, proposals and rules with everything that they take. */
const everyFilter: readonly GoodCase[] = [
  ['bank.reconcile.list', { params: { ...folder, ...period, ...page, accountId: 3, changed: false } }],
  ['bank.reconcile.propose', { params: { ...folder, ...period, ...page, accountId: 3, maxDays: 10 } }],
  ['bank.reconcile.accept', { params: folder, body: { ...Period, AccountId: 3, MaxDays: 10, MinScore: 99 } }],
  ['bank.rule.add', { params: folder, body: fullRule }],
  ['bank.rule.update', { params: onRule(3), body: { ...fullRule, IsActive: false } }],
  ['bank.rule.update', { params: onRule(3), body: { ...taxed, SubAccount: null, LedgerAccount: '706000' } }],
  ['bank.rule.test', { params: folder, body: { ...Period, AccountId: 3, Force: true, Rule: fullRule } }],
  ['bank.rule.test', { params: folder, body: { TransactionIds: [3], Rule: rule(taxed) } }],
  ['bank.rule.add', { params: folder, body: { ...fullRule, Name: 'Frais 2', IsActive: false } }],
  [
    'bank.rule.test',
    { params: folder, body: { TransactionIds: [3], Rate: '1.1', Rule: { ...fullRule, IsActive: false } } },
  ],
  ['bank.reconcile.list', { params: { ...folder, page: 2, limit: 1 } }],
  ['bank.reconcile.propose', { params: { ...folder, page: 2, limit: 1 } }],
  ['bank.rule.apply', { params: folder, body: { ...Period, AccountId: 3, Force: true } }],
  ...(['bank.balance', 'bank.balance.chart', 'bank.summary', 'bank.report'] as const).map(
    (id): GoodCase => [id, { params: { ...folder, ...period, accountId: 3 } }],
  ),
];

/** Books without an account of a bank. */
const unknownBooks = { enterpriseId: 1 };
/** Movements of a year that the folder has not opened. */
const unbooked: readonly GoodCase[] = [
  [
    'bank.statement.import',
    { params: { ...folder, createAccounts: true }, files: ['fixtures/cfonb/good/several-accounts.cfonb'] },
  ],
  ['bank.rule.test', { params: folder, body: { Rule: rule({ LabelPattern: '*' }) } }],
  ['bank.account.create-manual', { params: unknownBooks, body: { BankName: 'Caisse' } }],
  ['bank.reconcile.propose', { params: unknownBooks }],
  ['bank.reconcile.accept', { params: unknownBooks, body: {} }],
  ['bank.rule.add', { params: folder, body: rule({ Name: 'Remises', LabelPattern: 'REMISE' }) }],
  ['bank.rule.apply', { params: folder, body: { Rate: '1.1' } }],
];

/** Two credit notes that transaction 3 may pay, each with a part of its own to be named. */
const creditNote = (DocRef: string) => ({
  JournalCode: 'BQ',
  Date: '2024-03-02',
  Label: 'Avoir énergie',
  DocRef,
  Lines: [
    { AccountNumber: '411000', SubAccountCode: 'C0007', Credit: '320.10' },
    { AccountNumber: '706000', Debit: '320.10' },
  ],
});
const settled: readonly GoodCase[] = [
  ['entry.create', { params: books, body: creditNote('AV1') }],
  ['entry.create', { params: books, body: creditNote('AV2') }],
  ['bank.settle.propose', { params: folder }],
  ['bank.settle.propose', { params: { ...folder, page: 2, limit: 1 } }],
  ['bank.settle.propose', { params: unknownBooks }],
  ['bank.settle.accept', { params: unknownBooks, body: {} }],
  ['bank.settle.propose', { params: { ...folder, ...period, ...page, accountId: 3, minScore: 1, maxDays: 30 } }],
  [
    'bank.settle.set',
    {
      params: on(3),
      body: { LineIds: [CREDIT], Partial: true, DifferenceAccount: '627000', Rate: '1', Force: true },
    },
  ],
  ['bank.settle.undo', { params: folder, body: { TransactionIds: [3] } }],
  ['bank.settle.accept', { params: folder, body: { ...Period, AccountId: 3, MaxDays: 30, MinScore: 0 } }],
  ['bank.reconcile.run.list', { params: folder }],
  ['bank.reconcile.run.undo', { params: { ...folder, runId: RUN } }],
  ['bank.reconcile.run.list', { params: { ...folder, page: 2, limit: 1 } }],
];

/** Two lines that a transaction may be. */
const twice: readonly GoodCase[] = [
  ['entry.create', { params: books, body: supplied }],
  ['entry.create', { params: books, body: supplied }],
  ['bank.reconcile.propose', { params: { ...folder, accountId: 3 } }],
  ['bank.reconcile.statement', { params: { ...account, date: '2024-03-31' } }],
];

const good: readonly GoodCase[] = [
  ['bank.reconcile.account.show', { params: account }],
  ['bank.reconcile.account.set', { params: account, body: { LedgerAccount: '512000', JournalCode: 'BQ' } }],
  ['entry.create', { params: books, body: received }],
  ['bank.reconcile.propose', { params: { ...folder, minScore: 50 } }],
  ['bank.reconcile.set', { params: on(1), body: { EntryId: 3 } }],
  ['bank.reconcile.unset', { params: on(1) }],
  ['bank.reconcile.set', { params: on(1), body: { EntryId: 3, LineId: 6 } }],
  ['bank.reconcile.unset', { params: on(1) }],
  ['bank.reconcile.set', { params: on(1), body: { LineIds: [6], TransactionIds: [1], DifferenceAccount: '627000' } }],
  ['bank.reconcile.list', { params: folder }],
  ['bank.reconcile.unset', { params: on(1) }],
  ['bank.reconcile.accept', { params: folder, body: { AccountId: 3 } }],
  ['bank.reconcile.list', { params: { ...folder, origin: 'Proposed' } }],
  ['bank.rule.add', { params: folder, body: rule({ VatRate: 20, VatAccount: '445710', Direction: 'Out' }) }],
  [
    'bank.rule.add',
    {
      params: folder,
      body: {
        Name: 'Prélèvements',
        OperationCode: 'B1',
        LedgerAccount: '411000',
        SubAccount: 'C0007',
        MaxAmount: '50.00',
      },
    },
  ],
  ['bank.rule.update', { params: onRule(2), body: { Priority: 20, MaxAmount: null } }],
  ['bank.rule.list', { params: folder }],
  ['bank.rule.show', { params: onRule(1) }],
  ['bank.rule.test', { params: folder, body: {} }],
  ['bank.rule.test', { params: folder, body: { Rule: rule({ LabelPattern: '*' }) } }],
  ['bank.rule.apply', { params: folder, body: { TransactionIds: [2] } }],
  ['bank.rule.apply', { params: folder, body: { AccountId: 3, EndDate: '2024-03-04' } }],
  ['bank.entry.create', { params: on(3), body: opposite({ SubAccountCode: 'C0007' }) }],
  ['bank.entry.show', { params: on(3) }],
  ['bank.rule.undo', { params: folder, body: { TransactionIds: [3] } }],
  [
    'bank.entry.create',
    {
      params: on(3),
      body: {
        Label: 'Électricité',
        DocRef: 'EDF-1',
        Force: true,
        Rate: '1',
        Lines: [
          { AccountId: 1, SubAccountCode: 'C0007', Debit: '330.10', Label: 'Facture' },
          { AccountNumber: '706000', Credit: '10.00' },
        ],
      },
    },
  ],
  ['bank.rule.undo', { params: folder, body: { TransactionIds: [3] } }],
  ['entry.validate', { params: books, body: { EntryIds: [4] } }],
  ['bank.rule.remove', { params: onRule(2) }],
  ...everyFilter,
  ['bank.report', { params: { ...folder, beginDate: '2024-01-01', endDate: '2024-12-31' } }],
  ['bank.balance', { params: { ...folder, accountId: 3, by: 'day' } }],
  ['bank.balance.books', { params: folder }],
  ['bank.summary', { params: folder }],
  ['bank.summary', { params: { ...folder, endDate: '0001-01-01' } }],
  ['bank.report', { params: { ...folder, as: 'pdf' } }],
  ['entry.validate', { params: books, body: { EntryIds: [3] } }],
  ['bank.entry.show', { params: on(1) }],
  ['bank.reconcile.lock', { params: account, body: { Date: '2024-03-31' } }],
  ['bank.reconcile.statement', { params: { ...account, date: '2024-03-31' } }],
  ['bank.reconcile.lock', { params: account, body: { Date: '2024-03-02', Reopen: true } }],
  ...unbooked,
  ...settled,
  ...twice,
];

const REPORTS = ['bank.report', 'bank.balance', 'bank.balance.chart', 'bank.summary'];

const bad: readonly BadCase[] = [
  ...BAD_RULES.flatMap(([code, change]): BadCase[] => [
    ['bank.rule.add', code, { params: folder, body: rule(change) }],
    ['bank.rule.update', code, { params: onRule(1), body: change }],
    ['bank.rule.test', code, { params: folder, body: { Rule: rule(change) } }],
  ]),
  ['bank.rule.show', 'RuleNotFound', { params: onRule(missing) }],
  ['bank.rule.update', 'RuleNotFound', { params: onRule(missing), body: {} }],
  ['bank.rule.remove', 'RuleNotFound', { params: onRule(missing) }],
  ['bank.rule.apply', 'BankTransactionUnknown', { params: folder, body: { TransactionIds: [missing] } }],
  ['bank.rule.apply', 'TransactionReconciled', { params: folder, body: { TransactionIds: [1] } }],
  ['bank.rule.apply', 'InvalidInput', { params: folder, body: { Rate: '-1' } }],
  ['bank.rule.undo', 'BankTransactionUnknown', { params: folder, body: { TransactionIds: [missing] } }],
  ['bank.rule.undo', 'TransactionNotReconciled', { params: folder, body: { TransactionIds: [3] } }],
  ['bank.rule.undo', 'TransactionNotGenerated', { params: folder, body: { TransactionIds: [1] } }],
  ['bank.rule.undo', 'TransactionLocked', { params: folder, body: { TransactionIds: [2] } }],
  ['bank.entry.show', 'TransactionNotReconciled', { params: on(3) }],
  ['bank.entry.create', 'BankTransactionUnknown', { params: on(missing), body: opposite({}) }],
  ['bank.entry.create', 'TransactionReconciled', { params: on(1), body: opposite({}) }],
  ['bank.entry.create', 'AccountNotFound', { params: on(3), body: opposite({ AccountNumber: '999' }) }],
  ['bank.entry.create', 'SubAccountNotFound', { params: on(3), body: opposite({ SubAccountCode: 'NO' }) }],
  ['bank.entry.create', 'EntryLineEmpty', { params: on(3), body: opposite({ Credit: 1 }) }],
  ['bank.entry.create', 'EntryNotBalanced', { params: on(3), body: opposite({ Debit: '320.11' }) }],
  ['bank.reconcile.unset', 'TransactionLocked', { params: on(2) }],
  ...REPORTS.flatMap((id): BadCase[] => [
    [id, 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
    [id, 'PeriodInverted', { params: { ...folder, beginDate: '2024-02-01', endDate: '2024-01-01' } }],
    [id, 'InvalidInput', { params: { ...folder, endDate: '2024-02-30' } }],
  ]),
  ['bank.reconcile.propose', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  ['bank.reconcile.propose', 'InvalidInput', { params: { ...folder, minScore: 101 } }],
  [
    'bank.reconcile.statement',
    'BankAccountNotFound',
    { params: { ...account, bankAccountId: missing, date: '2024-03-31' } },
  ],
  ['bank.reconcile.statement', 'StatementMissing', { params: { ...account, date: '2001-01-01' } }],
  ['bank.reconcile.accept', 'BankAccountNotFound', { params: folder, body: { AccountId: missing } }],
  ['bank.reconcile.set', 'BankTransactionUnknown', { params: on(missing), body: { EntryId: 1 } }],
  ['bank.reconcile.set', 'TransactionReconciled', { params: on(1), body: { EntryId: 3 } }],
  ['bank.reconcile.set', 'EntryNotFound', { params: on(3), body: { EntryId: missing } }],
  ['bank.reconcile.set', 'EntryWithoutBankLine', { params: on(3), body: { EntryId: 1 } }],
  ['bank.reconcile.set', 'LedgerLineNotFound', { params: on(3), body: { LineIds: [missing] } }],
  ['bank.reconcile.set', 'LineReconciled', { params: on(3), body: { LineIds: [6] } }],
  ['bank.reconcile.set', 'GroupMixed', { params: on(3), body: { LineIds: [1] } }],
  ['bank.reconcile.set', 'InvalidInput', { params: on(3), body: { EntryId: 3, LineIds: [6] } }],
  [
    'bank.reconcile.lock',
    'BankAccountNotFound',
    { params: { ...account, bankAccountId: missing }, body: { Date: '2024-03-31' } },
  ],
  ['bank.reconcile.lock', 'StatementMissing', { params: account, body: { Date: '2001-01-01' } }],
  ['bank.reconcile.lock', 'PeriodOpen', { params: account, body: { Date: '2024-03-31', Reopen: true } }],
  ['bank.reconcile.run.undo', 'RunNotFound', { params: { ...folder, runId: missing } }],
  ['bank.reconcile.run.undo', 'RunUndone', { params: { ...folder, runId: RUN } }],
  ['bank.settle.propose', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  ['bank.settle.accept', 'BankAccountNotFound', { params: folder, body: { AccountId: missing } }],
  ['bank.settle.set', 'BankTransactionUnknown', { params: on(missing), body: { LineIds: [CREDIT] } }],
  ['bank.settle.set', 'TransactionReconciled', { params: on(1), body: { LineIds: [CREDIT] } }],
  ['bank.settle.set', 'TransactionProbablyBooked', { params: on(3), body: { LineIds: [CREDIT] } }],
  ['bank.settle.set', 'LedgerLineNotFound', { params: on(3), body: { LineIds: [missing], Force: true } }],
  ['bank.settle.set', 'NotAnOpenItem', { params: on(3), body: { LineIds: [CREDIT + 1], Force: true } }],
  ['bank.settle.set', 'SettlementNotBalanced', { params: on(3), body: { LineIds: [CREDIT, CREDIT + 2], Force: true } }],
  [
    'bank.settle.set',
    'DifferenceAccountUnknown',
    { params: on(3), body: { LineIds: [CREDIT, CREDIT + 2], DifferenceAccount: '606000', Force: true } },
  ],
  [
    'bank.settle.set',
    'DifferenceTooLarge',
    { params: on(3), body: { LineIds: [CREDIT, CREDIT + 2], DifferenceAccount: '758000', Force: true } },
  ],
  ['bank.settle.undo', 'BankTransactionUnknown', { params: folder, body: { TransactionIds: [missing] } }],
  ['bank.settle.undo', 'TransactionNotReconciled', { params: folder, body: { TransactionIds: [3] } }],
  ['bank.settle.undo', 'TransactionNotGenerated', { params: folder, body: { TransactionIds: [1] } }],
  ['bank.reconcile.unset', 'BankTransactionUnknown', { params: on(missing) }],
  ['bank.reconcile.unset', 'TransactionNotReconciled', { params: on(3) }],
  ['bank.reconcile.account.show', 'BankAccountNotFound', { params: { ...folder, bankAccountId: missing } }],
  [
    'bank.reconcile.account.set',
    'BankAccountNotFound',
    { params: { ...folder, bankAccountId: missing }, body: { LedgerAccount: '512000', JournalCode: 'BQ' } },
  ],
  [
    'bank.reconcile.account.set',
    'AccountNotFound',
    { params: account, body: { LedgerAccount: '512999', JournalCode: 'BQ' } },
  ],
  [
    'bank.reconcile.account.set',
    'NotABankAccount',
    { params: account, body: { LedgerAccount: '706000', JournalCode: 'BQ' } },
  ],
  [
    'bank.reconcile.account.set',
    'JournalNotFound',
    { params: account, body: { LedgerAccount: '512000', JournalCode: 'NO' } },
  ],
];

const PERIODS = 'test/services/banking/report/reconciled-period.test.ts';
const SETTLEMENTS = 'test/services/banking/books/settlement/settle.test.ts';

/** Failures that no single request can bring about, and the test that does. */
const provedElsewhere: Readonly<Record<string, Waiver>> = {
  'bank.reconcile.statement LedgerSideUnknown': [
    'test/services/banking/books/reconciliation/ledger-side.test.ts',
    'is the account whose lines match its transactions, and the bank journal they are in',
  ],
  'bank.reconcile.account.show LedgerSideUnknown': [
    'test/services/banking/books/reconciliation/ledger-side.test.ts',
    'is the account whose lines match its transactions, and the bank journal they are in',
  ],
  'bank.reconcile.set GroupNotBalanced': [
    'test/services/banking/books/reconciliation/groups.test.ts',
    'is refused when it does not balance, mixes accounts, or takes what is taken',
  ],
  'bank.reconcile.set DifferenceAccountUnknown': [
    'test/services/banking/books/reconciliation/groups.test.ts',
    'books what is left where an account takes it, within its tolerance, and takes it back',
  ],
  'bank.reconcile.set DifferenceTooLarge': [
    'test/services/banking/books/reconciliation/groups.test.ts',
    'books what is left where an account takes it, within its tolerance, and takes it back',
  ],
  'bank.reconcile.set AccountNotFound': [
    'test/services/banking/books/reconciliation/groups.test.ts',
    'books what is left where an account takes it, within its tolerance, and takes it back',
  ],
  'bank.reconcile.set LedgerSideUnknown': [
    'test/services/banking/books/rules/write.test.ts',
    'are refused where the books take nothing',
  ],
  'bank.reconcile.set LedgerFolderInactive': [
    'test/services/banking/books/rules/write.test.ts',
    'are refused where the books take nothing',
  ],
  'bank.reconcile.set DateOutsideExercises': [
    'test/services/banking/books/rules/write.test.ts',
    'are refused where the books take nothing',
  ],
  'bank.reconcile.set ExerciseClosed': [
    'test/services/banking/books/rules/write.test.ts',
    'are refused where the books take nothing',
  ],
  'bank.reconcile.set AccountNotActive': [
    'test/services/banking/books/rules/write.test.ts',
    'are refused where the books take nothing',
  ],
  'bank.reconcile.unset TransactionGenerated': [
    'test/services/banking/books/rules/write.test.ts',
    'keeps its link, so that it is not written twice',
  ],
  'bank.rule.undo LedgerFolderInactive': [
    'test/services/banking/books/rules/write.test.ts',
    'are undone while they are drafts',
  ],
  'bank.settle.set LedgerFolderInactive': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.settle.set DateOutsideExercises': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.settle.set ExerciseClosed': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.settle.set AccountNotActive': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.settle.set LedgerSideUnknown': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.settle.set RateMissing': [SETTLEMENTS, 'are in euros, and of items of the exercise alone'],
  'bank.settle.set LetteringMixed': [SETTLEMENTS, 'are in euros, and of items of the exercise alone'],
  'bank.settle.set AccountNotFound': [
    SETTLEMENTS,
    'books what the bank kept where an account takes it, within its tolerance',
  ],
  'bank.settle.set LineLettered': [
    SETTLEMENTS,
    'is refused of what is no open item, of several in part, and of what is settled',
  ],
  'bank.settle.undo TransactionLocked': [
    SETTLEMENTS,
    'is refused of what is no open item, of several in part, and of what is settled',
  ],
  'bank.reconcile.run.undo TransactionLocked': [SETTLEMENTS, 'of settlements is listed and undone as a whole'],
  'bank.settle.accept LedgerFolderInactive': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.settle.accept AccountNotActive': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.settle.undo LedgerFolderInactive': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.settle.undo ExerciseClosed': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.reconcile.run.undo LedgerFolderInactive': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.reconcile.run.undo ExerciseClosed': [SETTLEMENTS, 'are refused where the books take nothing'],
  'bank.reconcile.lock PeriodUnreconciled': [
    PERIODS,
    'is locked when nothing is unexplained, and opened from a day on',
  ],
  'bank.reconcile.lock PeriodReconciledLater': [
    PERIODS,
    'is locked when nothing is unexplained, and opened from a day on',
  ],
  'bank.reconcile.lock LedgerSideUnknown': [
    'test/services/banking/books/reconciliation/ledger-side.test.ts',
    'is the account whose lines match its transactions, and the bank journal they are in',
  ],
  'bank.reconcile.set PeriodReconciled': [PERIODS, 'refuses what would change it, and names the way to open it'],
  'bank.reconcile.unset PeriodReconciled': [PERIODS, 'refuses what would change it, and names the way to open it'],
  'bank.reconcile.run.undo PeriodReconciled': [PERIODS, 'refuses what would change it, and names the way to open it'],
  'bank.settle.set PeriodReconciled': [PERIODS, 'refuses what would change it, and names the way to open it'],
  'bank.settle.undo PeriodReconciled': [PERIODS, 'refuses what would change it, and names the way to open it'],
  'bank.entry.create PeriodReconciled': [PERIODS, 'refuses what would change it, and names the way to open it'],
  'bank.rule.undo PeriodReconciled': [PERIODS, 'refuses what would change it, and names the way to open it'],
  'bank.entry.create LedgerFolderInactive': [
    'test/services/banking/books/rules/write.test.ts',
    'are refused where the books take nothing',
  ],
  'bank.entry.create RateMissing': [
    'test/services/banking/books/rules/write.test.ts',
    'note the other currency, which proposals then find',
  ],
  'bank.entry.create TransactionProbablyBooked': [
    'test/services/banking/books/rules/write.test.ts',
    'are not booked again unless forced; a line holds back one of two equal ones',
  ],
  'bank.entry.create LedgerSideUnknown': [
    'test/services/banking/books/rules/write.test.ts',
    'are refused where the books take nothing',
  ],
  'bank.entry.create DateOutsideExercises': [
    'test/services/banking/books/rules/write.test.ts',
    'are refused where the books take nothing',
  ],
  'bank.entry.create ExerciseClosed': [
    'test/services/banking/books/rules/write.test.ts',
    'are refused where the books take nothing',
  ],
  'bank.entry.create AccountNotActive': [
    'test/services/banking/books/rules/write.test.ts',
    'are refused where the books take nothing',
  ],
};

export const bankReconciliation: Area = {
  operations: ['reconcile', 'settle', 'rule', 'entry', 'report', 'balance', 'summary'].map((noun) => `bank.${noun}`),
  seed: [...FIRM, ...FILED, ...BANK],
  good,
  bad,
  provedElsewhere,
  neverFilled: {
    'bank.balance [].Gaps[]': 'statements are missing: test/services/banking/report/report.test.ts',
    'bank.reconcile.statement Gaps[]': 'the same: test/services/banking/report/reconciliation-statement.test.ts',
  },
};
