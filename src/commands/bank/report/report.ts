import * as z from 'zod';
import { type BalancePoint, bankFigures } from '../../../services/banking/report/figures.ts';
import { type Left, leftByAccount } from '../../../services/banking/report/left.ts';
import { bankReport, REPORT_FORMS } from '../../../services/banking/report/report.ts';
import { type Cents, formatAmount } from '../../../services/kernel/money.ts';
import { amountText, day, dayText, identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { file } from '../../operation/outputs.ts';
import { EnterprisePath } from '../account/account.ts';
import { BANK_ROUTE } from '../reconcile/wire.ts';

const period = {
  accountId: identifier().optional().describe('One bank account; all of the folder otherwise'),
  beginDate: day().optional().describe('First day; the twelve months up to the last day unless given'),
  endDate: day().optional().describe('Last day; that of the last transaction unless given'),
};
const PERIOD =
  'Over the twelve months up to the last transaction unless told otherwise. The balance of a day is the last one that the bank told, moved by the transactions in between; hidden transactions count, deleted ones do not.';
const ERRORS = ['FolderNotFound', 'BankAccountNotFound', 'PeriodInverted'];

const wireAmount = (amount: Cents | undefined): string | null => (amount === undefined ? null : formatAmount(amount));

export const bankReportFile = defineOperation({
  id: 'bank.report',
  summary: { en: 'Report on bank accounts, as a page or a PDF', fr: 'État des comptes bancaires, en page ou en PDF' },
  description: `Balance over time and money in and out by month, each with its chart; what is left to reconcile and to justify. ${PERIOD} The page needs nothing but itself. Accounts whose currency has other decimals are rounded to hundredths.`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${BANK_ROUTE}/report` },
  cli: {
    examples: [
      'taxops bank report --folder 1 --output bank.html',
      'taxops bank report --folder 1 --as pdf --lang fr --output banque.pdf',
    ],
  },
  params: EnterprisePath,
  query: z.object({ ...period, as: z.enum(REPORT_FORMS).default('html') }),
  output: file('text/html', 'application/pdf'),
  errors: ERRORS,
  audited: true,
  run: (ctx, { enterpriseId, accountId, beginDate, endDate, as }) =>
    bankReport(ctx, enterpriseId, { accountId, from: beginDate, to: endDate }, as),
});

const BalanceRow = z
  .object({
    AccountId: z.int(),
    Account: z.string(),
    Period: z.string().describe('Day or month'),
    Income: amountText(),
    Expense: amountText(),
    Balance: amountText().nullable().describe('At the end of the period; null when no bank ever told one'),
  })
  .meta({ id: 'BankBalanceRow' });

export const bankBalance = defineOperation({
  id: 'bank.balance',
  summary: { en: 'Balance of bank accounts over time', fr: 'Solde des comptes bancaires dans le temps' },
  description: `One row a day or a month with transactions. ${PERIOD}`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${BANK_ROUTE}/balances` },
  cli: { examples: ['taxops bank balance --folder 1', 'taxops bank balance --folder 1 --account 2 --by day'] },
  params: EnterprisePath,
  query: z.object({ ...period, by: z.enum(['day', 'month']).default('month') }),
  output: z.array(BalanceRow),
  errors: ERRORS,
  view: (rows) => [
    {
      kind: 'table',
      columns: [
        { name: 'Account' },
        { name: 'Period' },
        { name: 'Income', type: 'amount' },
        { name: 'Expense', type: 'amount' },
        { name: 'Balance', type: 'amount' },
      ],
      rows: rows.map((row) => [row.Account.slice(0, 24), row.Period, row.Income, row.Expense, row.Balance]),
    },
  ],
  run: async (ctx, { enterpriseId, accountId, beginDate, endDate, by }) => {
    const { accounts } = await bankFigures(await ctx.db(), enterpriseId, { accountId, from: beginDate, to: endDate });
    return accounts.flatMap((account) =>
      (by === 'day' ? account.days : account.months).map((point: BalancePoint) => ({
        AccountId: account.accountId,
        Account: account.name,
        Period: point.period,
        Income: formatAmount(point.income),
        Expense: formatAmount(point.expense),
        Balance: wireAmount(point.balance),
      })),
    );
  },
});

const Summary = z
  .object({
    AccountId: z.int(),
    Account: z.string(),
    CurrencyCode: z.string(),
    BeginDate: dayText(),
    EndDate: dayText(),
    Opening: amountText().nullable(),
    Income: amountText(),
    Expense: amountText(),
    Closing: amountText().nullable(),
    Transactions: z.int(),
    Unreconciled: z.int().describe('Transactions that no entry books'),
    UnreconciledAmount: amountText().describe('Sum of their magnitudes'),
    ToJustify: z
      .int()
      .describe('Transactions that should have a document and whose documents do not make up the amount'),
    ToJustifyAmount: amountText().describe('Sum of what is missing'),
  })
  .meta({ id: 'BankAccountSummary' });

const NOTHING: Omit<Left, 'accountId'> = {
  transactions: 0,
  unreconciled: 0,
  unreconciledAmount: 0n,
  toJustify: 0,
  toJustifyAmount: 0n,
};

export const bankSummary = defineOperation({
  id: 'bank.summary',
  summary: {
    en: 'What bank accounts hold and what is left to do',
    fr: 'Ce que tiennent les comptes bancaires et ce qui reste à faire',
  },
  description: `By account: balances, money in and out, transactions left to reconcile and to justify. ${PERIOD}`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${BANK_ROUTE}/summary` },
  cli: { examples: ['taxops bank summary --folder 1 --begin-date 2026-03-01'] },
  params: EnterprisePath,
  query: z.object(period),
  output: z.array(Summary),
  errors: ERRORS,
  view: (accounts) => [
    {
      kind: 'table',
      columns: [
        { name: 'Account' },
        { name: 'Closing', type: 'amount' },
        { name: 'Unreconciled', type: 'number' },
        { name: 'UnreconciledAmount', type: 'amount' },
        { name: 'ToJustify', type: 'number' },
        { name: 'ToJustifyAmount', type: 'amount' },
      ],
      rows: accounts.map((row) => [
        row.Account.slice(0, 20),
        row.Closing,
        row.Unreconciled,
        row.UnreconciledAmount,
        row.ToJustify,
        row.ToJustifyAmount,
      ]),
    },
  ],
  run: async (ctx, { enterpriseId, accountId, beginDate, endDate }) => {
    const db = await ctx.db();
    const figures = await bankFigures(db, enterpriseId, { accountId, from: beginDate, to: endDate });
    const left = await leftByAccount(db, enterpriseId, accountId, figures.period);
    return figures.accounts.map((account) => {
      const open = left.get(account.accountId) ?? NOTHING;
      return {
        AccountId: account.accountId,
        Account: account.name,
        CurrencyCode: account.currency,
        BeginDate: figures.period.from,
        EndDate: figures.period.to,
        Opening: wireAmount(account.opening),
        Income: formatAmount(account.income),
        Expense: formatAmount(account.expense),
        Closing: wireAmount(account.closing),
        Transactions: open.transactions,
        Unreconciled: open.unreconciled,
        UnreconciledAmount: formatAmount(open.unreconciledAmount),
        ToJustify: open.toJustify,
        ToJustifyAmount: formatAmount(open.toJustifyAmount),
      };
    });
  },
});
