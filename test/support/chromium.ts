/** Pages in a real browser: the Chromium of the system, which nothing downloads. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { chromiumPath } from './chromium-path.ts';

export const hasChromium = chromiumPath !== undefined;
if (!hasChromium) process.stderr.write('chromium is not installed: no page is tried in a browser\n');

/** A page in which a person has a session, and all that its browser complained of so far. */
export interface Visitor {
  readonly page: Page;
  /** Errors of the console (reports of the content policy among them), of scripts, and requests to other origins. */
  readonly complaints: string[];
  /** Goes to an address of the site. */
  readonly visit: (path: string) => Promise<void>;
  /** The same, until what takes longer than its page is there too. */
  readonly whole: (path: string) => Promise<void>;
}

type Visitors = (options?: BrowserContextOptions) => Promise<Visitor>;

/** Every visitor has a profile of its own. `elsewhere`: another origin that the site sends people to. */
export async function newVisitors(origin: string, elsewhere = origin): Promise<Visitors> {
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '' });
  afterAll(() => browser.close());
  const usual = { baseURL: origin, viewport: { width: 1280, height: 800 } };
  return async (options) => visitorOf(await browser.newContext({ ...usual, ...options }), [origin, elsewhere]);
}

/** Opens a session by its link, which every visitor has. */
export async function openBrowser(link: string): Promise<Visitors> {
  const newVisitor = await newVisitors(new URL(link).origin);
  const { page } = await newVisitor();
  await page.goto(link);
  await page.locator('button[type=submit]').click();
  await page.locator('header nav').waitFor();
  const storageState = await page.context().storageState();
  await page.context().close();
  return (options) => newVisitor({ storageState, ...options });
}

/** A slow machine is no failure. */
const PATIENCE_MS = 150_000;

async function visitorOf(context: BrowserContext, origins: readonly string[]): Promise<Visitor> {
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints = complaintsOf(page, origins);
  const visit = async (path: string) => void (await page.goto(path));
  const whole = (path: string) =>
    visit(path).then(() => page.locator('[data-soon]').first().waitFor({ state: 'detached' }));
  return { page, complaints, visit, whole };
}

function complaintsOf(page: Page, origins: readonly string[]): string[] {
  const found: string[] = [];
  const [site = ''] = origins;
  const at = () => page.url().replace(site, '');
  // A refused form is answered 422, which the console of Chromium calls an error.
  page.on('console', (message) => {
    const isOurs = page.url().startsWith(`${site}/`);
    if (isOurs && message.type() === 'error' && !message.text().includes('status of 422'))
      found.push(`${at()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => found.push(`${at()}: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (page.url().startsWith(`${site}/`) && !origins.some((origin) => url.startsWith(`${origin}/`)))
      found.push(`${at()}: asks ${request.url()}`);
  });
  return found;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What keeps a person from reading the page (WCAG 2.2 AA). */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly: WCAG, resultTypes: ['violations'] });
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${options}).then((read) => read.violations)`,
  );
  return found.map(({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes[0]?.html.slice(0, 200)}`);
}

/** A file of the disk, or a folder, let go on a place as a person does. */
export async function dropOn(place: Locator, path: string): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = { x: x + width / 2, y: y + height / 2, data: { items: [], files: [path], dragOperationsMask: 1 } };
  const session = await place.page().context().newCDPSession(place.page());
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at });
  await session.detach();
}
