import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openBankFile } from '../../../src/services/banking/statements/cfonb/bank-file.ts';
import { openOnly } from '../../../src/services/documents/given-files.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { zip } from '../edi/archives.ts';

const folder = temporaryFolder('given');
const statement = readFileSync('fixtures/demo/bank-998519730/512100-2025-03.cfonb120.txt');
const given = (name: string, bytes: Uint8Array) => {
  writeFileSync(join(folder, name), bytes);
  return { name, path: join(folder, name) };
};

it.each([
  ['plain', statement],
  ['gzip', gzipSync(statement)],
  ['zip', zip({ 'releve.txt': statement })],
])('a statement is read the same: %s', async (name, bytes) => {
  const file = await openBankFile(await openOnly(given(name, bytes)));
  if (file.format !== 'cfonb120') throw new Error(`read as ${file.format}`);
  const ends = [];
  for await (const reading of file.statements) ends.push(await reading.finish());
  expect(ends).toMatchObject([{ movements: 26, balanced: true }]);
});

it('an archive of several, of none, or that is cut says so', async () => {
  const code = (bytes: Uint8Array) =>
    openOnly(given('x.zip', bytes)).then(
      async (source) => {
        if (typeof source !== 'string') for await (const part of source) expect(part.length).toBeGreaterThan(0);
        return 'read';
      },
      (error) => error.code,
    );
  expect(await code(zip({ a: statement, b: statement }))).toBe('ArchiveSeveral');
  expect(await code(zip({}))).toBe('ArchiveEmpty');
  expect(await code(zip({ a: statement }).subarray(0, 60))).toBe('ArchiveDamaged');
  await expect(code(gzipSync(statement).subarray(0, 200))).rejects.toMatchObject({ code: 'ArchiveDamaged' });
  await expect(code(zip({ a: statement }, { crc: 7 }))).rejects.toMatchObject({ code: 'ArchiveDamaged' });
});

it('an archive that inflates without end is read up to the limit', async () => {
  const limits = { bytes: 100_000, entries: 10 };
  for (const bytes of [gzipSync(Buffer.alloc(1_000_000)), zip({ a: Buffer.alloc(1_000_000) })]) {
    const source = await openOnly(given('bomb', bytes), limits);
    let read = 0;
    const whole = async () => {
      for await (const part of source as AsyncIterable<Uint8Array>) read += part.length;
    };
    await expect(whole()).rejects.toMatchObject({ code: 'ArchiveTooLarge' });
    expect(read).toBeLessThanOrEqual(limits.bytes);
  }
});
