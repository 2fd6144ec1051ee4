/** Documents and exports as their callers meet them: files uploaded, downloaded, sent. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { testApp } from '../../support/http.ts';
import { eachOf } from '../../support/length.ts';
import { mailEnvironment, mailServer } from '../../support/mail-server.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const home = temporaryFolder('complement');
const { url = '' } = await testDatabaseSettings(true);
const server = await mailServer();
const env = {
  TAXOPS_DATABASE_URL: url,
  TAXOPS_HOME: home,
  TAXOPS_SECRET_KEY: '5a'.repeat(32),
  ...mailEnvironment(server),
  NO_COLOR: '1',
};
const { app, program } = await testApp(env);
afterAll(() => program.close());

const cli = (...argv: string[]) => runCli([...argv, '--json'], { env });
await cli('folder', 'create', '--name', 'ALPHA', '--siren', '999999998');
await cli(
  'bank',
  'statement',
  'import',
  'fixtures/cfonb/good/worked-example.cfonb',
  '--folder',
  '1',
  '--create-accounts',
  'true',
);

const documents = '/api/banking/enterprises/1/documents';
const post = (name: string, content: string | Buffer<ArrayBuffer>) => {
  const form = new FormData();
  form.append('File', new Blob([content]), name);
  return app.request(documents, { method: 'POST', body: form });
};
const stored = async () =>
  ((await (await app.request(documents)).json()) as { readonly TotalItems: number }).TotalItems;

describe('a document sent over HTTP', () => {
  eachOf(
    [
      ['../../etc/passwd', '%PDF-1.7 a', 400, 'FileNameInvalid'],
      ['..\\..\\a.pdf', '%PDF-1.7 b', 400, 'FileNameInvalid'],
      ['C:\\temp\\facture.pdf', '%PDF-1.7 c', 400, 'FileNameInvalid'],
      ['archive.pdf', 'PK\u0003\u0004 zip', 415, 'DocumentTypeRefused'],
      ['noise.pdf', Buffer.alloc(50 * 2 ** 20, 'noise'), 413, 'BodyTooLarge'],
      ['noise.pdf', Buffer.alloc(2 ** 20, 'noise'), 415, 'DocumentTypeRefused'],
      ['large.pdf', Buffer.alloc(11 * 2 ** 20, '%PDF-1.7'), 413, 'DocumentTooLarge'],
    ],
    2,
  )('named %s is refused, nothing is stored', async (name, content, status, code) => {
    const response = await post(name, content);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
    expect(await stored()).toBe(0);
  });

  it('comes back as an attachment that no browser runs', async () => {
    expect((await post('Facture été.pdf', '%PDF-1.7 whole')).status).toBe(201);
    const response = await app.request(`${documents}/1/content`);
    expect(await response.text()).toBe('%PDF-1.7 whole');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('an export', () => {
  const route = '/api/banking/enterprises/1/complementary-data/transactions/export';
  const ask = (path: string, body: object) =>
    app.request(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

  it('is a path for who is here and an address for who is not, of the same bytes', async () => {
    const here = (await cli('bank', 'export', '--folder', '1', '--to-justify', 'true')).json<string>();
    expect(here.startsWith(join(home, 'files'))).toBe(true);
    const there = (await (await ask(route, { ToJustify: true })).json()) as string;
    const response = await app.request(there);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(here))).toBe(true);
    const output = join(home, 'again.csv');
    const fileId = there.slice('/api/files/'.length);
    expect((await runCli(['file', 'download', fileId, '--output', output], { env })).exitCode).toBe(0);
    expect(readFileSync(output).equals(readFileSync(here))).toBe(true);
  });

  it('is sent by mail, from either side', async () => {
    const argv = ['--folder', '1', '--subject', 'Mouvements', '--message', 'Bonjour', '--to', 'compta@example.org'];
    const id = (await cli('bank', 'export-send', ...argv, '--file-format', 'xlsx')).json<string>();
    expect(server.received.at(-1)?.text).toContain(`Message-ID: ${id}`);
    expect(server.received.at(-1)?.text).toMatch(/filename=mouvements-1-\d{4}-\d\d-\d\d\.xlsx/);
    const mail = { Subject: 'Été', Body: 'Bonjour', To: ['compta@example.org', 'unknown@example.org'] };
    const response = await ask(`${route}/send`, { ...mail, ExportQuery: { SortFields: 'Amount' } });
    expect(response.headers.get('refused-recipients')).toBe('unknown@example.org');
    expect(server.received.at(-1)?.text).toContain(`Message-ID: ${await response.json()}`);
  });

  it('refused by the mail server is a 502 that does not repeat what the server says', async () => {
    const mail = { Subject: 'x', Body: '', To: ['unknown@example.org'], ExportQuery: {} };
    const response = await ask(`${route}/send`, mail);
    expect(response.status).toBe(502);
    const problem = (await response.json()) as Record<string, unknown>;
    expect(problem).toMatchObject({ code: 'MailRefused' });
    expect(JSON.stringify(problem)).not.toContain('no such user');
  });
});

it('what is left to justify fits a screen', { tags: 'long' }, async () => {
  const bill = join(home, 'énergie.pdf');
  writeFileSync(bill, '%PDF-1.7 bill');
  const facts = ['--amount', '320.10', '--counter-party', 'Énergie Imaginaire', '--effectif-date', '2026-03-01'];
  await cli('bank', 'document', 'add', bill, '--folder', '1', ...facts);
  const matched = await runCli(['bank', 'document', 'match', '--folder', '1', '--apply', 'true'], { env, tty: true });
  expect(matched.stdout).toContain('the label names Énergie Imaginaire');
  const left = ['--to-justify', 'true', '--with-remaining-amount', 'true'];
  const order = ['--sort-fields', 'Date', '--sort-direction', 'Ascending'];
  const asked = ['bank', 'complement', 'search', '--folder', '1', ...left, ...order];
  const { stdout } = await runCli(asked, { env, tty: true });
  expect(stdout).not.toContain('Account');
  expect(stdout).toContain('CB LIBRAIRIE DU PARC');
  expect(stdout).not.toContain('PRLV SEPA ENERGIE');
  await program.db().then(({ knex }) =>
    knex.raw(`insert into bank_account (folder_id, source_id, name, iban, provider, bank_id, created_at, updated_at)
      select folder_id, 'other', 'Other', 'FR7630001007941234567890185', provider, bank_id, created_at, updated_at from bank_account where id = 1`),
  );
  await program.db().then(({ knex }) => knex.raw('update bank_transaction set account_id = 2 where id = 2'));
  const both = await runCli(asked, { env, tty: true });
  expect(both.stdout).toMatch(/Account.*34567890185/s);
  for (const shown of [stdout, both.stdout])
    expect(Math.max(...shown.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});
