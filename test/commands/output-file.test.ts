import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeFileWhole } from '../../src/commands/program/output-file.ts';
import { writeWhole } from '../../src/services/documents/spool.ts';

/** A system that takes three bytes at a time, as one whose disk fills up may: POSIX lets `write` take a part. */
vi.mock('node:fs/promises', async (load) => {
  const fs = await load<typeof import('node:fs/promises')>();
  const open: typeof fs.open = async (...args) => {
    const file = await fs.open(...args);
    const write = file.write.bind(file) as (bytes: Uint8Array) => ReturnType<typeof file.write>;
    return Object.assign(file, {
      write: (content: string | Uint8Array) => write(Buffer.from(content as string).subarray(0, 3)),
    });
  };
  return { ...fs, open };
});

describe('a file written where writes may be short', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taxops-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

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
