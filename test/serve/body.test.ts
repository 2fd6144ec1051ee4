import { describe, expect, it } from 'vitest';
import { manifest } from '../../src/commands/program/operations.ts';
import { trustLoopback } from '../../src/commands/serve/authenticate.ts';
import { testDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';

const db = await testDatabase();
const limits = { jsonBytes: 1000, fileBytes: 2000, files: 2 };
const env = { TAXOPS_DATABASE_URL: db.settings.url ?? '' };
const { app, failures } = await testApp(env, trustLoopback, limits);
const { app: roomy } = await testApp(env);

const post = async (
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
  headers: Record<string, string> = {},
) => {
  const response = await app.request('/api/accounting/companies', {
    method: 'POST',
    body,
    headers: { 'Content-Type': type, ...headers },
  });
  return [response.status, ((await response.json()) as { code?: string }).code];
};

describe('a body', () => {
  it.each([
    ['{"Name":', 'application/json', 400, 'BodyNotJson'],
    ['[]', 'application/json', 400, 'InvalidInput'],
    ['null', 'application/json', 400, 'InvalidInput'],
    ['{"Name":5}', 'application/json', 400, 'InvalidInput'],
    ['{"Name":"A\\u0000"}', 'application/json', 400, 'InvalidInput'],
    ['{"Name":"A\\ud800"}', 'application/json', 400, 'InvalidInput'],
    ['{"Name":"A","__proto__":{"Siren":"1"}}', 'application/json', 400, 'InvalidInput'],
    ['{"Name":"A","Nom":"B"}', 'application/json', 400, 'InvalidInput'],
    ['{"__proto__":{"Name":"A"}}', 'application/json', 400, 'InvalidInput'],
    ['{"Name":"A"}', 'text/plain', 415, 'MediaTypeUnknown'],
    ['{"Name":"A"}', '', 415, 'MediaTypeUnknown'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'application/json', 400, 'BodyNotJson'],
    [JSON.stringify({ Name: 'a'.repeat(2000) }), 'application/json', 413, 'BodyTooLarge'],
  ])('%s as %s is answered %i %s', async (body, type, status, code) => {
    expect(await post(body, type)).toEqual([status, code]);
  });

  it('is refused on its declared length, before it is read', async () => {
    expect(await post('{}', 'application/json', { 'Content-Length': '5000' })).toEqual([413, 'BodyTooLarge']);
  });

  it('is refused for its depth and for its values before it is parsed', async () => {
    const values = `[${'1,'.repeat(300)}1]`;
    expect(await post(values)).toEqual([413, 'BodyTooManyValues']);
    expect((await post(JSON.stringify({ Name: ','.repeat(190) })))[0]).toBe(201);
  });

  it('is read past brackets in its strings', async () => {
    expect((await post(JSON.stringify({ Name: `${'['.repeat(100)}"\\` })))[0]).toBe(201);
  });

  it('names the field and what is wrong with it', async () => {
    const response = await app.request('/api/accounting/companies', {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });
    const { errors } = (await response.json()) as { errors: unknown[] };
    expect(errors).toEqual([{ path: 'Body.Name', code: 'invalid_type', message: 'required' }]);
  });

  it.each([
    ['', 200],
    ['{}', 200],
    ['{"AccountIds":[1]}', 400],
    ['[1]', 400],
    ['1', 400],
  ])('where nothing is read of one is refused unless it says nothing: %s', async (body, status) => {
    const pathOf = (wanted: string) => manifest.find(({ id }) => id === wanted)?.http?.path ?? '';
    const made = await app.request(pathOf('folder.create'), {
      method: 'POST',
      body: JSON.stringify({ Name: `ALPHA ${body}` }),
      headers: { 'Content-Type': 'application/json' },
    });
    const { Id } = (await made.json()) as { Id: number };
    await db.knex('exercise').insert({ folder_id: Id, start_date: '2026-01-01', end_date: '2026-12-31' });
    const response = await app.request(pathOf('vat.configuration.fill-rates').replace(/\{\w+\}/, String(Id)), {
      method: 'POST',
      ...(body && { body, headers: { 'Content-Type': 'application/json', 'Accept-Language': 'fr' } }),
    });
    expect(response.status).toBe(status);
    const { errors } = (await response.json()) as { errors?: { path: string; message: string }[] };
    if (body.startsWith('{"'))
      expect(errors).toMatchObject([{ path: 'Body', message: expect.stringMatching(/^Clé non reconnue/i) }]);
  });

  it('of thousands of names that nobody knows is not sent back', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`Unknown${n}`, n])));
    const headers = { 'Content-Type': 'application/json' };
    const response = await roomy.request('/api/accounting/companies', { method: 'POST', body, headers });
    expect([response.status, (await response.text()).length < 5_000]).toEqual([400, true]);
  });

  describe('of a form', () => {
    const { http } = manifest.find(({ id }) => id === 'bank.statement.import') ?? {};
    const send = async (parts: readonly (readonly [name: string, value: string | Blob])[]) => {
      const body = new FormData();
      for (const [name, value] of parts) body.append(name, value);
      const response = await app.request(http?.path.replaceAll(/\{\w+\}/g, '1') ?? '', { method: 'POST', body });
      return ((await response.json()) as { code?: string }).code;
    };
    const file = (bytes: number) => ['File', new File(['a'.repeat(bytes)], 'a.txt')] as const;

    it.each([
      ['a file too long', [file(2001)], 'BodyTooLarge'],
      ['more files than are taken', [file(1), file(1), file(1)], 'FilesTooMany'],
      ['a field too long', [file(1), ['Name', 'a'.repeat(64 * 1024 + 1)]], 'FormMalformed'],
    ] as const)('%s is refused', async (_, parts, code) => expect(await send(parts)).toBe(code));

    it('what is as long and as many as may be is read', async () => {
      expect(['BodyTooLarge', 'FilesTooMany', 'FormMalformed']).not.toContain(await send([file(2000), file(2000)]));
    });
  });

  const open = '--b\r\nContent-Disposition: form-data; name="File"; filename="a.txt"\r\n\r\nabc';
  const forms = manifest.flatMap(({ http, files }) => (http && files ? [http.path.replaceAll(/\{\w+\}/g, '1')] : []));
  it.each(forms)('of a form for %s is refused without boundary, empty and cut short', async (path) => {
    const cases = [
      ['multipart/form-data', open],
      ['multipart/form-data; boundary=b', ''],
      ['multipart/form-data; boundary=b', '--b'],
      ['multipart/form-data; boundary=b', open],
      ['multipart/form-data; boundary=b', 'nothing of a form'],
    ] as const;
    for (const [type, body] of cases) {
      const response = await app.request(path, { method: 'POST', body, headers: { 'Content-Type': type } });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: expect.stringMatching(/FormMalformed|FileMissing|InvalidInput/) },
      ]);
    }
  });

  it('never leads to a bug', () => expect(failures).toEqual([]));
});
