/** The bank report as a document: balances over time, money in and out by month, what is left to do. */

import type { DocumentTable, TableColumn, TableDocument, TableRow } from '../../documents/table.ts';
import type { Language } from '../../kernel/errors.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import type { AccountFigures, Figures } from './figures.ts';
import type { Left, LeftItem } from './left.ts';
import { REPORT_WORDS } from './words.ts';

export interface ReportContent {
  readonly folderName: string;
  readonly figures: Figures;
  readonly left: ReadonlyMap<number, Left>;
  readonly largest: readonly LeftItem[];
  /** Moment of the report. */
  readonly createdAt: string;
  readonly language: Language;
}

export function reportDocument(content: ReportContent): TableDocument {
  const { folderName, figures, createdAt, language } = content;
  const words = REPORT_WORDS[language];
  const { beginDate, endDate } = figures.period;
  return {
    title: `${words.title} - ${folderName}`,
    lines: [words.period(beginDate, endDate)],
    foot: folderName,
    createdAt,
    language,
    tables: [accountTable(content), monthTable(content), ...gapTables(content), leftTable(content)],
  };
}

type Words = (typeof REPORT_WORDS)[Language];
type ColumnName = keyof Words['columns'];

const column = (words: Words, name: ColumnName, type: TableColumn['type'], weight: number): TableColumn => ({
  name,
  header: words.columns[name],
  type,
  weight,
});

const cents = (amount: Cents | undefined): string => (amount === undefined ? '' : amount.toString());
const named = ({ name, currencyCode }: AccountFigures): string =>
  currencyCode === '' ? name : `${name} (${currencyCode})`;

async function* one(rows: readonly TableRow[]) {
  yield { section: '', rows };
}

function accountTable({ figures, left, language }: ReportContent): DocumentTable {
  const words = REPORT_WORDS[language];
  return {
    name: words.accounts,
    columns: [
      column(words, 'Account', 'text', 5),
      ...(['Opening', 'Income', 'Expense', 'Closing'] as const).map((name) => column(words, name, 'amount', 3)),
      column(words, 'Unreconciled', 'number', 2),
      column(words, 'UnreconciledAmount', 'amount', 3),
      column(words, 'ToJustify', 'number', 2),
      column(words, 'ToJustifyAmount', 'amount', 3),
    ],
    batches: one(
      figures.accounts.map((account) => {
        const open = left.get(account.accountId);
        return [
          named(account),
          ...[account.opening, account.income, account.expense, account.closing].map(cents),
          String(open?.unreconciled ?? 0),
          cents(open?.unreconciledAmount ?? 0n),
          String(open?.toJustify ?? 0),
          cents(open?.toJustifyAmount ?? 0n),
        ];
      }),
    ),
  };
}

function monthTable({ figures, language }: ReportContent): DocumentTable {
  const words = REPORT_WORDS[language];
  return {
    name: words.months,
    columns: [
      column(words, 'Account', 'text', 5),
      column(words, 'Month', 'text', 2),
      ...(['Income', 'Expense', 'Net', 'Balance'] as const).map((name) => column(words, name, 'amount', 3)),
    ],
    batches: one(
      figures.accounts.flatMap((account) =>
        account.months.map(({ period, income, expense, balance }) => [
          named(account),
          period,
          ...[income, expense, income + expense, balance].map(cents),
        ]),
      ),
    ),
  };
}

/** Where statements are missing: what is in, out and held does not add up there. */
function gapTables({ figures, language }: ReportContent): DocumentTable[] {
  const words = REPORT_WORDS[language];
  const rows = figures.accounts.flatMap((account) =>
    account.gaps.map(({ from, to, difference }) => [
      named(account),
      ...[from.date, cents(from.balance), to.date, cents(to.balance), cents(difference)],
    ]),
  );
  if (rows.length === 0) return [];
  const columns = [
    column(words, 'Account', 'text', 5),
    column(words, 'FromDate', 'day', 2),
    column(words, 'FromBalance', 'amount', 3),
    column(words, 'ToDate', 'day', 2),
    column(words, 'ToBalance', 'amount', 3),
    column(words, 'Difference', 'amount', 3),
  ];
  return [{ name: words.gaps, columns, batches: one(rows) }];
}

function leftTable({ figures, largest, language }: ReportContent): DocumentTable {
  const words = REPORT_WORDS[language];
  const names = new Map(figures.accounts.map((account) => [account.accountId, named(account)]));
  return {
    name: words.left,
    columns: [
      column(words, 'Date', 'day', 2),
      column(words, 'Account', 'text', 4),
      column(words, 'Label', 'text', 6),
      column(words, 'Amount', 'amount', 3),
      column(words, 'IsReconciled', 'flag', 2),
      column(words, 'IsToJustify', 'flag', 2),
    ],
    batches: one(
      largest.map((item) => [
        item.date,
        names.get(item.accountId) ?? '',
        item.label,
        cents(item.amount),
        item.isReconciled ? 't' : 'f',
        item.isToJustify ? 't' : 'f',
      ]),
    ),
  };
}

/** A decimal for drawing. */
export const drawn = (amount: Cents): number => Number(formatAmount(amount));
