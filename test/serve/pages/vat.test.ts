/** VAT by pages: a return is prepared, a cell typed, its framing and controls read, rates given to many lines at once. */
import { describe, expect, it } from 'vitest';
import { manifest } from '../../../src/commands/program/operations.ts';
import { listsOf } from '../../../src/commands/serve/site/lists.ts';
import { send } from '../../contract/requests.ts';
import { FIRM } from '../../contract/seeds.ts';
import { testSite } from '../../support/site.ts';
import { formOf } from './forms.ts';

const site = await testSite();
const folder = { accountingFolderId: 1 };

async function done(id: string, input: object): Promise<void> {
  const entry = manifest.find((one) => one.id === id);
  const response = entry && (await send(site.app, entry, input));
  if (!response?.ok) throw new Error(`${id}: ${await response?.text()}`);
}

const entryOf = (JournalCode: string, lines: readonly (readonly [string, string, string])[]) => ({
  params: folder,
  body: {
    JournalCode,
    Date: '2024-02-15',
    Label: `Pièce ${JournalCode}`,
    Lines: lines.map(([AccountNumber, Debit, Credit]) => ({ AccountNumber, Debit, Credit })),
    Validate: true,
  },
});

for (const [id, input] of FIRM) await done(id, input);
await done('folder.update', { params: folder, body: { VatSystem: 'RealNormal' } });
await done('exercise.create', { params: folder, body: { StartDate: '2024-01-01', EndDate: '2024-12-31' } });
for (const [Code, Type] of [
  ['VE', 'Sale'],
  ['HA', 'Purchase'],
])
  await done('journal.create', { params: folder, body: { Code, Label: Code, Type } });
for (const number of ['411000', '401000', '707000', '607000', '445710', '445660'])
  await done('account.create', { params: folder, body: { Number: number, Label: `Compte ${number}` } });
await done(
  'entry.create',
  entryOf('VE', [
    ['411000', '1200.00', '0.00'],
    ['707000', '0.00', '1000.00'],
    ['445710', '0.00', '200.00'],
  ]),
);
await done(
  'entry.create',
  entryOf('HA', [
    ['607000', '300.00', '0.00'],
    ['445660', '30.00', '0.00'],
    ['401000', '0.00', '330.00'],
  ]),
);

const browser = await site.browser();
const french = await site.browser(undefined, { 'accept-language': 'fr' });
const field = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

const SET_FRAMING = 'vat.form.framing.cell.set';

describe('a return', () => {
  it('is prepared by a button, which leads to it', async () => {
    const { text } = await browser.get('/folders/1/vat');
    const form = [...text.matchAll(/<form[^>]*procedure-group\.assist.*?<\/form>/g)]
      .map(([whole]) => whole)
      .find((whole) => whole.includes('value="2024-02-01"'));
    const names = ['enterpriseId', 'AccountingFolderId', 'ProcedureType', 'BeginDate', 'EndDate', '_after', '_key'];
    const fields = Object.fromEntries(names.map((name) => [name, field(form ?? '', name)]));
    const page = await browser.post('/do/vat.procedure-group.assist', fields);
    expect(page.text).toContain('Done: Create a period with the VAT assistant');
    expect(page.text).toContain('3310CA3');
    expect((await browser.get('/folders/1/vat')).text).toContain('href="/folders/1/vat/1"');
  });

  it.each(['framing', 'framing&grid=ByAccount', 'form', 'form&all=yes', 'controls', 'send', 'receipt'])(
    'shows its step %s in both languages, small',
    async (step) => {
      for (const person of [browser, french]) {
        const { status, text } = await person.get(`/folders/1/vat/1?step=${step}`);
        expect([status, site.failures]).toEqual([200, []]);
        expect(text).not.toMatch(/undefined|\[object |role="alert"/);
        expect(text.length).toBeLessThan(100 * 1024);
      }
    },
  );

  it('explains a cell down to its lines, takes another value, and marks it beside what is computed', async () => {
    const cell = '/folders/1/vat/1?step=form&cell=_3310CA3.HB';
    const { text } = await browser.get(cell);
    expect(text).toContain('href="/folders/1/entries/2"');
    expect(field(text, 'Zone')).toBe('HB');
    const fields = { enterpriseId: '1', procedureId: '1', FormCode: '_3310CA3', Zone: 'HB', Value: '45', _back: cell };
    await browser.post('/do/vat.procedure.box.set', fields);
    const after = await browser.get('/folders/1/vat/1?step=form');
    expect(after.text).toMatch(/class="typed"[^>]*>45\*<\/a><small class="note"> computed 30\.00/);
    expect(after.text).toMatch(/Total deductible tax<\/td><td class="amount"><a [^>]*>45</); // recomputed with it
    const written = await french.post('/do/vat.procedure.box.set', { ...fields, Value: '1\u202f045,00' });
    expect(written.text).toMatch(/name="Value"[^>]*value="1045"/);
    await browser.post('/do/vat.procedure.box.set', fields);
    const wrong = await browser.post('/do/vat.procedure.box.set', { ...fields, Value: 'many' });
    expect([wrong.status, wrong.text.includes('value="many"')]).toEqual([422, true]);
    const stale = await browser.post('/do/vat.procedure.box.set', { ...fields, Value: '50', _was: '{"Value":"30"}' });
    expect(stale.status).toBe(409);
    expect(stale.text).toMatch(/name="Value"[^>]*value="50".*?Meanwhile another person saved: 45</);
  });

  it('says which period it is of, as people write it', async () => {
    expect((await french.get('/folders/1/vat/1')).text).toContain('<title>TVA 01/02/2024 – 29/02/2024');
    expect((await browser.get('/folders/1/vat/1')).text).toContain('<title>VAT 2024-02-01 – 2024-02-29');
  });

  it('takes an amount on its framing, with why', async () => {
    const { text } = await browser.get('/folders/1/vat/1?step=framing');
    const [, href = ''] = /<td class="amount"><a href="([^"]*column=Base[^"]*)"/.exec(text) ?? [];
    const chosen = await browser.get(href.replaceAll('&amp;', '&'));
    const row = new URL(href.replaceAll('&amp;', '&'), 'http://localhost').searchParams.get('row') ?? '';
    const fields = {
      accountingFolderId: '1',
      procedureId: '1',
      Grid: 'ByRate',
      RowIdentifier: row,
      ColumnIdentifier: 'Base',
    };
    expect(chosen.text).toContain('name="Comment"');
    const typed = { ...fields, Amount: '310,50', Comment: 'avoir', _back: '/folders/1/vat/1?step=framing' };
    const page = await browser.post('/do/vat.form.framing.cell.set', typed);
    expect(page.text).toMatch(/310\.50<\/a><small class="note">\* computed /);
  });

  it('refuses once what would undo what another person typed on the framing, with both values', async () => {
    const { text } = await browser.get('/folders/1/vat/1?step=framing');
    const [, href = ''] = /<td class="amount"><a href="([^"]*column=AccountedVat[^"]*)"/.exec(text) ?? [];
    const cell = href.replaceAll('&amp;', '&');
    const opened = async () => formOf((await french.get(cell)).text, SET_FRAMING);
    const [first, second] = [await opened(), await opened()];
    const save = (fields: Readonly<Record<string, string>>) => french.post(`/do/${SET_FRAMING}`, fields);
    expect((await save({ ...first, Amount: '45', Comment: 'avoir' })).status).toBe(200);
    const refused = await save({ ...second, Amount: '50,20', Comment: 'autre' });
    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(/name="Amount"[^>]*value="50,20".*?class="fault">Entre-temps[^<]*45</);
    expect(await opened()).toMatchObject({ Amount: '45', Comment: 'avoir' });
    const again = await save(formOf(refused.text, SET_FRAMING));
    expect([again.status, (await opened()).Amount]).toEqual([200, '50.2']);
    expect(again.text).not.toContain('name="Comment"');
  });

  it('keeps the form of a framing cell that is refused, with what was typed', async () => {
    const { text } = await browser.get('/folders/1/vat/1?step=framing');
    const [, href = ''] = /<td class="amount"><a href="([^"]*column=Base[^"]*)"/.exec(text) ?? [];
    const form = formOf((await browser.get(href.replaceAll('&amp;', '&'))).text, SET_FRAMING);
    const refused = await browser.post(`/do/${SET_FRAMING}`, { ...form, Amount: 'much', Comment: 'why' });
    expect([refused.status, formOf(refused.text, SET_FRAMING)]).toEqual([
      422,
      expect.objectContaining({ Amount: 'much', Comment: 'why' }),
    ]);
  });

  it('has one verdict of its controls, and keeps the form of a sending that is refused', async () => {
    expect((await browser.get('/folders/1/vat/1?step=controls')).text).not.toMatch(/The return is (not )?valid/);
    const form = formOf((await browser.get('/folders/1/vat/1?step=send')).text, 'vat.procedure.send');
    const typed = { ...form, activateTestMode: 'true', shouldGenerateODAutomaticaly: 'perhaps' };
    const refused = await browser.post('/do/vat.procedure.send', typed);
    expect([refused.status, refused.text.includes('action="/do/vat.procedure.send"')]).toEqual([422, true]);
  });

  it('has a closing entry whose days and amounts are written as people write them', async () => {
    const { text } = await french.get('/folders/1/vat/1?step=send');
    expect(text).toMatch(/29\/02\/2024.*?<td class="amount">200,00</s);
    expect(text).not.toMatch(/\d\.\d\d\b/);
  });

  it('is not there for its number elsewhere', async () => {
    expect((await browser.get('/folders/2/vat/1')).status).toBe(404);
  });
});

describe('rates of lines', () => {
  it('are read as rows, those that are whole; one rate stands for those left empty', () => {
    const fields = [
      ['Updates.0.EntryId', '1'],
      ['Updates.0.VatRate', '_10'],
      ['Updates.1.EntryId', '2'],
      ['Updates.1.VatRate', ''],
      ['Other', 'x'],
    ] as const;
    const rows = (more: readonly (readonly [string, string])[]) =>
      JSON.parse(listsOf([...fields, ...more]).Updates ?? '');
    expect(rows([['Updates.*.VatRate', '']])).toEqual([{ EntryId: 1, VatRate: '_10' }]);
    expect(rows([['Updates.*.VatRate', '_20']])).toEqual([
      { EntryId: 1, VatRate: '_10' },
      { EntryId: 2, VatRate: '_20' },
    ]);
  });

  it('are given to many lines at once', async () => {
    const path = '/folders/1/vat/allocation?onlyRequiringCompletion=false';
    const { text } = await browser.get(path);
    const fields = Object.fromEntries(
      [...text.matchAll(/name="(Updates\.\d+\.\w+)" value="(\d+)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const count = Object.keys(fields).filter((name) => name.endsWith('.EntryLineId')).length;
    expect(count).toBeGreaterThan(0);
    for (let row = 0; row < count; row++) fields[`Updates.${row}.VatRate`] = '';
    const sent = { ...fields, accountingFolderId: '1', 'Updates.*.VatRate': '_10', _back: path };
    const none = await browser.post('/do/vat.allocation.set-rates', { ...sent, 'Updates.*.VatRate': '' });
    expect([none.status, none.text.includes('nothing was filled in')]).toEqual([422, true]);
    expect((await browser.post('/do/vat.allocation.set-rates', sent)).text).toContain('Done:');
    const after = (await browser.get(path)).text;
    expect(after.match(/value="_10" selected/g)).toHaveLength(count);
  });
});

it('an account says which level its VAT is of, and takes what a person says', async () => {
  const { text } = await browser.get('/folders/1/vat/accounts');
  const [, account = ''] = /account=(\d+)">707000</.exec(text) ?? [];
  expect(text).toMatch(/707000.*?<small class="note">system<\/small>/);
  const sent = {
    accountingFolderId: '1',
    AccountId: account,
    IsSystemGenerated: 'false',
    Exigibility: 'OnReceipts',
    VatRate: '_20',
    _back: `/folders/1/vat/accounts?account=${account}`,
  };
  const page = await browser.post('/do/vat.configuration.set', sent);
  expect(page.text).toMatch(/On receipts <small class="note">person/);
});

it('met no bug on the way', () => expect(site.failures).toEqual([]));
