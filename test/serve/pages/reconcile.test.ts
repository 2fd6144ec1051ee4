/** Reconciling by a page: a transaction, its proposals, what is accepted, undone, tried by a rule, previewed. */
import { expect, it } from 'vitest';
import { manifest } from '../../../src/commands/program/operations.ts';
import { send } from '../../contract/requests.ts';
import { BANK, BOOKS, FILED, FIRM, RECONCILED } from '../../contract/seeds.ts';
import { testSite } from '../../support/site.ts';
import { formOf } from './forms.ts';

const site = await testSite();
for (const [id, input] of [...FIRM, ...BOOKS, ...FILED, ...BANK, ...RECONCILED]) {
  const entry = manifest.find((one) => one.id === id);
  const response = entry && (await send(site.app, entry, input));
  if (!response?.ok) throw new Error(`${id}: ${await response?.text()}`);
}
/** What the seeds reconciled is left to do again. */
const AT = 'http://localhost/api/banking/enterprises/2';
const { Items } = (await (await site.app.request(`${AT}/reconciliations`)).json()) as {
  readonly Items: readonly { readonly TransactionId: number }[];
};
for (const { TransactionId } of Items)
  await site.app.request(`${AT}/transactions/${TransactionId}/reconciliation`, { method: 'DELETE' });
const browser = await site.browser();
const HERE = '/folders/2/bank/3/reconcile';

const left = (text: string) => Number(/data-left="true">(\d+)</.exec(text)?.[1]);

it('shows a transaction with its proposals, why, and both balances', async () => {
  const { text } = await browser.get(HERE);
  expect(text).toMatch(/aria-current="true"><td>[\d-]+<\/td><td><a [^>]*>VIR SEPA CLIENT FICTIF/);
  expect(text).toMatch(/same amount \(\+\d+\)/);
  for (const said of ['By the bank', 'By the books', 'Difference']) expect(text).toContain(`<dt>${said}</dt><dd>`);
  expect(text).toMatch(/data-key="Enter 1"/);
});

it('accepts one, says what to undo, and undoes it', async () => {
  const before = await browser.get(HERE);
  const linked = await browser.post('/do/bank.reconcile.set', formOf(before.text, 'bank.reconcile.set'));
  expect(left(linked.text)).toBe(left(before.text) - 1);
  const undone = await browser.post('/do/bank.reconcile.unset', formOf(linked.text, 'bank.reconcile.unset'));
  expect(left(undone.text)).toBe(left(before.text));
});

it('previews what scores enough before it accepts, and takes the whole back', async () => {
  const high = await browser.get(`${HERE}?minScore=100`);
  expect(high.text).not.toContain('/do/bank.reconcile.accept');
  const low = await browser.get(`${HERE}?minScore=60`);
  const form = formOf(low.text, 'bank.reconcile.accept');
  expect(form).toMatchObject({ MinScore: '60', AccountId: '3' });
  const accepted = await browser.post('/do/bank.reconcile.accept', form);
  expect(left(accepted.text)).toBeLessThan(left(low.text));
  const undo = formOf(accepted.text, 'bank.reconcile.run.undo');
  const asked = await browser.post('/do/bank.reconcile.run.undo', undo);
  expect(asked.text).toContain('name="_sure"');
  const back = await browser.post('/do/bank.reconcile.run.undo', { ...undo, _sure: 'yes' });
  expect(left(back.text)).toBe(left(low.text));
});

it('says that nothing has so many points', async () => {
  const { text } = await browser.get(`${HERE}?minScore=100`);
  expect(text).toContain('Nothing has that many points');
});

it('says that transactions come after the books, which have a place in no list', async () => {
  const { knex } = await site.program.db();
  const all = knex('bank_transaction').where({ folder_id: 2, account_id: 3 });
  const last = await all.clone().max({ id: 'id' }).first();
  expect((await browser.get(HERE)).text).not.toContain('The books end before');
  const one = () => knex('bank_transaction').where({ id: Number(last?.id) });
  const [before] = await one().select('operation_date');
  await one().update({ operation_date: '2031-01-02' });
  expect((await browser.get(HERE)).text).toContain('The books end before some transactions, on 2024-12-31');
  await one().update(before ?? {});
});

it('leads back to the first of two addresses that a form names', async () => {
  const sent = 'enterpriseId=2&transactionId=99999&_back=/folders&_back=//evil.example';
  const { status, text } = await browser.post('/do/bank.reconcile.unset', sent);
  expect([status, /<h1>(\w+)/.exec(text)?.[1]]).toEqual([404, 'Folders']);
});

it('tries a rule as soon as it is kept', async () => {
  const { text } = await browser.get(HERE);
  const form = formOf(text, 'bank.rule.add');
  expect(form.LabelPattern).toBe('VIR SEPA CLIENT FICTIF');
  const page = await browser.post('/do/bank.rule.add', { ...form, Name: 'Frais', LedgerAccount: '411000' });
  expect(page.text).toMatch(/What the rules would write <span class="count">[1-9]/);
  expect(page.text).toContain('is probably booked by entry'); // and nothing else is to be written
  expect(page.text).not.toContain('/do/bank.rule.apply');
});

it('shows what a rule would write, writes it, and takes it back', async () => {
  const { knex } = await site.program.db();
  await knex.raw(
    `insert into bank_transaction (folder_id, account_id, operation_date, value_date, amount_units, decimals, currency,
       label, source_id, created_at, updated_at)
     select 2, 3, '2024-01-15', '2024-01-15', -777 * n, 2, 'EUR', 'FRAIS ' || n, 'fees-' || n, now(), now()
     from generate_series(1, 2) n`,
  );
  const { text } = await browser.get(HERE);
  const rule = { ...formOf(text, 'bank.rule.add'), Name: 'Frais', LabelPattern: 'FRAIS*', Direction: 'Out' };
  const page = await browser.post('/do/bank.rule.add', { ...rule, LedgerAccount: '411000' });
  expect(page.text).toMatch(/<div>411000 7\.77<\/div>.*?<div>411000 15\.54<\/div>/);
  const written = await browser.post('/do/bank.rule.apply', formOf(page.text, 'bank.rule.apply'));
  const back = /href="([^"]*wrote=[^"]*)"/.exec(written.text)?.[1]?.replaceAll('&amp;', '&');
  const after = back ? await browser.get(back) : written; // what was not written is reported first
  expect(left(after.text)).toBeLessThan(left(text));
  const ids = [...after.text.matchAll(/name="(TransactionIds)" value="(\d+)"/g)].map(
    ([, name = '', id = '']): [string, string] => [name, id],
  );
  const { TransactionIds: _last, ...undo } = formOf(after.text, 'bank.rule.undo');
  const all = new URLSearchParams([...Object.entries(undo), ...ids]).toString();
  expect((await browser.post('/do/bank.rule.undo', all)).text).toContain('name="_sure"');
  const undone = await browser.post('/do/bank.rule.undo', `${all}&_sure=yes`);
  expect(left(undone.text)).toBe(left(text));
});

it('lists the rules, each of which can be removed, and tries them again', async () => {
  const { text } = await browser.get(HERE);
  const count = (page: string) => page.split('"/do/bank.rule.remove"').length - 1;
  expect(text).toMatch(/href="[^"]*try=yes[^"]*">Try them</);
  const rule = formOf(text, 'bank.rule.remove');
  const gone = await browser.post('/do/bank.rule.remove', { ...rule, _sure: 'yes' });
  expect([count(text), count(gone.text)]).toEqual([2, 1]);
});

it('takes back what books a transaction, also later', async () => {
  const ACCOUNT = '/folders/2/bank/3';
  const { text } = await browser.get(HERE);
  const form = formOf(text, 'bank.reconcile.set');
  await browser.post('/do/bank.reconcile.set', form);
  const shown = await browser.get(`${ACCOUNT}?at=${form.transactionId}`);
  await browser.post('/do/bank.reconcile.unset', formOf(shown.text, 'bank.reconcile.unset'));
  expect(left((await browser.get(HERE)).text)).toBe(left(text));
  expect((await browser.get(`${ACCOUNT}?at=${form.transactionId}`)).text).toContain(
    `reconcile?at=${form.transactionId}"`,
  );
});

it('says at once what is known of hundreds of transactions, and their proposals when they are asked for', async () => {
  const { knex } = await site.program.db();
  await knex.raw(
    `insert into bank_transaction (folder_id, account_id, operation_date, value_date, amount_units, decimals, currency,
       label, source_id, created_at, updated_at)
     select 2, 3, '2024-01-15', '2024-01-15', 100 + n, 2, 'EUR', 'VIR ' || n, 'many-' || n, now(), now()
     from generate_series(1, 201) n`,
  );
  const { text } = await browser.get(HERE);
  expect(left(text)).toBeGreaterThan(200);
  expect(text).not.toContain('/do/bank.reconcile.set');
  const [, href = ''] = /<a href="([^"]*)" data-soon/.exec(text) ?? [];
  expect((await browser.get(href)).text).toContain('/do/bank.reconcile.set');
});

it('met no bug on the way', () => expect(site.failures).toEqual([]));
