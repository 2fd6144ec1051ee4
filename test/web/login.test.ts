/** People log in at a provider by a real browser, whose content policy, cookies and redirections nothing stands in for. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { hasChromium, newVisitors } from '../support/chromium.ts';
import { testDatabase } from '../support/database.ts';
import { identityProvider } from '../support/identity-provider.ts';

describe.runIf(hasChromium)('in Chromium', async () => {
  if (!hasChromium) return;
  const db = await testDatabase();
  const origin = `http://127.0.0.1:${await freePort()}`;
  const idp = await identityProvider([origin]);
  Object.assign(idp.claims, { folders: [1], access: 'Write' });
  afterAll(() => idp.close());
  await served();
  const newVisitor = await newVisitors(origin, idp.issuer);

  it('a person logs in, and out, here and at the provider', async () => {
    const { page, complaints, visit } = await newVisitor({ locale: 'en' });
    await visit('/account');
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.locator('input[name=login]').fill('emma');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('this one').waitFor(); // the page that was asked for: her sessions
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL(`${origin}/login`);
    await visit('/account');
    await page.getByRole('link', { name: 'Log in' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('while the provider is away a page says so; once it is back, the same link leads there', async () => {
    const { page, visit } = await newVisitor({ locale: 'en' });
    await visit('/folders');
    await idp.close();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByText('ProviderUnavailable').waitFor();
    await idp.reopen();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Sign-in' }).waitFor();
  });

  /** Until the end of the file. */
  async function served(): Promise<void> {
    const env = {
      PATH: process.env.PATH,
      LANG: 'C',
      TAXOPS_DATABASE_URL: db.settings.url,
      TAXOPS_SECRET_KEY: '5a'.repeat(32),
      TAXOPS_PUBLIC_URL: origin,
      ...idp.env,
    };
    const args = ['bin/taxops.js', 'serve', '--port', new URL(origin).port];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    afterAll(() => void child.kill('SIGKILL')); // connections that rest would keep it for seconds
    await once(child.stdout, 'data');
  }
});

/** The provider must know the address of the listener before it listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
