import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openEntry, zipEntries } from '../../../src/services/documents/zip-entries.ts';
import { type ZippedFile, zipped } from '../../../src/services/documents/zip-writer.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const folder = temporaryFolder('zip');
const MOMENT = new Date('2026-03-01T10:00:00Z');

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* given(files: readonly ZippedFile[]): AsyncGenerator<ZippedFile> {
  yield* files;
}

it('files come back as they were, empty ones and names with accents too', async () => {
  const files = [
    { name: 'a/é.txt', content: pieces('un', ' deux') },
    { name: 'empty', content: pieces() },
    { name: 'long.bin', content: pieces(...Array.from({ length: 300 }, (_, rank) => `${rank} `.repeat(1000))) },
  ];
  const path = join(folder, 'three.zip');
  await writeFile(path, zipped(given(files), MOMENT));
  const entries = await zipEntries(path, 10);
  expect(entries.map(({ name }) => name)).toEqual(['a/é.txt', 'empty', 'long.bin']);
  const contents = await Promise.all(entries.map(async (entry) => buffer(await openEntry(path, entry))));
  expect(contents.slice(0, 2).map(String)).toEqual(['un deux', '']);
  expect(String(contents[2])).toBe(Array.from({ length: 300 }, (_, rank) => `${rank} `.repeat(1000)).join(''));
});

it.each([
  ['a content', () => given([{ name: 'a', content: failing() }])],
  ['the list', () => failing()],
])('what %s throws ends the archive', async (_, files) => {
  const written = writeFile(join(folder, 'broken.zip'), zipped(files() as AsyncGenerator<ZippedFile>, MOMENT));
  await expect(written).rejects.toThrow('cut');
});

async function* failing(): AsyncGenerator<never> {
  yield* await Promise.reject<never[]>(new Error('cut'));
}
