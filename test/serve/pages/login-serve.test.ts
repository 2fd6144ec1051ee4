/** Which settings give `serve` pages for people who log in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();

/** Authentication as a listener has it; nobody asks the provider before a login. */
const AUTHENTICATION = {
  TAXOPS_ISSUER: 'http://127.0.0.1:1',
  TAXOPS_AUDIENCE: 'https://api.taxops.example',
  TAXOPS_JWKS_URL: 'http://127.0.0.1:1/jwks',
};

async function serve(env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, ['bin/taxops.js', 'serve', '--port', '0'], {
    env: {
      PATH: process.env.PATH,
      LANG: 'C',
      TAXOPS_DATABASE_URL: db.settings.url,
      TAXOPS_SECRET_KEY: '5a'.repeat(32),
      ...AUTHENTICATION,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL'); // connections that rest would keep it for seconds
    await exit;
  });
  const line = await Promise.race([once(child.stdout, 'data'), exit.then(() => undefined)]);
  if (!line) throw new Error(`serve ended with ${child.exitCode}`);
  return String(line[0]).trim();
}

it('with a client it has the pages, and logins where the provider is away are a page', async () => {
  const url = await serve({ TAXOPS_LOGIN_CLIENT_ID: 'pages' });
  const first = await fetch(url, { redirect: 'manual' });
  expect([first.status, first.headers.get('location')]).toEqual([303, '/login']);
  expect(await (await fetch(`${url}/login`)).text()).toContain('/login/start');
  expect((await fetch(`${url}/login/start`, { redirect: 'manual' })).status).toBe(503);
  expect((await fetch(`${url}/api/accounting/accounting-folders`)).status).toBe(401);
});

it('without one it is the API alone', { tags: 'long' }, async () => {
  const url = await serve({});
  expect((await fetch(`${url}/login`)).status).toBe(404);
  expect((await fetch(`${url}/folders`)).status).toBe(404);
  expect((await fetch(`${url}/api/accounting/accounting-folders`)).status).toBe(401);
});

it('a link to a port where nobody listens is made with a word about it', async () => {
  const listener = createServer();
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const { port } = listener.address() as AddressInfo;
  const linked = () =>
    runCli(['serve', 'link', '--port', `${port}`], { env: { TAXOPS_DATABASE_URL: db.settings.url ?? '' } });
  const link = expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:${port}/login\\?link=[\\w-]{43}\n$`));
  expect(await linked()).toMatchObject({ exitCode: 0, stdout: link, stderr: '' });
  listener.close();
  expect(await linked()).toMatchObject({
    exitCode: 0,
    stdout: link,
    stderr: expect.stringMatching(/^Nothing listens/),
  });
});
