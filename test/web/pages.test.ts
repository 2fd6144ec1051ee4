/** Every page in a real browser: legible to all, nothing that the content policy or the console reports. */
import { describe, expect, it } from 'vitest';
import { PAGES } from '../../src/commands/serve/pages/registry.ts';
import { hasChromium, openSite, violations } from '../support/chromium.ts';
import { inventedFirm } from '../support/firm.ts';
import { testSite } from '../support/site.ts';

/** The parameters of paths: what the firm has. */
const OF_FIRM: Readonly<Record<string, string>> = { type: 'Liasse', end: '2024-12-31' };
const addressOf = (path: string): string =>
  path.replace('/:folder/vat', '/3/vat').replaceAll(/:(\w+)/g, (_, name: string) => OF_FIRM[name] ?? '1');

describe.runIf(hasChromium)('pages in Chromium', async () => {
  if (!hasChromium) return;
  const site = await testSite();
  await inventedFirm(site);
  const newVisitor = await openSite(site);

  /** Words depend on the language, colours on the theme: of the four pairs these two read every word and every colour. */
  it.each([
    { locale: 'fr', colorScheme: 'light' },
    { locale: 'en', colorScheme: 'dark' },
  ] as const)('are legible in $locale, $colorScheme, and complain of nothing', async (options) => {
    const { page, complaints, visit } = await newVisitor(options);
    const bad: string[] = [];
    for (const { path } of PAGES) {
      await visit(addressOf(path));
      bad.push(...(await violations(page)));
    }
    expect([bad, complaints, site.failures]).toEqual([[], [], []]);
  });
});
