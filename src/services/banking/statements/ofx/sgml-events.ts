/**
 * OFX as a stream of values: in version 1 (SGML) only aggregates are closed, in version 2 (XML) values are too. Both are
 * read alike: a value is the text after its tag, an aggregate is one of those that the reader names.
 */
import { Parser } from 'htmlparser2';
import type { XmlRefusal } from '../xml-events.ts';

export interface SgmlHandler {
  /** Elements that hold others and matter. */
  readonly aggregates: ReadonlySet<string>;
  open(aggregate: string): void;
  close(aggregate: string): void;
  value(name: string, text: string): void;
}

const [MOST_TEXT, MOST_SILENCE] = [100_000, 1_000_000];

export class SgmlEvents {
  readonly #handler: SgmlHandler;
  readonly #decoder;
  readonly #parser: Parser;
  #name = '';
  #text = '';
  #silence = 0;
  #hasRoot = false;
  refusal: XmlRefusal | undefined;

  constructor(handler: SgmlHandler, encoding: string) {
    this.#handler = handler;
    this.#decoder = new TextDecoder(encoding);
    this.#parser = new Parser(
      {
        onopentag: (name) => this.#open(name.toUpperCase()),
        onclosetag: (name, isImplied) => this.#close(name.toUpperCase(), isImplied),
        ontext: (text) => this.#append(text),
        onprocessinginstruction: (name) => {
          if (name.startsWith('!')) this.refusal ??= 'xmlDtd';
        },
      },
      { xmlMode: true },
    );
  }

  /** False when nothing more is to be read. */
  feed(bytes: Uint8Array): boolean {
    this.#silence += bytes.length;
    this.#parser.write(this.#decoder.decode(bytes, { stream: true }));
    if (this.#silence > MOST_SILENCE) this.refusal ??= 'xmlBounds';
    return this.refusal === undefined;
  }

  end(): void {
    if (this.refusal !== undefined) return;
    this.#parser.end(this.#decoder.decode());
    if (!this.#hasRoot) this.refusal ??= 'xmlCut';
  }

  #open(name: string): void {
    this.#flush();
    this.#silence = 0;
    this.#hasRoot ||= name === 'OFX';
    this.#name = name;
    if (this.#handler.aggregates.has(name)) this.#handler.open(name);
  }

  #close(name: string, isImplied: boolean): void {
    this.#flush();
    if (name !== 'OFX' && !this.#handler.aggregates.has(name)) return;
    if (isImplied) this.refusal ??= 'xmlCut';
    else if (name !== 'OFX') this.#handler.close(name);
  }

  #append(text: string): void {
    this.#silence = 0;
    this.#text += text;
    if (this.#text.length > MOST_TEXT) this.refusal ??= 'xmlBounds';
  }

  #flush(): void {
    const text = this.#text.trim();
    if (this.#name !== '' && text !== '') this.#handler.value(this.#name, text);
    this.#name = '';
    this.#text = '';
  }
}
