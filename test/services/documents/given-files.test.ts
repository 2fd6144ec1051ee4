/** Files as people give them: alone, in folders, in archives; hostile archives cost no more than their limits. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gunzipped, withGivenFiles } from '../../../src/services/documents/given-files.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { zip } from '../edi/archives.ts';

function put(name: string, content: Uint8Array | string): { name: string; path: string } {
  const path = join(temporaryFolder('given'), name);
  writeFileSync(path, content);
  return { name, path };
}

const TEXTS = { 'a.txt': Buffer.from('first'), 'in/b.txt': Buffer.from('second') };

/** Name and content, or code of the refusal, of each file. */
const seen = (given: readonly { name: string; path: string }[], limits?: { bytes: number; entries: number }) =>
  withGivenFiles(
    given,
    async (files) => files.map(({ name, path, refusal }) => [name, refusal?.code ?? readFileSync(path, 'latin1')]),
    limits,
  );

describe('files as they are given', () => {
  it('are taken out of zip, gz and folders, hidden ones apart, one level deep', async () => {
    const folder = temporaryFolder('given');
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'sub/c.txt'), 'third');
    writeFileSync(join(folder, '.DS_Store'), 'x');
    writeFileSync(
      join(folder, 'z.zip'),
      zip({ ...TEXTS, '__MACOSX/._a.txt': Buffer.from('x'), 'in/': Buffer.from('') }),
    );
    const given = [
      put('plain.txt', 'plain'),
      put('one.txt.gz', gzipSync('zipped')),
      { name: basename(folder), path: folder },
      put('nothing.zip', zip({ 'empty.txt': Buffer.from('') })),
    ];
    expect(await seen(given)).toEqual([
      ['plain.txt', 'plain'],
      ['one.txt', 'zipped'],
      ['c.txt', 'third'],
      ['a.txt', 'first'],
      ['b.txt', 'second'],
      ['empty.txt', ''],
    ]);
  });

  it('never leave the private folder, and leave nothing of it', async () => {
    const climbing = put('climb.zip', zip({ '../../../up.txt': Buffer.from('up'), 'c:\\win.txt': Buffer.from('win') }));
    const paths = await withGivenFiles([climbing], async (files) => files.map(({ path }) => path));
    expect(paths.map((path) => basename(path))).toEqual(['1', '2']);
    expect(() => readFileSync(paths[0] ?? '')).toThrow('ENOENT');
  });

  it('that are documents of office programs, or no archives, stay as they are', async () => {
    const workbook = zip({ '[Content_Types].xml': Buffer.from('x') });
    expect(await seen([put('book.xlsx', workbook), put('pk.txt', 'PK')])).toEqual([
      ['book.xlsx', workbook.toString('latin1')],
      ['pk.txt', 'PK'],
    ]);
  });

  it.each([
    ['cut', zip(TEXTS).subarray(0, 60), 'ArchiveDamaged'],
    ['of another content than its checksum', zip(TEXTS, { crc: 7 }), 'ArchiveDamaged'],
    ['encrypted', zip(TEXTS, { flags: 1 }), 'ArchiveDamaged'],
    ['packed in another way', zip(TEXTS, { method: 14 }), 'ArchiveDamaged'],
    ['a cut gzip', gzipSync('x'.repeat(500)).subarray(0, 20), 'ArchiveDamaged'],
    ['empty', zip({}), 'ArchiveEmpty'],
    ['a bomb', zip({ a: Buffer.alloc(5000) }), 'ArchiveTooLarge'],
    ['a gzip bomb', gzipSync(Buffer.alloc(5000)), 'ArchiveTooLarge'],
    [
      'of too many files',
      zip(Object.fromEntries([...'abcdef'].map((name) => [name, Buffer.from(name)]))),
      'ArchiveTooLarge',
    ],
  ])('are refused as an archive that is %s, and the others go on', async (_, bytes, code) => {
    expect(await seen([put('bad.zip', bytes), put('good.txt', 'good')], { bytes: 4000, entries: 5 })).toEqual([
      ['bad.zip', code],
      ['good.txt', 'good'],
    ]);
  });

  it('count together: two archives share what one call may unpack', async () => {
    const half = () => put('half.gz', gzipSync(Buffer.alloc(3000)));
    expect((await seen([half(), half()], { bytes: 4000, entries: 5 })).map(([name]) => name)).toEqual([
      'half',
      'half.gz',
    ]);
  });
});

it('an archive that is cut fails for who reads it, however late, and ends nobody’s process', async () => {
  const path = join(temporaryFolder('late'), 'cut.gz');
  writeFileSync(path, gzipSync(Buffer.alloc(1000, 'x')).subarray(0, 20));
  for await (const { content } of gunzipped({ name: 'cut.gz', path })) {
    await pause(100); // a stream that had begun would have failed by now
    await expect(buffer(content)).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
  }
});
