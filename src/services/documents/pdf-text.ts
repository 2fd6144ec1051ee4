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
  readonly codes: string;
  readonly advance: number;
}

/** A text as glyphs of a font, and how wide it is. */
export interface Shape {
  readonly codes: string;
  readonly width: number;
  /** Part of the natural width of its glyphs; all of it by default. */
  readonly scale?: number;
}

/** Glyph 0 of any font. */
const MISSING = '0000';

const NOTHING: Shape = { codes: '', width: 0 };

export class PdfText {
  readonly #doc: Pdf;
  readonly #inside: Pdf & Inside;
  /** By font, then by code point. */
  readonly #known = new Map<string, Glyph[]>();
  #glyphs: Glyph[] = [];
  #size = 1;

  constructor(doc: Pdf) {
    this.#doc = doc;
    this.#inside = doc as Pdf & Inside;
  }

  /** The font, by its registered name, and the size of what is shaped and drawn next. */
  use(font: string, size: number): void {
    this.#doc.font(font).fontSize(size);
    this.#size = size;
    const known = this.#known.get(font) ?? [];
    this.#known.set(font, known);
    this.#glyphs = known;
  }

  /** The text, or its beginning and an ellipsis when it is wider than `room`. */
  fit(text: string, room: number): Shape {
    if (text === '') return NOTHING;
    const whole = this.#shape(text, Number.POSITIVE_INFINITY);
    if (whole.width <= room) return whole;
    const ellipsis = this.#shape('…', Number.POSITIVE_INFINITY);
    const cut = this.#shape(text, room - ellipsis.width);
    return { codes: cut.codes + ellipsis.codes, width: cut.width + ellipsis.width };
  }

  /** The whole text, its glyphs narrower when it is wider than `room`: a figure that is cut is another figure. */
  squeeze(text: string, room: number): Shape {
    if (text === '') return NOTHING;
    const { codes, width } = this.#shape(text, Number.POSITIVE_INFINITY);
    if (width <= room) return { codes, width };
    const scale = Math.floor((room / width) * 1000) / 1000;
    return { codes, width: width * scale, scale };
  }

  /** Draws shapes on one line, `y` being its top. */
  line(shapes: readonly { readonly shape: Shape; readonly x: number }[], y: number): void {
    const { page, _font: font } = this.#inside;
    page.fonts[font.id] ??= font.ref();
    const baseline = places(page.height - y - (font.ascender * this.#size) / 1000);
    // The library turns the page upside down; text must stand on its feet.
    let operators = `q 1 0 0 -1 0 ${page.height} cm BT /${font.id} ${this.#size} Tf`;
    for (const { shape, x } of shapes)
      if (shape !== NOTHING) operators += ` ${shape.scale ?? 1} 0 0 1 ${places(x)} ${baseline} Tm <${shape.codes}> Tj`;
    this.#inside.addContent(`${operators} ET Q`);
  }

  /** At least one character, then as many as there is room for. */
  #shape(text: string, room: number): Shape {
    const most = (room * 1000) / this.#size;
    let [codes, advance] = ['', 0];
    for (let at = 0; at < text.length; ) {
      const point = text.codePointAt(at) ?? 0;
      const glyph = this.#glyphs[point] ?? this.#glyph(point);
      if (advance + glyph.advance > most && at > 0) break;
      codes += glyph.codes;
      advance += glyph.advance;
      at += point > 0xffff ? 2 : 1;
    }
    return { codes, width: (advance * this.#size) / 1000 };
  }

  /** A letter that the font lacks is drawn as its base letter (č as c), a sign as a question mark: never as a hole. */
  #glyph(point: number): Glyph {
    const text = String.fromCodePoint(point);
    const drawn = [text, text.normalize('NFD').charAt(0), '?'].map((one) => this.#inside._font.encode(one));
    const [codes, positions] = drawn.find(([found]) => !found.includes(MISSING)) ?? [[], []];
    const advance = positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
    const glyph = { codes: codes.join(''), advance };
    this.#glyphs[point] = glyph;
    return glyph;
  }
}

const places = (value: number): number => Math.round(value * 100) / 100;
