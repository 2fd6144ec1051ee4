/** Files are dropped, looked at line by line, imported by a click, and taken back by another. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifest } from '../../../src/commands/program/operations.ts';
import type { Actor } from '../../../src/services/operation/actor.ts';
import { send } from '../../contract/requests.ts';
import { FILED, FIRM, named, STATEMENT_FILE, written } from '../../contract/seeds.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { OPERATOR, testSite } from '../../support/site.ts';
import { formOf } from './forms.ts';

const site = await testSite();
for (const [id, input] of [...FIRM, ...FILED]) {
  const entry = manifest.find((one) => one.id === id);
  const response = entry && (await send(site.app, entry, input));
  if (!response?.ok) throw new Error(`${id}: ${await response?.text()}`);
}
const browser = await site.browser();
const { knex } = await site.program.db();
const counted = async (table: string) => Number((await knex(table).count({ count: '*' }))[0]?.count);

const CSV = written('export.csv', 'Date;Libellé;Débit;Crédit;Solde\n02/03/2024;VIR;;12,00;112,00\n');
const FAULTY = named('fec/bad-unbalanced.txt', '732829320FEC20241231.txt');
const SOUND = named('fec/worked-example.txt', '999999998FEC20241231.txt');
const dropped = await browser.drop('/do/intake.check', formOf((await browser.get('/imports')).text, 'intake.check'), [
  STATEMENT_FILE,
  CSV,
  FAULTY,
  SOUND,
  written('bruit.bin', 'neither one nor the other'),
]);
const here = /\/imports\/[0-9a-f-]{36}/.exec(dropped.text)?.[0] ?? '';

it('says what each file is and whose, and imports nothing yet', async () => {
  expect(dropped.status).toBe(200);
  for (const said of ['Statement', 'CFONB 120', 'Ledger', 'BETA', 'export.csv', 'To import', 'Refused'])
    expect(dropped.text).toContain(said);
  expect([await counted('bank_statement'), await counted('ledger_import'), site.failures]).toEqual([0, 1, []]);
});

it('shows findings line by line, of the file that is chosen', async () => {
  const { text } = await browser.get(`${here}?file=3`);
  expect(text).toMatch(/<td class="number">\d+<\/td><td><span class="state error">Error<\/span><\/td><td>FEC06\d/);
});

it('makes the account of a statement that nobody has, once its folder is chosen', async () => {
  const placed = await browser.get(`${here}?folder=2`);
  const form = formOf(placed.text.slice(placed.text.indexOf('id="placing"')), 'intake.import');
  expect(form).toMatchObject({ AccountingFolderId: '2' });
  const imported = await browser.post('/do/intake.import', { ...form, Ranks: '1', CreateAccounts: 'true' });
  expect(imported.text).toContain('Statements: +1, transactions: +3');
  expect(await counted('bank_statement')).toBe(1);
});

it('imports what is sound by one click', async () => {
  const { text } = await browser.get(here);
  const imported = await browser.post('/do/intake.import', formOf(text, 'intake.import'));
  expect(imported.text).toMatch(/999999998FEC20241231.*Imported: \+\d+ ~0 -0/);
  expect(await counted('ledger_import')).toBe(2);
  const undo = formOf(imported.text, 'ledger.undo');
  expect(undo).toMatchObject({ accountingFolderId: '1' });
});

it('takes it back by a click, which asks first', async () => {
  const { text } = await browser.get(here);
  const undo = formOf(text, 'bank.statement.undo');
  expect((await browser.post('/do/bank.statement.undo', undo)).text).toContain('name="_sure"');
  const undone = await browser.post('/do/bank.statement.undo', { ...undo, _sure: 'yes' });
  expect(undone.text).not.toContain('/do/bank.statement.undo');
  expect(await counted('bank_statement')).toBe(0);
});

it('imports a register, says how much of it would go, and takes it back', async () => {
  const check = formOf((await browser.get('/imports?folder=2')).text, 'intake.check');
  const register = named('assets/import/good.csv', 'immobilisations.csv');
  const { text } = await browser.drop('/do/intake.check', check, [register]);
  const imported = await browser.post('/do/intake.import', formOf(text, 'intake.import'));
  expect([imported.text.includes('Assets: +2'), await counted('asset')]).toEqual([true, 2]);
  const undo = formOf((await browser.get('/imports?folder=2')).text, 'asset.undo');
  expect(formOf(imported.text, 'asset.undo')).toMatchObject({ importId: undo.importId, accountingFolderId: '2' });
  const asked = (await browser.post('/do/asset.undo', undo)).text;
  expect(asked).toMatch(/Assets removed.*?2</s);
  expect([asked.includes('name="_sure"'), await counted('asset')]).toEqual([true, 2]);
  const undone = await browser.post('/do/asset.undo', { ...undo, _sure: 'yes' });
  expect([undone.text.includes('/do/asset.undo'), await counted('asset')]).toEqual([false, 0]);
});

let placed = '';
const IBANS = ['FR7630006000011234567890189', 'FR1420041010050500013M02606'] as const;

it('looks at a CSV under the columns of the account that is chosen, then imports it, and again once taken back', async () => {
  const check = formOf((await browser.get('/imports')).text, 'intake.check');
  const lines = 'Date;Libellé;Débit;Crédit;Solde\n02/03/2024;VIR;;12,00;112,00\n03/03/2024;CB;abc;;\n';
  const files = [written('export.csv', lines.replace('abc;;', '2,00;;110,00')), written('faux.csv', lines)];
  const { text } = await browser.drop('/do/intake.check', check, files);
  const at = /\/imports\/[0-9a-f-]{36}/.exec(text.slice(text.indexOf('<h1>')))?.[0] ?? '';
  expect(text).not.toMatch(/--folder|Nothing is wrong/);
  const none = (await browser.get(`${at}?folder=2`)).text;
  expect(none).toContain('<details open=""><summary>An account that the folder does not have yet');
  const account = formOf(none, 'bank.account.create-manual');
  await browser.post('/do/bank.account.create-manual', { ...account, BankName: 'Banque', Iban: IBANS[0] });
  await browser.post('/do/bank.account.create-manual', { ...account, BankName: 'Banque', Iban: IBANS[1], _key: 'b' });
  const chosen = (await browser.get(`${at}?folder=2`)).text;
  expect(chosen).toMatch(/>Banque \(…0189\)<.*?<option value="(\d+)"[^>]*>Banque \(…2606\)</); // distinguished
  const [, AccountId = ''] = /<option value="(\d+)"[^>]*>Banque \(…2606/.exec(chosen) ?? [];
  placed = AccountId;
  const place = { ...formOf(chosen, 'intake.place'), AccountId };
  const looked = await browser.post(
    '/do/intake.place',
    new URLSearchParams([...Object.entries({ ...place, Ranks: '1' }), ['Ranks', '2']]).toString(),
  );
  expect(looked.text).toMatch(/faux\.csv.*?BAD_AMOUNT/);
  expect([looked.text.includes('<dt>Débit</dt><dd>Debit</dd>'), await counted('bank_statement')]).toEqual([true, 0]);
  expect(looked.text).not.toContain('<dt></dt>');
  const wanted = formOf(looked.text, 'intake.import');
  const imported = await browser.post('/do/intake.import', wanted);
  expect([imported.text.includes('Statements: +1, transactions: +2'), await counted('bank_statement')]).toEqual([
    true,
    1,
  ]);
  await browser.post('/do/bank.statement.undo', { ...formOf(imported.text, 'bank.statement.undo'), _sure: 'yes' });
  const again = formOf((await browser.get(at)).text, 'intake.import');
  expect([again.Ranks, await counted('bank_statement')]).toEqual(['1', 0]);
});

it('guesses the columns of an account anew where another file has others', async () => {
  const check = formOf((await browser.get('/imports')).text, 'intake.check');
  const other = written('autre.csv', 'Date;Libellé;Montant\n05/03/2024;VIR;12,00\n06/03/2024;CB;-2,00\n');
  const { text } = await browser.drop('/do/intake.check', check, [other]);
  const at = /\/imports\/[0-9a-f-]{36}/.exec(text.slice(text.indexOf('<h1>')))?.[0] ?? '';
  const place = formOf((await browser.get(`${at}?folder=2`)).text, 'intake.place');
  const refused = await browser.post('/do/intake.place', { ...place, AccountId: placed });
  expect(refused.text).toContain('Débit, Crédit, Solde');
  await browser.post('/do/bank.statement.mapping.unset', formOf(refused.text, 'bank.statement.mapping.unset'));
  const looked = await browser.post('/do/intake.place', formOf(refused.text, 'intake.place'));
  expect(formOf(looked.text, 'intake.import').Ranks).toBe('1');
});

it('lists what was given today, and what a folder has imported', async () => {
  const { text } = await browser.get('/imports?folder=2');
  expect(text).toContain('releve.txt, export.csv, 732829320FEC20241231.txt, 999999998FEC20241231.txt, bruit.bin');
  expect(text).toContain('/do/ledger.undo');
});

it('is nobody else’s', async () => {
  const rights = new Set(['read', 'write'] as const);
  const other: Actor = { kind: 'user', userId: 'zoe', clientId: 'c', companyId: 1, folders: new Set([2]), rights };
  const person = await site.browser(other);
  expect((await person.get(here)).status).toBe(404);
  expect((await person.get('/imports')).text).not.toContain('releve.txt');
});

it('met no bug on the way', () => expect(site.failures).toEqual([]));

const french = await site.browser(OPERATOR, { 'accept-language': 'fr' });

describe('what is too large for a page', () => {
  it('of files, says the form, the size as people read it, and the command without limit', {
    tags: 'long',
  }, async () => {
    const large = join(temporaryFolder('large'), 'large.txt');
    writeFileSync(large, Buffer.alloc(50 * 1024 ** 2 + 1));
    const page = await french.drop('/do/ledger.import', { _back: '/imports' }, [large]);
    expect([page.status, page.text]).toEqual([
      413,
      expect.stringContaining('un fichier dépasse 50 Mo ; rien n’est fait.'),
    ]);
    expect(page.text).toContain('« Importer des fichiers des écritures (FEC) »');
  });

  it('of a form that is typed, says which', async () => {
    const page = await french.post('/do/folder.create', { Name: 'x'.repeat(1024 ** 2), _back: '/' });
    expect([page.status, page.text]).toEqual([413, expect.stringContaining('ce qui est saisi dépasse 1 Mo')]);
    expect(page.text).toContain('« Créer un dossier »');
  });

  it('of many files, says how many go', async () => {
    const page = await french.drop('/do/ledger.import', { _back: '/imports' }, Array(101).fill('package.json'));
    expect([page.status, page.text]).toEqual([413, expect.stringContaining('Plus de 100 fichiers à la fois')]);
  });
});
