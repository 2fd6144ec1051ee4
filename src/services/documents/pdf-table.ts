/** A table on the pages of a report: header on each, rows as they come, totals carried over. */
import { type Layout, MARGIN, type PdfPage, type PdfWords, printable, ROW, SIZE, type Weight } from './pdf-page.ts';

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

interface Place {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly isWhole: boolean;
}

/** Between columns. */
const GAP = 6;

export async function drawSection(page: PdfPage, section: PdfSection, words: PdfWords): Promise<void> {
  const { heading, columns, totals, startsPage } = section;
  if (startsPage && !page.isFresh) page.turn(startsPage);
  else if (page.room < rowsToStart(section) * ROW) page.turn();
  const table = new PdfTable(page, columns);
  if (heading !== '') {
    page.write(heading, 'bold', 11, 18);
    if (columns.length > 0) table.header();
  }
  await table.rows(section, words);
  if (totals) table.totals(totals());
  if (columns.length > 0) page.y += ROW;
}

/** Rows kept below the last one: its total, what parts it from the next section, and a grand total. */
const TAIL = 4;

/** Rows left on a page below which what is carried over may be asked for. */
const NEAR = 12;

/** Room for a heading, its columns, one row and what stays with it; lines that go on with a section stay with it. */
const rowsToStart = ({ heading, totals }: PdfSection): number => (heading === '' ? 2 : totals ? 5 + TAIL : 5);

interface DrawnRow {
  readonly row: readonly string[];
  readonly isLast: boolean;
  /** Totals before the row, beside the words of the foot and of the next head. */
  readonly before: readonly (readonly string[])[];
}

class PdfTable {
  readonly #page: PdfPage;
  readonly #columns: readonly PdfColumn[];
  readonly #places: readonly Place[];

  constructor(page: PdfPage, columns: readonly PdfColumn[]) {
    this.#page = page;
    this.#columns = columns;
    this.#places = placesOf(columns, page.width);
  }

  /** On two lines when a header is wider than its column. */
  header(): void {
    this.#page.use('bold', SIZE);
    const lines = this.#columns.map(({ header }, index) =>
      this.#twoLines(printable(header), this.#places[index]?.width ?? 0),
    );
    const [upper, lower] = [lines.map(([above]) => above), lines.map(([, below]) => below)];
    if (upper.some((text) => text !== '')) {
      this.#row(upper, 'bold');
      this.#page.y -= ROW - SIZE - 1;
    }
    this.#row(lower, 'bold');
    this.#page.rule();
  }

  /** A page keeps room for what is carried over, or for the totals that stay with the last row. */
  async rows({ rows, carry, totals, isTotal }: PdfSection, words: PdfWords): Promise<void> {
    let index = 0;
    for await (const { row, isLast, before } of this.#withCarries(rows, carry, words)) {
      const [font, isUnderlined] = isTotal?.(index) ? (['bold', true] as const) : (['text', false] as const);
      const lines = this.#wrapped(row, font);
      const below = isLast && totals ? TAIL : 1;
      if (this.#page.room < (lines.length + below) * ROW) await this.#turn(before);
      for (const line of lines) this.#row(line, font);
      if (isUnderlined) this.#page.rule();
      index += 1;
    }
  }

  /** Each row once the next is known, with the totals before it, which are asked for near the end of a page only. */
  async *#withCarries(rows: PdfSection['rows'], carry: PdfSection['carry'], words: PdfWords): AsyncGenerator<DrawnRow> {
    let held: Omit<DrawnRow, 'isLast'> | undefined;
    for await (const row of rows) {
      if (held) yield { ...held, isLast: false };
      held = { row, before: this.#page.room < NEAR * ROW ? carriesOf(carry, words) : [] };
    }
    if (held) yield { ...held, isLast: true };
  }

  totals(cells: readonly string[]): void {
    if (this.#page.room < 2 * ROW) this.#page.turn();
    this.#page.rule();
    this.#row(cells, 'bold');
  }

  /** Goes on on another page, under the header and with what is carried over. */
  async #turn([carried, brought]: DrawnRow['before']): Promise<void> {
    if (carried) this.#row(carried, 'bold');
    this.#page.turn();
    this.header();
    if (brought) this.#row(brought, 'bold');
    await this.#page.drained();
  }

  /** A row over as many lines as its longest wrapped text needs. */
  #wrapped(row: readonly string[], font: Weight): readonly (readonly string[])[] {
    const parts = this.#columns.map(({ wraps }, index) => {
      const text = row[index] ?? '';
      return wraps && text !== '' ? this.#page.broken(text, font, SIZE, this.#places[index]?.width) : [text];
    });
    const count = Math.max(1, ...parts.map(({ length }) => length));
    return Array.from({ length: count }, (_, line) => parts.map((part) => part[line] ?? ''));
  }

  /** As many words above as fit, the others below; all below when they fit. */
  #twoLines(text: string, width: number): readonly [upper: string, lower: string] {
    const fits = (words: readonly string[]) => this.#page.fit(words.join(' '), Number.POSITIVE_INFINITY).width <= width;
    const words = text.split(' ');
    if (words.length === 1 || fits(words)) return ['', text];
    let count = words.length - 1;
    while (count > 1 && !fits(words.slice(0, count))) count -= 1;
    return [words.slice(0, count).join(' '), words.slice(count).join(' ')];
  }

  /** Headers and totals, in bold, are whole too. */
  #row(cells: readonly string[], font: Weight): void {
    const page = this.#page;
    page.use(font, SIZE);
    const shapes = this.#places.map(({ x, width, align, isWhole }, index) => {
      const text = cells[index] ?? '';
      const room = font === 'bold' && align === 'left' ? roomFrom(index, cells, this.#places) : width;
      const shape = font === 'bold' || isWhole ? page.squeeze(text, room) : page.fit(text, room);
      return { shape, x: align === 'right' ? x + width - shape.width : x };
    });
    page.line(shapes);
    page.y += ROW;
  }
}

const carriesOf = (carry: PdfSection['carry'], { carried, brought = carried }: PdfWords): DrawnRow['before'] =>
  carry ? [carry(carried), carry(brought)] : [];

function placesOf(columns: readonly PdfColumn[], width: number): Place[] {
  const total = columns.reduce((sum, { weight }) => sum + weight, 0);
  let x = MARGIN;
  return columns.map(({ weight, align = 'left', isWhole = false }) => {
    const place = { x, width: (width * weight) / total - GAP, align, isWhole };
    x += (width * weight) / total;
    return place;
  });
}

/** From a cell to the end of the empty ones beside it. */
function roomFrom(index: number, cells: readonly string[], places: readonly Place[]): number {
  const next = cells.findIndex((cell, at) => at > index && cell !== '');
  const [place, last] = [places[index], places[next === -1 ? places.length - 1 : next - 1]];
  return place && last ? last.x + last.width - place.x : 0;
}
