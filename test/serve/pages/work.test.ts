/** The firm's work in pages: Today, folders, what is to declare, one declaration; small, whatever the number of folders. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manifest } from '../../../src/commands/program/operations.ts';
import { type GoodCase, send } from '../../contract/requests.ts';
import { BANK, BOOKS, FILED, FIRM } from '../../contract/seeds.ts';
import { eachOf } from '../../support/length.ts';
import { testSite } from '../../support/site.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2025-05-05T10:00:00Z') });
const site = await testSite();
const COMPANY: GoodCase = [
  'folder.update',
  { params: { accountingFolderId: 2 }, body: { TaxRegime: 'CorporationTax', ResultRegime: 'Normal' } },
];
for (const [id, input] of [...FIRM, ...BOOKS, ...FILED, ...BANK, COMPANY]) {
  const entry = manifest.find((one) => one.id === id);
  const response = entry && (await send(site.app, entry, input));
  if (!response?.ok) throw new Error(`${id}: ${await response?.text()}`);
}
const { knex } = await site.program.db();
afterAll(() => vi.useRealTimers());
const browser = await site.browser();
const french = await site.browser(undefined, { 'accept-language': 'fr' });
const reader = await site.browser({
  kind: 'user',
  userId: 'ann',
  clientId: 'portal',
  companyId: 1,
  folders: new Set([3]),
  rights: new Set(['read'] as const),
});

/** The links with a text, of a page. */
const linksOf = (text: string, said: string): string[] =>
  [...text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)</g)].flatMap(([, href = '', inside]) =>
    inside?.trim() === said ? [href.replaceAll('&amp;', '&')] : [],
  );

describe('Today', () => {
  beforeAll(async () => {
    await knex('job_run').insert({
      job: 'poll-notices',
      input: '{}',
      state: 'failed',
      started_at: '2025-05-01T06:00:00Z',
    });
  });

  it('has one next step for each line, which leads where it is done', async () => {
    const { text } = await browser.get('/');
    const buttons = [...text.matchAll(/class="button" href="([^"]*)"/g)];
    expect(buttons.length).toBe([...text.matchAll(/<tr class=""|<tr>/g)].length - 1); // without the heads
    expect(linksOf(text, 'Retry')).toEqual(['/jobs/runs/1']);
    expect(linksOf(text, 'Reconcile')).toEqual(['/folders/2/bank/3/reconcile']);
    expect(linksOf(text, 'Send')).toContain('/folders/1/declarations/Liasse/2024-12-31');
  });

  it('narrows itself to a kind, and keeps the counts of the others', async () => {
    const { text } = await french.get('/?kind=ToReconcile');
    expect([...text.matchAll(/class="button"/g)]).toHaveLength(1);
    expect(text).toContain('>En retard</span>');
    expect(text).toContain('3 mouvements');
  });

  it('leads back from a page that is not there', async () => {
    const { text } = await browser.get('/?page=99');
    expect(text).toContain('There are fewer pages. <a href="/?page=1">');
  });

  it('says nothing of jobs to who does not operate, and names the next deadline where nothing is to do', async () => {
    const { text } = await reader.get('/');
    expect(text).not.toContain('poll-notices');
    expect(text).toContain('Nothing needs you today.');
    expect(text).toMatch(/Next deadline <strong>\d{4}-\d\d-\d\d<\/strong>, \w+, <a href="\/folders\/3">Vide<\/a>/);
  });
});

/** What a browser sends of a form that narrows a page, as it stands. */
function filterOf(text: string): string {
  const [form = ''] = /<form method="get" class="tools".*?<\/form>/s.exec(text) ?? [];
  const inputs = [...form.matchAll(/<input(?=[^>]* name="([^"]*)")(?=[^>]* value="([^"]*)")?[^>]*>/g)];
  const choices = [...form.matchAll(/<select name="([^"]*)"/g)];
  return new URLSearchParams(
    [...inputs, ...choices].map(([, name = '', value = '']): [string, string] => [name, value]),
  ).toString();
}

it.each([
  ...['/folders', '/declarations', '/deadlines', '/admin', '/folders/2/ledger', '/folders/2/ledger/512000'],
  ...['/folders/2/lines', '/folders/2/bank/3', '/folders/2/assets'],
])('%s is asked for by its filter with nothing filled in', async (path) => {
  const sent = filterOf((await french.get(path)).text);
  expect(sent).toMatch(/=(&|$)/);
  expect((await french.get(`${path}?${sent}`)).status).toBe(200);
});

it('takes an amount as people write it', async () => {
  const rowsOf = async (amount: string) =>
    (await browser.get(`/folders/2/lines?${new URLSearchParams({ minAmount: amount })}`)).text.match(/<tr>/g)?.length;
  expect([await rowsOf('1 250,00'), await rowsOf('1\u202f250,00')]).toEqual([
    await rowsOf('1250.00'),
    await rowsOf('1250'),
  ]);
  expect(await rowsOf('1 250,00')).not.toBe(await rowsOf('0'));
});

describe('folders', () => {
  it('stand in a line each, every figure of which opens what it counts', async () => {
    const { text } = await french.get('/folders?search=BETA');
    expect(linksOf(text, '3')).toEqual(['/folders/2/bank', '/folders/2/bank']); // to reconcile, to justify
    expect(text).toMatch(/>1\s616,00</); // 1250.00 + 45.90 + 320.10
  });

  it('are sorted by the operation, page by page', async () => {
    const { text } = await browser.get('/folders?sort=-Name');
    expect([...text.matchAll(/<td><a href="\/folders\/(\d+)">/g)].map(([, id]) => id)).toEqual(['3', '4', '2', '1']);
    expect(text).toContain('aria-sort="descending"');
    expect(linksOf(text, 'Name')).toEqual(['/folders?sort=Name']);
    expect(text).toContain('/get/folder.overview?sort=Name&amp;descending=true&amp;as=csv');
  });

  it('one of them shows what is left to do in it, over the exercise that is chosen', async () => {
    const present = (await french.get('/folders/1')).text;
    expect(present).toContain('Prochaine échéance');
    expect(linksOf(present, 'Liasse')).toContain('/folders/1/declarations/Liasse/2023-12-31');
    const chosen = (await french.get('/folders/1?exercise=1')).text;
    expect(chosen).toContain('<option value="1" selected=""');
    expect(linksOf(chosen, 'Liasse')).toEqual(['/folders/1/declarations/Liasse/2024-12-31']);
  });
});

describe('what is to declare', () => {
  const grid = /<table class="grid">(.*?)<\/table>/s;

  it('is a grid of folders and periods, in each cell the state and the day', async () => {
    const { text } = await french.get('/declarations');
    const table = grid.exec(text)?.[1] ?? '';
    expect(table).toContain('<time datetime="2024-12">déc. 2024</time>');
    expect(table).toContain(
      '<a class="chip" href="/folders/1/declarations/Liasse/2024-12-31">Liasse <small>20/05/2025</small> <span class="state ToSend">À envoyer</span></a>',
    );
    expect([...table.matchAll(/<th scope="row"><a href="\/folders\/(\d+)">/g)].map(([, id]) => id)).toEqual(['1', '2']);
  });

  it('counts together by state what is older than the periods shown', async () => {
    const { text } = await browser.get('/declarations');
    expect(text).toContain('>Before</th>');
    const older = [
      ...text.matchAll(/class="chip" href="(\/declarations\?[^"]*)"><span class="state Late">Late<\/span> (\d+)/g),
    ];
    expect(older.length).toBeGreaterThan(0);
    for (const [, href = '', count] of older) {
      const list = await browser.get(href.replaceAll('&amp;', '&'));
      expect([...list.text.matchAll(/<td><a href="\/folders\/\d+">/g)].length).toBeGreaterThanOrEqual(Number(count));
    }
  });

  it.each(['/declarations', '/declarations?view=list', '/deadlines'])('%s asks for folders by name', async (path) => {
    const { text } = await browser.get(`${path}${path.includes('?') ? '&' : '?'}accountingFolderId=1`);
    expect(text).toMatch(/<select name="accountingFolderId">.*<option value="1" selected="">ALPHA</);
    expect(text).toMatch(/<select name="companyId">.*<option value="1">[A-Z]/);
  });

  it('is the same by state', async () => {
    const { text } = await browser.get('/declarations?view=states');
    const columns = [...text.matchAll(/<h2><span class="state (\w+)">[^<]*<\/span> <span class="count">(\d+)/g)];
    expect(columns.map(([, state]) => state)).toEqual(['Late', 'ToSend']);
  });

  it('is narrowed by type, state and months; files are of what is shown', async () => {
    const address = '/declarations?types=IS2571&states=Late&dueFrom=2024-06&dueTo=2024-09';
    const { text } = await browser.get(`${address}&view=list`);
    const days = [...text.matchAll(/<td class="day">(2024-\d\d-15)<\/td>/g)].map(([, day]) => day);
    expect(days).toEqual(['2024-06-15', '2024-06-15', '2024-09-15', '2024-09-15']); // of two folders
    const [csv = ''] = linksOf(text, 'CSV');
    const file = await browser.get(csv);
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(5);
  });
});

describe('a declaration', () => {
  const at = '/folders/2/declarations/Liasse/2024-12-31';

  it('shows one form at a time, of which a cell opens the accounts that it is made of', async () => {
    const { text } = await french.get(`${at}?form=2051`);
    const [, cell = ''] = /href="([^"]*cell=2051\.\w\w)"/.exec(text) ?? [];
    expect(cell).not.toBe('');
    const formulas = await french.get(cell.replaceAll('&amp;', '&'));
    expect(formulas.text).toMatch(/class="choose"><h2>2051\.\w\w <span class="count">[^<]/);
  });

  it('does not wait for the forms of a liasse, which come by a link', async () => {
    const { text } = await french.get(at);
    const [, soon = ''] = /<section id="forms" class="forms">.*<a href="([^"]+)" data-soon/.exec(text) ?? [];
    const { text: filled } = await french.get(soon.replaceAll('&amp;', '&'));
    expect(filled).toMatch(/<section id="forms" class="forms">.*form=2051/);
    expect(filled).not.toContain('data-soon');
  });

  it('has its longest text before its forms: what comes late is no new beginning of the page', async () => {
    const [at0, late] = await Promise.all([french.get(at), french.get(`${at}?now=yes`)]);
    const longest = (text: string) => {
      const [, forms = ''] = /<section id="forms"(.*)/s.exec(text) ?? [];
      const texts = [...forms.matchAll(/<p[^>]*>([^<]+)/g)].map(([, one = '']) => one.trim());
      return texts.toSorted((a, b) => b.length - a.length)[0] ?? '';
    };
    expect(longest(late.text)).not.toBe('');
    expect(at0.text).toContain(longest(late.text));
  });

  it('has controls that say nothing of a terminal, each of which opens its form', async () => {
    const { text } = await browser.get(`${at}?form=2051`);
    const controls = text.slice(text.indexOf('<h2>Controls'));
    expect(controls).toMatch(/<a href="[^"]*form=20\d\d\w?">20\d\d/);
    expect(text).not.toContain('taxops declaration');
  });

  it('leads from an account to its lines over the exercise', async () => {
    const cells = await accountCells();
    expect(cells.length).toBeGreaterThan(0);
    const lines = await browser.get(cells[0]?.replaceAll('&amp;', '&') ?? '');
    expect([lines.status, /<td class="amount"><a href="\/folders\/2\/entries/.test(lines.text)]).toEqual([200, true]);
  });

  /** The lines that the first cell with accounts opens. */
  async function accountCells(): Promise<string[]> {
    const { text } = await browser.get(`${at}?form=2052`);
    for (const [, href = ''] of text.matchAll(/href="([^"]*cell=2052\.\w\w)"/g)) {
      const opened = (await browser.get(href.replaceAll('&amp;', '&'))).text;
      const found = [...opened.matchAll(/href="(\/folders\/2\/lines\?account=[^"]*)"/g)].map(([, line = '']) => line);
      if (found.length > 0) return found;
    }
    return [];
  }

  it('says in the language of the person what is wrong with a value', async () => {
    const own = { accountingFolderId: '2', EndDate: '2024-12-31', DeclarationType: 'Liasse', Form: '2052' };
    const refused = { ...own, Value: '1200', _back: `${at}?form=2052` };
    const total = await french.post('/do/declaration.value.change', { ...refused, Cell: 'FR' });
    expect(total.text).toContain('2052.FR: calculée : elle ne se déclare que si');
    const odd = await french.post('/do/declaration.value.change', { ...refused, Cell: 'FR', Colour: 'red' });
    expect(odd.text).toContain('Colour: il n’y a pas de tel champ');
    const unknown = await french.post('/do/declaration.value.change', { ...refused, Cell: 'ZZ' });
    expect(unknown.text).toContain('2052.ZZ: pas de telle zone');
  });

  it('takes another value for a cell, marks it, and takes the computed one back', async () => {
    const own = {
      accountingFolderId: '2',
      EndDate: '2024-12-31',
      DeclarationType: 'Liasse',
      Form: '2058A',
      Cell: 'WE',
    };
    const back = `${at}?form=2058A&cell=2058A.WE`;
    const typed = await browser.post('/do/declaration.value.change', { ...own, Value: '1200', _back: back });
    expect(typed.text).toContain('class="typed"');
    expect(typed.text).toContain('1,200*');
    const taken = await browser.post('/do/declaration.value.change', { ...own, Value: '', _back: back });
    expect(taken.text).not.toContain('class="typed"');
  });

  it('asks for the value that the books do not give, in a form and not in a command', async () => {
    const { text } = await browser.get('/folders/2/declarations/IS2571/2024-03-31');
    expect(text).toContain('ValuesMissing');
    expect(text).not.toContain('| taxops');
    expect(text).toMatch(/name="Form"[^>]* value="2571"/);
    expect(text).toMatch(/name="Cell"[^>]* value="CA"/);
  });

  it('takes the facts that no cell says, and keeps those that are left empty', async () => {
    const here = '/folders/2/declarations/IS2572/2024-12-31';
    const asked = (await browser.get(here)).text;
    expect(asked).toContain('ValuesMissing');
    expect(asked).toMatch(/<details open[^>]*>.*name="Facts.CapitalPaidAndHeldByPersons"/s);
    const own = { accountingFolderId: '2', EndDate: '2024-12-31', DeclarationType: 'IS2572', _back: here };
    const held = await browser.post('/do/declaration.value.add', {
      ...own,
      'Facts.CapitalPaidAndHeldByPersons': 'true',
      'Facts.LossesLeft': '',
    });
    expect(held.text).not.toContain('ValuesMissing');
    await browser.post('/do/declaration.value.add', {
      ...own,
      'Facts.CapitalPaidAndHeldByPersons': '',
      'Facts.LossesLeft': '12',
    });
    expect((await browser.get(here)).text).not.toContain('ValuesMissing');
    const odd = await browser.post('/do/declaration.value.add', { ...own, 'Facts.LossesLeft': 'beaucoup' });
    expect([odd.status, odd.text]).toEqual([422, expect.stringContaining('LossesLeft')]);
  });

  it('of a type that nothing explains says whether a cell was typed or computed', async () => {
    const own = { accountingFolderId: '2', EndDate: '2024-03-31', DeclarationType: 'IS2571', Form: '2571', Cell: 'CA' };
    const back = '/folders/2/declarations/IS2571/2024-03-31?form=2571&cell=2571.CA';
    const typed = await browser.post('/do/declaration.value.change', { ...own, Value: '1200', _back: back });
    expect(typed.text).toContain('A person typed it.');
    await browser.post('/do/declaration.value.change', { ...own, Value: '', _back: back });
  });

  it('has the settings of its period', async () => {
    const own = { accountingFolderId: '2', StartDate: '2024-01-01', EndDate: '2024-12-31', _back: at };
    const { text } = await browser.post('/do/declaration.settings.update', { ...own, DisableReadOnlyForms: 'true' });
    expect(text).toContain('Settings of the period');
    expect(await knex('declaration_settings').select('disable_read_only_forms')).toEqual([
      { disable_read_only_forms: true },
    ]);
  });
});

describe('of 500 folders', () => {
  beforeAll(async () => {
    await knex.raw(
      `with made as (insert into folder (company_id, name, siren, tax_regime, vat_system, vat_deadline_day)
         select 1, 'Folder with a name of some length ' || n, null, 'CorporationTax', 'RealNormal', 19
         from generate_series(1, 500) n returning id)
       insert into exercise (folder_id, start_date, end_date)
         select id, make_date(year, 1, 1), make_date(year, 12, 31) from made, generate_series(2022, 2025) year`,
    );
  });

  eachOf(
    [
      '/',
      '/folders',
      '/folders?sort=-Late',
      '/declarations',
      '/declarations?view=states',
      '/declarations?view=list',
      '/deadlines',
      '/deadlines?month=2025-06',
    ],
    2,
  )('%s is small', async (path) => {
    const { text, status } = await browser.get(path);
    expect([status, site.failures]).toEqual([200, []]);
    expect(text.length).toBeLessThan(100 * 1024);
    expect(gzipSync(text).length).toBeLessThan(20 * 1024);
  });

  it('counts in a day of the calendar what so many folders owe, and lists it on a click', {
    tags: 'long',
  }, async () => {
    const { text } = await browser.get('/deadlines?month=2025-05');
    const day = /<time datetime="2025-05-19">19<\/time>.*?<\/td>/.exec(text)?.[0] ?? '';
    expect(day).toMatch(/3310CA3 <b>50\d<\/b>/);
    const [link = ''] = [...day.matchAll(/href="(\/deadlines[^"]*)"/g)].map(([, href]) =>
      href?.replaceAll('&amp;', '&'),
    );
    expect((await browser.get(link)).text).toMatch(/of 50\d /);
  });
});
