/**
 * XML as a stream of elements with their values, within bounds that no statement needs to pass: no DTD, no deep nesting,
 * no endless names or texts. What is cut or not well-formed is refused as a whole. Read by local names.
 */
import { Parser } from 'htmlparser2';

/** An element by its place below the root; the same place is the same object. */
export class Place {
  readonly name: string;
  /** Local names from the nearest scope on: `BookgDt/Dt`. */
  readonly path: string;
  readonly #below = new Map<string, Place>();

  constructor(name: string, path: string) {
    this.name = name;
    this.path = path;
  }

  /** A scope begins its paths anew. */
  at(name: string, isScope: boolean): Place {
    const known = this.#below.get(name);
    if (known) return known;
    const place = new Place(name, isScope ? '' : this.path === '' ? name : `${this.path}/${name}`);
    this.#below.set(name, place);
    return place;
  }
}

export interface XmlHandler {
  /** Elements that begin their paths anew. */
  readonly scopes: ReadonlySet<string>;
  open(place: Place, attributes: Readonly<Record<string, string>>): void;
  /** `text` without the blanks around it; '' for an element of elements. */
  close(place: Place, text: string): void;
}

export type XmlRefusal = 'xmlDtd' | 'xmlBounds' | 'xmlCut';

class Refused extends Error {
  readonly refusal: XmlRefusal;
  constructor(refusal: XmlRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const MOST_DEPTH = 40;
const MOST_TEXT = 100_000;
/** Characters without any event: one name or attribute that does not end. */
const MOST_SILENCE = 1_000_000;

export class XmlEvents {
  readonly #handler: XmlHandler;
  readonly #parser: Parser;
  readonly #decoder;
  readonly #stack: Place[] = [new Place('', '')];
  #text = '';
  #silence = 0;
  #hasRoot = false;
  #refusal: XmlRefusal | undefined;

  constructor(handler: XmlHandler, encoding: string) {
    this.#handler = handler;
    this.#decoder = new TextDecoder(encoding);
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: (_, isImplied) => this.#close(isImplied),
        ontext: (text) => this.#append(text),
        onprocessinginstruction: (name) => {
          if (name.startsWith('!')) throw new Refused('xmlDtd');
        },
      },
      { xmlMode: true },
    );
  }

  /** Why reading stopped. */
  get refusal(): XmlRefusal | undefined {
    return this.#refusal;
  }

  /** False when nothing more is to be read. */
  feed(bytes: Uint8Array): boolean {
    this.#silence += bytes.length;
    this.#guard(() => this.#parser.write(this.#decoder.decode(bytes, { stream: true })));
    return this.#refusal === undefined;
  }

  end(): void {
    if (this.#refusal !== undefined) return;
    this.#guard(() => this.#parser.end(this.#decoder.decode()));
    if (!this.#hasRoot) this.#refusal ??= 'xmlCut';
  }

  #guard(read: () => void): void {
    try {
      read();
      if (this.#silence > MOST_SILENCE) throw new Refused('xmlBounds');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#refusal = error.refusal;
    }
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#silence = 0;
    this.#text = '';
    const parent = this.#stack.at(-1);
    if (!parent || this.#stack.length > MOST_DEPTH) throw new Refused('xmlBounds');
    if (this.#stack.length === 1 && this.#hasRoot) throw new Refused('xmlCut');
    this.#hasRoot = true;
    const local = name.slice(name.indexOf(':') + 1);
    const place = parent.at(local, this.#handler.scopes.has(local));
    this.#stack.push(place);
    this.#handler.open(place, attributes);
  }

  #close(isImplied: boolean): void {
    if (isImplied) throw new Refused('xmlCut');
    const place = this.#stack.pop();
    if (!place || this.#stack.length === 0) throw new Refused('xmlCut');
    this.#handler.close(place, this.#text.trim());
    this.#text = '';
  }

  #append(text: string): void {
    this.#silence = 0;
    this.#text += text;
    if (this.#text.length > MOST_TEXT) throw new Refused('xmlBounds');
  }
}
