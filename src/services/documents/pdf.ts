import { once } from 'node:events';
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';

type Pdf = InstanceType<typeof PDFDocument>;

export interface PdfReport {
  readonly title: string;
  /** Firm, folder, period: one line each under the title. */
  readonly lines: readonly string[];
  /** Left of every page's foot, usually the firm. */
  readonly foot: string;
  /** The moment of the report, `YYYY-MM-DDTHH:MM:SSZ`: the same input gives the same bytes. */
  readonly createdAt: string;
  readonly landscape?: boolean;
  readonly sections: readonly PdfSection[];
  readonly words: PdfWords;
}

export interface PdfWords {
  readonly page: string;
  /** Before totals repeated at the foot of a page and at the head of the next. */
  readonly carried: string;
}

export interface PdfSection {
  readonly heading: string;
  readonly columns: readonly PdfColumn[];
  readonly rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>;
  /** Text of the columns so far (totals), shown when a page ends in the middle of the section. */
  readonly carry?: () => readonly string[];
  readonly totals?: () => readonly string[];
}

export interface PdfColumn {
  readonly header: string;
  /** Share of the width. */
  readonly weight: number;
  readonly align?: 'left' | 'right';
}

const MARGIN = 40;
const ROW = 14;
const SIZE = 8;
const FOOT = 24;

/** Draws a report page by page as its rows come: memory does not grow with their number. */
export async function* writePdf(report: PdfReport): AsyncGenerator<Uint8Array> {
  const { default: PDF } = await import('pdfkit');
  const doc: Pdf = new PDF({
    size: 'A4',
    layout: report.landscape ? 'landscape' : 'portrait',
    margin: MARGIN,
    info: { Title: report.title, Producer: 'taxops', Creator: 'taxops', CreationDate: new Date(report.createdAt) },
  });
  registerFonts(doc);
  const drawing = draw(doc, report).catch((error: Error) => doc.destroy(error));
  for await (const chunk of doc) yield chunk as Uint8Array;
  await drawing;
}

/** Roboto: complete for French, and its figures all have one width, so that columns of amounts line up. */
function registerFonts(doc: Pdf): void {
  const { resolve } = createRequire(import.meta.url);
  doc.registerFont('text', resolve('@fontsource/roboto/files/roboto-latin-400-normal.woff'));
  doc.registerFont('bold', resolve('@fontsource/roboto/files/roboto-latin-700-normal.woff'));
}

async function draw(doc: Pdf, report: PdfReport): Promise<void> {
  const page = new Pages(doc, report);
  page.title();
  for (const section of report.sections) await page.section(section);
  page.foot();
  doc.end();
}

class Pages {
  readonly #doc: Pdf;
  readonly #report: PdfReport;
  #number = 1;
  #y = MARGIN;

  constructor(doc: Pdf, report: PdfReport) {
    this.#doc = doc;
    this.#report = report;
  }

  title(): void {
    this.#doc.font('bold').fontSize(15).text(printable(this.#report.title), MARGIN, this.#y, { lineBreak: false });
    this.#y += 22;
    for (const line of this.#report.lines) {
      this.#doc.font('text').fontSize(9).text(printable(line), MARGIN, this.#y, { lineBreak: false });
      this.#y += 13;
    }
    this.#y += 8;
  }

  async section({ heading, columns, rows, carry, totals }: PdfSection): Promise<void> {
    if (this.#room() < 5 * ROW) this.#turn();
    this.#doc.font('bold').fontSize(11).text(printable(heading), MARGIN, this.#y, { lineBreak: false });
    this.#y += 18;
    const places = this.#places(columns);
    this.#header(columns, places);
    for await (const row of rows) {
      // One row is kept free for what is carried over.
      if (this.#room() < 2 * ROW) {
        const so = carry?.();
        if (so) this.#row(this.#carried(so), places, 'bold');
        this.#turn();
        this.#header(columns, places);
        if (so) this.#row(this.#carried(so), places, 'bold');
        await this.#drained();
      }
      this.#row(row, places, 'text');
    }
    if (totals) {
      this.#rule();
      this.#row(totals(), places, 'bold');
    }
    this.#y += ROW;
  }

  foot(): void {
    const { width, height } = this.#doc.page;
    const y = height - MARGIN - 8;
    this.#doc.page.margins.bottom = 0; // text below the margin must not open another page
    this.#doc.font('text').fontSize(7).text(printable(this.#report.foot), MARGIN, y, { lineBreak: false });
    const number = `${this.#report.words.page} ${this.#number}`;
    this.#doc.text(number, width - MARGIN - this.#doc.widthOfString(number), y, { lineBreak: false });
  }

  #carried(so: readonly string[]): readonly string[] {
    return so.map((text, index) => (index === 0 && text === '' ? this.#report.words.carried : text));
  }

  #room(): number {
    return this.#doc.page.height - MARGIN - FOOT - this.#y;
  }

  #turn(): void {
    this.foot();
    this.#doc.addPage();
    this.#number += 1;
    this.#y = MARGIN;
  }

  /** Waits until the reader took what is drawn. */
  async #drained(): Promise<void> {
    if (this.#doc.readableLength > 256 * 1024) await once(this.#doc, 'data');
  }

  #places(columns: readonly PdfColumn[]): Place[] {
    const total = columns.reduce((sum, { weight }) => sum + weight, 0);
    const width = this.#doc.page.width - 2 * MARGIN;
    let x = MARGIN;
    return columns.map(({ weight, align = 'left' }) => {
      const place = { x, width: (width * weight) / total - 4, align };
      x += (width * weight) / total;
      return place;
    });
  }

  #header(columns: readonly PdfColumn[], places: readonly Place[]): void {
    this.#row(
      columns.map(({ header }) => header),
      places,
      'bold',
    );
    this.#rule();
  }

  #rule(): void {
    const y = this.#y - 2;
    this.#doc
      .moveTo(MARGIN, y)
      .lineTo(this.#doc.page.width - MARGIN, y)
      .lineWidth(0.5)
      .strokeColor('#888')
      .stroke();
  }

  #row(cells: readonly string[], places: readonly Place[], font: 'text' | 'bold'): void {
    this.#doc.font(font).fontSize(SIZE);
    places.forEach(({ x, width, align }, index) => {
      const text = this.#fit(printable(cells[index] ?? ''), width);
      const left = align === 'right' ? x + width - this.#doc.widthOfString(text) : x;
      this.#doc.text(text, left, this.#y, { lineBreak: false });
    });
    this.#y += ROW;
  }

  /** Cuts what does not fit, and shows that it was cut. */
  #fit(text: string, width: number): string {
    if (this.#doc.widthOfString(text) <= width) return text;
    let end = text.length;
    while (end > 1 && this.#doc.widthOfString(`${text.slice(0, end)}…`) > width) end -= 1;
    return `${text.slice(0, end)}…`;
  }
}

interface Place {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** The font has no narrow no-break space, and control characters have no picture. */
const printable = (text: string): string => text.replaceAll('\u202f', '\u00a0').replace(/\p{Cc}/gu, ' ');
