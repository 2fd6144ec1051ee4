import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipOptions {
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
}

/** A small zip, right by default. */
export function zip(
  files: Readonly<Record<string, Uint8Array>>,
  { method = 8, flags = 0, crc }: ZipOptions = {},
): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc ?? crc32(content), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), data]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, end, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const tail = Buffer.alloc(22);
  tail.write('PK\x05\x06', 0, 'latin1');
  tail.writeUInt16LE(centrals.length, 8);
  tail.writeUInt16LE(centrals.length, 10);
  tail.writeUInt32LE(directory.length, 12);
  tail.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, tail]);
}
