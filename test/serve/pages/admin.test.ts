/** The installation: its audit log, the sessions of everybody, statement sources, health and settings. */
import { expect, it } from 'vitest';
import { callContext } from '../../../src/commands/program/context.ts';
import { addSource, type SourceDraft } from '../../../src/services/banking/feeds/sources/store.ts';
import { openSession } from '../../../src/services/identity/web-sessions.ts';
import type { Actor, Right } from '../../../src/services/operation/actor.ts';
import { silent } from '../../../src/services/operation/context.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { OPERATOR, testSite } from '../../support/site.ts';

const SECRET = 'a-secret-nobody-reads';
const home = temporaryFolder('admin');
const site = await testSite({
  TAXOPS_HOME: home,
  TAXOPS_SECRET_KEY: '5a'.repeat(32),
  TAXOPS_CHANNEL_B_PASSWORD: SECRET,
});
const person = (userId: string, ...rights: readonly Right[]): Actor => ({
  kind: 'user',
  userId,
  clientId: 'pages',
  companyId: undefined,
  folders: new Set(),
  rights: new Set(rights),
});
const operator = await site.browser(person('olga', 'operate'));
const french = await site.browser(person('odile', 'operate'), { 'accept-language': 'fr' });

const ask = async (path: string): Promise<Readonly<Record<string, unknown>>[]> =>
  (await (await site.app.request(`http://localhost/api/operator${path}`)).json()) as never;
const { knex } = await site.program.db();
for (const [actor, operation, at] of [
  ['user:pages:anne', 'folder.create', '2025-03-01T08:00:00Z'],
  ['user:pages:berthe', 'declaration.send', '2025-04-01T08:00:00Z'],
])
  await knex('audit_entry').insert({ at, actor, operation, outcome: 'done', folder_id: null });
const ctx = callContext(site.program, { actor: OPERATOR, progress: silent, signal: new AbortController().signal });
await addSource(ctx, {
  name: 'bank-a',
  kind: 'Folder',
  settings: { path: home },
  secrets: {},
  folderId: null,
  companyId: null,
  createsAccounts: false,
} as SourceDraft);

it('shows what an installation is, over HTTP too', async () => {
  expect(await ask('/status')).toMatchObject({ Home: home, Folders: [] });
  const checks = await ask('/doctor');
  expect(checks.find(({ Check }) => Check === 'Database')).toMatchObject({ State: 'ok' });
  const settings = await ask('/settings');
  expect(settings.find(({ Setting }) => Setting === 'channelBPassword')?.Value).toBe('********');
  const nobody = { EnterpriseId: null, CompanyId: null, CreatesAccounts: false, Secrets: [] };
  expect(await ask('/statement-sources')).toEqual([
    { Source: 'bank-a', Kind: 'Folder', ...nobody, Settings: expect.objectContaining({ Path: home }) },
  ]);
});

it('is a page, in both languages, on which no secret is', async () => {
  const [english, inFrench] = [await operator.get('/admin'), await french.get('/admin')];
  expect([english.status, inFrench.status]).toEqual([200, 200]);
  for (const text of [
    'user:pages:anne',
    'declaration.send',
    'bank-a',
    'PostgreSQL',
    'TAXOPS_CHANNEL_B_PASSWORD',
    '********',
  ])
    expect(english.text).toContain(text);
  expect(english.text + inFrench.text).not.toContain(SECRET);
  expect(inFrench.text).toContain('Journal d’audit');
  expect(english.text.length).toBeLessThan(100 * 1024);
});

it('narrows the audit log, page by page, and checks its chain when asked', async () => {
  const narrowed = (await operator.get('/admin?who=anne')).text;
  expect(narrowed).toContain('folder.create');
  expect(narrowed).not.toContain('declaration.send');
  expect((await operator.get('/admin?from=2025-03-15&to=2025-04-15')).text).not.toContain('folder.create');
  expect((await operator.get('/admin?from=never')).status).toBe(400);
  await knex.raw(
    `insert into audit_entry (at, actor, operation, outcome) select '2025-05-01', 'local:x', 'test.' || n, 'done' from generate_series(1, 60) n`,
  );
  const first = (await operator.get('/admin?operation=test')).text;
  expect((await french.get('/admin?operation=test')).text).toContain('>fait</td>');
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(first).not.toContain('>test.5<');
  expect((await operator.get(next)).text).toContain('>test.5<');
  expect(first).not.toContain('Last hash');
  expect((await operator.get('/admin?verify=yes')).text).toContain('Last hash');
});

it('ends the session of anybody', async () => {
  const cookie = `__Host-taxops=${await openSession(site.program, person('anne', 'read'), 'Firefox of Anne')}`;
  const open = () => site.app.request('http://localhost/account', { headers: { cookie } });
  expect((await open()).status).toBe(200);
  const [{ id }] = await knex('web_session').where({ browser: 'Firefox of Anne' }).select('id');
  const page = await operator.post('/do/operator.session.revoke', { sessionId: id, _back: '/admin' });
  expect(page.text).not.toContain('Firefox of Anne');
  expect((await open()).status).toBe(303);
});

it('is for those who operate', async () => {
  const administrator = await site.browser(person('rita', 'read', 'write', 'send', 'administer'));
  expect((await administrator.get('/admin')).status).toBe(403);
  expect(
    (await administrator.post('/do/operator.session.revoke', { sessionId: '0192f0c4-6a52-7cc1-9d4b-2f1c0c8a7f11' }))
      .status,
  ).toBe(403);
  expect(site.failures).toEqual([]);
});
