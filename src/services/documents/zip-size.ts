/** What a zip holds once unpacked, found by unpacking it: the sizes that a zip states of itself may lie. */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;

/**
 * Bytes of all entries together; anything above `most` means that it stopped there. Throws RangeError on a zip that is
 * cut, encrypted, or packed in a way that workbooks are not.
 */
export function inflatedSize(zip: Buffer, most: number): number {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new RangeError('the archive is cut');
  let at = zip.readUInt32LE(end + 16);
  let total = 0;
  for (let left = zip.readUInt16LE(end + 10); left > 0 && total <= most; left--) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new RangeError('the archive is damaged');
    total += sizeOf(zip, at, most - total);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return total;
}

function sizeOf(zip: Buffer, at: number, most: number): number {
  const [method, packed, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
  if (zip.readUInt16LE(at + 8) & 1) throw new RangeError('the archive is encrypted');
  if (method === 0) return packed;
  if (method !== DEFLATED) throw new RangeError('the archive is packed in an unusual way');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  try {
    return inflateRawSync(zip.subarray(start, start + packed), { maxOutputLength: most + 1 }).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return most + 1;
    throw error;
  }
}
