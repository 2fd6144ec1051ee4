/** Pages of a person who may only read: every figure, and no button that would be refused. */
import { expect, it } from 'vitest';
import { manifest } from '../../../src/commands/program/operations.ts';
import { PAGES } from '../../../src/commands/serve/pages/registry.ts';
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
const writer = await site.browser();
const reader = await site.browser({
  kind: 'user',
  userId: 'ann',
  clientId: 'portal',
  companyId: 1,
  folders: new Set([1, 2, 3]),
  rights: new Set(['read'] as const),
});
const prepared = await writer.get('/folders/2/vat');
await writer.post('/do/vat.procedure-group.assist', formOf(prepared.text, 'vat.procedure-group.assist'));

const NAMED: Readonly<Record<string, string>> = {
  folder: '2',
  account: '3',
  type: 'Liasse',
  end: '2024-12-31',
  number: '512000',
};
const OWN = ['session.update'];
const runs = (text: string): string[] => [...text.matchAll(/ action="\/do\/([^"]+)"/g)].map(([, id = '']) => id);
const STEPS = ['framing', 'form&cell=_3310CA3.HB', 'controls', 'send', 'receipt'];
const ADDRESSES = [
  ...PAGES.map(({ path }) => path.replaceAll(/:(\w+)/g, (_, name: string) => NAMED[name] ?? '1')),
  ...STEPS.map((step) => `/folders/2/vat/1?step=${step}`),
];

it.each(ADDRESSES)('%s shows no form that would be refused, and is refused nothing', async (path) => {
  const { text, status } = await reader.get(path);
  expect(runs(text).filter((id) => !OWN.includes(id))).toEqual([]);
  if (status === 200) expect(text).not.toContain('AccessDenied');
});

it('has them for who writes', async () => {
  const shown = await Promise.all(['/folders', '/folders/2', '/folders/2/vat/1?step=send'].map(writer.get));
  const all = shown.flatMap(({ text }) => runs(text));
  for (const id of ['folder.create', 'folder.update', 'ledger.undo', 'vat.procedure.send'])
    expect(all, id).toContain(id);
});

it('is told of what only others may do when it is sent all the same', async () => {
  const sent = await reader.post('/do/folder.update', { accountingFolderId: '2', Name: 'OTHER' });
  expect([sent.status, sent.text.includes('AccessDenied')]).toEqual([403, true]);
});

it('met no bug on the way', () => expect(site.failures).toEqual([]));
