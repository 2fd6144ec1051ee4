/** Jobs, over HTTP and by their pages: run, shown as they go on, stopped, tried again. */
import { describe, expect, it } from 'vitest';
import { callContext } from '../../../src/commands/program/context.ts';
import { enqueuePlan } from '../../../src/jobs/queue.ts';
import { loadJob } from '../../../src/jobs/registry.ts';
import { openSession } from '../../../src/services/identity/web-sessions.ts';
import type { Actor, Right } from '../../../src/services/operation/actor.ts';
import { silent } from '../../../src/services/operation/context.ts';
import { OPERATOR, testSite } from '../../support/site.ts';

const site = await testSite({ TAXOPS_SECRET_KEY: '5a'.repeat(32) });
const browser = await site.browser();
const french = await site.browser(undefined, { 'accept-language': 'fr' });
const { knex, withAdvisoryLock } = await site.program.db();
const ctx = callContext(site.program, { actor: OPERATOR, progress: silent, signal: new AbortController().signal });

const ask = async (method: string, path: string) => {
  const response = await site.app.request(`http://localhost/api/operator${path}`, { method });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
};
await site.app.request('http://localhost/api/accounting/accounting-folders', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ Name: 'ALPHA', Siren: '999999998' }),
});

/** A run of before, of which some items failed. */
async function ranWith(failures: Readonly<Record<string, string>>, state = 'partial'): Promise<number> {
  const [{ id }] = await knex('job_run')
    .insert({ job: 'refresh-declarations', input: '{"scope":"all"}', state, started_at: '2025-01-01T08:00:00Z' })
    .returning('id');
  for (const [key, code] of Object.entries(failures))
    await knex('job_item').insert({
      folder_id: 1,
      run_id: id,
      key,
      state: 'failed',
      code,
      note: '<b>no</b>',
      updated_at: '2025-01-01',
    });
  return id;
}

it('a job is run and shown', async () => {
  const { status, body } = await ask('POST', '/jobs/refresh-declarations/runs?scope=folder:1');
  expect([status, body.State, body.Skipped]).toEqual([200, 'done', 1]);
  const shown = await ask('GET', `/job-runs/${body.Run}`);
  expect(shown.body).toMatchObject({ Job: 'refresh-declarations', State: 'done', Skipped: 1, Failures: [] });
  const planned = await ask('POST', '/jobs/refresh-declarations/runs?dryRun=true');
  expect(planned.body).toMatchObject({ Run: null, Planned: 1 });
  expect((await ask('POST', '/jobs/refresh-declarations/runs?watch=5')).status).toBe(400);
  const page = await browser.post('/do/job.run', {
    job: 'poll-notices',
    detach: 'true',
    _back: '/jobs',
    _after: '/jobs/runs/:Run',
  });
  expect(page.text).toMatch(/<h1>poll-notices \d+<\/h1>/);
  expect((await french.get('/jobs')).text).toContain('Dernières exécutions');
});

it('an input of the job that is wrong is said in the language of the person', async () => {
  const wrong = { job: 'vat-send', set: 'mode=never', detach: 'true', _back: '/jobs' };
  expect((await french.post('/do/job.run', wrong)).text).toContain('Option invalide');
  expect((await browser.post('/do/job.run', wrong)).text).toContain('Invalid option');
  const unknown = { job: 'poll-notices', nothing: '1', _back: '/jobs' };
  expect((await browser.post('/do/job.run', unknown)).status).toBe(422);
});

it('a run that is under way is LockHeld for another one', async () => {
  const id = await ranWith({});
  const scope = 'job:refresh-declarations:{"scope":"all"}';
  await withAdvisoryLock(scope, async () => {
    for (const path of ['/jobs/refresh-declarations/runs', `/job-runs/${id}/resume`])
      expect(await ask('POST', path)).toMatchObject({ status: 409, body: { code: 'LockHeld' } });
    const page = await browser.post('/do/job.run', { job: 'refresh-declarations', detach: 'true', _back: '/jobs' });
    expect([page.status, page.text.includes('LockHeld')]).toEqual([409, true]);
  });
});

it('what failed is tried again: one, a group, all', async () => {
  const id = await ranWith({ '999999998': 'ChannelTimeout', other: 'ChannelTimeout', third: 'Internal' });
  const { text } = await browser.get(`/jobs/runs/${id}`);
  expect(text).toContain('ChannelTimeout (2)');
  expect(text).toContain('&lt;b&gt;no&lt;/b&gt;');
  expect((await french.get(`/jobs/runs/${id}`)).text).toContain('Échecs');
  const counts = async () => (await ask('GET', `/job-runs/${id}`)).body;
  const one = await ask('POST', `/job-runs/${id}/resume?item=${encodeURIComponent('1/999999998')}`);
  expect(one.body).toMatchObject({ Run: id, State: 'partial', Skipped: 1 });
  expect(await counts()).toMatchObject({ Skipped: 1, Failed: 2, State: 'partial' });
  expect((await ask('POST', `/job-runs/${id}/resume?code=ChannelTimeout`)).body.Planned).toBe(0); // the plan has no `other`
  await knex('job_item').where({ run_id: id, key: '999999998' }).update({ state: 'failed', code: 'ChannelTimeout' });
  const back = `/jobs/runs/${id}`;
  await browser.post('/do/job.resume', { run: String(id), detach: 'true', _back: back });
  await expect.poll(counts).toMatchObject({ Skipped: 3, Failed: 0, State: 'done' }); // what is there no longer too
});

it('what workers gave up is given back: one, a group, all', async () => {
  await enqueuePlan(await loadJob('refresh-declarations'), ctx, { scope: 'all' });
  const fail = () =>
    knex.raw(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'ChannelTimeout'`);
  const failed = async () => (await ask('GET', '/failed-items')).body;
  await fail();
  const [item] = await failed();
  expect(item).toMatchObject({ Job: 'refresh-declarations', FolderId: 1, Error: 'ChannelTimeout' });
  expect(item.Advice).toBeTruthy();
  expect((await browser.get('/jobs')).text).toContain(`name="id" value="${item.Id}"`);
  for (const [query, retried] of [
    ['?error=Internal', 0],
    ['?job=poll-notices', 0],
    ['?id=999999', 0],
    [`?id=${item.Id}`, 1],
    ['?job=refresh-declarations&error=ChannelTimeout', 1],
    ['', 1],
  ] as const) {
    expect([query, (await ask('POST', `/failed-items/retry${query}`)).body.Retried]).toEqual([query, retried]);
    await fail();
  }
  await browser.post('/do/job.retry', { error: 'ChannelTimeout', _back: '/jobs' });
  expect(await failed()).toEqual([]);
});

describe('a run as it goes on', () => {
  const events = (id: number, cookie: string, last?: string) =>
    site.app.request(`http://localhost/jobs/runs/${id}/events`, {
      headers: { cookie, ...(last && { 'last-event-id': last }) },
    });
  const session = async () => `__Host-taxops=${await openSession(site.program, OPERATOR, 'test')}`;

  it('is reported by events, which end with it; who comes back gets what is new', async () => {
    const id = await ranWith({ a: 'Internal' }, 'running');
    expect((await browser.get(`/jobs/runs/${id}`)).text).toContain(`data-events="/jobs/runs/${id}/events"`);
    const cookie = await session();
    const response = await events(id, cookie);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const next = async () => new TextDecoder().decode((await reader.read()).value);
    const first = await next();
    expect(first).toContain('event: progress');
    expect(first).toContain('"Failed":1');
    const last = /^id: (.+)$/m.exec(first)?.[1];
    await browser.post('/do/job.stop', { run: String(id), _back: '/jobs' });
    const second = await next();
    expect(second).toContain('event: end');
    expect(second).toContain('interrupted');
    expect((await reader.read()).done).toBe(true);
    const again = await (await events(id, cookie, last)).text();
    expect(again.match(/^event: /gm)).toHaveLength(1);
  });

  it('is sent to at most 20 pages of a session', { tags: 'long' }, async () => {
    const id = await ranWith({}, 'running');
    const cookie = await session();
    const pages = await Promise.all(Array.from({ length: 20 }, () => events(id, cookie)));
    expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await events(id, cookie)).status).toBe(429);
    expect((await events(id, await session())).status).toBe(200);
    await ask('POST', `/job-runs/${id}/stop`);
    await Promise.all(pages.map((page) => page.text()));
    expect((await events(id, cookie)).status).toBe(200);
  });

  it('is not there for whom it is not', async () => {
    expect((await events(1, '')).status).toBe(303);
    expect((await events(9_999, await session())).status).toBe(404);
  });
});

describe('who may', () => {
  const person = (...rights: readonly Right[]): Actor => ({
    kind: 'user',
    userId: 'olga',
    clientId: 'pages',
    companyId: undefined,
    folders: new Set(),
    rights: new Set(rights),
  });

  it('operates sees the pages; others are refused and have no link to them', async () => {
    const accountant = await site.browser(person('read', 'write', 'send'));
    expect((await accountant.get('/jobs')).status).toBe(403);
    expect((await accountant.get('/')).text).not.toContain('href="/jobs"');
    const operator = await site.browser(person('operate'));
    expect((await operator.get('/jobs')).text).toContain('href="/jobs"');
  });

  it('operates runs over every folder, and files only with the right to send', async () => {
    const operator = await site.browser(person('operate'));
    const run = { detach: 'true', _back: '/jobs', _after: '/jobs/runs/:Run' };
    expect((await operator.post('/do/job.run', { ...run, job: 'refresh-declarations' })).status).toBe(200);
    await expect
      .poll(async () =>
        (await ask('GET', '/job-runs')).body.find(({ Job }: { Job: string }) => Job === 'refresh-declarations'),
      )
      .toMatchObject({ State: 'done' });
    expect((await operator.post('/do/job.run', { ...run, job: 'vat-send' })).status).toBe(403);
    const sender = await site.browser(person('operate', 'send'));
    expect((await sender.post('/do/job.run', { ...run, job: 'vat-send' })).status).toBe(200);
  });
});

it('met no bug on the way', () => expect(site.failures).toEqual([]));
