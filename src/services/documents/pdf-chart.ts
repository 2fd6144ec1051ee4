/** A chart of steps on a page: its highest and lowest values written beside, its first and last days below. */
import type PDFDocument from 'pdfkit';

export interface PdfChart {
  readonly title: string;
  /** Places from 0 to 1, left to right and bottom to top. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Where zero is, from 0 to 1; outside, it is not drawn. */
  readonly zero: number;
  readonly high: string;
  readonly low: string;
  readonly first: string;
  readonly last: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const CHART_HEIGHT = 110;

/** Lines only: texts are written by the page, which knows its fonts. */
export function drawSteps(
  doc: InstanceType<typeof PDFDocument>,
  { points, zero }: PdfChart,
  { x, y, width, height }: Box,
): void {
  const at = ([px, py]: readonly [number, number]): [number, number] => [x + px * width, y + (1 - py) * height];
  doc.lineWidth(0.5).strokeColor('#bbb').rect(x, y, width, height).stroke();
  if (zero > 0 && zero < 1) {
    const line = at([0, zero])[1];
    doc
      .moveTo(x, line)
      .lineTo(x + width, line)
      .stroke();
  }
  const [first, ...others] = points.map(at);
  if (!first) return;
  doc
    .lineWidth(1)
    .strokeColor('#1f5fa8')
    .moveTo(...first);
  let level = first[1];
  for (const [px, py] of others) {
    doc.lineTo(px, level).lineTo(px, py);
    level = py;
  }
  doc.lineTo(x + width, level).stroke();
}
