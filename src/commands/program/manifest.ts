import * as z from 'zod';
import type { Labels } from '../../services/kernel/errors.ts';
import type { Right } from '../../services/operation/actor.ts';
import { isOperation } from '../operation/is-operation.ts';
import type { CommandLine, FileInput, Operation, Route } from '../operation/operation.ts';

/** What help, routing and completion need of one operation, without loading its schemas. */
export interface ManifestEntry {
  readonly id: string;
  /** File of the declaration under src/commands, without extension, and the name it is exported under. */
  readonly module: string;
  readonly name: string;
  readonly refs: readonly string[];
  readonly summary: Labels;
  readonly cli: CommandLine;
  /** What it takes beyond reading, where it is for people. */
  readonly right?: Exclude<Right, 'read'>;
  readonly http?: Route;
  readonly files?: FileInput;
  readonly hasBody: boolean;
  readonly inputs: readonly ManifestInput[];
}

/** As the file has it: the inputs as JSON text. */
export type StoredEntry = Omit<ManifestEntry, 'inputs'> & { readonly inputs: string };

export interface ManifestInput {
  /** Name on the wire. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  /** Name of the flag, without its dashes. */
  readonly flag: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'json';
  readonly many?: boolean;
  readonly required?: boolean;
  /** An empty field of a form is null. */
  readonly nullable?: boolean;
  readonly choices?: readonly string[];
  /** Values to propose where others are taken too: a member of an enumeration also goes by its position. */
  readonly values?: readonly string[];
  readonly about?: string;
  readonly default?: string;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

export function manifestEntry(operation: Operation, module: string, name: string): ManifestEntry {
  const inputs = [
    ...inputsOf(operation.params, 'path'),
    ...inputsOf(operation.query, 'query'),
    ...(operation.body ? inputsOf(operation.body, 'body') : []),
  ];
  return {
    id: operation.id,
    module,
    name,
    refs: operation.refs,
    summary: operation.summary,
    cli: operation.cli,
    ...rightOf(operation),
    ...(operation.http && { http: operation.http }),
    ...(operation.files && { files: operation.files }),
    hasBody: operation.body !== undefined,
    inputs: withDistinctFlags(inputs),
  };
}

const rightOf = ({ policy }: Operation): Pick<ManifestEntry, 'right'> =>
  'right' in policy && policy.right !== 'read' ? { right: policy.right } : {};

/** The manifest as a file: every declaration among the exports of these modules, by its identifier. */
export function manifestText(modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string {
  const entries = Object.entries(modules).flatMap(([module, exports]) =>
    Object.entries(exports).flatMap(([name, value]) => (isOperation(value) ? manifestEntry(value, module, name) : [])),
  );
  const sorted = entries.sort((a, b) => (a.id < b.id ? -1 : 1));
  return `[\n${sorted.map((entry) => inAscii(JSON.stringify(stored(entry)))).join(',\n')}\n]\n`;
}

/** Every start reads the file: a byte for each letter takes half the time. */
const inAscii = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const stored = (entry: ManifestEntry): StoredEntry => ({ ...entry, inputs: JSON.stringify(entry.inputs) });

/** JSON Schema of what a caller may send (`input`) or receives (`output`). */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withIntegerFormat }) as JsonSchema;

/** Client generators choose a type by it. An integer without bounds is one that JSON numbers hold exactly. */
function withIntegerFormat({ jsonSchema: made }: { readonly jsonSchema: JsonSchema }): void {
  if (made.type === 'integer') made.format ??= fitsInt32(made) ? 'int32' : 'int64';
}

const fitsInt32 = ({ minimum = -Infinity, maximum = Infinity }: JsonSchema): boolean =>
  minimum >= -MOST_INT32 && maximum <= MOST_INT32;

const MOST_INT32 = 2_147_483_647;

function inputsOf(schema: z.ZodType, place: ManifestInput['in']): ManifestInput[] {
  const { properties = {}, required: isRequired = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).flatMap(([name, property]) => {
    const shape = typeof property === 'object' ? inputShape(property) : undefined;
    if (!shape || (shape.type === 'json' && place === 'body')) return [];
    const required = isRequired.includes(name) && { required: true };
    const nullable = place === 'body' && takesNull(property) && { nullable: true };
    return [{ name, in: place, flag: shortFlag(name), ...shape, ...required, ...nullable }];
  });
}

function takesNull(property: unknown): boolean {
  if (typeof property !== 'object' || property === null) return false;
  const { type, anyOf = [] } = property as JsonSchema;
  return [type, ...anyOf.map((branch) => branch.type)].flat().includes('null');
}

type InputShape = Pick<ManifestInput, 'type' | 'many' | 'choices' | 'values' | 'about' | 'default'>;

function inputShape(given: JsonSchema): InputShape {
  const property = withoutNull(given);
  const about = property.description ? { about: property.description } : {};
  const fallback =
    property.default === undefined || property.default === null ? {} : { default: String(property.default) };
  if (property.type === 'array') {
    const items = Array.isArray(property.items) ? undefined : property.items;
    const item = typeof items === 'object' ? inputShape(items as JsonSchema) : { type: 'json' as const };
    return { ...item, ...about, many: true };
  }
  if (property.enum) return { type: 'string', choices: property.enum.map(String), ...about, ...fallback };
  const values = valuesOf(property);
  return { type: scalarType(property), ...about, ...(values && { values }), ...fallback };
}

const valuesOf = (property: JsonSchema & { readonly 'x-values'?: readonly string[] }) => property['x-values'];

/** A field that may be null is entered like one that may not. */
function withoutNull(property: JsonSchema): JsonSchema {
  const types: unknown = property.type;
  const branches = Array.isArray(types) ? types.map((type) => ({ type })) : (property.anyOf ?? []);
  const [only, ...others] = branches.filter(({ type }) => type !== 'null');
  if (!only) return property;
  return others.length === 0 ? { ...property, ...only } : { ...property, anyOf: [only, ...others] };
}

function scalarType(property: JsonSchema): ManifestInput['type'] {
  const branches = (property.anyOf ?? property.oneOf ?? [property]).flatMap(({ type }): unknown => type);
  // A value that may be a number or text travels as text: the schema reads it exactly.
  for (const type of ['string', 'integer', 'number', 'boolean'] as const) if (branches.includes(type)) return type;
  return 'json';
}

/** `--format` is how every command writes its result and `--body` where it reads its input: fields of those names have others. */
const FLAGS: Readonly<Record<string, string>> = {
  accountingFolderId: 'folder',
  enterpriseId: 'folder',
  format: 'file-format',
  Body: 'message',
};

/** `bankAccountId` is `--bank-account`: people name the thing, not its identifier. A list keeps its name, `--entry-ids`. */
const shortFlag = (given: string): string => {
  const name = given.replace(/^\$/, ''); // options of queries: a shell would read $filter as a variable
  return FLAGS[name] ?? kebab(name).replace(/(?<=.)-id$/, '');
};

const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

/** Two inputs that would share a flag keep their whole names; a field that still shares one with the path has none. */
function withDistinctFlags(inputs: readonly ManifestInput[]): ManifestInput[] {
  const taken = new Map<string, number>();
  for (const { flag } of inputs) taken.set(flag, (taken.get(flag) ?? 0) + 1);
  const named = inputs.map((input) =>
    (taken.get(input.flag) ?? 0) > 1 ? { ...input, flag: kebab(input.name) } : input,
  );
  const inPath = new Set(named.filter((input) => input.in === 'path').map(({ flag }) => flag));
  return named.filter((input) => input.in !== 'body' || !inPath.has(input.flag));
}
