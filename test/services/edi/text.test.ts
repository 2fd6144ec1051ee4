import { describe, expect, it } from 'vitest';
import { decodeLatin9, encodeLatin9, fileBytes } from '../../../src/services/edi/latin9.ts';
import { ALLOWED_TEXT, fitLines, sanitise } from '../../../src/services/edi/text.ts';
import fc, { anyText } from '../../support/property.ts';

describe('sanitised texts', () => {
  it.each([
    ['Café & Cie n° 3', 'Café & Cie n° 3'],
    ['Cœur d’Ŀyon', "Coeur d'Lyon"],
    ['ŒUVRE', 'OEUVRE'],
    ['12 € “net”', "12 EUR 'net'"],
    ['a<b>c', 'a(b)c'],
    ['Hé ! #1', 'Hé . 1'],
    ['ligne 1\r\n\tligne 2', 'ligne 1 ligne 2'],
    ['  a\u00a0\u202f b  ', 'a b'],
    ['e\u0301te\u0301', 'été'], // composed
    ['Łódź Šk', 'Lódz Sk'],
    ['m² ½', 'm2 1/2'],
    ['— … \\', '- ... /'],
    ['日本', ''],
    ['😀 ok', 'ok'],
    ['×÷', '×÷'], // within À to ÿ
  ])('%j is %j', (text, expected) => expect(sanitise(text)).toBe(expected));

  it('hold allowed characters only, whatever came, and stay as they are', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), (text) => {
        const clean = sanitise(text);
        expect(clean).toMatch(ALLOWED_TEXT);
        expect(sanitise(clean)).toBe(clean);
        expect(decodeLatin9(encodeLatin9(clean))).toBe(clean);
      }),
    );
  });
});

describe('lines', () => {
  it.each([
    ['SOCIETE', 35, 3, ['SOCIETE']],
    ['SOCIETE LYONNAISE DE TEST', 10, 3, ['SOCIETE', 'LYONNAISE', 'DE TEST']],
    ['SOCIETELYONNAISE', 10, 2, ['SOCIETELYO', 'NNAISE']],
    ['SOCIETE LYONNAISE', 10, 1, ['SOCIETE LY']],
    ['', 10, 2, []],
  ])('%j by %s in %s', (text, length, count, lines) => expect(fitLines(text, length, count)).toEqual(lines));
});

describe('ISO 8859-15', () => {
  it('has the eight characters that Latin-1 has not', () => {
    expect([...encodeLatin9('€ŠšŽžŒœŸ')]).toEqual([0xa4, 0xa6, 0xa8, 0xb4, 0xb8, 0xbc, 0xbd, 0xbe]);
  });

  it('gives every byte back', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(encodeLatin9(decodeLatin9(all))).toEqual(all);
  });

  it.each(['¤', '日', '\u0100'])('refuses %s', (text) => expect(() => encodeLatin9(text)).toThrow(RangeError));
});

describe('a text as a file', () => {
  const sent = '<?xml version="1.0" encoding="ISO-8859-15"?>\n<a>Évry, 10 €</a>';
  const notice = '<?xml version="1.0" encoding="UTF-8"?>\n<a>É</a>';

  it.each([
    ['has the bytes of the set that it names', sent, Buffer.from(encodeLatin9(sent))],
    ['is UTF-8 when it names it', notice, Buffer.from(notice, 'utf8')],
    ['is UTF-8 when it is several', `${sent}\n${notice}`, Buffer.from(`${sent}\n${notice}`, 'utf8')],
    ['is UTF-8 when it names nothing', 'UNA:+,? É', Buffer.from('UNA:+,? É', 'utf8')],
  ])('%s', (_, text, bytes) => expect(Buffer.from(fileBytes(text)).equals(bytes)).toBe(true));
});
