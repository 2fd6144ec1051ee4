/**
 * Formats that are read by events (XML, SGML, rows): a chunk of bytes goes in, statements and movements come out, held
 * only until the reader takes them. Memory does not depend on the size of the file.
 */
import type { ByteWindow } from './cfonb/byte-window.ts';
import type { GroupParser, ParserStep } from './cfonb/group-reader.ts';
import type { Movement } from './cfonb/movement.ts';
import type { StatementHead, StatementTail } from './cfonb/statement.ts';
import type { StatementEvent } from './statement-builder.ts';

/** Movements handed out at a time. */
const BATCH = 256;

/** Reads one format. Chunks are of any length and cut anywhere. */
export interface EventReader {
  /** Reads on. False: nothing more is to be read. */
  feed(bytes: Uint8Array): boolean;
  /** The file ended. */
  end(): void;
  /** What was read since the last call; after the end, until nothing is left. */
  takeEvents(): StatementEvent[];
}

export class EventParser implements GroupParser<StatementHead, Movement, StatementTail> {
  readonly #window: ByteWindow;
  readonly #reader: EventReader;
  #events: StatementEvent[] = [];
  #next = 0;
  #batch: Movement[] = [];
  #head: StatementHead | undefined;
  #tail: StatementTail | undefined;
  #ended = false;

  constructor(window: ByteWindow, reader: EventReader) {
    this.#window = window;
    this.#reader = reader;
  }

  get head(): StatementHead {
    if (!this.#head) throw new Error('no statement was opened');
    return this.#head;
  }

  get tail(): StatementTail {
    if (!this.#tail) throw new Error('no statement was closed');
    return this.#tail;
  }

  takeItems(): Movement[] {
    const items = this.#batch;
    this.#batch = [];
    return items;
  }

  step(decode: boolean): ParserStep {
    for (;;) {
      if (!decode && this.#batch.length > 0) this.#batch = [];
      const step = this.#event(decode);
      if (step !== null) return step;
      if (this.#ended && this.#events.length === 0) return 'end';
      if (!this.#read()) return 'more';
    }
  }

  /** Hands on what was read; null when all of it was. */
  #event(decode: boolean): ParserStep | null {
    for (let event = this.#events[this.#next]; event; event = this.#events[this.#next]) {
      if (event.kind === 'closed' && this.#batch.length > 0) return 'batch';
      this.#next += 1;
      if (event.kind === 'opened') {
        this.#head = event.head;
        return 'opened';
      }
      if (event.kind === 'closed') {
        this.#tail = event.tail;
        return 'closed';
      }
      if (decode) this.#batch.push(event.decode());
      if (this.#batch.length >= BATCH) return 'batch';
    }
    return null;
  }

  /** Takes what the reader has next; false when more must be brought first. */
  #read(): boolean {
    if (!this.#ended && !this.#feed()) return false;
    this.#events = this.#reader.takeEvents();
    this.#next = 0;
    return true;
  }

  /** Gives the bytes of the window to the reader; false when there are none yet. */
  #feed(): boolean {
    const { start, end, ended, bytes } = this.#window;
    if (start === end && !ended) return false;
    this.#window.start = end;
    if (start < end && this.#reader.feed(bytes.subarray(start, end))) return true;
    this.#reader.end();
    this.#ended = true;
    return true;
  }
}
