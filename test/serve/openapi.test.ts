/** The OpenAPI document as a client generator reads it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { generateApi } from 'swagger-typescript-api';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/commands/program/catalogue.ts';
import { loadOperation, manifest } from '../../src/commands/program/operations.ts';
import { readTable } from '../../src/services/kernel/package-file.ts';
import { AREAS } from '../contract/areas.ts';
import { testApp } from '../support/http.ts';

type Json = Readonly<Record<string, unknown>>;
interface Described extends Json {
  readonly operationId: string;
  readonly security: readonly Json[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Json }[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Json }>>;
}

const { app } = await testApp();
const document = (await (await app.request('/openapi.json')).json()) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const byId = new Map(described.map((one) => [one.operationId, one]));
const served = manifest.filter(({ http }) => http);
const statusesOf = (id: string) => Object.keys(byId.get(id)?.responses ?? {});

/** Every schema of the document, with the path to it. */
function* schemasIn(value: unknown, path: string): Generator<readonly [string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && 'type' in value && typeof value.type === 'string') yield [path, value as Json];
  for (const [name, inner] of Object.entries(value)) if (name !== 'example') yield* schemasIn(inner, `${path}/${name}`);
}

it('is valid, and has every route', async () => {
  expect(await new Validator().validate(structuredClone(document) as never)).toMatchObject({ valid: true });
  expect(described.length).toBe(served.length);
});

describe('statuses', () => {
  it.each(served.map((entry) => [entry.id, entry] as const))('%s declares what it can answer', async (id, entry) => {
    const { policy, idempotent } = await loadOperation(entry);
    const isPublic = !('right' in policy) && policy.kind === 'public';
    const expected = [
      ...['400', '403', '405', '421', '429', '500', '503'],
      ...(isPublic ? [] : ['401']),
      ...(entry.hasBody || entry.files ? ['413', '415'] : []),
      ...(idempotent ? ['409', '422'] : []),
      ...(entry.http?.path.match(/\{(accountingFolderId|enterpriseId|companyId)\}/) ? ['404'] : []),
    ];
    expect(statusesOf(id)).toEqual(expect.arrayContaining(expected));
    if (isPublic) expect(statusesOf(id)).not.toContain('401');
  });

  it('every failure that a bad case brings about is declared', () => {
    const undeclared = AREAS.flatMap(({ bad }) => bad).filter(([id, code]) => {
      const named = Object.values(byId.get(id)?.responses ?? {}).flatMap(({ description }) => description.split(', '));
      return !named.includes(code);
    });
    expect([...new Set(undeclared.map(([id, code]) => `${id} ${code}`))]).toEqual([]);
  });

  it('a delivery that waits is a 202', () => {
    expect(statusesOf('declaration.webhook.receive')).toContain('202');
  });
});

describe('security', () => {
  it('is a bearer token, with the scope of a service account, or none', () => {
    expect(byId.get('folder.list')?.security).toEqual([{ bearer: [] }]);
    expect(byId.get('declaration.webhook.receive')?.security).toEqual([{ bearer: ['taxdeclarationapi'] }]);
    expect(byId.get('bank.connection.callback')?.security).toEqual([]);
  });
});

describe('types', () => {
  const mediaOf = (id: string) => Object.keys(byId.get(id)?.responses['200']?.content ?? {});

  it('a file is what it is, not JSON', () => {
    expect(mediaOf('declaration.piece.download')).toEqual([
      ...['application/xml', 'message/rfc822', 'text/plain', 'application/json'],
    ]);
    expect(mediaOf('declaration.deadline.calendar')).toEqual(['text/calendar']);
    expect(mediaOf('bank.query.metadata')).toEqual(['application/json', 'application/xml']);
    expect(mediaOf('bank.connection.callback')).toEqual(['application/json', 'text/html']);
    expect(mediaOf('folder.list')).toEqual(['application/json']);
  });

  it('integers have a width, arrays their items', () => {
    const schemas = [...schemasIn(document, '')];
    const bare = schemas.filter(
      ([, { type, format }]) => type === 'integer' && format !== 'int32' && format !== 'int64',
    );
    expect(bare.map(([path]) => path)).toEqual([]);
    const tooWide = schemas.filter(
      ([, { format, minimum, maximum }]) =>
        format === 'int32' && (Number(minimum ?? 0) < -(2 ** 31) || Number(maximum ?? 0) >= 2 ** 31),
    );
    expect(tooWide.map(([path]) => path)).toEqual([]);
    const untyped = schemas.filter(
      ([, { type, items }]) => type === 'array' && (typeof items !== 'object' || items === null),
    );
    expect(untyped.map(([path]) => path)).toEqual([]);
    expect(schemas.length).toBeGreaterThan(1000);
  });

  it('parameters have their choices and defaults', () => {
    const schemaOf = (id: string, name: string) => byId.get(id)?.parameters.find((one) => one.name === name)?.schema;
    expect(schemaOf('bank.bank.refresh', 'provider')).toMatchObject({
      enum: expect.any(Array),
      default: 'AggregatorA',
    });
    expect(schemaOf('folder.list', 'companyId')).toMatchObject({ type: 'integer', format: 'int32' });
    expect(schemaOf('asset.get', 'exerciseEnd')).toMatchObject({ type: 'string', format: 'date' });
  });
});

it('a client is generated from it, and compiles', { tags: 'long' }, async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(resolve('node_modules'), '.taxops-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await generateApi({
    spec: document as never,
    output: folder,
    fileName: 'client.ts',
    silent: true,
    httpClientType: 'fetch',
  });
  const use = [
    "import { Api } from './client.ts';",
    "const api = new Api({ baseUrl: 'http://127.0.0.1:8787' });",
    'export const names = async (): Promise<string[]> =>',
    '  (await api.api.folderList({ companyId: 1 })).data.map(({ Name }) => Name);',
  ].join('\n');
  writeFileSync(join(folder, 'use.ts'), use);
  const options =
    '--noEmit --strict --skipLibCheck --target es2022 --module nodenext --allowImportingTsExtensions'.split(' ');
  const tsc = resolve('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, ...options, '--ignoreConfig', join(folder, 'use.ts')], { encoding: 'utf8' });
});

it('is compressed for a caller who takes that', async () => {
  const response = await app.request('/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  await response.body?.cancel();
});

/** The descriptions of a document, in order. */
function* descriptionsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    if (name === 'description' && typeof inner === 'string') yield inner;
    else yield* descriptionsIn(inner);
}

describe('in French', async () => {
  const french = await (await app.request('/openapi.json', { headers: { 'Accept-Language': 'fr' } })).json();
  const [english, said] = [document, french].map((one) => [...descriptionsIn(one)]) as [string[], string[]];
  const catalogue = loadCatalogue();
  const isCodes = (text: string) => text.split(', ').every((code) => code in catalogue || code === 'MethodNotAllowed');
  /** Names and values, which have no language. */
  const isValues = (text: string) =>
    /^(Journal|2054\.KS|SAS, SARL, EI…|(\d \w+(, )?)+|[A-Z]\w+(, [A-Z]\w+)+)$/.test(text);

  it('has the pair of every text, and the same lists of codes', () => {
    const bare = english.filter((text, index) => text === said[index] && !isCodes(text) && !isValues(text));
    expect([...new Set(bare)]).toEqual([]);
    expect(said).toHaveLength(english.length);
  });

  it('has no text for a field that is gone', () => {
    const rows = readTable('src/commands/serve/openapi-words.tsv', ['en', 'fr']);
    const known = new Set(english);
    expect(rows.filter(({ en, fr }) => !known.has(en) || fr === '')).toEqual([]);
  });

  it('differs in words alone', () => {
    const wordless = (text: string) => JSON.parse(text, (name, value) => (WORDS.has(name) ? '' : value));
    const WORDS = new Set(['description', 'summary']);
    expect(wordless(JSON.stringify(french))).toEqual(wordless(JSON.stringify(document)));
  });
});
