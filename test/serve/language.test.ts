import { describe, expect, it } from 'vitest';
import { languageOf } from '../../src/commands/serve/language.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { testApp } from '../support/http.ts';

describe('Accept-Language', () => {
  it.each([
    [null, 'fr'],
    ['', 'fr'],
    ['*', 'fr'],
    ['fr', 'fr'],
    ['FR-ca', 'fr'],
    ['de', 'en'],
    ['de, fr;q=0.5', 'fr'],
    ['en;q=0.3, fr;q=0.8', 'fr'],
    ['fr;q=0, en', 'en'],
    ['fr;q=x, en;q=0.1', 'en'],
    ['french', 'en'],
  ] as const)('%j where French is the default is %s', (header, language) => {
    expect(languageOf(header, 'fr')).toBe(language);
  });
});

describe('contents for people', async () => {
  const { url } = await testDatabaseSettings(true);
  const env = { TAXOPS_DATABASE_URL: url ?? '', TAXOPS_SECRET_KEY: '5a'.repeat(32) };
  const { app, program, failures } = await testApp(env);
  const inLanguage = (language: string, init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { 'Accept-Language': language, 'Content-Type': 'application/json' },
  });

  it('have French headings in a French export, English ones in an English one', async () => {
    const folder = { method: 'POST', body: JSON.stringify({ Name: 'ALPHA', Siren: '999999998' }) };
    const { Id } = (await (
      await app.request('/api/accounting/accounting-folders', inLanguage('fr', folder))
    ).json()) as { Id: number };
    const headings = async (language: string) => {
      const path = `/api/banking/enterprises/${Id}/complementary-data/transactions/export`;
      const response = await app.request(path, inLanguage(language, { method: 'POST', body: '{}' }));
      expect(response.headers.get('vary')).toBe('Accept-Language');
      const address = (await response.json()) as string;
      return (await (await app.request(address)).text()).split('\r\n')[0];
    };
    expect(await headings('fr')).toContain('Libellé');
    expect(await headings('en')).toContain('Label');
  });

  it('are pages in the language of the browser', async () => {
    const page = async (language: string) =>
      (
        (await (
          await app.request('/api/banking/connections/callback?step=sync_success', inLanguage(language))
        ).json()) as { Content: string }
      ).Content;
    expect(await page('fr')).toContain('<html lang="fr">');
    expect(await page('en')).toContain('<html lang="en">');
  });

  it('met no bug on the way', async () => {
    expect(failures).toEqual([]);
    await program.close();
  });
});
