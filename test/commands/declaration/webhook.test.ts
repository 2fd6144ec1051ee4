import { describe, expect, it } from 'vitest';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../../src/services/operation/actor.ts';
import { runCli } from '../../support/cli.ts';
import { testDatabase } from '../../support/database.ts';
import { testApp } from '../../support/http.ts';
import fc from '../../support/property.ts';
import { hostileBody } from './hostile-body.ts';

const db = await testDatabase();
const SIREN = '999999998';
const folder = await createFolder(db, undefined, { name: 'ALPHA', siren: SIREN });
const service: Actor = { kind: 'service', clientId: 'channel', scopes: new Set(['taxdeclarationapi']) };
const user: Actor = {
  kind: 'user',
  userId: 'u',
  clientId: 'c',
  companyId: 1,
  rights: RIGHTS_OF_ACCESS.write,
  folders: new Set([folder.id]),
};
const env = { TAXOPS_DATABASE_URL: db.settings.url ?? '', TAXOPS_SECRET_KEY: '5a'.repeat(32) };
const as = (actor: Actor, more = {}, requestRate = 100_000) =>
  testApp({ ...env, ...more }, async () => actor, undefined, requestRate);
const PATH = '/api/tax-declarations/webhook/channela';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const body = (change: object = {}) => ({
  declarationId: 7,
  declarationStatus: 'Sent',
  siren: SIREN,
  dateHeureModification: '2026-05-20T10:00:00Z',
  ...change,
});
const { app, failures } = await as(service);
const post = async (content: string | object, headers: Record<string, string> = JSON_TYPE, to = app, path = PATH) =>
  to.request(path, { method: 'POST', body: typeof content === 'string' ? content : JSON.stringify(content), headers });

describe('the webhook answers', async () => {
  it('what came of a delivery', async () => {
    const answers = [
      body(),
      body(),
      body({ dateHeureModification: '2026-05-20T09:00:00Z' }),
      body({ declarationId: 8, siren: undefined }),
    ];
    const seen = [];
    for (const one of answers) {
      const response = await post(one);
      seen.push([response.status, await response.json()]);
    }
    expect(seen).toEqual([
      [200, { result: 'created' }],
      [200, { result: 'duplicate' }],
      [200, { result: 'stale' }],
      [202, { result: 'parked' }],
    ]);
  });

  // Every request is wrong in all the ways that come after the one it is about.
  const long = 'x'.repeat(1024 * 1024 + 1);
  const nobody = await as({ kind: 'anonymous' });
  const person = await as(user);
  const slow = await as({ ...service, clientId: 'slow' }, {}, 1);
  it.each([
    ['another method', () => app.request(PATH, { method: 'GET' }), 405],
    ['another segment', () => post(long, {}, nobody.app, '/api/tax-declarations/webhook/other'), 404],
    ['a declared length', () => post('x', { 'Content-Length': '1048577' }, nobody.app), 413],
    ['no token', () => post('x', {}, nobody.app), 401],
    ['a user', () => post('x', {}, person.app), 403],
    ['too many', () => post('x', {}, slow.app).then(() => post('x', {}, slow.app)), 429],
    ['a length not declared', () => post(long, JSON_TYPE), 413],
    ['another type', () => post('x', { 'Content-Type': 'text/plain' }), 415],
    ['no JSON', () => post('x'), 400],
    ['a list', () => post('[]'), 400],
    ['a hidden depth', () => post(`{"declarationId":7,"x":${'['.repeat(70)}${']'.repeat(70)}}`), 400],
    ['no status', () => post({ declarationId: 7, paiementStatus: 'Paid' }), 400],
    ['nothing', () => post(''), 400],
  ])('%s in its turn', async (_what, ask, status) => {
    expect((await ask()).status).toBe(status);
  });

  it('at the address that is configured', async () => {
    const other = await as(service, { TAXOPS_WEBHOOK_SEGMENT: 'partner' });
    expect((await post(body(), JSON_TYPE, other.app)).status).toBe(404);
    expect((await post(body(), JSON_TYPE, other.app, '/api/tax-declarations/webhook/partner')).status).toBe(200);
  });

  it('a delivery to two servers at once as one', async () => {
    const servers = await Promise.all([as(service), as(service)]);
    for (let declarationId = 100; declarationId < 110; declarationId++) {
      const answers = await Promise.all(servers.map((server) => post(body({ declarationId }), JSON_TYPE, server.app)));
      const results = await Promise.all(answers.map((answer) => answer.json()));
      expect(results.map((one) => (one as { result: string }).result).toSorted()).toEqual(['created', 'duplicate']);
    }
    await Promise.all(servers.map(({ program }) => program.close()));
  });

  it('only 2xx or 4xx to mutated bodies', async () => {
    await fc.assert(
      fc.asyncProperty(hostileBody, async (content) => {
        const { status } = await post(content);
        expect(Math.floor(status / 100)).toSatisfy((kind: number) => kind === 2 || kind === 4);
      }),
      { numRuns: 100 },
    );
    expect(failures).toEqual([]);
  });
});

describe('a service account', () => {
  it('is refused everywhere else', async () => {
    const answer = await app.request(`/api/tax-declarations/accounting-folders/${folder.id}/declarations`);
    expect(answer.status).toBe(403);
  });
});

describe('logs', () => {
  it('hold no text of a body', async () => {
    const canary = 'CANARI-7f3a';
    const { app: own, failures: bugs } = await as(service);
    await post(body({ declarationId: 900, declarationLibelle: canary }), JSON_TYPE, own);
    await post(`{"declarationId":"${canary}"`, JSON_TYPE, own);
    const refused = await post(body({ declarationId: canary, dateFin: canary }), JSON_TYPE, own);
    expect(await refused.text()).not.toContain(canary);
    const { rows } = await db.knex.raw('select audit_entry::text as line from audit_entry');
    expect(rows.map(({ line }: { line: string }) => line).join()).not.toContain(canary);
    expect(JSON.stringify(bugs)).not.toContain(canary);
  });
});

describe('a folder that is made', () => {
  it('gets what waited for its SIREN at once', async () => {
    expect((await post(body({ declarationId: 700, siren: '404833048' }))).status).toBe(202);
    await runCli(['folder', 'create', '--name', 'TARDIVE', '--siren', '404833048', '--json'], { env });
    expect(await db.knex('declaration').where({ channel_a_id: 700 }).pluck('status')).toEqual(['Sent']);
  });

  it('by the import of its first ledger too', async () => {
    expect((await post(body({ declarationId: 701, siren: '998120406' }))).status).toBe(202);
    await runCli(['ledger', 'import', 'fixtures/demo/998120406FEC20241231.txt', '--json'], { env });
    expect(await db.knex('declaration').where({ channel_a_id: 701 }).pluck('status')).toEqual(['Sent']);
  });
});

describe('on the command line', () => {
  it('a delivery is received, listed while it is parked, and replayed', async () => {
    const input = JSON.stringify(body({ declarationId: 500 }));
    const run = await runCli(['declaration', 'webhook', 'receive', '--body', '-', '--json'], { env, stdin: input });
    expect([run.exitCode, run.json()]).toEqual([0, { result: 'created' }]);
    const lost = [
      'declaration',
      'webhook',
      'receive',
      '--declaration',
      '501',
      '--declaration-status',
      'Sent',
      '--json',
    ];
    const parked = await runCli(lost, { env });
    expect([parked.exitCode, parked.json()]).toEqual([8, { result: 'parked' }]);
    const list = await runCli(['declaration', 'webhook', 'parked', '--json'], { env });
    expect(list.json()).toContainEqual(expect.objectContaining({ ChannelAId: 501, Siren: null, Deliveries: 1 }));
    await db.knex('declaration').where({ channel_a_id: 500 }).del();
    const replay = await runCli(['declaration', 'webhook', 'replay', '--json'], { env });
    expect(replay.stderr).toBe('');
    expect(await db.knex('declaration').where({ channel_a_id: 500 }).pluck('status')).toEqual(['Sent']);
  });
});
