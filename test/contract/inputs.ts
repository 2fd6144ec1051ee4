/**
 * What the fields of an input are for: leaving one out changes what is read from the request, and the operation looks at
 * it. A field that is copied with all of its object counts as looked at.
 */

import * as z from 'zod';
import { parseInput, type RawInput } from '../../src/commands/operation/invoke.ts';
import type { Operation } from '../../src/commands/operation/operation.ts';
import type { ManifestEntry } from '../../src/commands/program/manifest.ts';
import type { TaxopsError } from '../../src/services/kernel/errors.ts';
import type { CaseInput } from './requests.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The input of a case as a transport reads it; files apart. */
export function rawInput(entry: ManifestEntry, { params = {}, body }: CaseInput): RawInput {
  const of = (place: 'path' | 'query') =>
    Object.fromEntries(
      entry.inputs.flatMap((input) =>
        input.in === place && params[input.name] !== undefined
          ? [[input.name, input.many ? [params[input.name]].flat() : params[input.name]]]
          : [],
      ),
    );
  return { params: of('path'), query: of('query'), ...(body !== undefined && { body }) };
}

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !('numerator' in value) && // an exact fraction is one value
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Paths of everything in a value: `Lines[].Debit`. */
export function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${path}[]`));
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = path ? `${path}.${name}` : name;
    return inner === undefined ? [] : [own, ...pathsOf(inner, own)];
  });
}

/** The same value, which records the paths that are read of it. */
export function watched<T>(value: T, read: Set<string>, path = ''): T {
  if (typeof value !== 'object' || value === null || !(Array.isArray(value) || isPlain(value))) return value;
  return new Proxy(value, {
    get: (target, name, receiver) => {
      const inner: unknown = Reflect.get(target, name, receiver);
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return inner;
      const own = Array.isArray(target) ? `${path}[]` : path ? `${path}.${name}` : name;
      if (own === 'files') return inner;
      read.add(own);
      return watched(inner, read, own);
    },
  });
}

const wirePaths = ({ params = {}, query = {}, body }: RawInput): string[] => [
  ...pathsOf(params),
  ...pathsOf(query),
  ...pathsOf({ body }),
];

/** Fields that are given, and may be left out of every case without a difference to what is read from it. */
export function withoutEffect(operation: Operation, inputs: readonly RawInput[]): string[] {
  const cases = inputs.map((input) => ({ input, paths: new Set(wirePaths(input)), read: readOf(operation, input) }));
  const given = [...new Set(cases.flatMap(({ paths }) => [...paths]))].filter((path) => path !== 'body');
  return given.filter((path) =>
    cases.every(
      ({ input, paths, read }) =>
        !paths.has(path) || (read !== undefined && readOf(operation, lessOf(input, path)) === read),
    ),
  );
}

/** What is read from an input, as a text to compare; undefined where it is refused. */
function readOf(operation: Operation, input: RawInput): string | undefined {
  try {
    return text(parseInput(operation, input));
  } catch {
    return undefined;
  }
}

function lessOf({ params, query, body }: RawInput, path: string): RawInput {
  const inBody = /^body\.?(?=.)(.*)$/.exec(path)?.[1];
  const less = inBody
    ? { params, query, body: without(body, inBody) }
    : { params: without(params, path), query: without(query, path), body };
  return less as RawInput;
}

/** A copy without one field, in every item of a list on its way. */
function without(value: unknown, path: string): unknown {
  const [, name = '', rest = ''] = /^([^.[]*)(.*)$/.exec(path) ?? [];
  if (path.startsWith('[]')) {
    const inner = path.slice(2).replace(/^\./, '');
    return Array.isArray(value) ? (inner === '' ? [] : value.map((item) => without(item, inner))) : value;
  }
  if (!isPlain(value) || !(name in value)) return value;
  const { [name]: found, ...others } = value;
  return rest === '' ? others : { ...others, [name]: without(found, rest.replace(/^\./, '')) };
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? `${inner}n` : inner instanceof Map || inner instanceof Set ? [...inner] : inner,
  );

/** Fields that reach the operation in some run, and are looked at in none. */
export function notRead(operation: Operation, inputs: readonly RawInput[], read: ReadonlySet<string>): string[] {
  const parsed = inputs.flatMap((input) => pathsOf(parseInput(operation, input)));
  return [...new Set(parsed)].filter((path) => path !== 'body' && path !== 'files' && !read.has(path));
}

type Schema = Readonly<z.core.JSONSchema.BaseSchema>;

/** Every input of an operation as policies name it: `accountingFolderId`, `body.Lines.*.FolderId`. */
export function inputPaths({ params, query, body }: Operation): string[] {
  const of = (schema: z.ZodType) =>
    pathsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }));
  return [...of(params), ...of(query), ...(body ? of(body).map((path) => `body.${path}`) : [])];
}

function pathsIn({ properties = {}, items, anyOf = [], oneOf = [] }: Schema): string[] {
  const within = (name: string, inner: unknown) => pathsIn(inner as Schema).map((path) => `${name}.${path}`);
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [name, ...within(name, inner)]),
    ...(items && !Array.isArray(items) ? within('*', items) : []),
    ...[...anyOf, ...oneOf].flatMap((form) => pathsIn(form as Schema)),
  ];
}

type Place = readonly (string | number)[];

/** Every text of a value, with where it stands. */
function textsOf(value: unknown, place: Place = []): { readonly place: Place; readonly text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, [...place, index]));
  return isPlain(value) ? Object.entries(value).flatMap(([name, inner]) => textsOf(inner, [...place, name])) : [];
}

function replaced(value: unknown, [first, ...rest]: Place, text: string): unknown {
  if (first === undefined) return text;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Fields) }) as Record<string | number, unknown>;
  copy[first] = replaced(copy[first], rest, text);
  return copy;
}

const inOtherCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

/** Codes of lists that are refused in another letter case without the name that is near. */
export function withoutNearName(operation: Operation, inputs: readonly RawInput[]): string[] {
  const found = inputs.flatMap((input) =>
    textsOf(input)
      .filter(({ place, text: code }) => {
        const refusal = unknownCode(operation, replaced(input, place, inOtherCase(code)) as RawInput);
        return refusal !== undefined && !refusal.includes(`id you mean ${code}?`);
      })
      .map(({ place, text: code }) => `${place.join('.')} ${code}`),
  );
  return [...new Set(found)];
}

/** What is said of a code that no list has; undefined where nothing is. */
function unknownCode(operation: Operation, input: RawInput): string | undefined {
  try {
    parseInput(operation, input);
  } catch (error) {
    const { code, issues = [] } = error as Partial<TaxopsError>;
    const isCode = code === 'ValueUnknown' || issues.some((issue) => issue.code === 'invalid_value');
    return isCode ? issues.map(({ message }) => message).join('; ') : undefined;
  }
  return undefined;
}
