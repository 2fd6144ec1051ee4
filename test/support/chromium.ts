/** Pages in a real browser: the Chromium of the system, which nothing downloads. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { listen } from '../../src/commands/serve/listener.ts';
import type { Site } from './site.ts';

const PROGRAM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

export const hasChromium = PROGRAM !== undefined;
if (!hasChromium) process.stderr.write('chromium is not installed: no page is tried in a browser\n');

/** A page in which somebody has a session, and all that its browser complained of so far. */
export interface Visitor {
  readonly page: Page;
  /** Errors of the console (reports of the content policy among them), of scripts, and requests to other origins. */
  readonly complaints: string[];
  /** Goes to an address of the site. */
  readonly visit: (path: string) => Promise<void>;
}

/** Serves the site on a port; a new visitor has a browser profile of its own and comes in by a link. */
export async function openSite(site: Site): Promise<(options?: BrowserContextOptions) => Promise<Visitor>> {
  const listener = await listen(site.app, {
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    allowRemote: false,
    noAuth: true,
  });
  const browser: Browser = await chromium.launch({ executablePath: PROGRAM ?? '' });
  afterAll(async () => {
    await browser.close();
    await listener.close(0);
  });
  return async (options = {}) => {
    const context = await browser.newContext({
      baseURL: listener.url,
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    const page = await context.newPage();
    const complaints = complaintsOf(page, listener.url);
    await page.goto(`/login?link=${await site.link()}`);
    await page.locator('button[type=submit]').click();
    await page.locator('header nav').waitFor();
    return { page, complaints, visit: async (path) => void (await page.goto(path)) };
  };
}

function complaintsOf(page: Page, origin: string): string[] {
  const found: string[] = [];
  const at = () => page.url().replace(origin, '');
  // A refused form is answered 422, which the console of Chromium calls an error.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 422'))
      found.push(`${at()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => found.push(`${at()}: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) found.push(`${at()}: asks ${request.url()}`);
  });
  return found;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What keeps somebody from reading the page (WCAG 2.2 AA). */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly: WCAG, resultTypes: ['violations'] });
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${options}).then((read) => read.violations)`,
  );
  return found.map(({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes[0]?.html.slice(0, 200)}`);
}
