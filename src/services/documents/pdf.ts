/** A report as a PDF: title, charts, then tables, each drawn before the next is asked for. */
import type PDFDocument from 'pdfkit';
import { CHART_HEIGHT, drawSteps, type PdfChart } from './pdf-chart.ts';
import { roboto } from './pdf-font.ts';
import { MARGIN, type PageReport, PdfPage, ROW, SIZE } from './pdf-page.ts';
import { drawSection, type PdfSection } from './pdf-table.ts';

type Pdf = InstanceType<typeof PDFDocument>;

export interface PdfReport extends PageReport {
  readonly title: string;
  /** Firm, folder, period: one line each under the title. */
  readonly lines: readonly string[];
  /** The moment of the report, `YYYY-MM-DDTHH:MM:SSZ`: the same input gives the same bytes. */
  readonly createdAt: string;
  /** Before the sections. */
  readonly charts?: readonly PdfChart[];
  /** Each is drawn before the next is asked for. */
  readonly sections: Iterable<PdfSection> | AsyncIterable<PdfSection>;
}

/** Room for the values beside a chart. */
const CHART_LEFT = 80;

/** Draws a report page by page as its rows come: memory does not grow with their number, unless its pages are counted. */
export async function* writePdf(report: PdfReport): AsyncGenerator<Uint8Array> {
  const { default: PDF } = await import('pdfkit');
  const doc: Pdf = new PDF({
    size: report.paper ?? 'A4',
    layout: report.landscape ? 'landscape' : 'portrait',
    margin: MARGIN,
    bufferPages: report.words.of !== undefined,
    info: { Title: report.title, Producer: 'taxops', Creator: 'taxops', CreationDate: new Date(report.createdAt) },
  });
  doc.registerFont('text', roboto(400)).registerFont('bold', roboto(700));
  const drawing = draw(doc, report).catch((error: Error) => doc.destroy(error));
  for await (const chunk of doc) yield chunk as Uint8Array;
  await drawing;
}

async function draw(doc: Pdf, report: PdfReport): Promise<void> {
  const page = new PdfPage(doc, report);
  page.cover();
  page.write(report.title, 'bold', 15, 22);
  for (const line of report.lines) page.write(line, 'text', 9, 13);
  page.y += 8;
  for (const chart of report.charts ?? []) drawChart(page, chart);
  for await (const section of report.sections) await drawSection(page, section, report.words);
  page.feet();
  doc.end();
}

function drawChart(page: PdfPage, chart: PdfChart): void {
  if (page.room < CHART_HEIGHT + 4 * ROW) page.turn();
  page.write(chart.title, 'bold', 11, 18);
  const box = { x: MARGIN + CHART_LEFT, y: page.y, width: page.width - CHART_LEFT, height: CHART_HEIGHT };
  drawSteps(page.doc, chart, box);
  page.use('text', SIZE);
  page.line([{ shape: page.fit(chart.high, CHART_LEFT), x: MARGIN }], box.y);
  page.line([{ shape: page.fit(chart.low, CHART_LEFT), x: MARGIN }], box.y + CHART_HEIGHT - SIZE);
  const last = page.fit(chart.last, box.width);
  const ends = [
    { shape: page.fit(chart.first, box.width), x: box.x },
    { shape: last, x: box.x + box.width - last.width },
  ];
  page.line(ends, box.y + CHART_HEIGHT + 4);
  page.y += CHART_HEIGHT + 2 * ROW;
}
