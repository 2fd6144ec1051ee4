/** Cases of reconciliation: transactions 1 to 3 of folder 2 and the ledger that the ledger cases imported there. */
import type { BadCase, GoodCase } from './requests.ts';

const folder = { enterpriseId: 2 };
const books = { accountingFolderId: 2 };
const account = { ...folder, bankAccountId: 3 };
const missing = 999_999;
const on = (transactionId: number) => ({ ...folder, transactionId });

const received = {
  JournalCode: 'BQ',
  Date: '2024-03-03',
  Label: 'VIR CLIENT FICTIF',
  Lines: [
    { AccountNumber: '512000', Debit: '1250.00' },
    { AccountNumber: '411000', SubAccountCode: 'C0007', Credit: '1250.00' },
  ],
};

export const RECONCILIATION_GOOD: readonly GoodCase[] = [
  ['bank.reconcile.account.show', { params: account }],
  ['bank.reconcile.account.set', { params: account, body: { LedgerAccount: '512000', JournalCode: 'BQ' } }],
  ['entry.create', { params: books, body: received }],
  ['bank.reconcile.propose', { params: { ...folder, minScore: 50 } }],
  ['bank.reconcile.set', { params: on(1), body: { EntryId: 3 } }],
  ['bank.reconcile.unset', { params: on(1) }],
  ['bank.reconcile.accept', { params: folder, body: { AccountId: 3 } }],
  ['bank.reconcile.list', { params: { ...folder, origin: 'Proposed' } }],
];

export const RECONCILIATION_BAD: readonly BadCase[] = [
  ['bank.reconcile.propose', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  ['bank.reconcile.propose', 'InvalidInput', { params: { ...folder, minScore: 101 } }],
  ['bank.reconcile.accept', 'BankAccountNotFound', { params: folder, body: { AccountId: missing } }],
  ['bank.reconcile.set', 'BankTransactionUnknown', { params: on(missing), body: { EntryId: 1 } }],
  ['bank.reconcile.set', 'TransactionReconciled', { params: on(1), body: { EntryId: 3 } }],
  ['bank.reconcile.set', 'EntryNotFound', { params: on(3), body: { EntryId: missing } }],
  ['bank.reconcile.set', 'EntryWithoutBankLine', { params: on(3), body: { EntryId: 1 } }],
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

/** Failures that no single request can bring about, and the test that does. */
export const RECONCILIATION_PROVED: Readonly<Record<string, string>> = {
  'bank.reconcile.account.show LedgerSideUnknown': 'test/services/banking/reconciliation/ledger-side.test.ts',
  'bank.reconcile.unset TransactionLocked': 'test/services/banking/reconciliation/propose.test.ts',
};
