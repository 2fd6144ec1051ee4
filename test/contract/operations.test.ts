/** What must hold for every operation, whatever it does. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/commands/program/catalogue.ts';
import { commonOptions } from '../../src/commands/program/flags.ts';
import type { ManifestEntry } from '../../src/commands/program/manifest.ts';
import { loadOperation, manifest } from '../../src/commands/program/operations.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../src/services/operation/actor.ts';
import { runCli } from '../support/cli.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { testApp } from '../support/http.ts';
import { GOOD, GOOD_ELSEWHERE, PROVED_ELSEWHERE, BAD as WRITTEN } from './cases.ts';
import { argvOf, type BadCase, type CaseInput, send } from './requests.ts';

const served = manifest.filter(({ http }) => http !== undefined);
const entryOf = (id: string): ManifestEntry => served.find((entry) => entry.id === id) as ManifestEntry;
const catalogue = await loadCatalogue();
const specification = readFileSync('src/commands/program/specification.tsv', 'utf8').trimEnd().split('\n').slice(1);

const goodInput = (id: string): CaseInput => GOOD.find(([good]) => good === id)?.[1] ?? GOOD_ELSEWHERE[id] ?? {};

/** Every operation of a folder is asked for one that does not exist. */
const unknownFolder = served.flatMap((entry): BadCase[] => {
  const path = entry.inputs.find(({ flag, in: place }) => flag === 'folder' && place === 'path');
  const good = goodInput(entry.id);
  return path ? [[entry.id, 'FolderNotFound', inFolder(good, path.name, 999)]] : [];
});
/** The same input for another folder, wherever the input names it. */
function inFolder(input: CaseInput, name: string, folderId: number): CaseInput {
  const repeated = ['AccountingFolderId', 'EnterpriseId'].filter((field) => field in Object(input.body));
  const body =
    repeated.length > 0
      ? { body: { ...Object(input.body), ...Object.fromEntries(repeated.map((field) => [field, folderId])) } }
      : {};
  return { ...input, params: { ...input.params, [name]: folderId }, ...body };
}

const BAD = [...WRITTEN, ...unknownFolder];

describe('declarations', () => {
  it.each([
    ['identifiers', ({ id }: ManifestEntry) => id],
    ['commands', ({ cli }: ManifestEntry) => cli.path.join(' ')],
    ['routes', ({ http, id }: ManifestEntry) => (http ? `${http.method} ${http.path.replace(/\{\w+\}/g, '{}')}` : id)],
  ])('have distinct %s', (_what, key) => {
    expect(new Set(manifest.map(key)).size).toBe(manifest.length);
  });

  it('name rows of the specification, each row once', () => {
    const rows = new Set(specification.map((line) => line.split('\t')[0]));
    const refs = manifest.flatMap((entry) => entry.refs);
    expect(refs.filter((ref) => !rows.has(ref))).toEqual([]);
    expect(refs.length).toBe(new Set(refs).size);
  });

  it.each(manifest.map((entry) => [entry.id, entry] as const))('%s gives every flag its own name', (_id, entry) => {
    const common = commonOptions('en').map(({ long }) => long?.slice(2));
    const flags = [...entry.inputs.map(({ flag }) => flag), ...common];
    expect(new Set(flags).size).toBe(flags.length);
  });

  it('show examples of themselves', () => {
    for (const { cli, id } of manifest) {
      expect(
        cli.examples.some((example) => example.includes(`taxops ${cli.path.join(' ')}`)),
        id,
      ).toBe(true);
    }
  });

  it('declare failures that a catalogue describes', async () => {
    const codes = (await Promise.all(manifest.map(loadOperation))).flatMap(({ errors }) => errors);
    expect(codes.filter((code) => !(code in catalogue))).toEqual([]);
  });

  it('take every path parameter from their schema', async () => {
    for (const { id, http, inputs } of served) {
      const inPath = [...(http?.path.matchAll(/\{(\w+)\}/g) ?? [])].map(([, name]) => name);
      expect(
        inputs
          .filter((input) => input.in === 'path')
          .map(({ name }) => name)
          .sort(),
        id,
      ).toEqual(inPath.sort());
    }
  });
});

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    const { app } = await testApp();
    const document = (await (await app.request('/openapi.json')).json()) as { paths: Record<string, object> };
    expect(await new Validator().validate(document as never)).toMatchObject({ valid: true });
    const paths = Object.values(document.paths).flatMap(Object.keys);
    expect(paths.length).toBe(served.length);
  });
});

describe('both transports', async () => {
  const [forCli, forHttp] = [await testDatabaseSettings(true), await testDatabaseSettings(true)];
  const installation = {
    TAXOPS_SECRET_KEY: '5a'.repeat(32),
    TAXOPS_CHANNEL_A_PAGE_URL: 'https://channel.example/app',
    TAXOPS_INTERNAL_FOLDER: mkdtempSync(join(tmpdir(), 'taxops-handover-')),
  };
  const env = { ...installation, TAXOPS_DATABASE_URL: forCli.url ?? '' };
  const { app, program, failures } = await testApp({ ...installation, TAXOPS_DATABASE_URL: forHttp.url ?? '' });

  it('have a good case for every operation', () => {
    expect(
      served.map(({ id }) => id).filter((id) => !GOOD.some(([good]) => good === id) && !(id in GOOD_ELSEWHERE)),
    ).toEqual([]);
  });

  it.each(GOOD)('answer the same to %s', async (id, input) => {
    const run = await runCli([...argvOf(entryOf(id), input), '--json'], { env });
    expect(run.stderr).toBe('');
    const response = await send(app, entryOf(id), input);
    expect(response.status).toBe(entryOf(id).http?.status ?? 200);
    const answer = response.headers.get('content-type')?.includes('json')
      ? await response.json()
      : await response.text();
    expect(scrub(run.stdout === '' ? '' : parse(run.stdout))).toEqual(scrub(answer));
    await checkOutput(id, answer);
  });

  it('have a bad case for every declared failure', async () => {
    const declared = await Promise.all(
      served.map(async (entry) => (await loadOperation(entry)).errors.map((code) => `${entry.id} ${code}`)),
    );
    const cases = new Set(BAD.map(([id, code]) => `${id} ${code}`));
    expect(declared.flat().filter((pair) => !cases.has(pair) && !(pair in PROVED_ELSEWHERE))).toEqual([]);
  });

  it.each(BAD)('%s fails with %s', async (id, code, input) => {
    const response = await send(app, entryOf(id), input);
    expect(await response.json()).toMatchObject({ code, status: response.status });
    const run = await runCli([...argvOf(entryOf(id), input), '--json'], { env });
    expect(JSON.parse(run.stderr).code).toBe(code);
  });

  it('met no bug on the way', async () => {
    expect(failures).toEqual([]);
    await program.close();
  });
});

describe('access', async () => {
  const settings = await testDatabaseSettings(true);
  let actor: Actor = { kind: 'anonymous' };
  const { app } = await testApp({ TAXOPS_DATABASE_URL: settings.url ?? '' }, async () => actor);
  const as = (one: Actor) => {
    actor = one;
    return app;
  };
  const user = {
    kind: 'user',
    userId: 'u',
    clientId: 'c',
    companyId: 7,
    folders: new Set([5]),
    rights: RIGHTS_OF_ACCESS.write,
  } as const;
  const restricted = await Promise.all(
    served.map(async (entry) => ({ entry, policy: (await loadOperation(entry)).policy })),
  ).then((all) => all.filter(({ policy }) => 'right' in policy));

  it.each(restricted.map(({ entry }) => [entry.id, entry] as const))(
    '%s is refused to nobody and to a service',
    async (id, entry) => {
      expect((await send(as({ kind: 'anonymous' }), entry, goodInput(id))).status).toBe(401);
      const service = as({ kind: 'service', clientId: 'c', scopes: new Set(['taxdeclarationapi']) });
      expect((await send(service, entry, goodInput(id))).status).toBe(403);
    },
  );

  const ofFolder = restricted.filter(({ entry }) =>
    entry.inputs.some(({ flag, in: place }) => flag === 'folder' && place === 'path'),
  );
  it.each(ofFolder.map(({ entry }) => [entry.id, entry] as const))(
    '%s hides the folder of somebody else',
    async (id, entry) => {
      const response = await send(as(user), entry, goodInput(id));
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'FolderNotFound']);
    },
  );

  const writing = ofFolder.filter(({ policy }) => 'right' in policy && policy.right !== 'read');
  it.each(writing.map(({ entry }) => [entry.id, entry] as const))('%s is refused to a reader', async (id, entry) => {
    const reader = as({ ...user, folders: new Set([1, 2, 3, 4]), rights: RIGHTS_OF_ACCESS.read });
    expect((await send(reader, entry, goodInput(id))).status).toBe(403);
  });
});

/** What differs between two runs by nature: moments, random identifiers, what the operator of this machine is called. */
function scrub(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'MOMENT')
      .replace(/\d{8}T\d{6}Z/g, 'MOMENT') // calendars
      .replace(/"[^"]*\/files\/[0-9a-f-]{36}[^"]*"/g, '"FILE"')
      .replace(/"UserName":"(loopback|local)"/g, '"UserName":"OPERATOR"')
      .replace(/INFENT[0-9A-Z]{20,}/g, 'REFERENCE')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID'),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An answer must be what its schema says: names, types, nothing missing. */
async function checkOutput(id: string, answer: unknown): Promise<void> {
  const { output } = await loadOperation(entryOf(id));
  if (typeof answer !== 'string') expect(output.parse(answer)).toEqual(answer);
}
