/** The bank report of a folder as one file. */
import { tableHtml } from '../../documents/table-html.ts';
import { tablePdf } from '../../documents/table-pdf.ts';
import { getFolder } from '../../folders/folders.ts';
import { FileResult } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { pdfCharts, svgFigures } from './charts.ts';
import { reportDocument } from './document.ts';
import { bankFigures, type ReportWanted } from './figures.ts';
import { largestLeft, leftByAccount } from './left.ts';

export const REPORT_FORMS = ['html', 'pdf'] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

/** Transactions listed by name; the sums hold all of them. */
const MOST_LEFT = 100;

/** Throws FolderNotFound, BankAccountNotFound, PeriodInverted. */
export async function bankReport(
  ctx: Context,
  folderId: number,
  wanted: ReportWanted,
  form: ReportForm,
): Promise<FileResult> {
  const db = await ctx.db();
  const figures = await bankFigures(db, folderId, wanted);
  const { period } = figures;
  const document = reportDocument({
    folderName: (await getFolder(db, folderId)).name,
    figures,
    left: await leftByAccount(db, folderId, wanted.accountId, period),
    largest: await largestLeft(db, folderId, wanted.accountId, period, MOST_LEFT),
    createdAt: ctx.clock.now(),
    language: ctx.language,
  });
  const name = `bank-${folderId}-${period.from}-${period.to}.${form}`;
  return form === 'pdf'
    ? new FileResult(name, 'application/pdf', tablePdf(document, pdfCharts(figures, ctx.language)))
    : new FileResult(name, 'text/html; charset=utf-8', tableHtml(document, svgFigures(figures, ctx.language)));
}
