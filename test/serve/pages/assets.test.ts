/** Fixed assets by their pages: the register with its totals, one asset, what may be done with it, its retirement. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { manifest } from '../../../src/commands/program/operations.ts';
import { schedulePicture } from '../../../src/services/assets/export/schedule-picture.ts';
import { compareAsset } from '../../../src/services/assets/register/compare-asset.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Actor } from '../../../src/services/operation/actor.ts';
import { send } from '../../contract/requests.ts';
import { BOOKS, FIRM } from '../../contract/seeds.ts';
import { testContext } from '../../support/context.ts';
import { testSite } from '../../support/site.ts';
import { formOf } from './forms.ts';

const MACHINE = {
  Name: 'Presse',
  Account: { AccountNumber: 2154 },
  AcquisitionValue: '12000.00',
  AcquisitionDate: '2024-01-01',
  DeploymentDate: '2024-01-01',
  AcquisitionQuantity: 1,
  Amortization: {
    AmortizationCalculationMethod: 'EconomicOnly',
    EconomicAttributes: { Duration: { YearCount: 5 }, Mode: 'Linear', ProrataTemporis: 'Days' },
  },
};
const site = await testSite();
for (const [id, input] of [
  ...FIRM,
  ...BOOKS,
  ['asset.create', { params: { accountingFolderId: 1 }, body: MACHINE }],
  [
    'asset.create',
    { params: { accountingFolderId: 1 }, body: { ...MACHINE, Name: 'Tour', AcquisitionValue: '3000.00' } },
  ],
] as const) {
  const entry = manifest.find((one) => one.id === id);
  const response = entry && (await send(site.app, entry, input));
  if (!response?.ok) throw new Error(`${id}: ${await response?.text()}`);
}
const browser = await site.browser();
const french = await site.browser(undefined, { 'accept-language': 'fr' });
const PERIOD = 'startDate=2024-01-01&endDate=2024-12-31';

it('lists them with the totals of each account, and what there is to print', async () => {
  const { text } = await french.get(`/folders/1/assets?${PERIOD}`);
  expect(text).toMatch(
    /<tr class="total"><td><a href="\/folders\/1\/assets\?startDate=2024-01-01&amp;endDate=2024-12-31">Total<\/a><\/td><td class="number">2<\/td><td class="amount">15\s000,00/,
  );
  const print = /href="(\/get\/asset\.edition\.show\?[^"]*edition=Dotations[^"]*as=pdf)"/.exec(text)?.[1] ?? '';
  const { status, headers } = await browser.get(print.replaceAll('&amp;', '&'));
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

it('are found by the beginning of an account and how they are written off; a total opens the assets that it sums', async () => {
  const found = async (query: string) => {
    const { status, text } = await browser.get(`/folders/1/assets?${PERIOD}&${query}`);
    return [status, text.slice(0, text.indexOf('<h2>')).match(/\/assets\/\d+"/g)?.length ?? 0];
  };
  expect(await found('account=215')).toEqual([200, 2]);
  expect(await found('account=215&method=Declining')).toEqual([200, 0]);
  expect(await found('account=3&method=')).toEqual([200, 0]);
  const { text } = await browser.get(`/folders/1/assets?${PERIOD}`);
  const [, total = ''] = /<a href="([^"]*q=Account[^"]*)">/.exec(text) ?? [];
  expect(await found(total.replaceAll('&amp;', '&').split('?')[1] ?? '')).toEqual([200, 2]);
});

it.each(['/folders/1/assets/1?date=2024-12-31', '/folders/1/assets/1/compare?saleDate=2025-06-30&saleAmount=8000'])(
  '%s is drawn in both languages, small, and not for a stranger',
  async (path) => {
    const [english, inFrench] = [await browser.get(path), await french.get(path)];
    expect([english.status, inFrench.status, site.failures]).toEqual([200, 200, []]);
    expect(english.text).not.toMatch(/undefined|\[object /);
    expect(english.text.length).toBeLessThan(100 * 1024);
    expect(gzipSync(english.text).length).toBeLessThan(20 * 1024);
    const stranger: Actor = {
      kind: 'user',
      userId: 'zoe',
      clientId: 'c',
      companyId: 9,
      folders: new Set([3]),
      rights: new Set(['read']),
    };
    expect((await (await site.browser(stranger)).get(path)).status).toBe(404);
  },
);

it('shows an asset with its picture, what happened to it, and the entries that the books lack', async () => {
  const { text } = await browser.get('/folders/1/assets/1?date=2024-12-31');
  expect(text).toMatch(/<td>2024-01-01<\/td><td>Bought<\/td><td class="amount">12,000\.00/);
  const annuity = '<a href="/folders/1/lines?account=28154&amp;from=2025-01-01&amp;to=2025-12-31">2,400.00</a>';
  expect(text).toContain(`<td class="day">2025-12-31</td><td class="amount">${annuity}`);
  expect(text).not.toContain('! '); // alerts are said once
  const [, soon = ''] = /<div id="entries">.*<a href="([^"]+)" data-soon/.exec(text) ?? [];
  const { text: compared } = await browser.get(soon.replaceAll('&amp;', '&'));
  expect(compared).toMatch(/<div id="entries">.*<span class="state Missing">Missing<\/span>/);
  expect(compared).not.toContain('data-soon'); // it would be followed again
  const [picture = '', src = ''] = /<img class="chart" src="([^"]+)"[^>]*>/.exec(text) ?? [];
  expect(picture).toContain('fetchpriority="high"'); // else it is asked for when the page is laid out
  expect((await browser.get(src.replaceAll('&amp;', '&'))).text).toMatch(/^<svg/);
});

/**
 * By hand: 12,000 over five years of 360 days is 2,400 a year; on 30/06/2025 1.5 years are gone, 8,400 is left, of which
 * 8,000 makes a loss of 400. Kept, 12,000 is deducted in all.
 */
it('compares keeping it with a sale now or later, linear and declining, side by side', async () => {
  const { text } = await browser.get('/folders/1/assets/1/compare?saleDate=2025-06-30&saleAmount=8000');
  const heads = [...text.matchAll(/<th scope="col" class="amount">([^<]*)<br\/>([^<]*)</g)].map(([, when, mode]) => [
    when,
    mode,
  ]);
  expect(heads).toEqual([
    ['Kept', 'Linear'],
    ['Kept', 'Declining'],
    ['Sold on 2025-06-30', 'Linear'],
    ['Sold on 2025-06-30', 'Declining'],
    ['Sold on 2026-06-30', 'Linear'],
    ['Sold on 2026-06-30', 'Declining'],
  ]);
  const row = (name: string) =>
    [...(new RegExp(`<th scope="row">${name}</th>(.*?)</tr>`).exec(text)?.[1] ?? '').matchAll(/>([^<]*)<\/td>/g)].map(
      ([, amount]) => amount,
    );
  expect(row('Deducted in all').slice(0, 3)).toEqual(['12,000.00', '12,000.00', '3,600.00']);
  expect(row('Gain or loss')[2]).toBe('-400.00');
  expect(row('Against the first column')[0]).toBe('0.00');
});

it('draws and compares by services that keep nothing', async () => {
  const ctx = testContext(await site.program.db());
  const { contentType } = await schedulePicture(ctx, 1, 1);
  expect(contentType).toBe('image/svg+xml');
  const scenarios = await compareAsset(ctx, 1, 1, { saleDate: '2025-06-30' as PlainDate, saleAmount: 8_000_00n });
  expect(scenarios.map(({ name }) => name)).toContain('2026-06-30, Declining');
  const french = await compareAsset({ ...ctx, language: 'fr' }, 1, 1, {});
  expect(french.map(({ name }) => name).slice(0, 2)).toEqual(['Conservée, Linéaire', 'Conservée, Dégressif']);
});

it('retires it by a form that asks first, and takes that back', async () => {
  const { text } = await browser.get('/folders/1/assets/1/compare?saleDate=2024-06-30&saleAmount=8000');
  const form = { ...formOf(text, 'asset.retirement.create'), 'Retirement.Type': 'Sale' };
  expect((await browser.post('/do/asset.retirement.create', form)).text).toContain('name="_sure"');
  const sold = await browser.post('/do/asset.retirement.create', { ...form, _sure: 'yes' });
  expect(sold.text).toMatch(/<td>2024-06-30<\/td><td>Retired: gain or loss<\/td>/);
  expect((await browser.get('/folders/1/assets/1/compare')).status).toBe(409);
  const back = formOf(sold.text, 'asset.retirement.delete');
  const kept = await browser.post('/do/asset.retirement.delete', { ...back, _sure: 'yes' });
  expect(kept.text).not.toContain('Retired: gain or loss');
});

it('met no bug on the way', () => expect(site.failures).toEqual([]));

it('tell where the books that are settled differ, which is the alert of no asset', async () => {
  const close = manifest.find((one) => one.id === 'exercise.update');
  const params = { accountingFolderId: 1, exerciseId: 1 };
  if (close) await send(site.app, close, { params, body: { IsClosed: true } });
  const { text } = await french.get(`/folders/1/assets?${PERIOD}`);
  expect(text).toMatch(/Les comptes arrêtés portent autre chose.*taxops asset entry compare --folder 1/s);
});
