import { createCipheriv, randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decoded, orderBytes } from '../../../../../src/services/banking/feeds/sources/ebics/order-data.ts';
import fc from '../../../../support/property.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** Cut into pieces of these lengths, over and over. */
function pieces<T extends string | Uint8Array>(whole: T, lengths: readonly number[]): T[] {
  const cut: T[] = [];
  for (let at = 0, turn = 0; at < whole.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    cut.push(whole.slice(at, at + length) as T);
    at += length;
  }
  return cut;
}

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const bytes = fc.uint8Array({ maxLength: 400 });

function encrypted(plain: Uint8Array, key: Buffer): Buffer {
  const packed = deflateSync(plain);
  const padding = Buffer.alloc(16 - (packed.length % 16), 7);
  const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(packed), cipher.update(padding), cipher.final()]);
}

describe('segments of order data', () => {
  it('are one text cut anywhere, line breaks in it or not', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, lengths, lengths, async (data, cuts, breaks) => {
        const text = pieces(Buffer.from(data).toString('base64'), breaks).join('\r\n');
        expect(await gathered(decoded(each(pieces(text, cuts))))).toEqual(Buffer.from(data));
      }),
    );
  });

  it('or pieces that were encoded one by one', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, lengths, async (data, cuts) => {
        const texts = pieces(data, cuts).map((piece) => Buffer.from(piece).toString('base64'));
        expect(await gathered(decoded(each(texts)))).toEqual(Buffer.from(data));
      }),
    );
  });

  it('give back what was packed and encrypted, and fail when any of it is missing', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, lengths, async (plain, cuts) => {
        const key = randomBytes(16);
        const whole = encrypted(plain, key);
        expect(await gathered(orderBytes(each(pieces(whole, cuts)), key))).toEqual(Buffer.from(plain));
        await expect(gathered(orderBytes(each([whole.subarray(0, -32)]), key))).rejects.toThrow();
        await expect(gathered(orderBytes(each([whole.subarray(0, -3)]), key))).rejects.toThrow();
      }),
      { numRuns: 50 },
    );
  });
});
