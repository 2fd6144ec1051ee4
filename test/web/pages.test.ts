/** The pages in a real browser, on the firm of `demo --serve`: legible to all, and what a person does with them. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES } from '../../src/commands/serve/pages/registry.ts';
import { dropOn, hasChromium, openBrowser, type Visitor, violations } from '../support/chromium.ts';
import { demoServed } from '../support/demo-served.ts';
import { pdfPages } from '../support/pdf.ts';

/** The parameters of paths: what the firm has. */
const OF_FIRM: Readonly<Record<string, string>> = { type: 'Liasse', end: '2024-12-31', number: '401000' };
const addressOf = (path: string): string => path.replaceAll(/:(\w+)/g, (_, name: string) => OF_FIRM[name] ?? '1');
/** What these are about is not there before a person makes it. */
const ELSEWHERE = ['/imports/:intake', '/folders/:folder/vat/:procedure', '/jobs/runs/:run'];
/** What a page shows besides when it is asked for. */
const ASKED = [
  '/?kind=AssetAlert',
  '/folders?sort=-Late&having=Late',
  '/folders/1?exercise=1',
  '/declarations?view=states',
  '/declarations?view=list&types=Liasse',
  '/folders/1/declarations/Liasse/2024-12-31?form=2050&cell=2050.BX',
];
const ADDRESSES = [
  ...PAGES.filter(({ path }) => !ELSEWHERE.includes(path)).map(({ path }) => addressOf(path)),
  ...ASKED,
];

/** Does what leads to another page, and waits for it. */
async function leads({ page }: Visitor, act: () => Promise<void>): Promise<void> {
  const loaded = page.waitForEvent('load');
  await act();
  await loaded;
}

/** Pixels between the margins of an A4 sheet, upright and lying. */
const [PORTRAIT, LANDSCAPE] = [703, 1032];

/** What a browser repeats at the head of each sheet. */
const HEAD = "getComputedStyle(document.querySelector('main thead')).display";

/** Words of the buttons that end beyond the right edge of what holds them: a person has to scroll to see that they are there. */
const CUT = `[...document.querySelectorAll('main button')].filter((button) => {
  const { right } = button.getBoundingClientRect();
  const isHeld = (one) => getComputedStyle(one).overflowX !== 'visible' && one.getBoundingClientRect().right + 1 < right;
  for (let one = button.parentElement; one; one = one.parentElement) if (isHeld(one)) return true;
  return false;
}).map((button) => button.textContent)`;

const PATIENT = { timeout: 60_000 };

describe.runIf(hasChromium)('in Chromium', async () => {
  if (!hasChromium) return;
  const newVisitor = await openBrowser(await demoServed());

  /** Words depend on the language, colours on the theme: of the four pairs these two read every word and every colour. */
  it.each([
    { locale: 'fr', colorScheme: 'light' },
    { locale: 'en', colorScheme: 'dark' },
  ] as const)('every page is legible in $locale, $colorScheme, and complains of nothing', async (options) => {
    const { page, complaints, whole } = await newVisitor(options);
    const bad: string[] = [];
    for (const path of ADDRESSES) {
      await whole(path);
      bad.push(...(await violations(page)));
      bad.push(...(await page.evaluate<string[]>(CUT)).map((button) => `${path}: ${button} is cut`));
    }
    expect([bad, complaints]).toEqual([[], []]);
  });

  /** Removed, a picture of the README is made again. */
  it.each([
    ['docs/pages-today.png', '/'],
    ['docs/pages-declaration.png', '/folders/1/declarations/Liasse/2024-12-31'],
  ])('%s is a picture of the pages', async (file, path) => {
    if (existsSync(file)) return;
    const { page, visit } = await newVisitor({
      locale: 'en',
      colorScheme: 'light',
      viewport: { width: 1080, height: 440 },
    });
    await visit(path);
    writeFileSync(file, await page.screenshot());
  });

  it('a rejected declaration is read, corrected, sent again as a test, and accepted', async () => {
    const visitor = await newVisitor({ locale: 'en' });
    const { page, complaints, visit } = visitor;
    await visit('/');
    await page.locator('tr', { hasText: 'Rejected' }).getByRole('link', { name: 'Liasse' }).click();
    await page.getByRole('alert').getByRole('link', { name: '2058A 156 WE' }).waitFor(); // leads to the cell
    expect(await page.locator('input[name=Form]').inputValue()).toBe('2058A');
    expect(await page.locator('input[name=Cell]').inputValue()).toBe('WE');
    await page.locator('input[name=Value]').fill('1200');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').waitFor();
    await page.getByRole('button', { name: 'Send through ChannelA' }).click();
    await page.getByText('A test: nothing is filed').waitFor();
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.getByRole('status').waitFor();
    const state = async () => {
      await leads(visitor, () => page.getByRole('button', { name: 'Ask the channels' }).click());
      return page.locator('main .tools .state').first().textContent();
    };
    await expect.poll(state, { interval: 1_000, timeout: 60_000 }).toBe('Accepted');
    await page.getByText('they were controlled then').waitFor(); // nothing is controlled any more
    const steps = await page.locator('section.wide').first().locator('tbody td:nth-child(2)').allTextContents();
    expect(steps.slice(0, 3)).toEqual(['Preparation', 'Dispatch', 'Answer']); // all in one second or two
    expect(complaints).toEqual([]);
  });

  it('ten lines are reconciled by keyboard, and a rule is made', async () => {
    const visitor = await newVisitor({ locale: 'en' });
    const { page, complaints, visit } = visitor;
    await visit('/folders/1/bank/1/reconcile');
    const left = async () => Number(await page.locator('[data-left]').textContent());
    const before = await left();
    // As fast as one types: each key waits for what the one before it does.
    for (let line = 0; line < 5; line++) await page.keyboard.press('Enter');
    await expect.poll(left, PATIENT).toBe(before - 5);
    for (const key of ['j', 'k', '2']) await page.keyboard.press(key); // another month than the likeliest
    await expect.poll(left, PATIENT).toBe(before - 6);
    await page.keyboard.press('u');
    await expect.poll(left, PATIENT).toBe(before - 5);
    for (let line = 0; line < 5; line++) {
      await page.keyboard.press('s');
      await page.keyboard.press('Enter');
    }
    await expect.poll(left, PATIENT).toBe(before - 10);
    await visit('/folders/1/bank/1/reconcile?page=2');
    await page.getByRole('link', { name: 'COMMISSION' }).click();
    await page.waitForURL(/at=/); // it is in its place
    await page.keyboard.press('r');
    await page.getByLabel('Name').waitFor();
    for (const text of ['Fees', 'COMMISSION*', '627000']) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await page.locator('tr', { hasText: 'COMMISSION DE MOUVEMENT' }).filter({ hasText: 'Fees' }).waitFor();
    await leads(visitor, () => page.getByRole('button', { name: 'Write these entries' }).click());
    await expect.poll(left, PATIENT).toBe(before - 11);
    expect(complaints).toEqual([]);
  });

  it('a VAT return is prepared, a cell typed in place, its framing, its controls and its sending looked at', async () => {
    const visitor = await newVisitor({ locale: 'en' });
    const { page, complaints, visit } = visitor;
    await visit('/folders/1/vat');
    await leads(visitor, () => page.locator('main').getByRole('button', { name: 'Prepare' }).first().click());
    const own = new URL(page.url()).pathname;
    const credit = page.locator('tr', { hasText: 'Credit to carry forward' }).locator('td').last();
    const before = Number((await credit.textContent())?.replaceAll(/\D/g, ''));
    await page.locator('tr', { hasText: 'Deductible tax on other goods' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Deductible tax on other goods' }).waitFor(); // it explains itself
    await page.locator('input[name=Value]').fill('1000');
    await page.keyboard.press('Enter');
    await page.locator('.note', { hasText: 'computed' }).first().waitFor();
    await expect
      .poll(async () => Number((await credit.textContent())?.replaceAll(/\D/g, '')), PATIENT)
      .not.toBe(before);
    for (const step of ['Framing', 'Controls', 'Sending', 'Receipt', 'Sending']) {
      await leads(visitor, () => page.getByRole('link', { name: step }).click());
      expect(await page.getByRole('link', { name: step }).getAttribute('aria-current')).toBe('step');
    }
    expect(new URL(page.url()).pathname).toBe(own);
    expect(complaints).toEqual([]);
  });

  it.each([true, false])(
    'a bank file is dropped, looked at, imported and taken back (script %s)',
    async (isScripted) => {
      const visitor = await newVisitor({ locale: 'en', javaScriptEnabled: isScripted });
      const { page, complaints, visit } = visitor;
      await visit('/imports?folder=2');
      await page.locator('input[type=file]').first().setInputFiles('fixtures/cfonb/good/worked-example.cfonb');
      await leads(visitor, () => page.getByRole('button', { name: 'Look at them' }).click());
      expect(await page.locator('main').textContent()).toContain('No account has this number.');
      await page.getByLabel('Create accounts').selectOption('true');
      await leads(visitor, () => page.getByRole('button', { name: 'Import' }).click());
      expect(await page.locator('main').textContent()).toContain('Statements: +1');
      await leads(visitor, () => page.getByRole('button', { name: 'Undo' }).click());
      await leads(visitor, () => page.getByRole('button', { name: 'Do it' }).click());
      expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );

  it('files are dropped on the page of a folder, and a folder of the disk is refused as none', async () => {
    const visitor = await newVisitor({ locale: 'fr' });
    const { page, complaints, visit } = visitor;
    await visit('/folders/2');
    const zone = page.locator('main .drop');
    await dropOn(zone, resolve('fixtures/cfonb'));
    expect(await zone.locator('.fault').textContent()).toContain('répertoire');
    expect(await zone.locator('input').inputValue()).toBe('');
    await dropOn(zone, resolve('fixtures/cfonb/good/worked-example.cfonb'));
    expect(await zone.locator('.fault').count()).toBe(0);
    await leads(visitor, () => page.getByRole('button', { name: 'Les regarder' }).click());
    expect(new URL(page.url()).pathname).toMatch(/^\/imports\/./);
    expect(complaints).toEqual([]);
  });

  it('a run is followed by the tab in sight alone: a browser has few connections to a site', async () => {
    const visitor = await newVisitor({ locale: 'en' });
    const { page, visit } = visitor;
    await visit('/jobs');
    let [asked, followed] = [[] as string[], new Set<unknown>()];
    // Goes on for ever: at the end of a run its page is read again, which would cut off ours.
    await page.route('**/events', (route) => {
      followed.add(route.request());
      asked.push('begun');
    });
    page.on('requestfailed', (request) => followed.has(request) && asked.push('ended'));
    await leads(visitor, () => page.locator('tr', { hasText: 'vat-prepare' }).getByRole('button').first().click());
    const run = page.url();
    await page.goto('about:blank');
    [asked, followed] = [[], new Set()];
    await page.route('**/jobs/runs/*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('aria-live', 'data-events="/jobs/runs/1/events" aria-live');
      await route.fulfill({ response: answer, body });
    });
    const show = (isHidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
         document.dispatchEvent(new Event('visibilitychange'))`,
      );
    await page.goto(run);
    await expect.poll(() => asked, PATIENT).toEqual(['begun']);
    await show(true);
    await expect.poll(() => asked, PATIENT).toEqual(['begun', 'ended']);
    await show(false);
    await expect.poll(() => asked, PATIENT).toEqual(['begun', 'ended', 'begun']);
  });

  it('a balance leads to its lines, and a line to its entry', async () => {
    const visitor = await newVisitor({ locale: 'en' });
    const { page, complaints, visit } = visitor;
    await visit('/folders/1');
    await page.getByRole('link', { name: 'Trial balance' }).click();
    await leads(visitor, () => page.locator('tr', { hasText: '401000' }).getByRole('link').nth(1).click());
    expect(new URL(page.url()).pathname).toBe('/folders/1/ledger/401000');
    await leads(visitor, () => page.locator('tbody a').first().click());
    expect(new URL(page.url()).pathname).toMatch(/^\/folders\/1\/entries\/\d+$/);
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
  });

  it('the schedule of an asset is printed on one sheet', async () => {
    const { page, visit } = await newVisitor({ locale: 'en' });
    await visit('/folders/1/assets');
    await page.getByRole('link', { name: 'Agencement des bureaux' }).click();
    await page.locator('.bars').first().waitFor();
    expect(pdfPages(await page.pdf({ format: 'A4' }))).toHaveLength(1);
  });

  it.each([
    ['/folders/1/ledger', 3],
    ['/folders/1/ledger/401000', 2],
    ['/folders/1/lines', 2],
    ['/folders/1/assets', 1],
    ['/folders/1/vat/accounts', 1],
    ['/folders/1/vat/allocation', 1],
    ['/declarations?view=list', 1],
  ])('%s is printed on %i sheets at most, heads repeated, without menus', async (path, sheets) => {
    const { page, visit } = await newVisitor({ locale: 'fr' });
    await visit(path);
    const printed = pdfPages(await page.pdf({ format: 'A4', preferCSSPageSize: true })).length;
    expect([printed > 0, printed <= sheets]).toEqual([true, true]); // as the fonts of the machine have it
    await page.emulateMedia({ media: 'print' });
    for (const menu of ['header', '.tabs', '.tools', '.pager', '.crumbs'])
      expect(await page.locator(menu).locator('visible=true').count()).toBe(0);
    expect(await page.evaluate<string>(HEAD)).toBe('table-header-group');
  });

  it('one goes about by keyboard', async () => {
    const visitor = await newVisitor({ locale: 'en' });
    const { page, visit } = visitor;
    await visit('/');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('To the content');
    await leads(visitor, () => page.keyboard.press('f'));
    await page.keyboard.press('j');
    await leads(visitor, () => page.keyboard.press('Enter'));
    expect(new URL(page.url()).pathname).toBe('/folders/1');
    await leads(visitor, () => page.keyboard.press('?'));
    expect(new URL(page.url()).pathname).toBe('/help/keys');
    await page.keyboard.press('/');
    await page.keyboard.type('Brindefer');
    await leads(visitor, () => page.keyboard.press('Enter'));
    expect(await page.locator('tbody tr').count()).toBe(1);
  });

  it('no page is wider than its sheet, in either direction', async () => {
    const { page, visit } = await newVisitor({ locale: 'fr' });
    await page.emulateMedia({ media: 'print' });
    const cut: string[] = [];
    for (const path of ADDRESSES) {
      await visit(path);
      const sheet = await page.evaluate<string>("getComputedStyle(document.querySelector('main')).page");
      const width = sheet === 'wide' ? LANDSCAPE : PORTRAIT;
      await page.setViewportSize({ width, height: 1000 });
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (needed > width) cut.push(`${path}: ${needed} on ${width}`);
    }
    expect(cut).toEqual([]);
  });

  it('without script everything is there, and forms work', async () => {
    const visitor = await newVisitor({ locale: 'en', javaScriptEnabled: false });
    const { page, complaints, visit } = visitor;
    for (const path of ADDRESSES) {
      await visit(path);
      expect([path, await page.locator('h1').count(), await page.locator('a[href^="/problems/"]').count()]).toEqual([
        path,
        1,
        0,
      ]);
    }
    await visit('/folders');
    await page.getByText('Create', { exact: true }).click();
    await page.locator('input[name=Name]').fill('DELTA');
    await leads(visitor, () => page.getByRole('button', { name: 'Create a folder' }).click());
    expect(await page.locator('h1').textContent()).toBe('DELTA'); // its own page
    expect(complaints).toEqual([]);
  });
});
