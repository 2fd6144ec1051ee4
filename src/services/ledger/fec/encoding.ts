/**
 * Character sets of a FEC. The choice is for the whole file: UTF-8 when all of it is valid UTF-8, else ISO 8859-15,
 * else Windows-1252 when bytes 80 to 9F, which ISO 8859-15 leaves to control characters, are present.
 */
import { isAscii, isUtf8 } from 'node:buffer';

export type FecEncoding = 'utf-8' | 'iso-8859-15' | 'windows-1252';

/** ISO 8859-15 is ISO 8859-1 but for these eight bytes. */
const LATIN_9: ReadonlyMap<string, string> = new Map(
  [...'\xa4\xa6\xa8\xb4\xb8\xbc\xbd\xbe'].map((byte, index) => [byte, '€ŠšŽžŒœŸ'[index] ?? byte]),
);

/** Windows-1252 is ISO 8859-1 but for these; 81, 8D, 8F, 90 and 9D mean nothing and stay as they are. */
const WINDOWS_1252: ReadonlyMap<string, string> = new Map(
  [...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'].map((character, index) => [
    String.fromCharCode(0x80 + index),
    character,
  ]),
);

export type Decode = (bytes: Buffer, start: number, end: number) => string;

const latin: Decode = (bytes, start, end) => bytes.toString('latin1', start, end);

const DECODERS: Readonly<Record<FecEncoding, Decode>> = {
  'utf-8': (bytes, start, end) => bytes.toString('utf8', start, end),
  'iso-8859-15': (bytes, start, end) =>
    latin(bytes, start, end).replace(/[¤¦¨´¸¼½¾]/g, (byte) => LATIN_9.get(byte) ?? byte),
  'windows-1252': (bytes, start, end) =>
    latin(bytes, start, end).replace(/[\x80-\x9f]/g, (byte) => WINDOWS_1252.get(byte) ?? byte),
};

export const decoderOf = (encoding: FecEncoding): Decode => DECODERS[encoding];

/** Reads the whole file once, or twice when it is not UTF-8, to name its encoding. */
export async function detectEncoding(chunks: () => AsyncIterable<Uint8Array>): Promise<FecEncoding> {
  if (await isAllUtf8(chunks())) return 'utf-8';
  for await (const chunk of chunks()) if (hasHighControl(chunk)) return 'windows-1252';
  return 'iso-8859-15';
}

async function isAllUtf8(chunks: AsyncIterable<Uint8Array>): Promise<boolean> {
  let cut: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    const bytes = cut.length === 0 ? chunk : Buffer.concat([cut, chunk]);
    const whole = bytes.length - cutCharacter(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return false;
    cut = Buffer.from(bytes.subarray(whole)); // a copy: the chunk will be overwritten
  }
  return cut.length === 0;
}

/** Bytes at the end that begin a character of which the rest is not there. */
function cutCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < characterLength(byte) ? back : 0;
  }
  return 0;
}

const characterLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

function hasHighControl(chunk: Uint8Array): boolean {
  if (isAscii(chunk)) return false;
  for (let i = 0; i < chunk.length; i++) if (((chunk[i] as number) & 0xe0) === 0x80) return true;
  return false;
}

const TO_LATIN_9: ReadonlyMap<string, string> = new Map([...LATIN_9].map(([byte, text]) => [text, byte]));
const PLAINER: ReadonlyMap<string, string> = new Map(
  Object.entries({ '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '...' }),
);

/** Bytes of a text in ISO 8859-15; a character it lacks becomes its nearest plain form, else `?`. */
export const encodeLatin9 = (text: string): Buffer =>
  Buffer.from(
    text.replace(/[¤¦¨´¸¼½¾]|[^\0-\xff]/gu, (character) => TO_LATIN_9.get(character) ?? plainForm(character)),
    'latin1',
  );

function plainForm(character: string): string {
  const plain = PLAINER.get(character) ?? character.normalize('NFD').replace(/\p{M}/gu, '');
  return /^[ -~]+$/.test(plain) ? plain : '?';
}
