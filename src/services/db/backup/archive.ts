/**
 * The backup archive: a gzip stream of frames. A frame is one letter, four bytes of length (big-endian), the content.
 *
 * | frame | content                                                                      |
 * |-------|------------------------------------------------------------------------------|
 * | `H`   | JSON: format, schema version, migrations, moment, server version. First.     |
 * | `T`   | JSON: table name and columns. Its rows follow.                               |
 * | `D`   | rows in COPY text                                                            |
 * | `E`   | JSON: number of rows and SHA-256 of the table's text. Ends the table.        |
 * | `Z`   | JSON: number of tables, state of the sequences. Last.                        |
 *
 * It is read as something hostile: bounded frames, checked shapes, and no name from it reaches SQL unless the catalogue
 * knows it.
 */
import { createHash, type Hash } from 'node:crypto';

export const FORMAT = 1;
export const LARGEST_FRAME = 4 * 1024 * 1024;

export type FrameKind = 'H' | 'T' | 'D' | 'E' | 'Z';

export interface Frame {
  readonly kind: FrameKind;
  readonly content: Buffer;
}

export interface Header {
  readonly format: number;
  readonly schemaVersion: number;
  readonly migrations: readonly { readonly version: number; readonly sha256: string }[];
  /** Instant of the backup. */
  readonly takenAt: string;
  readonly serverVersion: string;
}

export interface TableHeader {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface TableEnd {
  readonly rows: number;
  readonly sha256: string;
}

export interface TableReport extends TableEnd {
  readonly name: string;
}

export interface ArchiveEnd {
  readonly tables: number;
  readonly sequences: Readonly<Record<string, { readonly last: string; readonly called: boolean }>>;
}

/** The bytes of one frame's head; the content follows. */
export function frameHead(kind: FrameKind, length: number): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeUInt32BE(length, 1);
  return head;
}

export function jsonFrame(kind: FrameKind, value: object): Buffer {
  const content = Buffer.from(JSON.stringify(value));
  return Buffer.concat([frameHead(kind, content.length), content]);
}

/** Counts the rows and hashes the text of one table, on the way in and on the way out. */
export class TableDigest {
  readonly #hash: Hash = createHash('sha256');
  #rows = 0;

  add(text: Buffer): void {
    this.#hash.update(text);
    for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) this.#rows++;
  }

  end(): TableEnd {
    return { rows: this.#rows, sha256: this.#hash.copy().digest('hex') };
  }
}
