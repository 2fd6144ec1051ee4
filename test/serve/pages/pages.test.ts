/** Every page: drawn for who may see it in both languages, nothing for a stranger, small; forms that do what they say. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { manifest } from '../../../src/commands/program/operations.ts';
import { PAGES } from '../../../src/commands/serve/pages/registry.ts';
import { wordsOf } from '../../../src/commands/serve/pages/texts.ts';
import { type Actor, RIGHTS } from '../../../src/services/operation/actor.ts';
import { send } from '../../contract/requests.ts';
import { BANK, BOOKS, FILED, FIRM, RECONCILED } from '../../contract/seeds.ts';
import { testSite } from '../../support/site.ts';

const site = await testSite();
for (const [id, input] of [...FIRM, ...BOOKS, ...FILED, ...BANK, ...RECONCILED]) {
  const entry = manifest.find((one) => one.id === id);
  const response = entry && (await send(site.app, entry, input));
  if (!response?.ok) throw new Error(`${id}: ${await response?.text()}`);
}
const browser = await site.browser();
const french = await site.browser(undefined, { 'accept-language': 'fr' });

const stranger: Actor = {
  kind: 'user',
  userId: 'zoe',
  clientId: 'portal',
  companyId: 9,
  folders: new Set([3]),
  rights: new Set(RIGHTS),
};
const person = await site.browser(stranger);

/** The parameters of paths, of what the seeds made. */
const OF_SEEDS: Readonly<Record<string, string>> = {
  folder: '2',
  account: '3',
  type: 'Liasse',
  end: '2024-12-31',
  entry: '1',
  number: '411000',
};
const addressOf = (path: string): string => path.replaceAll(/:(\w+)/g, (_, name: string) => OF_SEEDS[name] ?? '1');
/** What these are about is made in tests of their own. */
const ELSEWHERE = [
  '/imports/:intake',
  '/jobs/runs/:run',
  '/folders/:folder/assets/:asset',
  '/folders/:folder/assets/:asset/compare',
  '/folders/:folder/vat/:procedure',
];
const drawn = PAGES.filter(({ path }) => !ELSEWHERE.includes(path));
const ofFolder = PAGES.filter(({ path }) => path.includes(':folder'));

describe('a page', () => {
  it.each(drawn.map(({ path, title }) => [addressOf(path), title] as const))(
    '%s is drawn in both languages, small',
    async (path, title) => {
      const [english, inFrench] = [await browser.get(path), await french.get(path)];
      expect([english.status, inFrench.status, site.failures]).toEqual([200, 200, []]);
      expect(english.text).toContain('<html lang="en"');
      expect(inFrench.text).toContain('<html lang="fr"');
      expect(english.text + wordsOf[title].en).not.toMatch(/undefined|\[object /);
      expect(english.text.length).toBeLessThan(100 * 1024);
      expect(gzipSync(english.text).length).toBeLessThan(20 * 1024);
    },
  );

  it('has the words of states in the language of the person', async () => {
    const cell = (text: string) => />(Late|ToDo|En retard|À faire)</.exec(text)?.[1];
    const [english, inFrench] = [await browser.get('/folders/2/vat'), await french.get('/folders/2/vat')];
    expect(cell(english.text)).toMatch(/Late|ToDo/);
    expect(cell(inFrench.text)).toBe(cell(english.text) === 'Late' ? 'En retard' : 'À faire');
  });

  it('names its fields in the language of the person', async () => {
    const labels = (text: string) => [...text.matchAll(/<label[^>]*>([^<]+)</g)].map(([, label = '']) => label.trim());
    const odd = new Set<string>();
    for (const { path } of drawn) {
      const [english, inFrench] = [await browser.get(addressOf(path)), await french.get(addressOf(path))];
      const known = new Set(labels(english.text));
      for (const label of labels(inFrench.text)) if (known.has(label)) odd.add(label);
    }
    expect([...odd].sort()).toEqual(['Journal']);
  });

  it('has a month as a wall calendar has it, with what is due in each day', async () => {
    const { text } = await french.get('/deadlines?month=2025-05');
    const liasse = '<a class="due" href="/folders/1/declarations/Liasse/2024-12-31">';
    expect(text).toContain(`<time datetime="2025-05-20">20</time>${liasse}`);
    expect(text.match(/<time/g)).toHaveLength(31);
    expect([...text.matchAll(/rel="(?:prev|next)" href="[^"]*month=([\d-]+)/g)].map(([, month]) => month)).toEqual([
      '2025-04',
      '2025-06',
    ]);
    expect(text).toContain('mai 2025');
  });

  it('lists what is due in the days asked for, whichever month is shown', async () => {
    const listed = async (query: string) => {
      const { text, status } = await browser.get(`/deadlines?month=2025-05&${query}`);
      const list = text.slice(text.lastIndexOf('<tbody>'));
      return [status, new Set([...list.matchAll(/<td class="day">([\d-]+)</g)].map(([, day]) => day))] as const;
    };
    const [, few] = await listed('days=0&lateDays=0');
    const [, more] = await listed('days=0&lateDays=800');
    expect(few.size).toBeLessThan(more.size);
    expect((await browser.get('/deadlines?days=some')).status).toBe(400);
  });

  it.each(ofFolder.map(({ path }) => [addressOf(path)]))('%s is not there for a stranger', async (path) => {
    expect((await person.get(path)).status).toBe(404);
  });

  it('names operations that exist, each of which has a route', () => {
    const served = new Set(manifest.filter(({ http }) => http).map(({ id }) => id));
    expect(PAGES.flatMap(({ operations }) => operations).filter((id) => !served.has(id))).toEqual([]);
  });

  it('leads to pages and files that are there', { tags: 'long' }, async () => {
    const found = new Map<string, string>(); // one of each kind: addresses that differ in their numbers alone are of one page
    for (const { path } of drawn) {
      const { text } = await browser.get(addressOf(path));
      for (const [, href = ''] of text.matchAll(/<a [^>]*href="(\/[^"]*)"/g))
        found.set(href.replaceAll(/\d+/g, '#'), href.replaceAll('&amp;', '&'));
    }
    const bad: string[] = [];
    for (const href of found.values()) if ((await browser.get(href)).status !== 200) bad.push(href);
    expect(bad).toEqual([]);
  });
});

describe('a form', () => {
  it('does what it says once, however often it is sent', async () => {
    const fields = { Name: 'GAMMA', TaxRegime: '', _key: 'one', _back: '/folders' };
    for (let times = 0; times < 2; times++) {
      const page = await browser.post('/do/folder.create', fields);
      expect(page.text).toContain('Done: Create a folder');
    }
    const { knex } = await site.program.db();
    expect(await knex('folder').where('name', 'GAMMA').select('tax_regime')).toEqual([{ tax_regime: null }]);
  });

  it('comes back with what was typed, and what is wrong beside it', async () => {
    const page = await browser.post('/do/folder.create', { Name: '<b>X</b>', Siren: '12345678901', _back: '/folders' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('value="&lt;b&gt;X&lt;/b&gt;"');
    expect(page.text).toMatch(/value="12345678901"[^>]*\/?><span class="fault">/);
  });

  it('says beside its field which number is wrong, and takes one in groups as registers print it', async () => {
    const sent = { Name: 'DELTA', Siren: '123 456 789', _back: '/folders' };
    const wrong = await browser.post('/do/folder.create', sent);
    expect(wrong.text).toMatch(/value="123 456 789"[^>]*\/?><span class="fault">123456789 is no/);
    const right = await browser.post('/do/folder.create', { ...sent, Siren: '998\u00a0356 174' });
    expect(right.text).toContain('Done: Create a folder');
    const { knex } = await site.program.db();
    expect(await knex('folder').where('name', 'DELTA').pluck('siren')).toEqual(['998356174']);
  });

  it('asks before it does what cannot be undone', async () => {
    const [, exerciseId = ''] = /<option value="(\d+)"/.exec((await browser.get('/folders/2')).text) ?? [];
    const fields = { accountingFolderId: '2', exerciseId, _back: '/folders/2' };
    const asked = await browser.post('/do/exercise.delete', fields);
    expect([asked.status, asked.text.includes('name="_sure"')]).toEqual([200, true]);
    expect(asked.text).toMatch(/Entries.*Imports/s); // how much would go
    expect(asked.text).not.toContain('nothing is filed');
    const filed = { accountingFolderId: '2', declarationType: 'Liasse', endDate: '2024-12-31', _back: '/folders/2' };
    const leaves = await french.post('/do/declaration.send', filed);
    const { text } = await french.get('/folders/2');
    expect(leaves.text).toContain('Un test : rien n’est déposé');
    expect(leaves.text).toContain(/<h1>([^<]+)</.exec(text)?.[1]);
    expect((await person.post('/do/declaration.send', filed)).status).toBe(404);
    expect((await browser.post('/do/exercise.delete', { ...fields, exerciseId: '99' })).status).toBe(404);
  });

  it.each([
    ['an operation that is none', '/do/nothing.at.all', { _back: '/' }, 404],
    ['an operation that only reads', '/do/folder.list', { _back: '/' }, 404],
    ['a field that it does not have', '/do/folder.create', { Name: 'X', Odd: '1', _back: '/folders' }, 422],
    ['a way back to another site', '/do/folder.create', { Name: '', _back: '//evil.example/' }, 422],
  ])('is refused for %s', async (_what, path, fields, status) => {
    expect((await browser.post(path, fields)).status).toBe(status);
  });

  it('of another site does nothing', async () => {
    const other = await site.browser(undefined, { 'sec-fetch-site': 'cross-site' });
    expect((await other.post('/do/folder.create', { Name: 'EVIL' })).status).toBe(403);
  });

  it('of a stranger does nothing to the folders of others', async () => {
    const fields = { accountingFolderId: '1', Name: 'TAKEN', _back: '/folders/3' };
    expect((await person.post('/do/folder.update', fields)).status).toBe(404);
  });
});

it('a file has every row, whichever page is on the screen', async () => {
  const { text } = await browser.get('/get/operator.audit.list?as=csv&limit=1');
  expect(text.trimEnd().split('\r\n').length).toBeGreaterThan(2);
});

it('a file is what its page shows, without formulas', async () => {
  await browser.post('/do/folder.create', { Name: '=1+1', _back: '/folders' });
  const { text, headers } = await browser.get('/get/folder.list?as=csv');
  expect(headers.get('content-disposition')).toContain('folder.list.csv');
  expect(text).toContain("'=1+1");
});
