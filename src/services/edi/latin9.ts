/** ISO 8859-15, the character set of EDI files: Latin-1 but for eight characters. */

const DIFFERENT: readonly (readonly [number, string])[] = [
  [0xa4, '€'],
  [0xa6, 'Š'],
  [0xa8, 'š'],
  [0xb4, 'Ž'],
  [0xb8, 'ž'],
  [0xbc, 'Œ'],
  [0xbd, 'œ'],
  [0xbe, 'Ÿ'],
];

const BYTE_OF = new Map(DIFFERENT.map(([byte, character]) => [character, byte]));
const CHARACTER_OF = new Map(DIFFERENT);

/** Throws RangeError on a character that the set does not have: texts are sanitised before. */
export function encodeLatin9(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = byteOf(text.charAt(index));
  return bytes;
}

function byteOf(character: string): number {
  const special = BYTE_OF.get(character);
  if (special !== undefined) return special;
  const code = character.charCodeAt(0);
  if (code > 0xff || CHARACTER_OF.has(code)) throw new RangeError(`${JSON.stringify(character)} is not in ISO 8859-15`);
  return code;
}

/** One document of XML that names this set; notices that were joined are several, of other sets. */
const LATIN_9_XML = /^<\?xml [^>]*encoding="ISO-8859-15"(?!.*<\?xml )/s;

/** Bytes of a text as a file: of one that was sent, those that left. */
export const fileBytes = (text: string): Uint8Array =>
  LATIN_9_XML.test(text) ? encodeLatin9(text) : Buffer.from(text, 'utf8');

export const decodeLatin9 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u00a4\u00a6\u00a8\u00b4\u00b8\u00bc-\u00be]/g, (c) => CHARACTER_OF.get(c.charCodeAt(0)) ?? c);
