/** The pages of a report: where the next line goes, when to turn, and what every page carries: head, foot and mark. */
import { once } from 'node:events';
import type PDFDocument from 'pdfkit';
import { PdfText, type Shape } from './pdf-text.ts';

type Pdf = InstanceType<typeof PDFDocument>;

export type Layout = 'portrait' | 'landscape';

export type Paper = 'A4' | 'A3' | 'A2' | 'A1' | 'A0';

export type Weight = 'text' | 'bold';

/** What a report says of its pages. */
export interface PageReport {
  /** Left of every page's foot, usually the firm. */
  readonly foot: string;
  readonly landscape?: boolean;
  /** A4 by default. */
  readonly paper?: Paper;
  /** Top of every page but the first. */
  readonly head?: string;
  /** Written across every page, in grey: that it is a draft. */
  readonly mark?: string;
  readonly cover?: PdfCover;
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

export const MARGIN = 40;
export const ROW = 14;
/** Of the text of tables. */
export const SIZE = 8;
const FOOT = 24;
const MARK_SIZE = 64;

export class PdfPage {
  readonly doc: Pdf;
  /** Top of what is drawn next. */
  y = MARGIN;
  readonly #report: PageReport;
  readonly #text: PdfText;
  #number = 1;
  #layout: Layout;

  constructor(doc: Pdf, report: PageReport) {
    this.doc = doc;
    this.#report = report;
    this.#layout = report.landscape ? 'landscape' : 'portrait';
    this.#text = new PdfText(doc);
    this.#mark();
  }

  /** Between the margins. */
  get width(): number {
    return this.doc.page.width - 2 * MARGIN;
  }

  /** Height left above the foot. */
  get room(): number {
    return this.doc.page.height - MARGIN - FOOT - this.y;
  }

  /** Nothing but a title is on the page. */
  get isFresh(): boolean {
    return this.#number === 1 ? this.y < MARGIN + 150 : this.y === MARGIN;
  }

  use(font: Weight, size: number): void {
    this.#text.use(font, size);
  }

  fit(text: string, room: number): Shape {
    return this.#text.fit(printable(text), room);
  }

  squeeze(text: string, room: number): Shape {
    return this.#text.squeeze(printable(text), room);
  }

  line(shapes: readonly { readonly shape: Shape; readonly x: number }[], y = this.y): void {
    this.#text.line(shapes, y);
  }

  /** One line of its own. */
  write(text: string, font: Weight, size: number, height: number): void {
    this.use(font, size);
    this.line([{ shape: this.fit(text, this.width), x: MARGIN }]);
    this.y += height;
  }

  rule(): void {
    const y = this.y - 2;
    this.doc
      .moveTo(MARGIN, y)
      .lineTo(this.doc.page.width - MARGIN, y)
      .lineWidth(0.5)
      .strokeColor('#888')
      .stroke();
  }

  /** A text in lines that fit a width, cut between words. */
  broken(text: string, font: Weight, size: number, width = this.width): readonly string[] {
    this.use(font, size);
    const lines: string[] = [];
    for (const word of printable(text).split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && this.fit(longer, Number.POSITIVE_INFINITY).width > width) lines.push(word);
      else lines.splice(-1, 1, longer);
    }
    return lines;
  }

  cover(): void {
    const { cover, head } = this.#report;
    if (!cover) return;
    if (cover.hasHeadAndFoot && head) this.#head(head);
    this.y = this.doc.page.height / 4;
    for (const line of cover.lines) for (const part of this.broken(line, 'bold', 13)) this.write(part, 'bold', 13, 20);
    this.turn();
  }

  turn(layout: Layout = this.#layout): void {
    if (this.#report.words.of === undefined) this.#foot(this.#number);
    this.#layout = layout;
    this.doc.addPage({ size: this.#report.paper ?? 'A4', layout, margin: MARGIN });
    this.#number += 1;
    this.y = MARGIN;
    this.#mark();
    if (this.#report.head) this.#head(this.#report.head);
  }

  /** The last foot; every one when the pages are counted. */
  feet(): void {
    const { cover, words } = this.#report;
    const first = words.of === undefined ? this.#number - 1 : 0;
    for (let page = first; page < this.#number; page += 1) {
      if (words.of !== undefined) this.doc.switchToPage(page);
      if (page > 0 || cover?.hasHeadAndFoot !== false) this.#foot(page + 1);
    }
  }

  /** Waits until the reader took what is drawn. */
  async drained(): Promise<void> {
    if (this.doc.readableLength > 256 * 1024) await once(this.doc, 'data');
  }

  #foot(place: number): void {
    const { width, height } = this.doc.page;
    const { page, of } = this.#report.words;
    this.use('text', 7);
    const number = this.fit(`${page} ${place}${of === undefined ? '' : ` ${of} ${this.#number}`}`, width);
    const right = width - MARGIN - number.width;
    const left = this.fit(this.#report.foot, right - 2 * MARGIN);
    const parts = [
      { shape: left, x: MARGIN },
      { shape: number, x: right },
    ];
    this.line(parts, height - MARGIN - 8);
  }

  #head(text: string): void {
    this.use('text', 7);
    this.line([{ shape: this.fit(text, this.width), x: MARGIN }], 22);
  }

  /** Under what is drawn after it. */
  #mark(): void {
    const { mark } = this.#report;
    if (mark === undefined) return;
    const { width, height } = this.doc.page;
    this.use('bold', MARK_SIZE);
    const shape = this.fit(mark, Number.POSITIVE_INFINITY);
    this.doc
      .save()
      .rotate(-45, { origin: [width / 2, height / 2] })
      .fillColor('#e4e4e4');
    this.line([{ shape, x: (width - shape.width) / 2 }], (height - MARK_SIZE) / 2);
    this.doc.restore();
  }
}

/** The font has no narrow no-break space, and control characters have no picture. */
export const printable = (text: string): string =>
  UNPRINTABLE.test(text) ? text.replaceAll('\u202f', '\u00a0').replace(/\p{Cc}/gu, ' ') : text;

const UNPRINTABLE = /[\u202f\p{Cc}]/u;
