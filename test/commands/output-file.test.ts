import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeFileWhole } from '../../src/commands/program/output-file.ts';
import { writeWhole } from '../../src/services/documents/spool.ts';
import { temporaryFolder } from '../support/scratch.ts';

/** A system that takes three bytes at a time, as one whose disk fills up may: POSIX lets `write` take a part. */
async function writeShort(): Promise<void> {
  const file = await open('/dev/null', 'w');
  const handle: FileHandle = Object.getPrototypeOf(file);
  const write = handle.write as (this: FileHandle, bytes: Uint8Array) => ReturnType<FileHandle['write']>;
  vi.spyOn(handle, 'write').mockImplementation(function (this: FileHandle, content: string | Uint8Array) {
    return write.call(this, Buffer.from(content as string).subarray(0, 3));
  } as never);
  await file.close();
}

describe('a file written where writes may be short', () => {
  let folder = '';
  beforeAll(async () => {
    folder = temporaryFolder('test');
    await writeShort();
  });
  afterAll(() => {
    vi.restoreAllMocks();
    return rm(folder, { recursive: true, force: true });
  });

  it('is short when `write` is trusted', async () => {
    const file = await open(join(folder, 'trusted'), 'w');
    await file.write('first chunk');
    await file.close();
    expect(await readFile(join(folder, 'trusted'), 'utf8')).toBe('fir');
  });

  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from('first chunk, ');
    yield Buffer.from('last chunk');
  }

  it('is whole as --output', async () => {
    const path = join(folder, 'result.txt');
    await writeFileWhole(path, content());
    expect(await readFile(path, 'utf8')).toBe('first chunk, last chunk');
  });

  it('is whole as a stored content', async () => {
    const path = join(folder, 'stored');
    expect(await writeWhole(path, content())).toBe(23);
    expect(await readFile(path, 'utf8')).toBe('first chunk, last chunk');
  });
});
