import { once } from 'node:events';
import type PDFDocument from 'pdfkit';
import { CHART_HEIGHT, drawSteps, type PdfChart } from './pdf-chart.ts';
import { roboto } from './pdf-font.ts';
import { PdfText } from './pdf-text.ts';

type Pdf = InstanceType<typeof PDFDocument>;

type Layout = 'portrait' | 'landscape';

export type Paper = 'A4' | 'A3' | 'A2' | 'A1' | 'A0';

export interface PdfReport {
  readonly title: string;
  /** Firm, folder, period: one line each under the title. */
  readonly lines: readonly string[];
  /** Left of every page's foot, usually the firm. */
  readonly foot: string;
  /** The moment of the report, `YYYY-MM-DDTHH:MM:SSZ`: the same input gives the same bytes. */
  readonly createdAt: string;
  readonly landscape?: boolean;
  /** A4 by default. */
  readonly paper?: Paper;
  /** Top of every page but the first. */
  readonly head?: string;
  /** Written across every page, in grey: that it is a draft. */
  readonly mark?: string;
  readonly cover?: PdfCover;
  /** Before the sections. */
  readonly charts?: readonly PdfChart[];
  /** Each is drawn before the next is asked for. */
  readonly sections: Iterable<PdfSection> | AsyncIterable<PdfSection>;
  readonly words: PdfWords;
}

/** A first page of its own. */
export interface PdfCover {
  readonly lines: readonly string[];
  readonly hasHeadAndFoot: boolean;
}

export interface PdfWords {
  readonly page: string;
  /** Before the number of pages, which is not counted without it: every page is then held until the last. */
  readonly of?: string;
  /** Beside totals repeated at the foot of a page, and at the head of the next: the same word by default. */
  readonly carried: string;
  readonly brought?: string;
}

export interface PdfSection {
  /** Empty for lines that go on with the section before, without header. */
  readonly heading: string;
  readonly columns: readonly PdfColumn[];
  readonly rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>;
  /** Texts of the columns so far (totals) beside `word`, shown when a page ends in the middle of the section. */
  readonly carry?: (word: string) => readonly string[];
  readonly totals?: () => readonly string[];
  /** On a page of its own, which the pages that follow are like. */
  readonly startsPage?: Layout;
  /** Rows that are totals: in bold, a line under them. */
  readonly isTotal?: (index: number) => boolean;
}

export interface PdfColumn {
  readonly header: string;
  /** Share of the width. */
  readonly weight: number;
  readonly align?: 'left' | 'right';
  /** Drawn narrower rather than cut when there is no room. */
  readonly isWhole?: boolean;
  /** Goes on below rather than be cut. */
  readonly wraps?: boolean;
}

const MARGIN = 40;
const ROW = 14;
const SIZE = 8;
const FOOT = 24;
/** Between columns. */
const GAP = 6;
/** Room for the values beside a chart. */
const CHART_LEFT = 80;

/** Draws a report page by page as its rows come: memory does not grow with their number. */
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
  const page = new Pages(doc, report);
  page.cover();
  page.title();
  for (const chart of report.charts ?? []) page.chart(chart);
  for await (const section of report.sections) await page.section(section);
  page.feet();
  doc.end();
}

class Pages {
  readonly #doc: Pdf;
  readonly #report: PdfReport;
  readonly #text: PdfText;
  #number = 1;
  #y = MARGIN;
  #layout: Layout;

  constructor(doc: Pdf, report: PdfReport) {
    this.#doc = doc;
    this.#report = report;
    this.#layout = report.landscape ? 'landscape' : 'portrait';
    this.#text = new PdfText(doc);
  }

  cover(): void {
    const { cover, head } = this.#report;
    this.#mark();
    if (!cover) return;
    if (cover.hasHeadAndFoot && head) this.#head(head);
    this.#y = this.#doc.page.height / 4;
    for (const line of cover.lines)
      for (const part of this.#broken(line, 'bold', 13)) this.#write(part, 'bold', 13, 20);
    this.#turn();
  }

  title(): void {
    this.#write(this.#report.title, 'bold', 15, 22);
    for (const line of this.#report.lines) this.#write(line, 'text', 9, 13);
    this.#y += 8;
  }

  chart(chart: PdfChart): void {
    if (this.#room() < CHART_HEIGHT + 4 * ROW) this.#turn();
    this.#write(chart.title, 'bold', 11, 18);
    const box = {
      x: MARGIN + CHART_LEFT,
      y: this.#y,
      width: this.#doc.page.width - 2 * MARGIN - CHART_LEFT,
      height: CHART_HEIGHT,
    };
    drawSteps(this.#doc, chart, box);
    this.#text.use('text', SIZE);
    const shape = (text: string) => this.#text.fit(printable(text), box.width);
    this.#text.line([{ shape: this.#text.fit(printable(chart.high), CHART_LEFT), x: MARGIN }], box.y);
    const low = this.#text.fit(printable(chart.low), CHART_LEFT);
    this.#text.line([{ shape: low, x: MARGIN }], box.y + CHART_HEIGHT - SIZE);
    const last = shape(chart.last);
    const ends = [
      { shape: shape(chart.first), x: box.x },
      { shape: last, x: box.x + box.width - last.width },
    ];
    this.#text.line(ends, box.y + CHART_HEIGHT + 4);
    this.#y += CHART_HEIGHT + 2 * ROW;
  }

  async section(section: PdfSection): Promise<void> {
    const { heading, columns, totals, startsPage } = section;
    if (startsPage && !this.#isFresh) this.#turn(startsPage);
    else if (this.#room() < 5 * ROW) this.#turn();
    const places = this.#places(columns);
    if (heading !== '') {
      this.#write(heading, 'bold', 11, 18);
      if (columns.length > 0) this.#header(columns, places);
    }
    await this.#rows(section, places);
    if (totals) {
      if (this.#room() < 2 * ROW) this.#turn();
      this.#rule();
      this.#row(totals(), places, 'bold');
    }
    if (columns.length > 0) this.#y += ROW;
  }

  async #rows({ rows, columns, carry, isTotal }: PdfSection, places: readonly Place[]): Promise<void> {
    let index = 0;
    for await (const row of rows) {
      const [font, isUnderlined] = isTotal?.(index) ? (['bold', true] as const) : (['text', false] as const);
      const lines = this.#wrapped(row, columns, places, font);
      // One row is kept free for what is carried over.
      if (this.#room() < (lines.length + 1) * ROW) await this.#turnInside(columns, places, carry);
      for (const line of lines) this.#row(line, places, font);
      if (isUnderlined) this.#rule();
      index += 1;
    }
  }

  /** Goes on with a section on another page, under its header and with what is carried over. */
  async #turnInside(
    columns: readonly PdfColumn[],
    places: readonly Place[],
    carry: PdfSection['carry'],
  ): Promise<void> {
    const { carried, brought = carried } = this.#report.words;
    if (carry) this.#row(carry(carried), places, 'bold');
    this.#turn();
    this.#header(columns, places);
    if (carry) this.#row(carry(brought), places, 'bold');
    await this.#drained();
  }

  /** The last foot; every one when the pages are counted. */
  feet(): void {
    const { cover, words } = this.#report;
    const first = words.of === undefined ? this.#number - 1 : 0;
    for (let page = first; page < this.#number; page += 1) {
      if (words.of !== undefined) this.#doc.switchToPage(page);
      if (page > 0 || cover?.hasHeadAndFoot !== false) this.#foot(page + 1);
    }
  }

  #foot(place: number): void {
    const { width, height } = this.#doc.page;
    const { page, of } = this.#report.words;
    this.#text.use('text', 7);
    const number = this.#text.fit(`${page} ${place}${of === undefined ? '' : ` ${of} ${this.#number}`}`, width);
    const right = width - MARGIN - number.width;
    const left = this.#text.fit(printable(this.#report.foot), right - 2 * MARGIN);
    this.#text.line(
      [
        { shape: left, x: MARGIN },
        { shape: number, x: right },
      ],
      height - MARGIN - 8,
    );
  }

  /** One line of its own. */
  #write(text: string, font: 'text' | 'bold', size: number, height: number): void {
    this.#text.use(font, size);
    const shape = this.#text.fit(printable(text), this.#doc.page.width - 2 * MARGIN);
    this.#text.line([{ shape, x: MARGIN }], this.#y);
    this.#y += height;
  }

  #room(): number {
    return this.#doc.page.height - MARGIN - FOOT - this.#y;
  }

  #turn(layout: Layout = this.#layout): void {
    if (this.#report.words.of === undefined) this.#foot(this.#number);
    this.#layout = layout;
    this.#doc.addPage({ size: this.#report.paper ?? 'A4', layout, margin: MARGIN });
    this.#number += 1;
    this.#y = MARGIN;
    this.#mark();
    if (this.#report.head) this.#head(this.#report.head);
  }

  get #isFresh(): boolean {
    return this.#number === 1 ? this.#y < MARGIN + 150 : this.#y === MARGIN;
  }

  #head(text: string): void {
    this.#text.use('text', 7);
    this.#text.line([{ shape: this.#text.fit(printable(text), this.#doc.page.width - 2 * MARGIN), x: MARGIN }], 22);
  }

  /** Under what is drawn after it. */
  #mark(): void {
    const { mark } = this.#report;
    if (mark === undefined) return;
    const { width, height } = this.#doc.page;
    this.#doc
      .save()
      .rotate(-45, { origin: [width / 2, height / 2] })
      .font('bold')
      .fontSize(64)
      .fillColor('#e4e4e4')
      .text(mark, 0, height / 2 - 32, { width, align: 'center', lineBreak: false })
      .restore();
  }

  /** A row over as many lines as its longest wrapped text needs. */
  #wrapped(
    row: readonly string[],
    columns: readonly PdfColumn[],
    places: readonly Place[],
    font: 'text' | 'bold',
  ): readonly (readonly string[])[] {
    const parts = columns.map(({ wraps }, index) => {
      const text = row[index] ?? '';
      return wraps && text !== '' ? this.#broken(text, font, SIZE, places[index]?.width) : [text];
    });
    const count = Math.max(1, ...parts.map(({ length }) => length));
    return Array.from({ length: count }, (_, line) => parts.map((part) => part[line] ?? ''));
  }

  /** A text in lines that fit a width, cut between words. */
  #broken(
    text: string,
    font: 'text' | 'bold',
    size: number,
    width = this.#doc.page.width - 2 * MARGIN,
  ): readonly string[] {
    this.#text.use(font, size);
    const lines: string[] = [];
    for (const word of printable(text).split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && this.#text.fit(longer, Number.POSITIVE_INFINITY).width > width) lines.push(word);
      else lines.splice(-1, 1, longer);
    }
    return lines;
  }

  /** Waits until the reader took what is drawn. */
  async #drained(): Promise<void> {
    if (this.#doc.readableLength > 256 * 1024) await once(this.#doc, 'data');
  }

  #places(columns: readonly PdfColumn[]): Place[] {
    const total = columns.reduce((sum, { weight }) => sum + weight, 0);
    const width = this.#doc.page.width - 2 * MARGIN;
    let x = MARGIN;
    return columns.map(({ weight, align = 'left', isWhole = false }) => {
      const place = { x, width: (width * weight) / total - GAP, align, isWhole };
      x += (width * weight) / total;
      return place;
    });
  }

  /** On two lines when a header is wider than its column. */
  #header(columns: readonly PdfColumn[], places: readonly Place[]): void {
    this.#text.use('bold', SIZE);
    const lines = columns.map(({ header }, index) => this.#twoLines(printable(header), places[index]?.width ?? 0));
    if (lines.some(([upper]) => upper !== '')) {
      this.#row(
        lines.map(([upper]) => upper),
        places,
        'bold',
      );
      this.#y -= ROW - SIZE - 1;
    }
    this.#row(
      lines.map(([, lower]) => lower),
      places,
      'bold',
    );
    this.#rule();
  }

  /** As many words above as fit, the others below; all below when they fit. */
  #twoLines(text: string, width: number): readonly [upper: string, lower: string] {
    const fits = (words: readonly string[]) => this.#text.fit(words.join(' '), Number.POSITIVE_INFINITY).width <= width;
    const words = text.split(' ');
    if (words.length === 1 || fits(words)) return ['', text];
    let count = words.length - 1;
    while (count > 1 && !fits(words.slice(0, count))) count -= 1;
    return [words.slice(0, count).join(' '), words.slice(count).join(' ')];
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

  /** Headers and totals, in bold, are whole too. */
  #row(cells: readonly string[], places: readonly Place[], font: 'text' | 'bold'): void {
    this.#text.use(font, SIZE);
    const shapes = places.map(({ x, width, align, isWhole }, index) => {
      const text = printable(cells[index] ?? '');
      const room = font === 'bold' && align === 'left' ? roomFrom(index, cells, places) : width;
      const shape = font === 'bold' || isWhole ? this.#text.squeeze(text, room) : this.#text.fit(text, room);
      return { shape, x: align === 'right' ? x + width - shape.width : x };
    });
    this.#text.line(shapes, this.#y);
    this.#y += ROW;
  }
}

interface Place {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly isWhole: boolean;
}

/** From a cell to the end of the empty ones beside it. */
function roomFrom(index: number, cells: readonly string[], places: readonly Place[]): number {
  const next = cells.findIndex((cell, at) => at > index && cell !== '');
  const [place, last] = [places[index], places[next === -1 ? places.length - 1 : next - 1]];
  return place && last ? last.x + last.width - place.x : 0;
}

/** The font has no narrow no-break space, and control characters have no picture. */
const printable = (text: string): string =>
  UNPRINTABLE.test(text) ? text.replaceAll('\u202f', '\u00a0').replace(/\p{Cc}/gu, ' ') : text;

const UNPRINTABLE = /[\u202f\p{Cc}]/u;
