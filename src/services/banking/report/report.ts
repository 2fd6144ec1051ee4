/** The bank report of a folder as one file. */
import { tableHtml } from '../../documents/table-html.ts';
import { tablePdf } from '../../documents/table-pdf.ts';
import { getFolder } from '../../folders/folders.ts';
import { FileResult } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { pdfCharts, svgFigures } from './charts.ts';
import { reportDocument } from './document.ts';
import { type AccountFigures, bankFigures, type ReportPeriod, type ReportWanted } from './figures.ts';
import { type Left, largestLeft, leftByAccount } from './left.ts';

export const REPORT_FORMS = ['html', 'pdf'] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

/** Transactions listed by name; the sums hold all of them. */
const MOST_LEFT = 100;

/** What an account holds and what is left to do with its transactions. */
export interface AccountSummary extends AccountFigures, ReportPeriod, Left {}

/** One an account, in the order of accounts. Throws FolderNotFound, BankAccountNotFound, PeriodInverted. */
export async function bankSummary(ctx: Context, folderId: number, wanted: ReportWanted): Promise<AccountSummary[]> {
  const { accounts, period } = await bankFigures(ctx, folderId, wanted);
  const { knex } = await ctx.db();
  const left = await leftByAccount(knex, folderId, { ...period, accountId: wanted.accountId });
  return accounts.map((account) => ({ ...NOTHING, ...period, ...account, ...left.get(account.accountId) }));
}

const NOTHING = {
  transactions: 0,
  unreconciled: 0,
  unreconciledAmount: 0n,
  toJustify: 0,
  toJustifyAmount: 0n,
};

/** Throws FolderNotFound, BankAccountNotFound, PeriodInverted. */
export async function bankReport(
  ctx: Context,
  folderId: number,
  wanted: ReportWanted,
  form: ReportForm,
): Promise<FileResult> {
  const db = await ctx.db();
  const figures = await bankFigures(ctx, folderId, wanted);
  const { beginDate, endDate } = figures.period;
  const asked = { beginDate, endDate, accountId: wanted.accountId };
  const document = reportDocument({
    folderName: (await getFolder(ctx, folderId)).name,
    figures,
    left: await leftByAccount(db.knex, folderId, asked),
    largest: await largestLeft(db.knex, folderId, asked, MOST_LEFT),
    createdAt: ctx.clock.now(),
    language: ctx.language,
  });
  const name = `bank-${folderId}-${beginDate}-${endDate}.${form}`;
  return form === 'pdf'
    ? new FileResult(name, 'application/pdf', tablePdf(document, pdfCharts(figures, ctx.language)))
    : new FileResult(name, 'text/html; charset=utf-8', tableHtml(document, svgFigures(figures, ctx.language)));
}
