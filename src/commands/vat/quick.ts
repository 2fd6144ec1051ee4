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
  readonly isRequired: boolean;
}

export interface QuickShape {
  readonly shape: z.ZodRawShape;
  /** Domain names by wire names. */
  readonly names: Readonly<Record<string, string>>;
  /** What stands for absent and null fields, which are left out without it. */
  readonly blank?: Readonly<Record<string, unknown>> | undefined;
}

/** The object schema, read quickly as often as all its fields can be. */
export function quickObject<T extends z.ZodType>(schema: T, { shape, names, blank }: QuickShape): T {
  const fields = new Map<string, QuickField>(
    Object.entries(shape).map(([name, field]) => [
      name,
      { name: names[name] ?? name, ...fieldReader(field as z.ZodType) },
    ]),
  );
  const required = [...fields.values()].filter(({ isRequired }) => isRequired).length;
  const read = (value: unknown): unknown => (isObject(value) ? readObject(value, { fields, required, blank }) : DOUBT);
  const { run } = schema._zod;
  schema._zod.run = (payload, ctx) => {
    const domain = read(payload.value);
    if (domain === DOUBT) return run(payload, ctx);
    payload.value = domain;
    return payload;
  };
  return quick(schema, read);
}

interface Reading extends Pick<QuickShape, 'blank'> {
  readonly fields: ReadonlyMap<string, QuickField>;
  /** How many there must be. */
  readonly required: number;
}

function readObject(value: Readonly<Record<string, unknown>>, { fields, required, blank }: Reading): unknown {
  const domain: Record<string, unknown> = { ...blank };
  let missing = required;
  for (const key in value) {
    const field = fields.get(key);
    const given = value[key];
    if (field === undefined) return DOUBT;
    if (given === null || given === undefined) {
      if (field.isRequired) return DOUBT;
      continue;
    }
    const read = field.read(given);
    if (read === DOUBT) return DOUBT;
    if (field.isRequired) missing--;
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
