import * as z from 'zod';
import { type DailySummary, dailySummary } from '../../../services/banking/transactions/daily-summary.ts';
import { dayText } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { detailsOf, withDetails } from '../report/for-people.ts';
import { LIST_QUERY } from './wire.ts';

const { accountId, beginDate, endDate } = LIST_QUERY;

const Summary = z
  .object({
    IncomesAmount: z.number(),
    ExpensesAmount: z.number().describe('Negative'),
    Amount: z.number(),
    Items: z.array(
      z.object({
        Day: dayText(),
        IncomeAmount: z.number(),
        ExpenseAmount: z.number().describe('Negative'),
        Amount: z.number(),
        TransactionAmounts: z.array(z.number()).describe('One per transaction, by identifier'),
      }),
    ),
  })
  .meta({ id: 'BankDailySummary' });

const toWire = (summary: DailySummary): z.output<typeof Summary> => ({
  IncomesAmount: Number(summary.income),
  ExpensesAmount: Number(summary.expense),
  Amount: Number(summary.amount),
  Items: withDetails(
    summary.days.map(({ day, income, expense, amount, amounts }) => ({
      Day: day,
      IncomeAmount: Number(income),
      ExpenseAmount: Number(expense),
      Amount: Number(amount),
      TransactionAmounts: amounts.map(Number),
    })),
    summary,
  ),
});

export const bankTransactionDailySummary = defineOperation({
  id: 'bank.transaction.daily-summary',
  ref: 'C19',
  summary: { en: 'Sum transactions day by day', fr: 'Totaliser les mouvements jour par jour' },
  description:
    'Days that have a transaction; hidden and deleted ones are left out. Sums are exact; what the account pays is negative, in ExpensesAmount too. Transactions in several currencies have no sum: name an account.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: '/api/banking/enterprises/{enterpriseId}/transactions/daily-summary' },
  cli: { examples: ['taxops bank transaction daily-summary --folder 1 --begin-date 2026-01-01 --end-date 2026-12-31'] },
  params: EnterprisePath,
  query: z.object({ accountId, beginDate, endDate }),
  output: Summary,
  errors: ['FolderNotFound', 'BankAccountNotFound', 'PeriodInverted', 'CurrenciesMixed'],
  view: ({ Items }) => {
    const { days, income, expense, amount } = detailsOf<DailySummary>(Items) ?? {
      days: [],
      income: '0',
      expense: '0',
      amount: '0',
    };
    return [
      {
        kind: 'table',
        columns: [
          { name: 'Day', type: 'day' },
          { name: 'Transactions', type: 'number' },
          { name: 'IncomeAmount', type: 'amount' },
          { name: 'ExpenseAmount', type: 'amount' },
          { name: 'Amount', type: 'amount' },
        ],
        rows: [
          ...days.map((one) => [one.day, one.amounts.length, one.income, one.expense, one.amount]),
          ['Σ', days.reduce((sum, { amounts }) => sum + amounts.length, 0), income, expense, amount],
        ],
      },
    ];
  },
  run: async (ctx, { enterpriseId, ...period }) =>
    toWire(await dailySummary(ctx, { folderId: enterpriseId, ...period })),
});
