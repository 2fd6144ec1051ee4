import * as z from 'zod';
import { type BankEntry, entriesOfTransactions } from '../../../services/banking/books/reconciliation/bank-entries.ts';
import { reconciliationErrors } from '../../../services/banking/books/reconciliation/errors.ts';
import { writeByHand } from '../../../services/banking/books/rules/write.ts';
import { getFolder } from '../../../services/folders/folders.ts';
import type { Context } from '../../../services/operation/context.ts';
import { amount, identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { force, rate } from '../rule/apply.ts';
import { BankEntryShape, bankEntryToWire } from './entry.ts';
import { BANK_ROUTE, TransactionPath } from './wire.ts';

const ROUTE = `${BANK_ROUTE}/transactions/{transactionId}/entry`;

async function entryOf(ctx: Context, folderId: number, transactionId: number): Promise<BankEntry> {
  const db = await ctx.db();
  await getFolder(db, folderId);
  const entry = (await entriesOfTransactions(db, folderId, [transactionId])).get(transactionId);
  if (!entry) throw reconciliationErrors.TransactionNotReconciled({ transactionId });
  return entry;
}

export const bankEntryShow = defineOperation({
  id: 'bank.entry.show',
  summary: { en: 'Show the entry of a transaction', fr: 'Montrer l’écriture d’un mouvement' },
  description:
    'What the specification leaves open of BankEntry: Amount is debit minus credit; Type is Bank for accounts 512 to 519, Vat for 445, else Counterpart; LetterId is the lettering group of `ledger letters`; Revision is null and ReAllocated false. IsTransactionModificationAllowed is false once the entry is definitive: validated (PCG art. 921-3), of a closed exercise (art. 921-4), or its counterpart lettered.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: ROUTE },
  cli: { args: ['transactionId'], examples: ['taxops bank entry show 1042 --folder 1'] },
  params: TransactionPath,
  output: BankEntryShape,
  errors: ['FolderNotFound', 'TransactionNotReconciled'],
  view: (entry) => [
    { kind: 'text', text: `${entry.Id} · ${entry.Date} · ${entry.Label}` },
    {
      kind: 'table',
      columns: [{ name: 'Type' }, { name: 'AccountName' }, { name: 'Label' }, { name: 'Amount', type: 'amount' }],
      rows: entry.Lines.map((line) => [
        line.Type,
        line.AccountName.slice(0, 30),
        line.Label.slice(0, 30),
        line.Amount.toFixed(2),
      ]),
    },
  ],
  run: async (ctx, { enterpriseId, transactionId }) =>
    bankEntryToWire(await entryOf(ctx, enterpriseId, transactionId), enterpriseId),
});

const text = (max: number) => z.string().trim().min(1).max(max);

export const bankEntryCreate = defineOperation({
  id: 'bank.entry.create',
  summary: { en: 'Write the entry of a transaction by hand', fr: 'Passer l’écriture d’un mouvement à la main' },
  description:
    'A draft in the journal of the bank on the day of the transaction, linked to it. Lines are those opposite the bank: its own line is added, and together they must balance. Refused, unless Force is set, when the ledger holds a line of this amount on the account of the bank, at most 45 days away and linked to nothing: link that one. For a transaction in another currency, lines are in euros, and Rate says what one unit is worth unless the bank does.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { args: ['transactionId'], examples: ['taxops bank entry create 1042 --folder 1 --body entry.json'] },
  params: TransactionPath,
  body: z.strictObject({
    Label: text(500).optional().describe('That of the transaction unless given'),
    DocRef: text(100).optional(),
    Rate: rate().optional().describe('Euros for one unit of the transaction’s currency'),
    Force: force(),
    Lines: z
      .array(
        z.strictObject({
          AccountNumber: text(50).optional().describe('This or AccountId'),
          AccountId: identifier().optional(),
          SubAccountCode: text(50).optional(),
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
    ...['FolderNotFound', 'LedgerFolderInactive', 'BankTransactionUnknown', 'TransactionReconciled', 'RateMissing'],
    'TransactionProbablyBooked',
    ...['LedgerSideUnknown', 'DateOutsideExercises', 'ExerciseClosed', 'AccountNotFound', 'AccountNotActive'],
    ...['SubAccountNotFound', 'EntryLineEmpty', 'EntryNotBalanced'],
  ],
  run: async (ctx, { enterpriseId, transactionId, body }) => {
    await writeByHand(ctx, enterpriseId, {
      transactionId,
      label: body.Label,
      docRef: body.DocRef,
      rate: body.Rate,
      force: body.Force,
      lines: body.Lines.map((line) => ({
        account: line.AccountId ?? line.AccountNumber ?? '',
        subAccount: line.SubAccountCode,
        label: line.Label,
        debit: line.Debit ?? 0n,
        credit: line.Credit ?? 0n,
      })),
    });
    return bankEntryToWire(await entryOf(ctx, enterpriseId, transactionId), enterpriseId);
  },
});
