import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/commands/serve/app.ts';
import { trustLoopback } from '../../src/commands/serve/authenticate.ts';
import { isLoopback } from '../../src/commands/serve/connection.ts';
import { listen, refuseUnsafe } from '../../src/commands/serve/listener.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import { runCli } from '../support/cli.ts';
import { testApp } from '../support/http.ts';

const { app, program } = await testApp();

describe('the listener', () => {
  it('answers its health', async () => {
    const response = await app.request('/health');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('answers the same JSON as the command line', async () => {
    const response = await app.request('/api/operator/operations?missing=true');
    expect(await response.json()).toEqual((await runCli(['operation', 'list', '--missing', '--json'])).json());
  });

  it('answers an unknown path, a wrong method, a bad query as problems', async () => {
    const cases = [
      ['/nowhere', 'GET', 404, 'NoSuchRoute'],
      ['/api/operator/operations', 'DELETE', 405, 'MethodNotAllowed'],
      ['/api/operator/operations?missing=maybe', 'GET', 400, 'InvalidInput'],
      ['/api/operator/codes/Nope', 'GET', 404, 'CodeUnknown'],
    ] as const;
    for (const [path, method, status, code] of cases) {
      const response = await app.request(path, { method });
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
    }
  });

  it('names the methods of a path', async () => {
    const response = await app.request('/api/operator/operations', { method: 'POST' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(await response.json()).toMatchObject({ title: 'Method not allowed', instance: '/api/operator/operations' });
  });

  it('names them together where operations call the identifier of one path by two names', async () => {
    const response = await app.request('/api/banking/enterprises/1/accounts/1', { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
  });

  it('answers HEAD like GET, without a body', async () => {
    const response = await app.request('/api/operator/operations', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('sends its safety headers everywhere', async () => {
    for (const path of ['/health', '/nowhere', '/api/operator/operations']) {
      const { headers } = await app.request(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('speaks the language asked for', async () => {
    const response = await app.request('/api/operator/codes/Nope', { headers: { 'Accept-Language': 'fr-FR' } });
    expect(((await response.json()) as { detail: string }).detail).toContain('Pas de code');
  });

  it('serves the reference page from disk', async () => {
    expect(await (await app.request('/docs/')).text()).toContain('swagger-ui-bundle.js');
    expect((await app.request('/docs/swagger-ui.css')).headers.get('content-type')).toContain('text/css');
    expect((await app.request('/docs/../package.json')).status).toBe(404);
  });

  it('is not ready for more once it is to stop', async () => {
    const stopping = new AbortController();
    const options = { program, entries: [], authenticate: trustLoopback, limits: DEFAULT_LIMITS, logFailure: () => {} };
    const drained = createApp({ ...options, stopping: stopping.signal });
    stopping.abort();
    const response = await drained.request('/ready');
    expect([response.status, await response.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'ListenerStopping' }),
    ]);
    expect((await drained.request('/health')).status).toBe(200);
  });

  it('explains a problem type at its address', async () => {
    expect(await (await app.request('/problems/FolderNotFound')).json()).toMatchObject({ kind: 'notFound' });
  });
});

describe('listening for real', () => {
  const options = { host: '127.0.0.1', port: 0, tls: undefined, allowRemote: false, noAuth: true };

  it('answers over a socket and closes', async () => {
    const listener = await listen(app, options);
    const { statusCode, body } = await request(`${listener.url}/health`, { reset: true });
    expect([statusCode, await body.json()]).toEqual([200, { status: 'ok' }]);
    await listener.close(1_000);
    await expect(request(`${listener.url}/health`)).rejects.toThrow();
  });

  it('refuses a door left open', () => {
    expect(() => refuseUnsafe({ ...options, host: '0.0.0.0' })).toThrow(/not a loopback/);
    expect(() => refuseUnsafe({ ...options, host: '0.0.0.0', noAuth: false })).toThrow(/no TLS/);
    const behindProxy = { ...options, host: '0.0.0.0', noAuth: false, allowRemote: true };
    expect(() => refuseUnsafe(behindProxy)).toThrow(/TAXOPS_PUBLIC_URL is not set/);
    expect(() => refuseUnsafe({ ...behindProxy, publicUrl: 'https://taxops.example' })).not.toThrow();
  });

  it.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost', '::ffff:127.0.0.1'])('%s is loopback', (host) =>
    expect(isLoopback(host)).toBe(true),
  );
  it.each(['', '0.0.0.0', '::', '10.0.0.1', '127.evil.example', '::ffff:10.0.0.1'])('%s is not', (host) =>
    expect(isLoopback(host)).toBe(false),
  );

  it('starts only with --no-auth while nothing says who may come in', async () => {
    const { exitCode, stderr } = await runCli(['serve']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--no-auth');
  });
});
