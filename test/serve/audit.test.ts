/** The audit log as both transports write and read it, its head outside of the database, and tokens that are revoked. */
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/services/operation/actor.ts';
import { runCli } from '../support/cli.ts';
import { testDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';
import { eachOf } from '../support/length.ts';
import { temporaryFolder } from '../support/scratch.ts';

const db = await testDatabase();
const home = temporaryFolder('audit');
const env = { TAXOPS_DATABASE_URL: db.settings.url ?? '', TAXOPS_HOME: home };
const user = {
  kind: 'user',
  userId: 'anne',
  clientId: 'portal',
  companyId: 1,
  folders: new Set([1]),
  rights: new Set(['read', 'write', 'administer', 'operate'] as const),
  issuedAt: Date.now() / 1000 - 60,
} as const;
let actor: Actor = user;
const { app } = await testApp(env, async () => actor);
const others = await testApp(env, async () => actor);
beforeEach(() => {
  actor = user;
});

interface Line {
  readonly Id: number;
  readonly Actor: string;
  readonly Operation: string;
  readonly FolderId: number | null;
  readonly Outcome: string;
  readonly Details: { readonly table: string; readonly changes: readonly unknown[] } | null;
}
interface Page {
  readonly Items: readonly Line[];
  readonly Next: number | null;
}
const asked = async (query: string): Promise<Page> =>
  (await (await app.request(`/api/operator/audit?${query}`)).json()) as Page;
const typed = async (...argv: string[]) => (await runCli(['audit', 'list', ...argv, '--json'], { env })).json<Page>();
const send = (method: string, path: string, body: object, to = app) =>
  to.request(path, { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

await runCli(['company', 'create', '--name', 'CABINET'], { env });
await runCli(['folder', 'create', '--name', 'ALPHA'], { env });
await send('PATCH', '/api/accounting/accounting-folders/1', { Name: 'BETA' });

describe('the audit log', () => {
  it('says what was before and after a change, and who made it, over HTTP', async () => {
    const { Items } = await asked('operation=folder.update');
    expect(Items.map(({ Actor, Outcome, FolderId }) => [Actor, Outcome, FolderId])).toEqual([
      ['user:portal:anne', 'done', 1],
      ['user:portal:anne', 'changed', 1],
    ]);
    expect(Items[1]?.Details).toMatchObject({
      table: 'folder',
      changes: [{ before: { name: 'ALPHA' }, after: { name: 'BETA' } }],
    });
  });

  it('names the account and the host of the command line', async () => {
    const { Items } = await typed('--operation', 'company.create');
    expect(new Set(Items.map((line) => line.Actor))).toEqual(new Set([`local:${userInfo().username}@${hostname()}`]));
    expect(Items.map(({ Outcome }) => Outcome)).toEqual(['done', 'changed']);
  });

  it('is read by folder, person, operation, day and page, alike by both transports', async () => {
    const all = await asked('limit=1000');
    expect(all.Next).toBeNull();
    const first = await asked('limit=2');
    expect(first.Items).toEqual(all.Items.slice(0, 2));
    expect((await asked(`limit=2&before=${first.Next}`)).Items).toEqual(all.Items.slice(2, 4));
    expect((await asked('ofFolder=1')).Items).toEqual(all.Items.filter(({ FolderId }) => FolderId === 1));
    expect((await asked('who=ANNE')).Items).toEqual(all.Items.filter((line) => line.Actor.includes('anne')));
    expect((await asked('operation=folder')).Items.map(({ Operation }) => Operation)).toContain('folder.create');
    expect((await asked('operation=fold')).Items).toEqual([]);
    expect((await asked('to=2001-01-01')).Items).toEqual([]);
    expect((await asked('from=2001-01-01&limit=1000')).Items).toEqual(all.Items);
    expect(await typed('--of-folder', '1', '--who', 'anne')).toEqual(await asked('ofFolder=1&who=anne'));
  });

  it('has no deletion that was only previewed', async () => {
    expect((await runCli(['folder', 'delete', '1', '--preview'], { env })).exitCode).toBe(0);
    expect((await typed('--operation', 'folder.delete')).Items).toEqual([]);
  });

  it('has commands without a route', async () => {
    await runCli(['secrets', 'rotate'], { env });
    await runCli(['job', 'run', 'no-such-job'], { env });
    const { Items } = await typed('--who', 'local');
    expect(Items.slice(0, 2).map(({ Operation, Outcome }) => [Operation, Outcome])).toEqual([
      ['job.run', 'JobUnknown'],
      ['operator.secrets.rotate', 'done'],
    ]);
  });

  eachOf(
    [
      ['job.worker', ['worker', '--concurrency', '1']],
      ['operator.serve', ['serve', '--no-auth', '--port', '0']],
    ],
    1,
  )('has %s while it runs: one that is killed writes no end', async (operation, argv) => {
    const stop = new AbortController();
    const running = runCli(argv, { env, signal: stop.signal });
    const begun = () => typed('--operation', operation).then(({ Items }) => Items[0]);
    await expect.poll(begun, { timeout: 60_000 }).toMatchObject({
      Actor: `local:${userInfo().username}@${hostname()}`,
      Outcome: 'begun',
    });
    stop.abort();
    expect((await running).exitCode).toBe(0);
  });
});

describe('the head outside of the database', () => {
  const file = join(home, 'audit-head');
  const verify = () => runCli(['audit', 'verify', '--json'], { env: { ...env, TAXOPS_AUDIT_HEAD: file } });
  const cut = (statement: string) =>
    db.transaction(async (trx) => {
      await trx.raw('alter table audit_entry disable trigger all');
      await trx.raw(statement);
      await trx.raw('alter table audit_entry enable trigger all');
    });

  it('is kept, and follows the chain', async () => {
    const first = (await verify()).json<{ Entries: number; LastHash: string; Missing: number }>();
    expect(readFileSync(file, 'utf8')).toBe(`${first.Entries} ${first.LastHash}\n`);
    await send('PATCH', '/api/accounting/accounting-folders/1', { Name: 'GAMMA' });
    const { exitCode, json } = await verify();
    expect([exitCode, json()]).toEqual([0, expect.objectContaining({ Entries: first.Entries + 2, Missing: 0 })]);
  });

  it('shows that the end was cut off, and stays', async () => {
    const kept = readFileSync(file, 'utf8');
    await cut('delete from audit_entry where sequence > (select max(sequence) - 2 from audit_entry)');
    for (let turn = 0; turn < 2; turn++) {
      const { exitCode, json } = await verify();
      expect([exitCode, json()]).toEqual([2, expect.objectContaining({ BrokenAt: null, Missing: 2 })]);
    }
    expect(readFileSync(file, 'utf8')).toBe(kept);
  });

  it('shows that the end was written anew', async () => {
    await send('PATCH', '/api/accounting/accounting-folders/1', { Name: 'DELTA' });
    const { exitCode, json } = await verify();
    expect([exitCode, json()]).toEqual([2, expect.objectContaining({ BrokenAt: expect.any(Number) })]);
  });

  it('that cannot be read is refused by name', async () => {
    writeFileSync(file, 'nonsense');
    const { exitCode, stdout, stderr } = await verify();
    expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining('AuditHeadUnreadable')]);
  });
});

describe('a revoked token', () => {
  const listed = async (to = app) => (await to.request('/api/accounting/companies')).status;

  it('is refused at once by every listener; one issued later counts', async () => {
    expect([await listed(), await listed(others.app)]).toEqual([200, 200]);
    const { exitCode } = await runCli(['token', 'revoke', '--subject', 'anne'], { env });
    expect([exitCode, await listed(), await listed(others.app)]).toEqual([0, 401, 401]);
    actor = { ...user, issuedAt: Date.now() / 1000 + 60 };
    expect(await listed()).toBe(200);
    actor = { ...user, issuedAt: undefined };
    expect(await listed()).toBe(401);
    actor = { ...user, userId: 'bruno' };
    expect(await listed()).toBe(200);
  });

  it('of a service account is refused too, and an older revocation changes nothing', async () => {
    const service = {
      kind: 'service',
      clientId: 'channel',
      scopes: new Set<string>(),
      issuedAt: user.issuedAt,
    } as const;
    const answer = async () => {
      actor = service;
      const { status } = await send('POST', '/api/tax-declarations/webhook/channela', {});
      actor = { ...user, userId: 'bruno' };
      return status;
    };
    expect(await answer()).toBe(403);
    const revoke = (Before?: string) =>
      send('POST', '/api/operator/token-revocations', { Subject: 'channel', ...(Before && { Before }) });
    expect([(await revoke()).status, await answer()]).toEqual([200, 401]);
    expect([(await revoke('2020-01-01T00:00:00Z')).status, await answer()]).toEqual([200, 401]);
    const { stdout } = await runCli(['token', 'revocations', '--json'], { env });
    expect(
      JSON.parse(stdout)
        .map(({ Subject }: { Subject: string }) => Subject)
        .sort(),
    ).toEqual(['anne', 'channel']);
  });
});
