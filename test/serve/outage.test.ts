/** The database is stopped under a running listener: every route says so and when to come back, then all is well again. */
import type { Hono } from 'hono';
import { expect, it } from 'vitest';
import { loadOperation, manifest } from '../../src/commands/program/operations.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { startPrivateServer, stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../src/services/operation/actor.ts';
import { AREAS } from '../contract/areas.ts';
import { goodInput, isOf, send } from '../contract/requests.ts';
import { asReader } from '../support/context.ts';
import { MIGRATIONS } from '../support/database.ts';
import { temporaryHome } from '../support/database-process.ts';
import { testApp } from '../support/http.ts';

const privateHome = temporaryHome();
const user: Actor = {
  kind: 'user',
  userId: 'u',
  clientId: 'portal',
  companyId: 1,
  folders: new Set([1]),
  rights: RIGHTS_OF_ACCESS.write,
};
const service: Actor = { kind: 'service', clientId: 'channel', scopes: new Set(['taxdeclarationapi']) };
const inputOf = (id: string) => AREAS.filter((area) => isOf(area, id)).map((area) => goodInput(area, id))[0] ?? {};

const served = manifest.filter(({ http }) => http !== undefined);
/** Who asks at the moment. */
let actor: Actor = user;

async function expectAway(app: Hono): Promise<void> {
  for (const entry of served) {
    const { policy } = await loadOperation(entry);
    actor = 'scope' in policy ? service : user;
    const response = await send(app, entry, inputOf(entry.id));
    const { code } = (await response.json()) as { code: string };
    const told = [response.headers.get('retry-after'), response.headers.get('content-type')];
    expect([entry.id, response.status, ...told]).toEqual([
      ...[entry.id, 503, '5'],
      'application/problem+json; charset=utf-8',
    ]);
    expect(code).toMatch(/^Database/);
  }
  expect(served.length).toBeGreaterThan(50);
  expect([await statusOf(app, '/ready'), await statusOf(app, '/health')]).toEqual([503, 200]);
  // Anybody may ask: where the database is stays on this machine.
  expect(await (await app.request('/ready')).json()).toMatchObject({ code: 'ListenerUnready' });
}

const statusOf = async (app: Hono, path: string) => (await app.request(path)).status;
const SECRET = { TAXOPS_SECRET_KEY: '5a'.repeat(32) };

it('answers 503 everywhere while there is no database', { tags: 'long' }, async () => {
  const nowhere = { ...SECRET, TAXOPS_DATABASE_URL: 'postgresql://u@127.0.0.1:1/x' };
  const { app, program, failures } = await testApp(nowhere, async () => actor);
  await expectAway(app);
  expect(failures).toEqual([]);
  await program.close();
});

it('answers 503 everywhere while the database is away, and works again without a restart', {
  tags: 'long',
}, async () => {
  const settings = { home: privateHome, migrations: MIGRATIONS };
  await startPrivateServer(settings);
  const db = await openDatabase(settings);
  await createFolder(asReader(db), undefined, { name: 'ALPHA', siren: '999999998' });
  const env = { ...SECRET, TAXOPS_DATABASE_URL: await db.url() };
  await db.close();

  actor = user;
  const { app, program, failures } = await testApp(env, async () => actor);
  const status = (path: string) => statusOf(app, path);
  const listing = '/api/tax-declarations/accounting-folders/1/declarations';
  expect([await status('/ready'), await status(listing)]).toEqual([200, 200]);

  const underWay = (await program.db()).knex.raw('select pg_sleep(60)').then(
    () => 'slept',
    ({ code }) => code,
  );
  await stopPrivateServer(settings);
  expect(await underWay).toBe('DatabaseConnectionLost');
  await expectAway(app);

  await startPrivateServer(settings);
  actor = user;
  expect([await status('/ready'), await status(listing)]).toEqual([200, 200]);
  actor = service;
  const delivery = { body: { declarationId: 7, declarationStatus: 'Sent', siren: '999999998' } };
  const webhook = served.find(({ id }) => id === 'declaration.webhook.receive');
  expect(
    webhook && (await (await send(app, webhook, { params: { segment: 'channela' }, ...delivery })).json()),
  ).toEqual({ result: 'created' });
  expect(failures).toEqual([]);
  await program.close();
});
