/**
 * The fonts of reports, unpacked once for the process: the library would inflate a table of a WOFF file (WOFF 1.0, W3C
 * 2012) again each time it reads it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

/** In bytes: header and one entry of the directory, of WOFF and of the TrueType file inside. */
const WOFF = { header: 44, entry: 20 };
const TRUETYPE = { header: 12, entry: 16 };

const fonts = new Map<string, Uint8Array>();

/** Roboto: complete for French, and its figures all have one width, so that columns of amounts line up. */
export function roboto(weight: 400 | 700): Uint8Array {
  const path = `@fontsource/roboto/files/roboto-latin-${weight}-normal.woff`;
  const font = fonts.get(path) ?? unpackWoff(readFileSync(createRequire(import.meta.url).resolve(path)));
  fonts.set(path, font);
  return font;
}

/** The TrueType file that a WOFF file holds. */
export function unpackWoff(woff: Buffer): Uint8Array {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(TRUETYPE.header + count * TRUETYPE.entry);
  head.writeUInt32BE(woff.readUInt32BE(4), 0); // its kind; the three numbers after the count only help a search
  head.writeUInt16BE(count, 4);
  const parts: Uint8Array[] = [head];
  let end = head.length;
  for (let index = 0; index < count; index++) {
    const entry = WOFF.header + index * WOFF.entry;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const stored = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const place = TRUETYPE.header + index * TRUETYPE.entry;
    woff.copy(head, place, entry, entry + 4); // tag
    woff.copy(head, place + 4, entry + 16, entry + 20); // checksum
    head.writeUInt32BE(end, place + 8);
    head.writeUInt32BE(length, place + 12);
    parts.push(table, Buffer.alloc(-length & 3)); // tables begin at multiples of four
    end += length + (-length & 3);
  }
  return Buffer.concat(parts);
}
