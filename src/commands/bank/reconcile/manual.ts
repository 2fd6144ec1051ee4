import * as z from 'zod';
import { writeByHand } from '../../../services/banking/books/rules/write.ts';
import { entryOfTransaction } from '../../../services/banking/transactions/entries/bank-entries.ts';
import { formatAmount } from '../../../services/kernel/money.ts';
import { amount, identifier } from '../../operation/fields.ts';
import { fields, from } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { force, rate } from '../rule/apply.ts';
import { BankEntryShape } from './entry.ts';
import { TransactionPath } from './wire.ts';

const ROUTE = '/transactions/{transactionId}/entry';

export const bankEntryShow = bankOperation({
  id: 'bank.entry.show',
  summary: { en: 'Show the entry of a transaction', fr: 'Montrer l’écriture d’un mouvement' },
  description:
    'What the specification leaves open of BankEntry: Amount is debit minus credit; Type is Bank for accounts 512 to 519, Vat for 445, else Counterpart; LetterId is the lettering group of `ledger letters`; Revision is null and ReAllocated false. IsTransactionModificationAllowed is false once the entry is definitive: validated (PCG art. 921-3), of a closed exercise (art. 921-4), or its counterpart lettered.',
  http: { method: 'GET', path: ROUTE },
  cli: { args: ['transactionId'], examples: ['taxops bank entry show 1042 --folder 1'] },
  params: TransactionPath,
  output: BankEntryShape,
  errors: ['TransactionNotReconciled'],
  view: (entry, _language, { lines }) => [
    { kind: 'text', text: `${entry.Id} · ${entry.Date} · ${entry.Label}` },
    {
      kind: 'table',
      columns: [{ name: 'Type' }, { name: 'AccountName' }, { name: 'Label' }, { name: 'Amount', type: 'amount' }],
      rows: lines.map(({ type, accountName, label, amount: cents }) => [
        type,
        accountName.slice(0, 30),
        label.slice(0, 30),
        formatAmount(cents),
      ]),
    },
  ],
  run: (ctx, { folderId, transactionId }) => entryOfTransaction(ctx, folderId, transactionId),
});

const text = (max: number) => z.string().trim().min(1).max(max);

export const bankEntryCreate = bankOperation({
  id: 'bank.entry.create',
  summary: { en: 'Write the entry of a transaction by hand', fr: 'Passer l’écriture d’un mouvement à la main' },
  description:
    'A draft in the journal of the bank on the day of the transaction, linked to it. Lines are those opposite the bank: its own line is added, and together they must balance. Refused, unless Force is set, when the ledger holds a line of this amount on the account of the bank, at most 45 days away and linked to nothing: link that one. For a transaction in another currency, lines are in euros, and Rate says what one unit is worth unless the bank does.',
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { args: ['transactionId'], examples: ['taxops bank entry create 1042 --folder 1 --body entry.json'] },
  params: TransactionPath,
  body: fields({
    Label: text(500).optional().describe('That of the transaction unless given'),
    DocRef: text(100).optional(),
    Rate: rate().optional().describe('Euros for one unit of the transaction’s currency'),
    Force: force(),
    Lines: z
      .array(
        fields({
          AccountNumber: text(50).optional().describe('This or AccountId'),
          AccountId: identifier().optional(),
          SubAccountCode: from('subAccount', text(50).optional()),
          Label: text(500).optional(),
          Debit: amount().optional(),
          Credit: amount().optional(),
        }),
      )
      .min(1)
      .max(1000),
  }),
  output: BankEntryShape,
  errors: [
    'LedgerFolderInactive',
    'BankTransactionUnknown',
    'TransactionReconciled',
    'RateMissing',
    'TransactionProbablyBooked',
    'LedgerSideUnknown',
    'DateOutsideExercises',
    'ExerciseClosed',
    'AccountNotFound',
    'AccountNotActive',
    'SubAccountNotFound',
    'EntryLineEmpty',
    'EntryNotBalanced',
    'PeriodReconciled',
  ],
  run: async (ctx, { folderId, transactionId, body }) => {
    const lines = body.lines.map(({ accountId, accountNumber = '', debit = 0n, credit = 0n, ...line }) => ({
      ...line,
      account: accountId ?? accountNumber,
      debit,
      credit,
    }));
    await writeByHand(ctx, folderId, { ...body, transactionId, lines });
    return entryOfTransaction(ctx, folderId, transactionId);
  },
});
