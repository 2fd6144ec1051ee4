/** Who gets in: links, cookies, and what neither opens. */

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testSite } from '../../support/site.ts';

const site = await testSite();
const ask = (path: string, init?: RequestInit) => site.app.request(`http://localhost${path}`, init);
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const postLogin = async (origin: string, fields: Readonly<Record<string, string>>) =>
  site.app.request(`${origin}/login`, { method: 'POST', headers: FORM, body: new URLSearchParams(fields).toString() });
const login = (fields: Readonly<Record<string, string>>) => postLogin('http://localhost', fields);

describe('a link', () => {
  it('opens one session by its button, not by being looked at', async () => {
    const link = await site.link();
    for (let times = 0; times < 2; times++) expect((await ask(`/login?link=${link}`)).status).toBe(200);
    const response = await login({ link, back: '/folders?search=a' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/folders?search=a');
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-taxops=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const again = await login({ link });
    expect(again.status).toBe(422);
    expect(await again.text()).toContain('LinkSpent');
  });

  it.each([
    '//evil.example/',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
  ])('does not send its person to %s', async (back) => {
    const response = await login({ link: await site.link(), back });
    expect(response.headers.get('location')).toBe('/');
  });

  it('is read from a short form only, whatever its sender says of the length', async () => {
    const body = `link=${'a'.repeat(20_000)}`;
    const chunks = new ReadableStream({
      start: (stream) => {
        stream.enqueue(Buffer.from(body));
        stream.close();
      },
    });
    const told = { ...FORM, 'content-length': String(body.length) };
    expect((await ask('/login', { method: 'POST', headers: told, body })).status).toBe(413);
    const init = { method: 'POST', headers: FORM, body: chunks, duplex: 'half' } as RequestInit;
    expect((await ask('/login', init)).status).toBe(413);
  });

  it('is too old after ten minutes', async () => {
    const link = await site.link();
    const { knex } = await site.program.db();
    await knex.raw(`update web_link set made_at = made_at - interval '11 minutes'`);
    expect((await login({ link })).status).toBe(422);
  });

  it.each([
    ['http://localhost:8787', 'taxops serve link<'],
    ['http://127.0.0.1:9000', 'taxops serve link --port 9000<'],
    ['http://localhost', 'taxops serve link<'],
  ])('is asked again of the listener at %s', async (origin, command) => {
    const [page, spent] = [await site.app.request(`${origin}/login`), await postLogin(origin, { link: 'spent' })];
    expect([await page.text(), await spent.text()]).toEqual([
      expect.stringContaining(command),
      expect.stringContaining(command),
    ]);
  });
});

describe('a session', () => {
  it('is asked for, and the way back kept', async () => {
    const response = await ask('/folders?search=x');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login?back=%2Ffolders%3Fsearch%3Dx']);
  });

  it('has a page for an address that no page has; a program has a problem document', async () => {
    const cookie = (await login({ link: await site.link() })).headers.get('set-cookie')?.split(';')[0] ?? '';
    const html = { cookie, accept: 'text/html,application/xhtml+xml' };
    const page = await ask('/folder/1', { headers: html });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const text = await page.text();
    expect(text).toContain('NoSuchRoute');
    expect(text).toContain('href="/folders"');
    expect((await ask('/folder/1', { headers: { accept: html.accept } })).headers.get('location')).toMatch(/^\/login/);
    for (const [path, headers] of [
      ['/folder/1', { cookie }],
      ['/api/folder/1', html],
    ] as const) {
      const problem = await ask(path, { headers });
      expect([problem.status, problem.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('application/problem+json'),
      ]);
    }
  });

  it('opens no route of the API, and a bearer token no page', async () => {
    const link = await site.link();
    const cookie = (await login({ link })).headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await ask('/folders', { headers: { cookie } })).status).toBe(200);
    const secret = cookie.split('=')[1];
    expect((await ask('/folders', { headers: { authorization: `Bearer ${secret}` } })).status).toBe(303);
    expect((await ask('/folders', { headers: { cookie: `taxops=${secret}` } })).status).toBe(303);
    expect((await ask('/folders', { headers: { cookie: `${cookie}x` } })).status).toBe(303);
  });

  it.each([
    ['seen_at', '31 minutes'],
    ['opened_at', '11 hours'],
  ])('ends: %s %s ago', async (column, ago) => {
    const browser = await site.browser();
    expect((await browser.get('/folders')).status).toBe(200);
    const { knex } = await site.program.db();
    await knex.raw(`update web_session set ${column} = now() - ?::interval`, [ago]);
    expect((await browser.get('/folders')).status).toBe(303);
  });

  it('ends when its person says so, here and elsewhere', async () => {
    const [here, elsewhere] = [await site.browser(), await site.browser()];
    const { text } = await here.get('/account');
    const other = /action="\/do\/session\.revoke"[\s\S]*?name="sessionId" value="([^"]+)"/.exec(text)?.[1] ?? '';
    await here.post('/do/session.revoke', { sessionId: other, _back: '/account' });
    expect((await elsewhere.get('/account')).status + (await here.get('/account')).status).toBe(503);
    await here.post('/logout', {});
    expect((await here.get('/account')).status).toBe(303);
  });

  it('keeps the language and the theme that its person chose', async () => {
    const browser = await site.browser();
    const id = /name="sessionId" value="([^"]+)"/.exec((await browser.get('/account')).text)?.[1] ?? '';
    const chosen = { sessionId: id, Language: 'fr', Theme: 'dark', _back: '/account' };
    const page = await browser.post('/do/session.update', chosen);
    expect(page.text).toContain('<html lang="fr" data-theme="dark">');
    const asked = await browser.post('/do/session.update', { ...chosen, Language: '', Theme: '' });
    expect(asked.text).toContain('<html lang="en">');
  });
});

describe('every page', () => {
  it('lets the browser load and send nothing elsewhere, keep nothing, and run nothing written in it', async () => {
    const page = await (await site.browser()).get('/folders');
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.text).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
  });

  it('loads little: style and scripts under 30 KB, kept for ever under names of their content', async () => {
    const { text } = await (await site.browser()).get('/folders');
    const files = [...new Set(text.match(/\/static\/[^"]+/g))];
    expect(files).toHaveLength(3);
    const sizes = await Promise.all(
      files.map(async (file) => {
        const response = await ask(file);
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        return [file, gzipSync(Buffer.from(await response.arrayBuffer())).length] as const;
      }),
    );
    expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(30 * 1024);
    expect(sizes.find(([file]) => file.endsWith('.css'))?.[1]).toBeLessThan(8 * 1024);
  });
});
