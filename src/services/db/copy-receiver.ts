/**
 * A COPY to us, as bytes: every row is a message of its own, of which the rest of the program should know nothing. Takes the
 * place of the parser of the connection until the rows end, or the server refuses.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY
 */
import type { Socket } from 'node:net';
import type pg from 'pg';

/** Bytes that may wait for whoever reads. */
const WAITING_BYTES = 1_048_576;
/** The kind of a message and its length. */
const HEADER = 5;
const code = (letter: string): number => letter.charCodeAt(0);
const [DATA, DONE] = [code('d'), code('c')];
/** Rows, and what may stand among them: how they come, settings, notices, notifications. */
const OF_COPY: ReadonlySet<number> = new Set(['d', 'H', 'S', 'N', 'A'].map(code));
const NONE = Buffer.alloc(0);

type Listener = (chunk: Buffer) => void;

export class CopyReceiver implements pg.Submittable {
  readonly #sql: string;
  readonly #waiting: Buffer[] = [];
  #bytes = 0;
  #isDone = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  #socket: Socket | undefined;
  #parser: Listener = () => {};
  readonly #listener: Listener = (chunk) => this.#take(chunk);
  /** A header that is not there whole. */
  #begun: Buffer = NONE;
  /** Bytes to come of the message under way. */
  #left = 0;
  #isData = false;

  constructor(sql: string) {
    this.#sql = sql;
  }

  submit(connection: pg.Connection): void {
    const { stream, query } = connection as pg.Connection & { stream: Socket; query: (sql: string) => void };
    this.#socket = stream;
    this.#parser = stream.listeners('data')[0] as Listener;
    stream.off('data', this.#parser).on('data', this.#listener);
    query.call(connection, this.#sql);
  }

  handleError(error: Error): void {
    this.#failure ??= error;
    this.#giveBack(NONE);
    this.#wake?.();
  }

  handleCommandComplete(): void {}
  handleReadyForQuery(): void {}

  /** The rows that came, until they end; whoever stopped may go on. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const chunk = this.#waiting.shift();
      if (chunk) {
        this.#bytes -= chunk.length;
        if (this.#bytes === 0) this.#socket?.resume();
        yield chunk;
      } else if (this.#isDone) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #take(received: Buffer): void {
    const chunk = this.#begun.length > 0 ? Buffer.concat([this.#begun, received]) : received;
    this.#begun = NONE;
    const { rows, rest } = this.#rowsOf(chunk);
    if (rows > 0) {
      this.#waiting.push(chunk.subarray(0, rows));
      this.#bytes += rows;
      if (this.#bytes > WAITING_BYTES && !rest) this.#socket?.pause();
    }
    if (rest) this.#giveBack(rest);
    this.#wake?.();
  }

  /** Moves the rows together at the front of the chunk; how long they are, and what is no more of the COPY. */
  #rowsOf(chunk: Buffer): { readonly rows: number; readonly rest?: Buffer } {
    let [rows, at] = [0, 0];
    while (at < chunk.length) {
      if (this.#left === 0) {
        if (chunk.length - at < HEADER) break;
        const kind = chunk[at] as number;
        if (kind === DONE) return { rows, rest: chunk.subarray(at + HEADER) };
        if (!OF_COPY.has(kind)) return { rows, rest: chunk.subarray(at) };
        this.#begin(kind, chunk.readUInt32BE(at + 1));
        at += HEADER;
      }
      const end = Math.min(chunk.length, at + this.#left);
      if (this.#isData) {
        chunk.copyWithin(rows, at, end);
        rows += end - at;
      }
      this.#left -= end - at;
      at = end;
    }
    this.#begun = chunk.subarray(at);
    return { rows };
  }

  /** The length counts itself. */
  #begin(kind: number, length: number): void {
    this.#isData = kind === DATA;
    this.#left = length - (HEADER - 1);
  }

  /** To the parser of the connection, with what is its own. */
  #giveBack(rest: Buffer): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#isDone = true;
    this.#socket = undefined;
    socket.off('data', this.#listener).on('data', this.#parser);
    if (rest.length > 0) this.#parser(rest);
    socket.resume();
  }
}
