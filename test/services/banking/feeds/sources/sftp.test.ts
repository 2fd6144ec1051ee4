import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../../../src/services/banking/feeds/sources/sftp/connection.ts';
import { openSftp } from '../../../../../src/services/banking/feeds/sources/sftp/session.ts';
import type { SftpSecrets, Source, SourceOf } from '../../../../../src/services/banking/feeds/sources/source.ts';
import { sourceByName, updateSource } from '../../../../../src/services/banking/feeds/sources/store.ts';
import { trySource } from '../../../../../src/services/banking/feeds/sources/try.ts';
import { createFolder } from '../../../../../src/services/folders/folders.ts';
import { testDatabase } from '../../../../support/database.ts';
import { eachOf } from '../../../../support/length.ts';
import { startSftpServer } from '../../../../support/sftp-server.ts';
import { dayFile, sourcesWorld } from './sources-world.ts';

const db = await testDatabase();
const world = sourcesWorld(db);
const server = await startSftpServer('sesame');
afterAll(() => server.close());
afterEach(() => {
  server.files.clear();
  for (const fault of Object.keys(server.faults)) delete server.faults[fault as keyof typeof server.faults];
});

async function account(
  change: { hostKeys?: string[]; secrets?: SftpSecrets; quietSeconds?: number; leaves?: boolean } = {},
) {
  const { leaves = false } = change;
  const { hostKeys = [server.fingerprint], secrets = { password: 'sesame' }, quietSeconds = 0 } = change;
  const folder = await createFolder(db, undefined, { name: 'ALPHA' });
  const place = { host: '127.0.0.1', port: server.port, user: 'cabinet', path: '/in' };
  const source = await world.add({
    kind: 'Sftp',
    folderId: folder.id,
    createsAccounts: true,
    secrets,
    settings: { ...place, archive: '/in/archive', errors: '/in/errors', quietSeconds, hostKeys, leaves },
  });
  return { folderId: folder.id, source };
}

const lay = (name: string, bytes: Buffer, mtime = 1_700_000_000) => server.files.set(`/in/${name}`, { bytes, mtime });
const paths = () => [...server.files.keys()].sort();

describe('an SFTP account', () => {
  it('gives its files once: imported, then renamed into the archive', async () => {
    const { folderId, source } = await account();
    lay('releve.txt', dayFile(1200));
    expect(await world.run(source)).toMatchObject({ state: 'done', counts: { done: 1 } });
    expect(await world.movements(folderId)).toBe(1200);
    expect(paths()).toEqual([expect.stringMatching(/^\/in\/archive\/releve\.[0-9a-f]{12}\.txt$/)]);
    lay('releve.txt', dayFile(1200));
    expect(await world.run(source)).toMatchObject({ state: 'done' });
    expect(await world.movements(folderId)).toBe(1200);
    expect(paths().length).toBe(1);
    expect(readdirSync(join(world.home, 'statements', 'spool'))).toEqual([]);
  });

  it('cut in mid-file imports no part of it, and all of it later', { tags: 'long' }, async () => {
    const { folderId, source } = await account();
    lay('releve.txt', dayFile(2000));
    server.faults.cutAfter = 100_000;
    expect((await world.run(source)).items).toMatchObject([{ code: 'SourceUnreachable' }]);
    expect(await world.movements(folderId)).toBe(0);
    expect(paths()).toEqual(['/in/releve.txt']);
    server.faults.cutAfter = undefined;
    expect(await world.run(source)).toMatchObject({ state: 'done' });
    expect(await world.movements(folderId)).toBe(2000);
  });

  eachOf([1, -120], 1)('believes no size that the bytes do not have (%i)', async (lie) => {
    const { folderId, source } = await account();
    const bytes = dayFile(5);
    server.files.set('/in/releve.txt', { bytes, mtime: 1, stated: bytes.length + lie });
    expect((await world.run(source)).items).toMatchObject([{ code: 'SourceFileChanged' }]);
    expect(await world.movements(folderId)).toBe(0);
  });

  it('takes no name that leads elsewhere', async () => {
    const { source } = await account();
    server.faults.extraNames = ['../../etc/passwd', 'a/b', 'a\\b', 'a\u0000b', '\u202etxt.exe'];
    expect((await world.run(source)).counts.planned).toBe(0);
    const { listing } = await trySource(world.ctx, source);
    expect(listing.ready).toEqual([]);
    expect(listing.refused.length).toBe(5);
  });

  it('whose file cannot be put away imports it once, and says why it stays', { tags: 'long' }, async () => {
    const { folderId, source } = await account();
    lay('releve.txt', dayFile());
    server.faults.denyRename = true;
    for (let run = 0; run < 2; run++) {
      expect((await world.run(source)).items).toMatchObject([{ code: 'SourceAccessDenied' }]);
      expect(await world.movements(folderId)).toBe(2);
    }
  });

  it('that may only be read keeps its files; each is taken once, and again when it changes', {
    tags: 'long',
  }, async () => {
    const { folderId, source } = await account({ leaves: true });
    server.faults.denyRename = true;
    lay('releve.txt', dayFile(2));
    lay('noise.txt', Buffer.from('nothing'));
    expect(await world.run(source)).toMatchObject({ counts: { planned: 2, done: 1, failed: 1 } });
    expect(await world.run(source)).toMatchObject({ counts: { planned: 0 } });
    expect(paths()).toEqual(['/in/noise.txt', '/in/releve.txt']);
    expect(readdirSync(join(world.home, 'statements', source.name, 'errors')).length).toBe(2);
    lay('releve.txt', dayFile(3), Date.parse(world.ctx.clock.now()) / 1000 + 60);
    expect(await world.run(source)).toMatchObject({ counts: { planned: 1, done: 1 } });
    expect(await world.movements(folderId)).toBe(3);
  });

  it('whose folder is not there fails by itself', async () => {
    const { source } = await account();
    const nowhere = { ...source, settings: { ...source.settings, path: '/nowhere' } } as Source;
    await updateSource(world.ctx, nowhere);
    expect((await world.run(source)).items).toMatchObject([{ key: source.name, code: 'SourceRefused' }]);
  });

  it('waits for a file that was just written', async () => {
    const { source } = await account({ quietSeconds: 60 });
    lay('releve.txt', dayFile(), Date.parse(world.ctx.clock.now()) / 1000 - 5);
    expect((await world.run(source)).counts.planned).toBe(0);
  });
});

describe('a session', () => {
  const open = async () => {
    const { source } = await account();
    return openSftp(world.ctx, source as SourceOf<'Sftp'>, world.ctx.signal);
  };

  it('copies the file that it listed, and not another one of its name', async () => {
    const session = await open();
    lay('releve.txt', dayFile());
    const [listed] = (await session.list()).ready;
    if (!listed) throw new Error('nothing was listed');
    const path = join(world.newPath(), 'copy');
    expect(await session.fetch(listed, path)).toMatchObject({ bytes: dayFile().length });
    expect(readFileSync(path)).toEqual(dayFile());
    lay('releve.txt', dayFile(3), 1_700_000_001);
    expect(await session.fetch(listed, join(world.newPath(), 'copy'))).toBeUndefined();
    await session.close();
  });

  it('ends when the work is given up, also while the server is silent', async () => {
    const { source } = await account();
    const work = new AbortController();
    const connection = await connect(source as SourceOf<'Sftp'>, work.signal);
    const answer = connection.ask(() => {}); // a request that nobody answers
    work.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    connection.close();
  });
});

describe('the key of a server', () => {
  it('is shown before anything is said to the server, and must be pinned', async () => {
    const before = server.attempts.length;
    const { source } = await account({ hostKeys: [] });
    const trial = await trySource(world.ctx, source);
    expect(trial).toMatchObject({ fingerprint: server.fingerprint, failure: { code: 'SourceIncomplete' } });
    expect(server.attempts.length).toBe(before);
  });

  it('other than the pinned one ends the connection before the password', async () => {
    const before = server.attempts.length;
    const { source } = await account({ hostKeys: [`SHA256:${'A'.repeat(43)}`] });
    lay('releve.txt', dayFile());
    const report = await world.run(source);
    expect(report.items).toMatchObject([
      { code: 'SourceHostKeyChanged', note: expect.stringContaining(server.fingerprint) },
    ]);
    expect(server.attempts.length).toBe(before);
  });

  it('may be one of two while it changes', async () => {
    const { source } = await account({ hostKeys: [`SHA256:${'A'.repeat(43)}`, server.fingerprint] });
    expect((await trySource(world.ctx, source)).failure).toBeUndefined();
  });
});

describe('secrets', () => {
  it('wrong ones are reported without being repeated', async () => {
    const { source } = await account({ secrets: { password: 'open barley' } });
    const { failure } = await trySource(world.ctx, source);
    expect(failure?.code).toBe('SourceAccessDenied');
    expect(JSON.stringify(failure)).not.toContain('barley');
  });

  it('are sealed in the database and bound to their source', async () => {
    const { source } = await account();
    const { rows } = await db.knex.raw('select t::text as row from statement_source t');
    expect(JSON.stringify(rows)).not.toContain('sesame');
    expect((await sourceByName(world.ctx, source.name)).secrets).toEqual({ password: 'sesame' });
    await db.knex('statement_source').where({ id: source.id }).update({ name: 'moved' });
    await expect(sourceByName(world.ctx, 'moved')).rejects.toMatchObject({ code: 'SecretUnreadable' });
    await db.knex('statement_source').where({ name: 'moved' }).delete();
  });
});
