/** People log in at a provider: a real one, on this machine. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { identityProvider } from '../../support/identity-provider.ts';
import { OPERATOR, testSite } from '../../support/site.ts';

const ORIGIN = 'http://localhost';
const idp = await identityProvider([ORIGIN]);
const site = await testSite({ ...idp.env, TAXOPS_SECRET_KEY: '5a'.repeat(32) });
afterAll(() => idp.close());

const ask = (path: string, cookie = '', init: RequestInit = {}) =>
  site.app.request(`${ORIGIN}${path}`, { ...init, headers: { cookie, 'sec-fetch-site': 'same-origin' } });
const locationOf = (response: Response): string => response.headers.get('location') ?? '';
const cookieIn = (response: Response, name: string): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith(`${name}=`) && pair.length > name.length + 1) ?? '';

/** Where the provider sends the browser back, and the cookie of the login under way. */
async function answered(back = '/', name = 'anne') {
  const start = await ask(`/login/start?back=${encodeURIComponent(back)}`);
  const address = new URL(await idp.logIn(locationOf(start), name));
  return {
    start,
    address,
    path: `${address.pathname}${address.search}`,
    pending: cookieIn(start, '__Host-taxops-login'),
  };
}

async function loggedIn(name = 'anne') {
  const { path, pending } = await answered('/', name);
  return cookieIn(await ask(path, pending), '__Host-taxops');
}

const opened = async (): Promise<string[]> => {
  const { knex } = await site.program.db();
  return (await knex('audit_entry').whereIn('operation', ['session.open', 'session.close']).orderBy('id')).map(
    ({ actor, operation, outcome }) => `${actor} ${operation} ${outcome}`,
  );
};
const sessions = async () => (await site.program.db()).knex('web_session').orderBy('opened_at');

beforeEach(() => {
  for (const name of Object.keys(idp.claims)) delete idp.claims[name];
  Object.assign(idp.claims, { folders: [1], access: 'Write' });
});

describe('a login', () => {
  it('goes to the provider with PKCE, state and nonce, and comes back with a session', async () => {
    expect(await (await ask('/login?back=/folders')).text()).toContain('href="/login/start?back=%2Ffolders"');
    const { start, path, pending } = await answered('/folders?search=a');
    const asked = new URL(locationOf(start)).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('state')).toBeTruthy();
    expect(asked.get('nonce')).toBeTruthy();
    expect(start.headers.get('set-cookie')).toMatch(/Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const response = await ask(path, pending);
    expect([response.status, locationOf(response)]).toEqual([303, '/folders?search=a']);
    expect(response.headers.getSetCookie().join()).toMatch(
      /__Host-taxops=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax/,
    );
    const cookie = cookieIn(response, '__Host-taxops');
    const page = await ask('/account', cookie);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${idp.issuer};`);
    expect(await opened()).toContain('user:pages:anne session.open done');
  });

  it('gives the rights of its token, which the API knows nothing of', async () => {
    const cookie = await loggedIn();
    expect((await ask('/folders/2', cookie)).status).toBe(404);
    expect((await ask('/api/accounting/accounting-folders', cookie)).status).toBe(401);
  });

  it('gives another identifier each time and ends the one before', async () => {
    const first = await loggedIn();
    const { path, pending } = await answered();
    const second = cookieIn(await ask(path, `${pending}; ${first}`), '__Host-taxops');
    expect(second).not.toBe(first);
    expect((await ask('/account', first)).status).toBe(303);
    expect((await ask('/account', second)).status).toBe(200);
  });

  it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', '/.//evil.example', '/a/..//evil.example'])(
    'does not lead to %s',
    async (back) => {
      const { path, pending } = await answered(back);
      expect(locationOf(await ask(path, pending))).toBe('/');
    },
  );

  it('keeps no token that can be read', async () => {
    await loggedIn();
    const [row] = await sessions();
    expect(row.tokens.toString('latin1')).not.toMatch(/refresh|ey[A-Z]/);
  });
});

describe('an answer is refused', () => {
  const refused = async (path: string, cookie: string, code: string) => {
    const before = (await sessions()).length;
    const response = await ask(path, cookie);
    const text = await response.text();
    expect(text).toContain(code);
    expect(cookieIn(response, '__Host-taxops')).toBe('');
    expect((await sessions()).length).toBe(before);
    expect(await opened()).toContain(`anonymous session.open ${code}`);
    expect(text).toContain('href="/login/start"');
    return response.status;
  };
  const altered = (address: URL, change: (query: URLSearchParams) => void): string => {
    change(address.searchParams);
    return `${address.pathname}${address.search}`;
  };

  it('of another state', async () => {
    const { address, pending } = await answered();
    const path = altered(address, (query) => query.set('state', 'another'));
    expect(await refused(path, pending, 'LoginRefused')).toBe(403);
  });

  it('of another login of the same browser: neither state nor nonce nor verifier is its own', async () => {
    const [{ path }, { pending }] = [await answered(), await answered()];
    expect(await refused(path, pending, 'LoginRefused')).toBe(403);
  });

  it('of another nonce', async () => {
    const first = await answered();
    const box = await site.program.secrets();
    const sealed = Buffer.from(first.pending.split('=')[1] ?? '', 'base64url');
    const own = JSON.parse(box.open(sealed, 'login under way').toString());
    const forged = box.seal(JSON.stringify({ ...own, nonce: 'another' }), 'login under way').toString('base64url');
    expect(await refused(first.path, `__Host-taxops-login=${forged}`, 'LoginRefused')).toBe(403);
    expect(site.log.at(-1)).toContain('JWT_CLAIM_COMPARISON_FAILED');
  });

  it('of another issuer', async () => {
    const { address, pending } = await answered();
    const path = altered(address, (query) => query.set('iss', 'https://evil.example'));
    expect(await refused(path, pending, 'LoginRefused')).toBe(403);
  });

  it('whose code was used', async () => {
    const { path, pending } = await answered();
    expect((await ask(path, pending)).status).toBe(303);
    expect(await refused(path, pending, 'LoginRefused')).toBe(403);
  });

  it('when no login is under way, or one of more than ten minutes ago, or of another listener', async () => {
    const { path, pending } = await answered();
    expect(await refused(path, '', 'LoginLost')).toBe(422);
    expect(await refused(path, `${pending}x`.replace('=A', '=B'), 'LoginLost')).toBe(422);
  });

  it('that says that the person declined', async () => {
    const { address, pending } = await answered();
    const path = altered(address, (query) => {
      query.delete('code');
      query.set('error', 'access_denied');
    });
    expect(await refused(path, pending, 'LoginRefused')).toBe(403);
  });

  it.each([
    [{ access: 'Write' }, 'folders, company'],
    [{ folders: [1] }, 'roles, access'],
  ])('whose token says only %j: the page names %s', async (claims, missing) => {
    for (const name of Object.keys(idp.claims)) delete idp.claims[name];
    Object.assign(idp.claims, claims);
    const { path, pending } = await answered();
    const response = await ask(path, pending);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(missing);
  });
});

describe('at the end of its token', () => {
  const end = async () =>
    (await site.program.db()).knex('web_session').whereNotNull('tokens').update({ renew_at: '2020-01-01' });

  it('a session has the rights that the provider gives now', async () => {
    const cookie = await loggedIn('berthe');
    Object.assign(idp.claims, { access: 'Read', folders: [7] });
    await end();
    // Pages that come at once renew it once: a refresh token is good for one use.
    const pages = await Promise.all([1, 2, 3].map(() => ask('/account', cookie)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    const row = (await sessions()).find(({ owner }) => owner === 'user:pages:berthe');
    expect(row.actor).toMatchObject({ folders: [7], rights: ['read'] });
  });

  it('a session ends when the provider gives no more, or rights are gone', async () => {
    const cookie = await loggedIn('chloe');
    delete idp.claims.folders;
    await end();
    expect((await ask('/account', cookie)).status).toBe(303);
    expect((await sessions()).filter(({ owner }) => owner === 'user:pages:chloe')).toEqual([]);
  });
});

describe('a logout', () => {
  it('ends the session here and at the provider', async () => {
    const cookie = await loggedIn('dora');
    const revoked = idp.revoked();
    const response = await ask('/logout', cookie, { method: 'POST' });
    const there = new URL(locationOf(response));
    expect(there.origin).toBe(idp.issuer);
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/login`);
    expect(there.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect(idp.revoked()).toBe(revoked + 1);
    expect((await ask('/account', cookie)).status).toBe(303);
    expect(await opened()).toContain('user:pages:dora session.close done');
  });
});

describe('where people log in', () => {
  it('a link of this machine opens nothing, nor a session that one opened', async () => {
    const link = await site.link();
    const body = new URLSearchParams({ link });
    expect((await site.app.request(`${ORIGIN}/login`, { method: 'POST', body })).status).toBe(404);
    expect((await (await site.browser(OPERATOR)).get('/account')).status).toBe(303);
  });

  it('a provider that is away gives a page, and the API answers', async () => {
    const fresh = await testSite({ ...idp.env, TAXOPS_SECRET_KEY: '5a'.repeat(32) });
    const cookie = await loggedIn('emma');
    await idp.close();
    const response = await fresh.app.request(`${ORIGIN}/login/start`);
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('ProviderUnavailable');
    expect((await site.app.request(`${ORIGIN}/login/start`)).status).toBe(503); // where it was there before, too
    expect((await fresh.app.request(`${ORIGIN}/ready`)).status).toBe(200);
    expect((await ask('/account', cookie)).status).toBe(200);
    await (await site.program.db()).knex('web_session').whereNotNull('tokens').update({ renew_at: '2020-01-01' });
    expect((await ask('/account', cookie)).status).toBe(503);
    await idp.reopen();
    expect((await ask('/account', cookie)).status).toBe(200);
    expect((await fresh.app.request(`${ORIGIN}/login/start`)).status).toBe(303);
  });

  it('met no bug on the way', () => expect(site.failures).toEqual([]));
});
