/** `BankEntry` as the specification writes it; what it leaves open is said in the description of `bank entry show`. */
import * as z from 'zod';
import type { BankEntry } from '../../../services/banking/books/reconciliation/bank-entries.ts';
import { formatAmount } from '../../../services/kernel/money.ts';
import { dayText } from '../../operation/fields.ts';

export const BankEntryShape = z
  .object({
    Id: z.int(),
    TransactionId: z.int(),
    Label: z.string(),
    EnterpriseId: z.int(),
    Lines: z.array(
      z.object({
        Id: z.int(),
        AccountId: z.int(),
        SubAccountId: z.int().nullable(),
        AccountName: z.string(),
        Amount: z.number().describe('Debit minus credit'),
        EnterpriseId: z.int(),
        Label: z.string(),
        Type: z.enum(['Bank', 'Vat', 'Counterpart']),
        LetterId: z.int().nullable(),
        LetterType: z.enum(['Full', 'Partial']).nullable(),
        IsPartialLettering: z.boolean(),
        Revision: z.string().nullable(),
        ReAllocated: z.boolean(),
      }),
    ),
    Date: dayText(),
    ValidationDate: dayText().nullable(),
    JournalId: z.int(),
    IsTransactionModificationAllowed: z.boolean(),
  })
  .meta({ id: 'BankEntry' });

/** Amounts are JSON numbers here, exact to the cent as long as they hold 15 digits. */
export const bankEntryToWire = (entry: BankEntry, enterpriseId: number): z.output<typeof BankEntryShape> => ({
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
