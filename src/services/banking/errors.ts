import { defineErrors } from '../kernel/errors.ts';

/** What can fail in banking, with what to do about it. */
export const bankingErrors = defineErrors('src/services/banking/errors.tsv', [
  'StatementFileMissing',
  'StatementFileRefused',
  'StatementFileChanged',
  'StatementFolderMissing',
  'StatementImportNotFound',
  'FolderInactive',
  'IbanInvalid',
  'BicInvalid',
  'SourceAccountTaken',
  'BankNotFound',
  'BankAccountExists',
  'BankAccountNotFound',
  'BankAccountChanged',
  'PeriodInverted',
  'AmountsInverted',
  'CurrenciesMixed',
  'TooManyTransactions',
  'BankTransactionUnknown',
  'TransactionNotReconciled',
  'SourceAccountNotFound',
  'StatementMissing',
  'LedgerAccountMissing',
  'ComparisonInEuros',
]);
