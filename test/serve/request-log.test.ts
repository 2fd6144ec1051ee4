/** The log of requests: one line each, at the level that is set, and nothing of what they hold. */
import { describe, expect, it } from 'vitest';
import { manifest } from '../../src/commands/program/operations.ts';
import { createApp } from '../../src/commands/serve/app.ts';
import { trustLoopback } from '../../src/commands/serve/authenticate.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import type { LogLevel } from '../../src/commands/serve/request-log.ts';
import { testDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';

const db = await testDatabase();
const { program } = await testApp({ TAXOPS_DATABASE_URL: db.settings.url ?? '' });

function logged(level: LogLevel) {
  const lines: string[] = [];
  const bugs: unknown[] = [];
  const app = createApp({
    program,
    entries: manifest,
    limits: DEFAULT_LIMITS,
    authenticate: trustLoopback,
    logFailure: (error) => void bugs.push(error),
    log: { level, write: (line) => void lines.push(line) },
  });
  const post = (path: string, body: string, init: RequestInit = {}) =>
    app.request(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' }, ...init });
  return { app, post, lines, bugs };
}

const COMPANIES = '/api/accounting/companies?secret=canary';

describe('a request', () => {
  it('is one line of JSON: who, what, how long, how it ended, and nothing of what it holds', async () => {
    const { post, lines } = logged('info');
    await post(COMPANIES.split('?')[0] ?? '', '{"Name":"canary"}', {
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'proxy-1' },
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'info',
      requestId: 'proxy-1',
      actor: 'local:loopback',
      operation: 'company.create',
      method: 'POST',
      status: 201,
      ms: expect.any(Number),
    });
  });

  it('that is refused bears in its answer the identifier of its line, and no path is shown', async () => {
    const { post, lines } = logged('warn');
    const answers = [await post(COMPANIES, '{"Name":"canary"}'), await post('/canary', '{}')];
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { correlationId: string }).correlationId),
    );
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', status: 400, operation: 'company.create', requestId: ids[0] },
      { level: 'warn', status: 404, requestId: ids[1] },
    ]);
    expect(lines.join('')).not.toContain('canary');
  });

  it.each<[LogLevel, number]>([
    ['off', 0],
    ['error', 0],
    ['warn', 1],
    ['info', 2],
  ])('at level %s, %i of a good and a refused one', async (level, count) => {
    const { app, post, lines } = logged(level);
    await app.request('/health');
    await post(COMPANIES, '{}');
    expect(lines).toHaveLength(count);
  });

  it('whose client left is no bug', async () => {
    const { post, lines, bugs } = logged('info');
    const gone = AbortSignal.abort(new Error('gone'));
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) });
    await post('/api/accounting/companies', '', {
      body,
      signal: gone,
      duplex: 'half',
      headers: { 'Content-Type': 'application/json' },
    } as RequestInit);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'info', status: 499 }]);
    expect(bugs).toEqual([]);
  });
});
