import { execFileSync } from 'node:child_process';
import { type FileHandle, lstat, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
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

  it('is what a link names, and the link stays', async () => {
    await writeFile(join(folder, 'named.txt'), 'before');
    await symlink('named.txt', join(folder, 'link.txt'));
    await writeFileWhole(join(folder, 'link.txt'), content());
    expect((await lstat(join(folder, 'link.txt'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'named.txt'), 'utf8')).toBe('first chunk, last chunk');
  });

  it('keeps the rights of the file that it replaces', async () => {
    const path = join(folder, 'private.txt');
    await writeFile(path, 'before', { mode: 0o600 });
    await writeFileWhole(path, content());
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('goes into a pipe, which no file replaces', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const [read] = await Promise.all([readFile(path, 'utf8'), writeFileWhole(path, content())]);
    expect(read).toBe('first chunk, last chunk');
    expect((await stat(path)).isFIFO()).toBe(true);
  });

  it('that cannot be written leaves nothing beside', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('first chunk, ');
      throw new Error('no second one');
    }
    await expect(writeFileWhole(join(folder, 'broken.txt'), broken())).rejects.toThrow('no second one');
    expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([]);
  });
});
