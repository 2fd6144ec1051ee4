import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { invoke } from '../../src/commands/operation/invoke.ts';
import { defineOperation } from '../../src/commands/operation/operation.ts';
import { bearerAuthentication } from '../../src/commands/serve/authenticate.ts';
import { idempotent } from '../../src/commands/serve/idempotency.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import { identityErrors } from '../../src/services/identity/errors.ts';
import { takeToken } from '../../src/services/identity/rate-bucket.ts';
import { TaxopsError } from '../../src/services/kernel/errors.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../src/services/operation/actor.ts';
import type { Context } from '../../src/services/operation/context.ts';
import { secretBox } from '../../src/services/secrets/secret-box.ts';
import { testDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';

const db = await testDatabase();
const user = {
  kind: 'user',
  userId: 'u',
  clientId: 'c',
  companyId: 1,
  folders: new Set([1]),
  rights: RIGHTS_OF_ACCESS.write,
} as const;
const env = { TAXOPS_DATABASE_URL: db.settings.url ?? '' };

describe('the request rate', () => {
  it('lets fifteen requests of one instant through, and one more that came while the first was counted', async () => {
    const decisions = await Promise.all(Array.from({ length: 40 }, () => takeToken(db.knex, 'instant', 15)));
    const passed = decisions.filter(({ allowed }) => allowed).length;
    expect([15, 16]).toContain(passed); // the second statement counts 39 at once, however late it comes
    expect(decisions.map(({ allowed }) => allowed)).toEqual(decisions.map((_, place) => place < passed));
  });

  it('says when to come again to who is too fast', async () => {
    const filled_at = db.knex.raw("clock_timestamp() + interval '1 hour'"); // no token comes while the test runs
    await db.knex('rate_bucket').insert({ key: `${user.clientId}\u001ffast`, tokens: 0, filled_at });
    const { app } = await testApp(env, async () => ({ ...user, userId: 'fast' }), DEFAULT_LIMITS, 15);
    const { status, headers } = await app.request('/api/operator/operations');
    expect([status, headers.get('retry-after'), headers.get('ratelimit-policy')]).toEqual([
      429,
      '1',
      '"default";q=15;w=1',
    ]);
  });

  it('fills a bucket again in one second', async () => {
    const filled_at = db.knex.raw("clock_timestamp() - interval '1 second'");
    await db.knex('rate_bucket').insert({ key: 'empty', tokens: 0, filled_at });
    expect(await takeToken(db.knex, 'empty', 15)).toEqual({ allowed: true, left: 14 });
  });

  it('counts users of one client apart', async () => {
    const { app } = await testApp(
      env,
      async (request) => ({ ...user, userId: request.headers.get('x-user') ?? '' }),
      DEFAULT_LIMITS,
      15,
    );
    const ask = (name: string) => app.request('/api/operator/operations', { headers: { 'x-user': name } });
    await Promise.all(Array.from({ length: 30 }, () => ask('first')));
    expect((await ask('second')).status).toBe(200);
  });
});

describe('refused tokens', () => {
  it('are counted by address: after 300 in a minute the address waits', async () => {
    let now = Date.parse('2026-03-01T10:00:00Z');
    const verifier = {
      recall: (authorization: string) => (authorization === 'Bearer known' ? user : undefined),
      verify: async () => Promise.reject(identityErrors.TokenRefused()),
    };
    const authenticate = bearerAuthentication(verifier, { now: () => new Date(now).toISOString() });
    const request = new Request('http://localhost/', { headers: { Authorization: 'Bearer x' } });
    const ask = (address: string) =>
      authenticate(request, address).then(
        () => 'in',
        (error: TaxopsError) => error.code,
      );
    for (let index = 0; index < 300; index++) expect(await ask('1.2.3.4')).toBe('TokenRefused');
    expect(await ask('1.2.3.4')).toBe('TooManyRequests');
    expect(await ask('5.6.7.8')).toBe('TokenRefused');
    const known = new Request('http://localhost/', { headers: { Authorization: 'Bearer known' } });
    expect(await authenticate(known, '1.2.3.4')).toBe(user);
    now += 60_000;
    expect(await ask('1.2.3.4')).toBe('TokenRefused');
  });

  it('answer 401 with a challenge, and 403 for want of a right', async () => {
    const { app } = await testApp(env, async () => Promise.reject(identityErrors.TokenRefused()));
    const refused = await app.request('/api/accounting/companies');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    const nobody = await testApp(env, async () => ({ kind: 'anonymous' }));
    const missing = await nobody.app.request('/api/accounting/companies');
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const reader = await testApp(env, async () => ({ ...user, rights: RIGHTS_OF_ACCESS.read }));
    const body = { method: 'POST', body: '{"Name":"X"}', headers: { 'Content-Type': 'application/json' } };
    const denied = await reader.app.request('/api/accounting/companies', body);
    expect([denied.status, denied.headers.get('www-authenticate')]).toEqual([403, 'Bearer error="insufficient_scope"']);
  });
});

describe('an idempotency key', () => {
  let runs = 0;
  let gate = Promise.resolve();
  const act = defineOperation({
    id: 'test.act',
    summary: { en: 'Act', fr: 'Agir' },
    policy: { right: 'write', of: 'nobody' },
    http: { method: 'POST', path: '/test' },
    cli: { path: ['test'], examples: [] },
    body: z.object({ A: z.int(), B: z.int().optional(), Fail: z.boolean().optional() }),
    output: z.object({ Run: z.int() }),
    idempotent: true,
    run: async (_ctx, { body }) => {
      if (body.Fail) throw identityErrors.KeysUnavailable();
      runs += 1;
      await gate;
      return { run: runs };
    },
  });
  const ctx = {
    actor: user,
    clock: { now: () => new Date().toISOString() },
    db: async () => db,
    secrets: async () => secretBox('00'.repeat(32)),
  } as unknown as Context;
  const call = (key: string, body: unknown, actor: Actor = user) =>
    invoke(act, { ...ctx, actor }, { body }, idempotent(key)).catch((error: TaxopsError) =>
      error instanceof TaxopsError ? error.code : Promise.reject(error),
    );

  it('runs once, however its request is spelled', async () => {
    const first = await call('k1', { A: 1, B: 2 });
    expect(await call('k1', { B: 2, A: 1 })).toEqual(first);
    expect(await call('k1', { A: 2, B: 2 })).toBe('IdempotencyKeyReused');
  });

  it('answers 409 while the first request runs', async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const first = call('k2', { A: 1 });
    await expect.poll(() => runs).toBe(2);
    expect(await call('k2', { A: 1 })).toBe('IdempotencyKeyRunning');
    open();
    expect(await first).toEqual({ Run: 2 });
  });

  it('answers nobody whose right is gone since, which the log says', async () => {
    await call('k4', { A: 1 });
    expect(await call('k4', { A: 1 }, { ...user, rights: RIGHTS_OF_ACCESS.read })).toBe('AccessDenied');
    const { outcome } = await db.knex('audit_entry').where({ operation: 'test.act' }).orderBy('id', 'desc').first();
    expect(outcome).toBe('AccessDenied');
  });

  it('belongs to a client and its user, however their names are spelled', async () => {
    const first = await call('k5', { A: 1 }, { ...user, clientId: 'urn', userId: 'a:b' });
    expect(await call('k5', { A: 1 }, { ...user, clientId: 'urn:a', userId: 'b' })).not.toEqual(first);
  });

  it('is free again when nothing was done', async () => {
    expect(await call('k3', { A: 1, Fail: true })).toBe('KeysUnavailable');
    expect(await call('k3', { A: 1 })).toMatchObject({ Run: expect.any(Number) });
  });

  it('has 1 to 255 characters', async () => {
    expect(await call('', { A: 1 })).toBe('IdempotencyKeyInvalid');
    expect(await call('k'.repeat(256), { A: 1 })).toBe('IdempotencyKeyInvalid');
  });
});
