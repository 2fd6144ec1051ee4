import { describe, expect, it } from 'vitest';
import { manifest } from '../../src/commands/program/operations.ts';
import { createApp } from '../../src/commands/serve/app.ts';
import { openMetrics } from '../../src/commands/serve/metrics.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../src/services/operation/actor.ts';
import { testDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';

const db = await testDatabase();
const { id: folder } = await createFolder(db, undefined, { name: 'SECRET NAME', siren: '999999998' });
const env = { TAXOPS_DATABASE_URL: db.settings.url ?? '', TAXOPS_SECRET_KEY: '5a'.repeat(32) };
const user: Actor = {
  kind: 'user',
  userId: 'paulette',
  clientId: 'portal',
  companyId: 1,
  folders: new Set([folder]),
  rights: RIGHTS_OF_ACCESS.read,
};
const service: Actor = { kind: 'service', clientId: 'channel', scopes: new Set(['taxdeclarationapi']) };

/** A listener's application that counts; `as` says who sends. */
async function counting(requestRate = 100_000) {
  let actor: Actor = { kind: 'anonymous' };
  const { program } = await testApp(env);
  const app = createApp({
    program,
    entries: manifest,
    limits: DEFAULT_LIMITS,
    requestRate,
    metrics: openMetrics(program.db),
    authenticate: async () => actor,
    logFailure: (error) => Promise.reject(error),
  });
  const as = (one: Actor) => {
    actor = one;
    return app;
  };
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } });
  const figures = async () => (await from('127.0.0.1')).text();
  return { as, from, figures };
}

const listing = `/api/tax-declarations/accounting-folders/${folder}/declarations`;

describe('the metrics', async () => {
  const { as, from, figures } = await counting();

  it('count answers by operation and status, deliveries by result', async () => {
    await as(user).request(listing);
    await as(user).request('/api/tax-declarations/accounting-folders/987654/declarations');
    const delivery = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ declarationId: 7, declarationStatus: 'Sent', siren: '999999998' }),
    };
    for (let copy = 0; copy < 2; copy++) await as(service).request('/api/tax-declarations/webhook/channela', delivery);
    const text = await figures();
    for (const line of [
      'taxops_requests_total{operation="declaration.list",status="200"} 1',
      'taxops_requests_total{operation="declaration.list",status="404"} 1',
      'taxops_request_duration_seconds_count{operation="declaration.list"} 2',
      'taxops_webhook_deliveries_total{result="created"} 1',
      'taxops_webhook_deliveries_total{result="duplicate"} 1',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).toMatch(/taxops_database_connections\{state="idle"\} [1-9]/);
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('tell the last run of each job', async () => {
    for (const [job, state, started_at] of [
      ['import-parked', 'done', '2026-03-01T10:00:00Z'],
      ['import-parked', 'partial', '2026-03-02T10:00:00Z'],
      ['poll-notices', 'done', '2026-03-01T10:00:00Z'],
    ]) {
      await db.knex('job_run').insert({ job, state, started_at, input: '{}' });
    }
    const runs = (await figures()).split('\n').filter((line) => line.startsWith('taxops_job_last_start'));
    expect(runs).toEqual([
      'taxops_job_last_start_timestamp_seconds{job="import-parked",state="partial"} 1772445600',
      'taxops_job_last_start_timestamp_seconds{job="poll-notices",state="done"} 1772359200',
    ]);
  });

  it('name no folder, no company, no caller', async () => {
    const text = (await figures()).replaceAll(/ [-+.\w]+$/gm, ''); // a measured value may hold any digits
    for (const secret of ['987654', '999999998', 'SECRET', 'paulette', 'portal']) expect(text).not.toContain(secret);
  });

  it('are read from this machine, or with the token of a user', async () => {
    as({ kind: 'anonymous' });
    expect((await from('::ffff:127.0.0.1')).status).toBe(200);
    expect((await from('10.1.2.3')).status).toBe(401);
    expect((await from('127.0.0.1', { 'X-Forwarded-For': '10.1.2.3' })).status).toBe(401);
    as(service);
    expect((await from('10.1.2.3')).status).toBe(403);
    as(user);
    const read = await from('10.1.2.3');
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  });
});

it('count who comes too often', async () => {
  const { as, figures } = await counting(1);
  await Promise.all(Array.from({ length: 20 }, () => as(user).request(listing)));
  expect(await figures()).toMatch(/taxops_rate_refusals_total\{operation="declaration.list"\} [1-9]/);
});

it('are not there where nothing counts', async () => {
  const { app } = await testApp(env);
  expect((await app.request('/metrics')).status).toBe(404);
});
