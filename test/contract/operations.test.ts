/** What must hold for every operation, whatever it does. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { definitionOf } from '../../src/commands/operation/wire.ts';
import { loadCatalogue } from '../../src/commands/program/catalogue.ts';
import { commonOptions } from '../../src/commands/program/flags.ts';
import { jsonSchema, type ManifestEntry } from '../../src/commands/program/manifest.ts';
import { loadOperation, manifest } from '../../src/commands/program/operations.ts';
import { readTable } from '../../src/services/kernel/package-file.ts';
import { pathsOf, SCOPE_KINDS } from '../../src/services/operation/actor.ts';
import { AREAS } from './areas.ts';
import { inputPaths } from './inputs.ts';
import { isOf } from './requests.ts';
import { faultOf } from './test-source.ts';

const served = manifest.filter(({ http }) => http !== undefined);
const catalogue = loadCatalogue();
const specification = readFileSync('src/commands/program/specification.tsv', 'utf8').trimEnd().split('\n').slice(1);

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

  it('say the values of rates, categories and reasons of VAT, pairs with their label apart', async () => {
    const coded = /(?<!Custom)(VatRate|VatCategory|Exigibility|ExigibilityMode|SkipReason)$/;
    const open = new Set<string>();
    const look = (id: string, name: string, schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const text = JSON.stringify(schema);
      if (coded.test(name) && !/"(enum|const|properties|boolean|\$ref)"/.test(text)) open.add(`${id} ${name}`);
      for (const [key, value] of Object.entries(schema)) look(id, key, value);
    };
    for (const entry of manifest.filter(({ id }) => /^(vat\.(?!simulate)|chart\.|extended-chart\.)/.test(id)))
      look(entry.id, '', jsonSchema((await loadOperation(entry)).output, 'output'));
    // Of a grid whose row may be of no rate.
    expect([...open].filter((one) => one !== 'vat.procedure.validate VatRate')).toEqual([]);
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

/** The default of a schema that transforms is of its output, and no schema tells it: `prefault` gives one of the input. */
it('tell the defaults of their inputs', async () => {
  const operations = await Promise.all(manifest.map(loadOperation));
  const silent = operations.flatMap(({ id, params, query, body }) =>
    [params, query, body].flatMap((schema) => {
      if (!schema || definitionOf(schema).type !== 'object') return [];
      const { properties = {} } = jsonSchema(schema, 'input');
      return Object.entries(shapeOf(schema))
        .filter(([name, field]) => definitionOf(field).type === 'default' && !('default' in Object(properties[name])))
        .map(([name]) => `${id} ${name}`);
    }),
  );
  expect(silent).toEqual([]);
});

it('refuse a page beyond int32, which would be empty', async () => {
  const operations = await Promise.all(manifest.map(loadOperation));
  const open = operations.flatMap(({ id, query, body }) =>
    [query, body]
      .filter((schema) => schema && definitionOf(schema).type === 'object')
      .flatMap((schema) => Object.entries(shapeOf(schema as z.ZodType)))
      .filter(([name, field]) => /^page$/i.test(name) && field.safeParse(2_147_483_648).success)
      .map(([name]) => `${id} ${name}`),
  );
  expect(open).toEqual([]);
});

const shapeOf = (schema: z.ZodType) =>
  (schema as unknown as { readonly shape: Readonly<Record<string, z.ZodType>> }).shape;

describe('areas', () => {
  const owners = (id: string) => AREAS.filter((area) => isOf(area, id));

  it('have every operation with a route, each in one', () => {
    expect(served.map(({ id }) => id).filter((id) => owners(id).length !== 1)).toEqual([]);
    expect(
      AREAS.flatMap(({ operations }) => operations).filter(
        (name) => !served.some(({ id }) => isOf({ operations: [name] }, id)),
      ),
    ).toEqual([]);
  });

  it('have a good case for every operation', () => {
    const isProved = (id: string) =>
      owners(id).some(({ good, goodElsewhere = {} }) => id in goodElsewhere || good.some(([one]) => one === id));
    expect(served.map(({ id }) => id).filter((id) => !isProved(id))).toEqual([]);
  });

  it('have a bad case for every declared failure', async () => {
    const missing = served.map(async (entry) => {
      const { errors } = await loadOperation(entry);
      const [area] = owners(entry.id);
      const folder = entry.inputs.some(({ flag, in: place }) => flag === 'folder' && place === 'path');
      const isProved = (code: string) =>
        area?.bad.some(([id, one]) => id === entry.id && one === code) ||
        `${entry.id} ${code}` in (area?.provedElsewhere ?? {}) ||
        (folder && code === 'FolderNotFound');
      return errors.filter((code) => !isProved(code)).map((code) => `${entry.id} ${code}`);
    });
    expect((await Promise.all(missing)).flat()).toEqual([]);
  });

  const waivers = AREAS.flatMap(({ provedElsewhere = {} }) =>
    Object.entries(provedElsewhere).map(([what, [file, title]]) => [what, file, title] as const),
  );
  it.each(waivers)('%s is proved in %s: %s', async (what, file, title) => {
    const [id = '', code = ''] = what.split(' ');
    const entry = served.find((one) => one.id === id);
    expect(entry && (await loadOperation(entry)).errors, 'a declared failure').toContain(code);
    expect(faultOf([file, title], code)).toBeUndefined();
  });

  const elsewhere = AREAS.flatMap(({ goodElsewhere = {} }) =>
    Object.entries(goodElsewhere).map(([id, [, file, title]]) => [id, file, title] as const),
  );
  it.each(elsewhere)('the success of %s is proved in %s: %s', (_id, file, title) => {
    expect(faultOf([file, title])).toBeUndefined();
  });
});

/** Names of what belongs to a person. */
const OWNED = /^(?:.*\.)?(?:accounting)?(?:folder|enterprise|company|chartOfAccounts?|extendedChartOfAccounts?)Ids?$/i;

describe('policies', () => {
  it('name every input that looks like a folder, a firm or a chart', async () => {
    const unnamed = served.map(async (entry) => {
      const operation = await loadOperation(entry);
      if (!('right' in operation.policy)) return [];
      const named = SCOPE_KINDS.flatMap((kind) => pathsOf(operation.policy, kind)).map((path) => path.toLowerCase());
      return inputPaths(operation)
        .filter((path) => OWNED.test(path) && !named.includes(path.toLowerCase()))
        .map((path) => `${entry.id} ${path}`);
    });
    expect((await Promise.all(unnamed)).flat()).toEqual([]);
  });
});

/** Values that the specification has in French. */
const FRENCH = new Set(['Aucun', 'Immeuble', 'Liasse', 'Inconnu', 'Remboursement', 'Liquidation', 'Franchise']);

/** The values of the enumerations below a schema. */
function gatherValues(schema: z.ZodType, values: Set<string>, seen: Set<z.ZodType>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { type, shape = {}, element, innerType, valueType, options = [] } = definitionOf(schema);
  if (type === 'enum') for (const value of (schema as z.ZodEnum).options) values.add(String(value));
  for (const inside of [...Object.values(shape), element, innerType, valueType, ...options])
    if (inside) gatherValues(inside, values, seen);
}

it('every value of an enumeration has its words in French, codes apart', async () => {
  const values = new Set<string>();
  const seen = new Set<z.ZodType>();
  for (const entry of manifest) gatherValues((await loadOperation(entry)).output, values, seen);
  const known = new Set(readTable('src/commands/render/values.tsv', ['value', 'fr']).map(({ value }) => value));
  const isCode = (value: string) => /^(_?[A-Z\d][A-Z\d_]*|_\w+|\W+)$/.test(value);
  expect(values.size).toBeGreaterThan(400);
  expect([...values].filter((value) => !isCode(value) && !known.has(value) && !FRENCH.has(value))).toEqual([]);
});
