import * as z from 'zod';
import { balancePicture } from '../../../services/banking/report/balance-chart.ts';
import { bankFigures } from '../../../services/banking/report/figures.ts';
import { bankReport, bankSummary, REPORT_FORMS } from '../../../services/banking/report/report.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { day, identifier } from '../../operation/fields.ts';
import type { Block } from '../../operation/operation.ts';
import { date, eurosText, file, int, maybe, text } from '../../operation/outputs.ts';
import { from } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { gapBlocks, missingStatements } from './gaps.ts';

const period = {
  accountId: identifier().optional().describe('One bank account; all of the folder otherwise'),
  beginDate: day().optional().describe('First day; the twelve months up to the last day unless given'),
  endDate: day().optional().describe('Last day; that of the last transaction unless given'),
};
const PERIOD =
  'Over the twelve months up to the last transaction unless given. The balance of a day is the last one that the bank gave, moved by the transactions in between; hidden transactions count, deleted ones do not.';
const ERRORS = ['FolderNotFound', 'BankAccountNotFound', 'PeriodInverted'];

export const bankReportFile = bankOperation({
  id: 'bank.report',
  summary: { en: 'Report on bank accounts, as a page or a PDF', fr: 'État des comptes bancaires, en page ou en PDF' },
  description: `Balance over time and money in and out by month, each with its chart; what is left to reconcile and to justify. ${PERIOD} The page needs nothing but itself. Accounts whose currency has other decimals are rounded to hundredths.`,
  http: { method: 'GET', path: '/report' },
  cli: {
    examples: [
      'taxops bank report --folder 1 --output bank.html',
      'taxops bank report --folder 1 --as pdf --lang fr --output banque.pdf',
    ],
  },
  query: z.object({ ...period, as: z.enum(REPORT_FORMS).default('html') }),
  output: file('text/html', 'application/pdf'),
  errors: ERRORS,
  audited: true,
  run: (ctx, { folderId, as, ...wanted }) => bankReport(ctx, folderId, wanted, as),
});

const BalanceRow = z
  .object({
    AccountId: int('N° compte'),
    Account: text('Compte'),
    CurrencyCode: text('Devise'),
    Period: text('Période').describe('Day or month'),
    Income: eurosText('Entrées'),
    Expense: eurosText('Sorties'),
    Balance: maybe(eurosText('Solde')).describe('At the end of the period; null when no bank ever gave one'),
    Gaps: missingStatements().describe('Where statements are missing since the row before'),
  })
  .meta({ id: 'BankBalanceRow' });

type BalanceWire = z.output<typeof BalanceRow>;

function* balanceView(rows: readonly BalanceWire[], language: Language): Generator<Block> {
  yield {
    kind: 'table',
    columns: [
      ...[{ name: 'Account' }, { name: 'Period' }],
      ...['Income', 'Expense', 'Balance'].map((name) => ({ name, type: 'amount' as const })),
      { name: 'CurrencyCode' },
    ],
    rows: rows.map((row) => [row.Account, row.Period, row.Income, row.Expense, row.Balance, row.CurrencyCode]),
  };
  for (const row of rows) yield* gapBlocks(row.Account, row.Gaps, language);
}

export const bankBalance = bankOperation({
  id: 'bank.balance',
  summary: { en: 'Balance of bank accounts over time', fr: 'Solde des comptes bancaires dans le temps' },
  description: `One row a day or a month with transactions; Gaps says where statements are missing before it. ${PERIOD}`,
  http: { method: 'GET', path: '/balances' },
  cli: { examples: ['taxops bank balance --folder 1', 'taxops bank balance --folder 1 --account 2 --by day'] },
  query: z.object({ ...period, by: z.enum(['day', 'month']).default('month') }),
  output: z.array(BalanceRow),
  errors: ERRORS,
  columns: ['Account', 'Period', 'Income', 'Expense', 'Balance', 'CurrencyCode'],
  view: balanceView,
  run: async (ctx, { folderId, by, ...wanted }) => {
    const { accounts } = await bankFigures(ctx, folderId, wanted);
    return accounts.flatMap(({ accountId, name, currencyCode, days, months }) =>
      (by === 'day' ? days : months).map((point) => ({ accountId, account: name, currencyCode, ...point })),
    );
  },
});

export const bankBalanceChart = bankOperation({
  id: 'bank.balance.chart',
  summary: { en: 'Draw the balance of bank accounts', fr: 'Dessiner le solde des comptes bancaires' },
  description: `A picture (SVG), one line an account. ${PERIOD}`,
  http: { method: 'GET', path: '/balances/chart' },
  cli: { examples: ['taxops bank balance chart --folder 1 --output balance.svg'] },
  query: z.object(period),
  output: file('image/svg+xml'),
  errors: ERRORS,
  run: (ctx, { folderId, ...wanted }) => balancePicture(ctx, folderId, wanted),
});

const Summary = z
  .object({
    AccountId: int('N° compte'),
    Account: from('name', text('Compte')),
    CurrencyCode: text('Devise'),
    BeginDate: date(),
    EndDate: date('Fin'),
    Opening: maybe(eurosText('À nouveau')),
    Income: eurosText('Entrées'),
    Expense: eurosText('Sorties'),
    Closing: maybe(eurosText('Clôture')),
    Transactions: int('Mouvements'),
    Unreconciled: int('Non rapprochés').describe('Transactions that no entry books'),
    UnreconciledAmount: eurosText('Montant').describe('Sum of their magnitudes'),
    ToJustify: int('À justifier').describe(
      'Transactions that should have a document and whose documents do not make up the amount',
    ),
    ToJustifyAmount: eurosText('Montant').describe('Sum of what is missing'),
  })
  .meta({ id: 'BankAccountSummary' });

export const bankAccountsSummary = bankOperation({
  id: 'bank.summary',
  summary: {
    en: 'What bank accounts hold and what is left to do',
    fr: 'Ce que tiennent les comptes bancaires et ce qui reste à faire',
  },
  description: `By account: balances, money in and out, transactions left to reconcile and to justify. ${PERIOD}`,
  http: { method: 'GET', path: '/summary' },
  cli: { examples: ['taxops bank summary --folder 1 --begin-date 2026-03-01'] },
  query: z.object(period),
  output: z.array(Summary),
  errors: ERRORS,
  columns: ['Account', 'Closing', 'Unreconciled', 'UnreconciledAmount', 'ToJustify', 'ToJustifyAmount', 'CurrencyCode'],
  run: (ctx, { folderId, ...wanted }) => bankSummary(ctx, folderId, wanted),
});
