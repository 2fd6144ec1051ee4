/** The bank of a folder by its pages: balances on both sides, movements with their balance, a document dropped on a line. */
import { expect, it } from 'vitest';
import { manifest } from '../../../src/commands/program/operations.ts';
import { balancesOfAccounts } from '../../../src/services/banking/books/comparison/account-balances.ts';
import { balancePicture } from '../../../src/services/banking/report/balance-chart.ts';
import { transactionsOfAccount } from '../../../src/services/banking/transactions/complementary/of-account.ts';
import { attachDocuments } from '../../../src/services/banking/transactions/supporting-documents/attach.ts';
import { transactionsOfEntry } from '../../../src/services/banking/transactions/supporting-documents/of-entry.ts';
import { parseAmount } from '../../../src/services/kernel/money.ts';
import { send } from '../../contract/requests.ts';
import { BANK, BOOKS, FILED, FIRM, RECONCILED, written } from '../../contract/seeds.ts';
import { testContext } from '../../support/context.ts';
import { testSite } from '../../support/site.ts';
import { formOf } from './forms.ts';

const site = await testSite();
for (const [id, input] of [...FIRM, ...BOOKS, ...FILED, ...BANK, ...RECONCILED]) {
  const entry = manifest.find((one) => one.id === id);
  const response = entry && (await send(site.app, entry, input));
  if (!response?.ok) throw new Error(`${id}: ${await response?.text()}`);
}
const browser = await site.browser();
const french = await site.browser(undefined, { 'accept-language': 'fr' });
const ctx = testContext(await site.program.db());
const HERE = '/folders/2/bank/3';

it('shows each account by the bank and by the books, and draws its balance from an address of its own', async () => {
  const { text } = await browser.get('/folders/2/bank');
  expect(text).toMatch(/href="\/folders\/2\/ledger\/512000">[\d,.]+<\/a>/);
  const src = /<img class="chart" src="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(text).toContain('href="/folders/2/bank/3?beginDate=2024-03-01&amp;endDate=2024-03-31"');
  const chart = await browser.get(src);
  expect([chart.status, chart.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(chart.text).toMatch(/^<svg[\s\S]*<path/);
  expect(chart.text).not.toContain('<script');
});

it('has the balances of both sides as the database sums them', async () => {
  const { knex } = await site.program.db();
  const account = (await balancesOfAccounts(ctx, 2)).find(({ accountId }) => accountId === 3);
  const [statement] = await knex('bank_statement').where({ folder_id: 2, account_id: 3 }).select('end_units');
  const [{ sum }] = (
    await knex.raw(
      `select sum(l.debit_cents - l.credit_cents)::bigint as sum from entry_line l
       join account a on a.folder_id = l.folder_id and a.id = l.account_id
       where l.folder_id = 2 and a.number = '512000' and l.entry_date <= ?`,
      [account?.date ?? null],
    )
  ).rows;
  expect([account?.bankBalance, account?.ledgerBalance]).toEqual([statement.end_units, sum]);
  expect(account?.difference).toBe(sum - statement.end_units);
});

it('shows what is to justify first, with the balance after each movement', async () => {
  const wanted = { folderId: 2, accountId: 3, order: 'Day', page: 1, limit: 10 } as const;
  const { items } = await transactionsOfAccount(ctx, wanted);
  const cents = (text: string | null | undefined) => parseAmount(text ?? '') ?? 0n;
  for (const [index, one] of items.slice(0, -1).entries())
    expect(cents(one.balance) - cents(one.amount)).toBe(cents(items[index + 1]?.balance));
  const { text } = await french.get(`${HERE}?order=Day&toJustify=true`);
  expect(text).toMatch(/05\/03\/2024.*-320,10.*04\/03\/2024.*-45,90/);
});

it('takes a document on the line that it justifies', async () => {
  const before = await browser.get(HERE);
  const form = formOf(before.text, 'bank.document.attach');
  const after = await browser.drop('/do/bank.document.attach', form, [written('facture.pdf', '%PDF-1.7\nfacture')]);
  expect(after.text).toMatch(/href="\/get\/bank\.document\.download\?[^"]*">facture\.pdf<\/a>/);
  expect(after.text.match(/do\/bank\.document\.attach"/g)?.length).toBe(
    (before.text.match(/do\/bank\.document\.attach"/g)?.length ?? 0) - 1,
  );
});

it('gives a category to the movement that is chosen', async () => {
  await browser.post('/do/bank.category.create', { enterpriseId: '2', Name: 'Énergie', _back: HERE });
  const { text } = await browser.get(`${HERE}?at=3`);
  const form = formOf(text, 'bank.complement.set-category');
  const kept = await browser.post('/do/bank.complement.set-category', { ...form, CategoryId: '1' });
  expect(kept.text).toMatch(/at=3#chosen">Énergie<\/a>/);
});

it('leads from a balance to a line, from the line to its entry, from the entry to its piece', async () => {
  const balance = await browser.get('/folders/2/ledger');
  const account = /href="(\/folders\/2\/ledger\/512000[^"]*)"/.exec(balance.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const lines = await browser.get(account);
  expect(lines.text).toMatch(/<th scope="col" class="amount">Balance<\/th>/);
  expect(lines.text).toContain('VIR CLIENT FICTIF');
  const entry = await browser.get('/folders/2/entries/3');
  expect(entry.text).toMatch(/href="\/folders\/2\/bank\/3\?at=1#chosen">VIR/);
});

it('refuses a document where nothing is left to justify, and finds none of an entry that is none', async () => {
  const file = { name: 'autre.pdf', path: written('autre.pdf', '%PDF-1.7\nautre') };
  const { items } = await transactionsOfAccount(ctx, { folderId: 2, accountId: 3, order: 'Day', page: 1, limit: 10 });
  const whole = items.find(({ remaining }) => Number(remaining) === 0);
  await expect(attachDocuments(ctx, 2, whole?.id ?? 0, [file])).rejects.toMatchObject({
    code: 'NothingLeftToAssociate',
  });
  expect(await transactionsOfEntry(ctx, 2, 999)).toEqual([]);
  expect((await balancePicture(ctx, 2, {})).fileName).toBe('balance-2.svg');
});

it('met no bug on the way', () => expect(site.failures).toEqual([]));
