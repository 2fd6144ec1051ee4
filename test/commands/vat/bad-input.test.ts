/** What no body of VAT may be, over HTTP and in a file: a clear refusal that names it, and nothing is computed. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { testApp } from '../../support/http.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { lines, MAY } from './simulation.ts';

const folder = temporaryFolder('vat');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { app, failures } = await testApp();

/** With the texts of its problem and of its issues, in one. */
async function byHttp(body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await app.request('/api/vat-reporting/simulations', { method: 'POST', headers, body });
  return `${response.status} ${await response.text()}`;
}

async function byFile(body: string): Promise<string> {
  const path = join(folder, 'body.json');
  writeFileSync(path, body);
  const { exitCode, stderr } = await runCli(['vat', 'simulate', '--body', path, '--json']);
  return `${exitCode} ${stderr.replace(/\s+/g, ' ')}`;
}

const body = (change: object) => JSON.stringify({ Periods: [MAY], ...change });
const entry = (text: string) => body({ Entries: [{ EntryId: 1, Date: '2026-05-04', Lines: lines(text) }] });
const account = (change: object) => body({ Accounts: [{ AccountNumber: '706000', ...change }] });
const nested = (depth: number) => `{"Periods":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const MIB = 1024 * 1024;

it.each<[string, string, RegExp, RegExp]>([
  ['an entry that is not balanced', entry('D 512000 1.00'), /^400 .*EntryNotBalanced/, /^2 .*EntryNotBalanced/],
  ['three decimals', entry('D 512000 1.001, C 706000 1.001'), /^400 .*AmountInvalid/, /^2 .*AmountInvalid/],
  ['an amount below nought', entry('D 512000 -1.00, C 706000 -1.00'), /^400 .*AmountInvalid/, /^2 .*AmountInvalid/],
  [
    'a category in the wrong case, whose name is given',
    account({ VatCategory: 'vt_prest' }),
    /^400 .*ValueUnknown.*VT_PREST/,
    /^2 .*ValueUnknown.*VT_PREST/,
  ],
  ['a rate in another spelling', account({ VatRate: '20' }), /^400 .*ValueUnknown.*_20/, /^2 .*ValueUnknown.*_20/],
  [
    'a period that ends before it starts',
    body({ Periods: [{ StartDate: '2026-05-31', EndDate: '2026-05-01' }] }),
    /^400 .*PeriodInvalid/,
    /^2 .*PeriodInvalid/,
  ],
  ['a depth of 1,000', nested(1_000), /^400 .*BodyNotJson/, /^2 /],
  ['what is no JSON', '{"Periods":', /^400 .*BodyNotJson/, /^2 /],
  ['50 MiB', body({ Entries: 'x'.repeat(50 * MIB) }), /^413 .*BodyTooLarge/, /^2 /],
])('%s', async (_, given, http, cli) => {
  expect((await byHttp(given)).slice(0, 2_000)).toMatch(http);
  expect((await byFile(given)).slice(0, 2_000)).toMatch(cli);
});

it('nothing of it is a fault of the program', () => expect(failures).toEqual([]));
