/** The balance of bank accounts over time as a picture of its own. */
import { svgChart } from '../../documents/svg-chart.ts';
import { FileResult } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { balanceChart } from './charts.ts';
import { bankFigures, type ReportWanted } from './figures.ts';

/** One line an account. Throws FolderNotFound, BankAccountNotFound, PeriodInverted. */
export async function balancePicture(ctx: Context, folderId: number, wanted: ReportWanted): Promise<FileResult> {
  const figures = await bankFigures(ctx, folderId, wanted);
  const svg = await svgChart(balanceChart(figures, ctx.language), 'balance');
  return new FileResult(`balance-${folderId}.svg`, 'image/svg+xml', once(svg));
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
