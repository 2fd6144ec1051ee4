/** The entries of a zip on disk, read from its central directory; contents stream and are never held whole. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';

export interface ZipEntry {
  /** As the archive writes it, with its folders. */
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly crc: number;
  /** Where its local header begins. */
  readonly at: number;
}

const END = Buffer.from('PK\x05\x06', 'latin1');
const LONGEST_END = 22 + 0xffff; // a comment may follow
const LOCAL_HEADER = 30;
const STORED = 0;
const DEFLATED = 8;

/**
 * The first of them, as many as asked for. Throws RangeError on an archive that is cut, damaged, encrypted, of several volumes or packed in an unusual way.
 */
export async function zipEntries(path: string, most: number): Promise<ZipEntry[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const tail = await bytesAt(file, Math.max(0, size - LONGEST_END), Math.min(size, LONGEST_END));
    const end = tail.lastIndexOf(END);
    if (end < 0) throw new RangeError('the archive is cut');
    const [count, length, start] = [
      tail.readUInt16LE(end + 10),
      tail.readUInt32LE(end + 12),
      tail.readUInt32LE(end + 16),
    ];
    if (start + length > size) throw new RangeError('the archive is damaged');
    return listed(await bytesAt(file, start, length), Math.min(count, most));
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

function listed(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (directory.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new RangeError('the archive is damaged');
    const [flags, nameLength] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 28)];
    if (flags & 1) throw new RangeError('the archive is encrypted');
    entries.push({
      name: directory.toString(flags & 0x800 ? 'utf8' : 'latin1', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      crc: directory.readUInt32LE(at + 16),
      at: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** The content of an entry, as it is unpacked; its size and its checksum are for the caller to hold to. */
export async function openEntry(path: string, { method, packed, at }: ZipEntry): Promise<NodeJS.ReadableStream> {
  if (method !== STORED && method !== DEFLATED) throw new RangeError('the archive is packed in an unusual way');
  const start = await contentStart(path, at);
  // The end is included: nothing of an empty entry is read.
  const raw = createReadStream(path, { start, end: Math.max(start, start + packed - 1) });
  if (method === STORED) return raw;
  const inflate = createInflateRaw();
  raw.on('error', (error) => inflate.destroy(error));
  return raw.pipe(inflate);
}

async function contentStart(path: string, at: number): Promise<number> {
  const file = await open(path, 'r');
  try {
    const header = await bytesAt(file, at, LOCAL_HEADER);
    if (header.toString('latin1', 0, 4) !== 'PK\x03\x04') throw new RangeError('the archive is damaged');
    return at + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await file.close();
  }
}
