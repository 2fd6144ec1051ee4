import * as z from 'zod';
import { type BankTransaction, balancesAfter, listTransactions } from '../../services/banking/transactions.ts';
import { day, identifier } from '../../services/operation/fields.ts';
import { type Block, defineOperation } from '../../services/operation/operation.ts';
import { EnterprisePath } from './account.ts';
import { amountWidth, detailsOf, widthLeft, withDetails } from './for-people.ts';

const BankEntry = z
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
        Amount: z.number(),
        EnterpriseId: z.int(),
        Label: z.string(),
        Type: z.string(),
        LetterId: z.int().nullable(),
        LetterType: z.string().nullable(),
        IsPartialLettering: z.boolean(),
        Revision: z.string().nullable(),
        ReAllocated: z.boolean(),
      }),
    ),
    Date: z.string().meta({ format: 'date' }),
    ValidationDate: z.string().nullable(),
    JournalId: z.int(),
    IsTransactionModificationAllowed: z.boolean(),
  })
  .meta({ id: 'BankEntry' });

const dayOrNull = () => z.string().meta({ format: 'date' }).nullable();

const Transaction = z
  .object({
    Id: z.int(),
    OperationDate: z.string().meta({ format: 'date' }),
    ValueDate: dayOrNull(),
    CreationDate: z.string().meta({ format: 'date-time' }),
    Label: z.string(),
    Description: z.string().nullable(),
    Amount: z.number(),
    IsDeleted: z.boolean(),
    AccountId: z.int(),
    OperationCode: z.string().nullable(),
    CurrencyCode: z.string(),
    FxCurrencyCode: z.string().nullable(),
    FxRate: z.number().nullable(),
    FxAmount: z.number().nullable(),
    FxDate: dayOrNull(),
    IsSynchronized: z.boolean(),
    BankEntry: BankEntry.nullable(),
    PaymentInformationViewModel: z
      .object({
        PaymentDate: dayOrNull(),
        PaymentMode: z.string().nullable(),
        NatureOperation: z.string().nullable(),
        PaymentClientId: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'BankTransaction' });

type TransactionView = z.output<typeof Transaction>;

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

const toWire = (transaction: BankTransaction): TransactionView => ({
  Id: transaction.id,
  OperationDate: transaction.operationDate,
  ValueDate: transaction.valueDate,
  CreationDate: transaction.createdAt,
  Label: transaction.label,
  Description: transaction.description,
  Amount: Number(transaction.amount),
  IsDeleted: transaction.isDeleted,
  AccountId: transaction.accountId,
  OperationCode: transaction.operationCode,
  CurrencyCode: transaction.currencyCode,
  FxCurrencyCode: transaction.fxCurrencyCode,
  FxRate: numberOrNull(transaction.fxRate),
  FxAmount: numberOrNull(transaction.fxAmount),
  FxDate: transaction.fxDate,
  IsSynchronized: transaction.isSynchronized,
  BankEntry: null,
  PaymentInformationViewModel: transaction.payment && {
    PaymentDate: transaction.payment.date,
    PaymentMode: transaction.payment.mode,
    NatureOperation: transaction.payment.natureOperation,
    PaymentClientId: transaction.payment.clientId,
  },
});

interface ForPeople {
  readonly amounts: readonly string[];
  readonly balances: () => Promise<ReadonlyMap<number, string>>;
}

/** With the balance after each transaction; without an account there is no one balance, and the account is shown. */
async function* table(rows: readonly TransactionView[]): AsyncGenerator<Block> {
  const people = detailsOf<ForPeople>(rows);
  const balances = (await people?.balances()) ?? new Map<number, string>();
  const isRunning = balances.size > 0;
  const amounts = people?.amounts ?? [];
  const lastColumn = isRunning ? amountWidth(balances.values()) : 'Account id'.length;
  const labelWidth = widthLeft(
    String(rows.at(-1)?.Id ?? '').length + 1,
    DAY_WIDTH,
    DAY_WIDTH,
    amountWidth(amounts),
    lastColumn,
  );
  yield {
    kind: 'table',
    columns: [
      { name: 'Id', type: 'number' },
      { name: 'Date', type: 'day' },
      { name: 'ValueDate', type: 'day' },
      { name: 'Label' },
      { name: 'Amount', type: 'amount' },
      isRunning ? { name: 'Balance', type: 'amount' } : { name: 'AccountId', type: 'number' },
    ],
    rows: rows.map((row, index) => [
      row.Id,
      row.OperationDate,
      row.ValueDate,
      row.Label.slice(0, labelWidth),
      amounts[index] ?? String(row.Amount),
      isRunning ? balances.get(row.Id) : row.AccountId,
    ]),
  };
}

const DAY_WIDTH = 10;

export const bankTransactionList = defineOperation({
  id: 'bank.transaction.list',
  ref: 'C15',
  summary: { en: 'List the transactions of a folder', fr: 'Lister les mouvements d’un dossier' },
  description:
    'By day, hidden and deleted ones left out. Without page and size all are given, up to 100,000; size alone defaults to 50. With an account, tables show the balance after each transaction. ValueDate comes beside the specified fields.',
  policy: { kind: 'user', access: 'read' },
  http: { method: 'GET', path: '/api/banking/enterprises/{enterpriseId}/transactions' },
  cli: {
    path: ['bank', 'transaction', 'list'],
    examples: [
      'taxops bank transaction list --folder 1 --account 3 --begin-date 2026-03-01 --end-date 2026-03-31',
      'taxops bank transaction list --folder 1 --search-text-or-amount loyer --json',
    ],
  },
  params: EnterprisePath,
  query: z.object({
    accountId: identifier().optional(),
    beginDate: day().optional().describe('First day'),
    endDate: day().optional().describe('Last day'),
    searchTextOrAmount: z.string().max(200).optional().describe('Part of the label, or an amount'),
    page: z.int().min(1).max(1_000_000).optional().describe('Page, from 1'),
    size: z.int().min(1).max(10_000).optional().describe('Transactions a page'),
  }),
  output: z.array(Transaction),
  errors: ['FolderNotFound', 'BankAccountNotFound', 'PeriodInverted', 'TooManyTransactions'],
  view: table,
  run: async (ctx, { enterpriseId, searchTextOrAmount, ...query }) => {
    const db = await ctx.db();
    const found = await listTransactions(db, { folderId: enterpriseId, textOrAmount: searchTextOrAmount, ...query });
    const { accountId } = query;
    const people: ForPeople = {
      amounts: found.map(({ amount }) => amount),
      balances: async () => (accountId ? balancesAfter(db, enterpriseId, accountId, found) : new Map()),
    };
    return withDetails(found.map(toWire), people);
  },
});
