import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packingOf, readBase64, unpack } from '../../../src/services/edi/unpack.ts';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import fc from '../../support/property.ts';
import { zip } from './archives.ts';

const refused = (reason: RegExp) =>
  expect.objectContaining({ code: 'ContentRefused', message: expect.stringMatching(reason) });
const CONTENT = Buffer.from('<avis>'.repeat(50));

describe('base64', () => {
  it.each([
    ['', ''],
    ['YQ==', 'a'],
    ['YWI=', 'ab'],
    [' Y W\r\nJj ', 'abc'],
    ['YWI', 'ab'], // padding left out
  ])('%j is %j', (text, bytes) => expect(Buffer.from(readBase64(text)).toString()).toBe(bytes));

  it.each(['Y', 'YQ=', 'Y=Q=', 'YQ===', 'YW_-', 'Y\0Q='])('refuses %j', (text) =>
    expect(() => readBase64(text)).toThrow(refused(/base64/)),
  );

  it('refuses more than a piece can be', () =>
    expect(() => readBase64('A'.repeat(30 * 1024 * 1024))).toThrow(refused(/characters/)));
});

describe('packed contents', () => {
  it.each([
    ['gzip', gzipSync(CONTENT), 'Gzip'],
    ['zip', zip({ 'avis.xml': CONTENT }), 'Zip'],
    ['zip without compression', zip({ 'avis 1.xml': CONTENT }, { method: 0 }), 'Zip'],
    ['none', CONTENT, 'Autre'],
  ])('%s is told by its first bytes, and opened', (_, bytes, packing) => {
    expect(packingOf(bytes)).toBe(packing);
    expect(Buffer.from(unpack(bytes)).equals(CONTENT)).toBe(true);
  });

  const bomb = Buffer.alloc(5000);

  it.each([
    ['gzip beyond the limit', gzipSync(bomb), /beyond the limit/],
    ['zip beyond the limit', zip({ 'a.xml': bomb }), /beyond the limit/],
    ['stored zip beyond the limit', zip({ 'a.xml': bomb }, { method: 0 }), /beyond the limit/],
    ['bytes beyond the limit', bomb, /bytes/],
    ['cut gzip', gzipSync(CONTENT).subarray(0, 16), /broken gzip/],
    ['gzip of nothing', Uint8Array.of(0x1f, 0x8b), /broken gzip/],
    ['cut zip', zip({ 'a.xml': CONTENT }).subarray(0, 60), /broken zip/],
    ['two files', zip({ 'a.xml': CONTENT, 'b.xml': CONTENT }), /one file/],
    ['a path', zip({ '../a.xml': CONTENT }), /path/],
    ['a folder', zip({ 'a/b.xml': CONTENT }), /path/],
    ['a path of another system', zip({ 'a\\b.xml': CONTENT }), /path/],
    ['a hidden file', zip({ '.a.xml': CONTENT }), /path/],
    ['encryption', zip({ 'a.xml': CONTENT }, { flags: 1 }), /encrypted/],
    ['an unknown compression', zip({ 'a.xml': CONTENT }, { method: 12 }), /compression/],
    ['a wrong checksum', zip({ 'a.xml': CONTENT }, { crc: 1 }), /broken zip/],
  ])('refuses %s', (_, bytes, reason) => expect(() => unpack(bytes, 4000)).toThrow(refused(reason)));

  it('an empty zip is no archive: its bytes are looked at as they are', () => expect(packingOf(zip({}))).toBe('Autre'));

  it('any change of an archive gives bytes or a refusal', () => {
    const archives = fc.constantFrom(zip({ 'avis.xml': CONTENT }), gzipSync(CONTENT));
    fc.assert(
      fc.property(
        archives,
        fc.array(fc.tuple(fc.nat(500), fc.nat(255)), { maxLength: 6 }),
        fc.nat(500),
        (archive, changes, length) => {
          const bytes = Buffer.from(archive.subarray(0, length));
          for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
          try {
            unpack(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(TaxopsError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
