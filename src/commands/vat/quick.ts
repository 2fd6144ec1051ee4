/**
 * A way past the schemas for what is right beyond doubt. A body of 100,000 lines holds half a million fields, for each of
 * which zod makes several objects: that was most of what a simulation took. A quick reader reads a value exactly as its
 * schema does, or says DOUBT; then the schema reads it, and says what is wrong and where. It refuses nothing by itself.
 */
import type * as z from 'zod';
import { definitionOf } from '../operation/wire.ts';

export const DOUBT: unique symbol = Symbol('doubt');

type Quick = (value: unknown) => unknown;

const readers = new WeakMap<z.ZodType, Quick>();

/** The schema, which `read` may stand for. A copy of it (`meta`, `from`) is read slowly: outermost but for `nullish`. */
export function quick<T extends z.ZodType>(schema: T, read: Quick): T {
  readers.set(schema, read);
  return schema;
}

interface QuickField {
  /** Under which the handler receives it. */
  readonly name: string;
  readonly read: Quick;
}

/** The object schema, read quickly as often as all its fields can be; absent and null fields are left out. */
export function quickObject<T extends z.ZodType>(
  schema: T,
  shape: z.ZodRawShape,
  names: Readonly<Record<string, string>>,
): T {
  const fields = new Map<string, QuickField>();
  const required = new Set<string>();
  for (const [name, field] of Object.entries(shape)) {
    const { read, isRequired } = fieldReader(field as z.ZodType);
    if (isRequired) required.add(name);
    fields.set(name, { name: names[name] ?? name, read });
  }
  const read = (value: unknown): unknown => (isObject(value) ? readObject(value, fields, required) : DOUBT);
  const { run } = schema._zod;
  schema._zod.run = (payload, ctx) => {
    const domain = read(payload.value);
    if (domain === DOUBT) return run(payload, ctx);
    payload.value = domain;
    return payload;
  };
  return quick(schema, read);
}

function readObject(
  value: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, QuickField>,
  required: ReadonlySet<string>,
): unknown {
  const domain: Record<string, unknown> = {};
  let missing = required.size;
  for (const key in value) {
    const field = fields.get(key);
    const given = value[key];
    if (field === undefined) return DOUBT;
    if (given === null || given === undefined) {
      if (required.has(key)) return DOUBT;
      continue;
    }
    const read = field.read(given);
    if (read === DOUBT) return DOUBT;
    if (required.has(key)) missing--;
    domain[field.name] = read;
  }
  return missing === 0 ? domain : DOUBT;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The reader of a list, an item at a time. */
export const quickList = (item: z.ZodType): Quick => {
  const read = readers.get(item) ?? doubting;
  return (value) => {
    if (!Array.isArray(value)) return DOUBT;
    const list = new Array<unknown>(value.length);
    for (const [place, one] of value.entries()) {
      const known = read(one);
      if (known === DOUBT) return DOUBT;
      list[place] = known;
    }
    return list;
  };
};

const doubting: Quick = () => DOUBT;

/** A field may miss when it may be absent and null: one that may be absent only, or null only, is required here. */
function fieldReader(field: z.ZodType): { readonly read: Quick; readonly isRequired: boolean } {
  const { type, innerType } = definitionOf(field);
  const nullable = type === 'optional' && innerType ? definitionOf(innerType) : undefined;
  if (nullable?.type !== 'nullable' || !nullable.innerType) {
    return { read: readers.get(field) ?? doubting, isRequired: true };
  }
  return { read: readers.get(nullable.innerType) ?? doubting, isRequired: false };
}
