import { defineErrors } from '../../../kernel/errors.ts';

/** What can fail when transactions meet the ledger. */
export const reconciliationErrors = defineErrors('src/services/banking/books/reconciliation/errors.tsv', [
  'LedgerSideUnknown',
  'NotABankAccount',
  'TransactionReconciled',
  'TransactionProbablyBooked',
  'TransactionLocked',
  'EntryWithoutBankLine',
  'DifferenceAccountUnknown',
  'DifferenceTooLarge',
  'GroupMixed',
  'GroupNotBalanced',
  'LineReconciled',
  'TransactionGenerated',
  'TransactionNotGenerated',
  'NotAnOpenItem',
  'SettlementNotBalanced',
  'RunNotFound',
  'RunUndone',
]);
