/** Two windows on one form: what the first saved is not lost to the second, which sees both values. */
import { expect, it } from 'vitest';
import { manifest } from '../../../src/commands/program/operations.ts';
import { send } from '../../contract/requests.ts';
import { FIRM } from '../../contract/seeds.ts';
import { testSite } from '../../support/site.ts';
import { formOf } from './forms.ts';

const site = await testSite();
for (const [id, input] of FIRM) {
  const entry = manifest.find((one) => one.id === id);
  const response = entry && (await send(site.app, entry, input));
  if (!response?.ok) throw new Error(`${id}: ${await response?.text()}`);
}
const browser = await site.browser();
const PAGE = '/folders/1';
const SAVE = '/do/folder.update';
const opened = async () => formOf((await browser.get(PAGE)).text, 'folder.update');
const nafOf = async () => (await opened()).Naf;

it('refuses once what would undo what another person saved, with both values', async () => {
  const [first, second] = [await opened(), await opened()];
  expect((await browser.post(SAVE, { ...first, Naf: '69.20Z' })).status).toBe(200);
  const refused = await browser.post(SAVE, { ...second, Naf: '62.02A' });
  expect([refused.status, await nafOf()]).toEqual([409, '69.20Z']);
  expect(refused.text).toMatch(/value="62.02A"\/?>.*?class="fault">Meanwhile another person saved: 69.20Z</);
  const again = formOf(refused.text, 'folder.update');
  expect([(await browser.post(SAVE, again)).status, await nafOf()]).toEqual([200, '62.02A']);
});

it('shows what is wrong of a form that is folded', async () => {
  const refused = await browser.post(SAVE, { ...(await opened()), Siren: 'x' });
  expect(refused.text).not.toContain('--help');
  expect([
    refused.status,
    /<details open=""><summary>[^<]*<\/summary><form[^>]*folder.update/.test(refused.text),
  ]).toEqual([422, true]);
});

it('also where the second changed another field', async () => {
  const [first, second] = [await opened(), await opened()];
  await browser.post(SAVE, { ...first, Naf: '01.11Z' });
  expect((await browser.post(SAVE, { ...second, Name: 'OTHER' })).status).toBe(409);
  expect(await nafOf()).toBe('01.11Z');
});

it('refuses nobody who saves what is there, nor who saw it', async () => {
  const [first, second] = [await opened(), await opened()];
  await browser.post(SAVE, { ...first, Naf: '43.32A' });
  expect((await browser.post(SAVE, { ...second, Naf: '43.32A' })).status).toBe(200);
  expect((await browser.post(SAVE, { ...(await opened()), Naf: '' })).status).toBe(200);
  expect(await nafOf()).toBe('');
});

it.each(['', 'null', '5', '"a"', '[1]', '{"Naf":{}}', '{"__proto__":1}'])('takes no harm from %s', async (was) => {
  const { status } = await browser.post(SAVE, { ...(await opened()), _was: was });
  expect([200, 409]).toContain(status);
});

it('met no bug on the way', () => expect(site.failures).toEqual([]));
