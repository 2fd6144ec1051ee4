/** `BankEntry` as the specification writes it: what it leaves open is said in the description of `bank reconcile show`. */
import type { BankEntry } from '../../services/banking/reconciliation/bank-entries.ts';
import { formatAmount } from '../../services/kernel/money.ts';

/** Amounts are JSON numbers here, exact to the cent as long as they hold 15 digits. */
export const bankEntryToWire = (entry: BankEntry, enterpriseId: number) => ({
  Id: entry.id,
  TransactionId: entry.transactionId,
  Label: entry.label,
  EnterpriseId: enterpriseId,
  Lines: entry.lines.map((line) => ({
    Id: line.id,
    AccountId: line.accountId,
    SubAccountId: line.subAccountId,
    AccountName: line.accountName,
    Amount: Number(formatAmount(line.amount)),
    EnterpriseId: enterpriseId,
    Label: line.label,
    Type: line.type,
    LetterId: line.letterId,
    LetterType: line.letterType,
    IsPartialLettering: line.letterType === 'Partial',
    Revision: null,
    ReAllocated: false,
  })),
  Date: entry.date,
  ValidationDate: entry.validationDate,
  JournalId: entry.journalId,
  IsTransactionModificationAllowed: entry.lock === undefined,
});
