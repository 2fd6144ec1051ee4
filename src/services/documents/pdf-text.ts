/**
 * Short lines of text on a page, an order of magnitude faster than the library's own: it lays every word out and keeps
 * each for ever. Here a glyph per character is asked of it once; kerning is left out, which columns of figures do without.
 */
import type PDFDocument from 'pdfkit';

type Pdf = InstanceType<typeof PDFDocument>;

/** What is used of the library beyond its types. */
interface Inside {
  readonly _font: LibraryFont;
  readonly page: { readonly height: number; readonly fonts: Record<string, unknown> };
  addContent(operators: string): void;
}

interface LibraryFont {
  readonly id: string;
  /** Thousandths of the size, like advances. */
  readonly ascender: number;
  encode(text: string): [codes: string[], positions: { readonly advanceWidth: number }[]];
  ref(): unknown;
}

interface Glyph {
  readonly code: string;
  readonly advance: number;
}

export class PdfText {
  readonly #doc: Pdf;
  readonly #inside: Inside;
  readonly #known = new Map<string, Map<string, Glyph>>();
  #glyphs = new Map<string, Glyph>();
  #size = 1;

  constructor(doc: Pdf) {
    this.#doc = doc;
    this.#inside = doc as unknown as Inside;
  }

  /** The font, by its registered name, and the size of what is drawn next. */
  use(font: string, size: number): void {
    this.#doc.font(font).fontSize(size);
    this.#size = size;
    const known = this.#known.get(font) ?? new Map<string, Glyph>();
    this.#known.set(font, known);
    this.#glyphs = known;
  }

  width(text: string): number {
    let advance = 0;
    for (const character of text) advance += this.#glyph(character).advance;
    return (advance * this.#size) / 1000;
  }

  /** The text, or its beginning and an ellipsis when it is wider than `width`. */
  fit(text: string, width: number): string {
    if (this.width(text) <= width) return text;
    const room = width - this.width('…');
    let [used, end] = [0, 0];
    for (const character of text) {
      used += (this.#glyph(character).advance * this.#size) / 1000;
      if (used > room && end > 0) break;
      end += character.length;
    }
    return `${text.slice(0, end)}…`;
  }

  /** Draws texts on one line, `y` being its top. */
  line(texts: readonly { readonly text: string; readonly x: number }[], y: number): void {
    const { page, _font: font } = this.#inside;
    page.fonts[font.id] ??= font.ref();
    const baseline = page.height - y - (font.ascender * this.#size) / 1000;
    const shown = texts.filter(({ text }) => text !== '');
    const operators = shown.map(
      ({ text, x }) => `1 0 0 1 ${places(x)} ${places(baseline)} Tm <${this.#codes(text)}> Tj`,
    );
    // The library turns the page upside down; text must stand on its feet.
    this.#inside.addContent(
      `q 1 0 0 -1 0 ${page.height} cm BT /${font.id} ${this.#size} Tf ${operators.join(' ')} ET Q`,
    );
  }

  #codes(text: string): string {
    let codes = '';
    for (const character of text) codes += this.#glyph(character).code;
    return codes;
  }

  #glyph(character: string): Glyph {
    const known = this.#glyphs.get(character);
    if (known) return known;
    const [codes, positions] = this.#inside._font.encode(character);
    const advance = positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
    const glyph = { code: codes.join(''), advance };
    this.#glyphs.set(character, glyph);
    return glyph;
  }
}

const places = (value: number): string => value.toFixed(2);
