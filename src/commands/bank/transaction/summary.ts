import * as z from 'zod';
import { dailySummary } from '../../../services/banking/transactions/daily-summary.ts';
import { date, decimal } from '../../operation/outputs.ts';
import { from } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { LIST_QUERY } from './wire.ts';

const { accountId, beginDate, endDate } = LIST_QUERY;

const Day = z.object({
  Day: date('Jour'),
  IncomeAmount: from('income', decimal('Entrées')),
  ExpenseAmount: from('expense', decimal('Sorties').describe('Negative')),
  Amount: decimal('Montant'),
  TransactionAmounts: from('amounts', z.array(decimal()).describe('One per transaction, by identifier')),
});

const Summary = z
  .object({
    IncomesAmount: from('income', decimal('Entrées')),
    ExpensesAmount: from('expense', decimal('Sorties').describe('Negative')),
    Amount: decimal('Montant'),
    Items: from('days', z.array(Day)),
  })
  .meta({ id: 'BankDailySummary' });

export const bankTransactionDailySummary = bankOperation({
  id: 'bank.transaction.daily-summary',
  ref: 'C19',
  summary: { en: 'Sum transactions day by day', fr: 'Totaliser les mouvements jour par jour' },
  description:
    'Days that have a transaction; hidden and deleted ones are left out. Sums are exact; what the account pays is negative, in ExpensesAmount too. Transactions in several currencies have no sum: name an account.',
  http: { method: 'GET', path: '/transactions/daily-summary' },
  cli: { examples: ['taxops bank transaction daily-summary --folder 1 --begin-date 2026-01-01 --end-date 2026-12-31'] },
  query: z.object({ accountId, beginDate, endDate }),
  output: Summary,
  errors: ['BankAccountNotFound', 'PeriodInverted', 'CurrenciesMixed'],
  view: (_summary, _language, { days, income, expense, amount }) => [
    {
      kind: 'table',
      columns: [
        { name: 'Day', type: 'day' },
        { name: 'Transactions', fr: 'Mouvements', type: 'number' },
        { name: 'IncomeAmount', type: 'amount' },
        { name: 'ExpenseAmount', type: 'amount' },
        { name: 'Amount', type: 'amount' },
      ],
      rows: [
        ...days.map((one) => [one.day, one.amounts.length, one.income, one.expense, one.amount]),
        ['Σ', days.reduce((sum, { amounts }) => sum + amounts.length, 0), income, expense, amount],
      ],
      underlined: [days.length],
      summed: ['IncomeAmount', 'ExpenseAmount', 'Amount'],
    },
  ],
  run: (ctx, { folderId, ...period }) => dailySummary(ctx, { folderId, ...period }),
});
