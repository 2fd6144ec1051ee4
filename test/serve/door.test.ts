/** What a page of another site, or a foreign name for this machine, can make a browser send. */
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { manifest } from '../../src/commands/program/operations.ts';
import { createApp } from '../../src/commands/serve/app.ts';
import { trustLoopback } from '../../src/commands/serve/authenticate.ts';
import { listen } from '../../src/commands/serve/listener.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { testApp } from '../support/http.ts';

const settings = await testDatabaseSettings(true);
const { program } = await testApp({ TAXOPS_DATABASE_URL: settings.url ?? '' });
const options = {
  program,
  entries: manifest,
  limits: DEFAULT_LIMITS,
  logFailure: () => {},
  publicUrl: 'https://taxops.example',
  authenticate: trustLoopback,
};
const open = { host: '127.0.0.1', port: 0, tls: undefined, allowRemote: false, noAuth: true, publicUrl: undefined };
const trusting = await listen(createApp({ ...options, trustsLoopback: true }), open);
const guarded = await listen(createApp(options), open);
afterAll(async () => {
  await trusting.close(0);
  await guarded.close(0);
  await program.close();
});

const FOLDERS = '/api/accounting/accounting-folders';
const count = async () => ((await (await program.db()).knex('folder').count()) as [{ count: string }])[0].count;

/** The status of a request written as it is: fetch would not let a caller choose its Host. */
const ask = (url: string, [line, ...headers]: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write([`${line} HTTP/1.1`, ...headers, 'Connection: close', 'Content-Length: 0', '', ''].join('\r\n')),
    );
    socket.once('data', (data) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1])));
    socket.once('error', reject);
  });

const portOf = (url: string) => new URL(url).port;

describe('the host', () => {
  const own = (name: string) => `Host: ${name}:${portOf(trusting.url)}`;
  it.each([['localhost'], ['127.0.0.1'], ['[::1]']])('%s with its port is answered', async (name) => {
    expect(await ask(trusting.url, [`GET ${FOLDERS}`, own(name)])).toBe(200);
  });

  it('a second one beside it is not', async () => {
    const hosts = [own('localhost'), 'Host: evil.example'];
    for (const both of [hosts, hosts.toReversed()])
      expect(await ask(trusting.url, [`GET ${FOLDERS}`, ...both])).toBe(421);
  });

  it('the public origin is answered', async () => {
    expect(await ask(trusting.url, [`GET ${FOLDERS}`, 'Host: taxops.example'])).toBe(200);
  });

  it.each([
    ['Host: evil.example'],
    ['Host: localhost'],
    ['Host: localhost:1'],
    ['Host: taxops.example:8080'],
    [`Host: localhost.evil.example:${portOf(trusting.url)}`],
    [`Host: 10.0.0.1:${portOf(trusting.url)}`],
  ])('%s is misdirected on every route', async (host) => {
    for (const path of [FOLDERS, '/health', '/openapi.json', '/docs/', '/nothing'])
      expect(await ask(trusting.url, [`GET ${path}`, host]), path).toBe(421);
  });
});

describe('another site', () => {
  const from = (url: string, line: string, ...headers: string[]) =>
    ask(url, [line, `Host: 127.0.0.1:${portOf(url)}`, ...headers]);

  it.each([
    ['Sec-Fetch-Site: cross-site'],
    ['Sec-Fetch-Site: same-site'],
    ['Origin: https://evil.example'],
    ['Origin: null'],
    ['Origin: http://127.0.0.1:1'],
    ['Origin: http://taxops.example'],
    [`Origin: ftp://127.0.0.1:${portOf(trusting.url)}`],
  ])('changes nothing with %s', async (header) => {
    const before = await count();
    for (const path of ['/api/accounting/ledger-files/import', FOLDERS, '/api/banking/enterprises/1/rules/apply'])
      expect(await from(trusting.url, `POST ${path}`, header)).toBe(403);
    expect(await from(guarded.url, `POST ${FOLDERS}`, header)).toBe(403);
    expect(await count()).toBe(before);
  });

  it('reads nothing where the listener trusts this machine, and opens pages', async () => {
    expect(await from(trusting.url, `GET ${FOLDERS}`, 'Sec-Fetch-Site: cross-site')).toBe(403);
    expect(await from(trusting.url, 'GET /docs/', 'Sec-Fetch-Site: cross-site')).toBe(200);
    const back = '/api/banking/connections/callback?step=sync_success';
    expect(await from(trusting.url, `GET ${back}`, 'Sec-Fetch-Site: cross-site')).toBe(200);
    // Elsewhere a token is what lets a caller read, and no browser sends it by itself.
    expect(await from(guarded.url, `GET ${FOLDERS}`, 'Sec-Fetch-Site: cross-site')).toBe(200);
  });

  it('our own pages, and programs that send neither header, notice nothing', async () => {
    const own = `Origin: ${trusting.url}`;
    expect(await from(trusting.url, `POST ${FOLDERS}`, own, 'Sec-Fetch-Site: same-origin')).toBe(400);
    expect(await from(trusting.url, `POST ${FOLDERS}`)).toBe(400);
    expect(await from(trusting.url, `GET ${FOLDERS}`, 'Sec-Fetch-Site: none')).toBe(200);
    expect(await from(trusting.url, `POST ${FOLDERS}`, 'Origin: https://taxops.example')).toBe(400);
  });
});
