/** Order data on its way to a file: base64 in segments, AES-128-CBC (E002), zlib. Never held as a whole. */
import { createDecipheriv } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { createInflate, inflateSync } from 'node:zlib';

/**
 * Pieces of base64 to bytes. The specification cuts the text, so that a segment may end inside a group of four; some
 * banks encode each segment by itself.
 */
export async function* decoded(segments: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const segment of segments) {
    const text = rest + segment.replace(/\s+/g, '');
    const end = text.endsWith('=') ? text.length : text.length - (text.length % 4);
    rest = text.slice(end);
    yield Buffer.from(text.slice(0, end), 'base64');
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}

const decipher = (key: Buffer) => createDecipheriv('aes-128-cbc', key, Buffer.alloc(16)).setAutoPadding(false);

/** Bytes of the order. Padding after the compressed data is left, as its end marks itself; a missing end is an error. */
export async function* orderBytes(encrypted: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Uint8Array> {
  const inflate = createInflate();
  const plain = decipher(key);
  const unlock = new Transform({
    transform: (chunk, _encoding, done) => done(null, plain.update(chunk)),
    flush: (done) => {
      try {
        done(null, plain.final());
      } catch (error) {
        done(error as Error);
      }
    },
  });
  pipeline(Readable.from(encrypted, { objectMode: false }), unlock, inflate, () => {});
  yield* inflate as AsyncIterable<Uint8Array>;
}

/** The same for a small order, such as the keys of a bank. */
export function smallOrder(orderData: string, key: Buffer, maxBytes: number): Buffer {
  const plain = decipher(key);
  const packed = Buffer.concat([plain.update(Buffer.from(orderData, 'base64')), plain.final()]);
  return inflateSync(packed, { maxOutputLength: maxBytes });
}
