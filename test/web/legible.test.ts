/** Every page in a real browser, on the firm of `demo --serve`: legible to all. */
import { describe, expect, it } from 'vitest';
import { hasChromium, openBrowser, violations } from '../support/chromium.ts';
import { demoServed } from '../support/demo-served.ts';
import { ADDRESSES } from '../support/firm-pages.ts';

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
    }
    expect([bad, complaints]).toEqual([[], []]);
  });
});
