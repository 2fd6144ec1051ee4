import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type FileDraft,
  fetchProducedFile,
  plainFileName,
  produceFile,
  sweepProducedFiles,
} from '../../../src/services/documents/produced-files.ts';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../../src/services/operation/actor.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const db = await testDatabase();
const ctx = testContext(db);
let folderId = 0;

beforeAll(async () => {
  folderId = (await createFolder(db, undefined, { name: 'ALPHA' })).id;
});

async function* pieces(count: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += 1) yield Buffer.alloc(size, at % 251);
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(3_000_000);
  throw new Error('gone');
}

const draft = (content: AsyncIterable<Uint8Array>): FileDraft => ({
  folderId,
  fileName: 'mouvements.csv',
  contentType: 'text/csv',
  content,
});

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of content) all.push(piece);
  return Buffer.concat(all);
}

const idOf = (address: string): string => address.slice('/api/files/'.length);
const reader = (...folders: number[]): Actor => ({
  kind: 'user',
  userId: 'u',
  clientId: 'c',
  companyId: 1,
  folders: new Set(folders),
  rights: RIGHTS_OF_ACCESS.read,
});

describe('a file kept in the database', () => {
  it('comes back byte for byte, with its name', async () => {
    const { address, byteSize } = await produceFile(ctx, draft(pieces(37, 100_003)));
    expect(byteSize).toBe(37 * 100_003);
    const file = await fetchProducedFile(ctx, idOf(address));
    expect([file.fileName, file.contentType]).toEqual(['mouvements.csv', 'text/csv']);
    expect((await bytesOf(file.content)).equals(await bytesOf(pieces(37, 100_003)))).toBe(true);
  });

  it('is not there for those who may not see its folder', async () => {
    const { address } = await produceFile(ctx, draft(pieces(1, 10)));
    const fetchAs = (actor: Actor) => fetchProducedFile({ ...ctx, actor }, idOf(address));
    await expect(fetchAs(reader(folderId + 1))).rejects.toMatchObject({ code: 'ProducedFileNotFound' });
    expect((await fetchAs(reader(folderId))).fileName).toBe('mouvements.csv');
  });

  it('is gone a day later, and swept', async () => {
    const { address } = await produceFile(ctx, draft(pieces(1, 10)));
    const later = testContext(db, {
      clock: { now: () => '2026-03-02T10:00:00.001Z' },
      ids: { uuid: () => '00000000-0000-7000-9000-000000000000' },
    });
    await expect(fetchProducedFile(later, idOf(address))).rejects.toMatchObject({ code: 'ProducedFileNotFound' });
    await produceFile(later, draft(pieces(1, 10)));
    await sweepProducedFiles(db.knex, later.clock.now());
    expect(await db.knex('produced_file').select('id')).toEqual([{ id: later.ids.uuid() }]);
    expect(await db.knex('produced_file_chunk').count({ count: '*' })).toEqual([{ count: 1n }]);
  });

  it('leaves nothing when its content fails', async () => {
    const before = await db.knex('produced_file').select('id');
    await expect(produceFile(ctx, draft(broken()))).rejects.toThrow('gone');
    expect(await db.knex('produced_file').select('id')).toEqual(before);
  });
});

describe('a file for a caller on this machine', () => {
  it('that cannot be written is reported with its path', async () => {
    const folder = temporaryFolder('produced');
    await writeFile(join(folder, 'files'), 'a file, no folder');
    const here = { ...ctx, producedFolder: join(folder, 'files') };
    await expect(produceFile(here, draft(pieces(1, 1)))).rejects.toMatchObject({ code: 'FileUnwritable' });
  });

  it('is written under the data folder, old ones are swept, failures leave nothing', async () => {
    const producedFolder = temporaryFolder('produced');
    const here = { ...ctx, producedFolder };
    const first = await produceFile(here, draft(pieces(2, 5)));
    expect(await readFile(first.address)).toEqual(await bytesOf(pieces(2, 5)));
    const old = new Date('2026-02-27T00:00:00Z');
    await utimes(join(first.address, '..'), old, old);
    await expect(produceFile(here, draft(broken()))).rejects.toThrow('gone');
    expect(await readdir(producedFolder)).toEqual([]);
  });
});

it.each([
  ['Relevé été 2026.csv', 'Releve-ete-2026.csv'],
  ['../../etc/passwd', 'etc-passwd'],
  ['a\r\nb"c.csv', 'a-b-c.csv'],
  ['…', 'file'],
])('the name %j becomes %s', (given, plain) => expect(plainFileName(given)).toBe(plain));
