import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../../../src/services/banking/feeds/sources/source.ts';
import { updateSource } from '../../../../../src/services/banking/feeds/sources/store.ts';
import { createCompany } from '../../../../../src/services/folders/companies.ts';
import { createFolder } from '../../../../../src/services/folders/folders.ts';
import { testDatabase } from '../../../../support/database.ts';
import { writeCfonb120 } from '../../../../support/write-120.ts';
import { account, statement } from '../../statements/world.ts';
import { dayFile, sourcesWorld } from './sources-world.ts';

const db = await testDatabase();
const world = sourcesWorld(db);
const onTwoDisks = existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync(tmpdir()).dev;

async function inbox(change: { quietSeconds?: number; createsAccounts?: boolean } = {}) {
  const { quietSeconds = 0, createsAccounts = true } = change;
  const folder = await createFolder(db, undefined, { name: 'ALPHA' });
  const path = world.newPath();
  const [archive, errors] = [join(path, 'archive'), join(path, 'errors')];
  const source = await world.add({
    kind: 'Folder',
    folderId: folder.id,
    createsAccounts,
    settings: { path, archive, errors, quietSeconds },
  });
  return { folderId: folder.id, path, archive, errors, source };
}

describe('a folder', () => {
  it('gives its files once: imported, then moved to the archive', async () => {
    const { folderId, path, archive, source } = await inbox();
    world.put(path, 'releve.txt', dayFile(3));
    expect(await world.run(source)).toMatchObject({ state: 'done', counts: { done: 1, failed: 0 } });
    expect(await world.movements(folderId)).toBe(3);
    expect(world.names(path)).toEqual([]);
    expect(world.names(archive)).toEqual([expect.stringMatching(/^releve\.[0-9a-f]{12}\.txt$/)]);
    expect(readFileSync(join(archive, world.names(archive)[0] ?? ''))).toEqual(dayFile(3));
  });

  it('given the same bytes again, under any name, stores nothing more', { tags: 'long' }, async () => {
    const { folderId, path, archive, source } = await inbox();
    world.put(path, 'a.txt', dayFile());
    await world.run(source);
    world.put(path, 'a.txt', dayFile());
    world.put(path, 'b.txt', dayFile());
    expect(await world.run(source)).toMatchObject({ counts: { done: 2, failed: 0 } });
    expect(await world.movements(folderId)).toBe(2);
    expect(world.names(archive).length).toBe(2);
  });

  it('keeps what is no statement file on the error shelf, with a report beside it', async () => {
    const { path, errors, source } = await inbox();
    world.put(path, 'noise.bin', 'not a statement at all');
    world.put(path, 'releve.txt', dayFile());
    const report = await world.run(source);
    expect(report).toMatchObject({ state: 'partial', counts: { done: 1, failed: 1 } });
    expect(report.items).toMatchObject([{ code: 'SourceFileLeftOut' }]);
    expect(world.names(path)).toEqual([]);
    const [file = '', beside = ''] = world.names(errors);
    expect(beside).toBe(`${file}.report.json`);
    expect(JSON.parse(readFileSync(join(errors, beside), 'utf8'))).toMatchObject({
      FileName: 'noise.bin',
      State: 'Refused',
      Refusal: { Code: 'StatementFileRefused' },
    });
    expect((await world.run(source)).counts.planned).toBe(0);
  });

  it('says which accounts nobody has; the same file, put back once they exist, brings them', async () => {
    const { folderId, path, errors, source } = await inbox({ createsAccounts: false });
    world.put(path, 'releve.txt', dayFile());
    const first = await world.run(source);
    expect(first.tallies[0]?.rows).toMatchObject([
      { State: 'Partial', TotalAccountsInFile: 1, AccountsNotMatched: 1, ImportedAccountsCount: 0 },
    ]);
    expect(world.names(errors).length).toBe(2);
    await db.knex('statement_source').where({ id: source.id }).update({ creates_accounts: true });
    world.put(path, 'releve.txt', dayFile());
    const second = await world.run(source);
    expect(second.tallies[0]?.rows).toMatchObject([
      { State: 'Imported', ImportedAccountsCount: 1, StatementsCreated: 1 },
    ]);
    expect(second.tallies[1]?.rows).toMatchObject([{ EnterpriseId: folderId, TransactionsCreated: 2 }]);
    expect(await world.movements(folderId)).toBe(2);
  });

  it('counts accounts that are left out on purpose, and archives their file', { tags: 'long' }, async () => {
    const { folderId, path, archive, source } = await inbox();
    const [kept, deleted] = [account(11), account(12)];
    const first = [kept, deleted].map((own) => statement(['03-01', 0], '03-02', [['03-02', 100, 'VIREMENT']], own));
    world.put(path, 'a.txt', writeCfonb120(first));
    await world.run(source);
    await db.knex('bank_account').where({ account_number: deleted.accountNumber }).update({ deleted_at: '2026-03-01' });
    const later = [kept, deleted].map((own) => statement(['03-02', 100], '03-03', [['03-03', 100, 'AUTRE']], own));
    world.put(path, 'b.txt', writeCfonb120(later));
    const report = await world.run(source);
    expect(report).toMatchObject({ state: 'done' });
    expect(report.tallies[0]?.rows).toMatchObject([
      { TotalAccountsInFile: 2, ImportedAccountsCount: 1, AccountsWithoutGenericAccount: 1, AccountsInError: 0 },
    ]);
    await db.knex('folder').where({ id: folderId }).update({ is_active: false });
    await db.knex('statement_source').where({ id: source.id }).update({ creates_accounts: false });
    const last = [statement(['03-03', 200], '03-04', [['03-04', 100, 'ENCORE']], kept)];
    world.put(path, 'c.txt', writeCfonb120(last));
    const inactive = await world.run(source);
    expect(inactive.tallies[0]?.rows).toMatchObject([{ AccountsWithInactiveEnterprise: 1, ImportedAccountsCount: 0 }]);
    expect(world.names(archive).length).toBe(3);
  });

  it('keeps nothing of a damaged account, counts it, and takes the others', async () => {
    const { folderId, path, errors, source } = await inbox();
    const [sound, damaged] = [account(21), account(22)];
    const text = writeCfonb120(
      [sound, damaged].map((own) => statement(['03-01', 0], ['03-02', 100], [['03-02', 100, 'VIREMENT']], own)),
    ).toString('latin1');
    const at = text.lastIndexOf('VIREMENT');
    world.put(path, 'a.txt', `${text.slice(0, at)}${text.slice(at).replace(/\d{13}[A-I{]/, '0000000000099I')}`);
    const report = await world.run(source);
    expect(report.tallies[0]?.rows).toMatchObject([{ State: 'Partial', ImportedAccountsCount: 1, AccountsInError: 1 }]);
    expect(await world.movements(folderId)).toBe(1);
    expect(world.names(errors).length).toBe(2);
  });

  it.skipIf(!onTwoDisks)('archives on another disk as well', async () => {
    const { folderId, path, source } = await inbox();
    const archive = mkdtempSync('/dev/shm/taxops-archive-');
    const elsewhere = { ...source.settings, archive } as FolderSettings;
    await updateSource(world.ctx, { ...source, settings: elsewhere });
    world.put(path, 'releve.txt', dayFile());
    expect(await world.run(source)).toMatchObject({ state: 'done' });
    expect(await world.movements(folderId)).toBe(2);
    expect([world.names(path), world.names(archive).length]).toEqual([[], 1]);
    rmSync(archive, { recursive: true });
  });

  it('leaves a file alone while it may still be written, by its name and by its age', async () => {
    const { path, source } = await inbox({ quietSeconds: 30 });
    for (const name of ['a.txt.part', '.hidden', 'b.tmp', 'fresh.txt']) world.put(path, name, dayFile());
    // Of old contents but changed just now: dates that a copy keeps are not believed.
    utimesSync(join(path, 'fresh.txt'), 1, 1);
    const now = (ms: number) => ({ clock: { now: () => new Date(Date.now() + ms).toISOString() } });
    expect((await world.run(source, now(0))).counts.planned).toBe(0);
    expect(await world.run(source, now(60_000))).toMatchObject({ counts: { planned: 1, done: 1 } });
    expect(world.names(path)).toEqual(['.hidden', 'a.txt.part', 'b.tmp']);
  });

  it('follows no links and enters no folders', async () => {
    const { path, source } = await inbox();
    const elsewhere = world.newPath();
    writeFileSync(join(elsewhere, 'secret'), dayFile());
    symlinkSync(join(elsewhere, 'secret'), join(path, 'releve.txt'));
    mkdirSync(join(path, 'sub'));
    world.put(join(path, 'sub'), 'releve.txt', dayFile());
    expect((await world.run(source)).counts.planned).toBe(0);
  });

  it('that is not there fails by itself, not with the others', async () => {
    const { path, source } = await inbox();
    world.put(path, 'releve.txt', dayFile());
    const gone = await world.add({
      kind: 'Folder',
      settings: { path: join(path, 'nowhere'), archive: '/x', errors: '/x', quietSeconds: 0 },
    });
    const report = await world.run(gone);
    expect(report.items).toMatchObject([{ key: gone.name, code: 'SourceUnreachable' }]);
    expect(await world.run(source)).toMatchObject({ state: 'done' });
  });
});

describe('a source of a firm', () => {
  it('reaches the folders of that firm only', async () => {
    const other = await inbox();
    world.put(other.path, 'releve.txt', dayFile());
    await world.run(other.source);
    const company = await createCompany(db, { name: 'Cabinet Bêta' });
    const path = world.newPath();
    const source = await world.add({
      kind: 'Folder',
      companyId: company.id,
      settings: { path, archive: join(path, 'archive'), errors: join(path, 'errors'), quietSeconds: 0 },
    });
    world.put(path, 'releve.txt', dayFile(5, 200));
    const report = await world.run(source);
    expect(report.tallies[0]?.rows).toMatchObject([{ AccountsNotMatched: 1, ImportedAccountsCount: 0 }]);
    expect(await world.movements(other.folderId)).toBe(2);
  });
});
