/**
 * Translation between the words of the domain and those of the wire, read off the schemas: `CurrencyCode` on the wire is
 * `currencyCode` in a service, and a field constructor says how its value is written (cents as a number, a fraction as a
 * decimal). Fields of another name say so with `from`.
 */
import * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import { FileResult, LongArray, LongObject, PageResult } from '../../services/kernel/stream.ts';

declare const DOMAIN: unique symbol;
declare const SOURCE: unique symbol;
declare const OWNER: unique symbol;

/** A field whose value in the domain is a `D`. */
export type Coded<T, D> = T & { readonly [DOMAIN]: D };
/** A field that the domain calls `N`. */
export type Named<T, N extends string> = T & { readonly [SOURCE]: N };
/** A field that is computed from the object it stands in. */
export type Computed<T, Owner> = T & { readonly [OWNER]: (owner: Owner) => void };

type DomainName<K extends string, S> = S extends { readonly [OWNER]: unknown }
  ? never
  : S extends { readonly [SOURCE]: infer N extends string }
    ? N
    : Uncapitalize<K>;

type OwnersOf<Shape> = Shape[keyof Shape] extends infer F
  ? F extends { readonly [OWNER]: infer Use }
    ? Use
    : never
  : never;
/** What all the computed fields read of their object. */
type Owner<Shape> = [OwnersOf<Shape>] extends [never]
  ? unknown
  : OwnersOf<Shape> extends (owner: infer O) => void
    ? O
    : never;

type DomainObject<Shape> = {
  readonly [K in keyof Shape as Shape[K] extends z.ZodOptional ? never : DomainName<K & string, Shape[K]>]: Domain<
    Shape[K]
  >;
} & {
  readonly [K in keyof Shape as Shape[K] extends z.ZodOptional ? DomainName<K & string, Shape[K]> : never]?: Domain<
    Shape[K]
  >;
} & Owner<Shape>;

/** What a service answers for a schema: the same fields under their domain names; undefined is null where null may be. */
export type Domain<S> = S extends { readonly [DOMAIN]: infer D }
  ? D
  : S extends z.ZodObject<infer Shape>
    ? DomainObject<Shape>
    : S extends z.ZodArray<infer Item>
      ? readonly Domain<Item>[]
      : S extends z.ZodNullable<infer Inner>
        ? Domain<Inner> | null | undefined
        : S extends z.ZodOptional<infer Inner>
          ? Domain<Inner> | undefined
          : S extends z.ZodRecord<infer _, infer Value>
            ? Readonly<Record<string, Domain<Value>>>
            : S extends z.ZodUnion<infer Options>
              ? Domain<Options[number]>
              : z.output<S>;

type Renamed<O, Shape> = {
  readonly [K in keyof O as K extends keyof Shape ? DomainName<K & string, Shape[K]> : never]: O[K];
};

/** What a handler receives of an object declared with `fields`. */
export type Received<Shape extends z.ZodRawShape> = Renamed<z.output<z.ZodObject<Shape>>, Shape>;

export interface FieldFacts {
  readonly encode?: (value: never, language: Language) => unknown;
  readonly source?: string;
  readonly read?: (owner: never) => unknown;
  /** Heading of the field in French; in English it is read off the name. */
  readonly fr?: string;
  readonly column?: 'amount' | 'number' | 'day' | 'sentence';
  /** The field has one value. */
  readonly isConstant?: boolean;
  /** The media types of an answer that is a file. */
  readonly media?: readonly string[];
}

/** What is said of a field beside its shape. */
export const facts = z.registry<FieldFacts>();

/** On a copy: a shape that several resources share keeps its own facts. */
function withFacts<T extends z.ZodType>(schema: T, more: FieldFacts): T {
  const copy = schema.clone() as T;
  facts.add(copy, { ...facts.get(schema), ...more });
  return copy;
}

/** A field written by `encode`: the domain has a `D`, which may be said in several languages. */
export const coded = <T extends z.ZodType, D>(
  schema: T,
  encode: (value: D, language: Language) => z.input<T>,
): Coded<T, D> => withFacts(schema, { encode }) as Coded<T, D>;

/** The domain calls the field `source`: `EnterpriseId: from('folderId', int())`. Outermost: after `maybe`, not inside. */
export const from = <N extends string, T extends z.ZodType>(source: N, schema: T): Named<T, N> =>
  withFacts(schema, { source }) as Named<T, N>;

/** A field that the domain object does not have as such: `HasEvents: computed(flag(), ({ events }: Aggregate) => …)`. */
export const computed = <T extends z.ZodType, O>(schema: T, read: (owner: O) => Domain<T>): Computed<T, O> =>
  withFacts(schema, { read: read as (owner: never) => unknown }) as Computed<T, O>;

/** A field that always has this value. */
export const constant = <T extends z.ZodType>(schema: T, value: Domain<T>): Computed<T, unknown> =>
  withFacts(
    computed(schema, () => value),
    { isConstant: true },
  );

/** Heading of a field in French, and how its column is aligned. */
export const headed = <T extends z.ZodType>(schema: T, fr?: string, column?: FieldFacts['column']): T =>
  withFacts(schema, { ...(fr !== undefined && { fr }), ...(column && { column }) });

/** An answer that is a file of one of these types. */
export const ofMedia = <T extends z.ZodType>(schema: T, media: readonly string[]): T => withFacts(schema, { media });

type Encode = (value: unknown, language: Language) => unknown;

/** What the translation reads of a zod schema, whichever kind it is. */
type Shape = Readonly<Record<string, z.ZodType>>;

interface Definition {
  readonly type: string;
  readonly shape?: Shape;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly catchall?: z.ZodType;
}

export const definitionOf = (schema: z.ZodType): Definition => schema.def as unknown as Definition;

const encoders = new WeakMap<z.ZodType, Encode>();
const origins = new WeakMap<object, unknown>();

/** What a service answers, under its wire names, for a reader of `language`. Streams are translated as they pass. */
export function toWire<S extends z.ZodType>(schema: S, value: Domain<S>, language: Language = 'en'): z.output<S> {
  const wire = encoderOf(schema)(value, language);
  if (typeof wire === 'object' && wire !== null) origins.set(wire, value);
  return wire as z.output<S>;
}

/** The same for what an operation answers: a file or a page stays what it is. */
export function answerToWire(schema: z.ZodType, value: unknown, language: Language): unknown {
  if (value instanceof FileResult || value instanceof PageResult) return value;
  return toWire(schema, value as never, language);
}

/** What the service answered, for a view that shows more than the wire holds. */
export const originOf = (wire: unknown): unknown =>
  typeof wire === 'object' && wire !== null ? origins.get(wire) : undefined;

/** An answer made of several ones keeps what the services answered. */
export function keepOrigin<T extends object>(wire: T, origin: unknown): T {
  origins.set(wire, origin);
  return wire;
}

function encoderOf(schema: z.ZodType): Encode {
  const known = encoders.get(schema);
  if (known) return known;
  const made = makeEncoder(schema);
  encoders.set(schema, made);
  return made;
}

const same: Encode = (value) => value;

function makeEncoder(schema: z.ZodType): Encode {
  const { shape, element, innerType, valueType, options, type, catchall } = definitionOf(schema);
  const encode = facts.get(schema)?.encode as Encode | undefined;
  if (encode) return encode;
  if (shape) return objectEncoder(shape, catchall !== undefined);
  if (element) return listEncoder(element);
  if (type === 'nullable' && innerType) return nullableEncoder(innerType);
  if (innerType) return optionalEncoder(innerType);
  if (type === 'record' && valueType) return recordEncoder(valueType);
  if (options) return unionEncoder(options);
  return same;
}

function nullableEncoder(inner: z.ZodType): Encode {
  const encode = encoderOf(inner);
  return (value, language) => (value === null || value === undefined ? null : encode(value, language));
}

function optionalEncoder(inner: z.ZodType): Encode {
  const encode = encoderOf(inner);
  return (value, language) => (value === undefined ? undefined : encode(value, language));
}

function listEncoder(item: z.ZodType): Encode {
  const encode = encoderOf(item);
  return (list, language) => (Array.isArray(list) ? list.map((one) => encode(one, language)) : list);
}

function recordEncoder(inner: z.ZodType): Encode {
  const encode = encoderOf(inner);
  return (record, language) =>
    Object.fromEntries(Object.entries(record as object).map(([key, value]) => [key, encode(value, language)]));
}

/** The first object of a union that has every field of the value's, or the scalars, which are written as they are. */
function unionEncoder(options: readonly z.ZodType[]): Encode {
  const objects = options.filter((option) => definitionOf(option).shape);
  return (value, language) => {
    if (typeof value !== 'object' || value === null) return value;
    const fits = (option: z.ZodType) =>
      Object.entries(definitionOf(option).shape ?? {}).every(
        ([name, field]) => isOptional(field) || facts.get(field)?.read !== undefined || sourceOf(name, field) in value,
      );
    const chosen = objects.find(fits) ?? options.find((option) => definitionOf(option).element);
    return chosen ? encoderOf(chosen)(value, language) : value;
  };
}

const isOptional = (schema: z.ZodType): boolean => definitionOf(schema).type === 'optional';

const sourceOf = (name: string, schema: z.ZodType): string =>
  facts.get(schema)?.source ?? name.charAt(0).toLowerCase() + name.slice(1);

/** `isLoose`: it has other fields too, under names that follow the rule. */
function objectEncoder(shape: Shape, isLoose: boolean): Encode {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    read: facts.get(schema)?.read ?? readSource(sourceOf(name, schema)),
    encode: encoderOf(schema),
  }));
  const known = new Set(Object.entries(shape).flatMap(([name, schema]) => [name, sourceOf(name, schema)]));
  return (object, language) => {
    if (object instanceof LongObject) return longToWire(shape, object, language);
    if (typeof object !== 'object' || object === null) return object;
    const wire: Record<string, unknown> = {};
    for (const { name, read, encode } of fields) {
      const value = encode(read(object as never), language);
      if (value !== undefined) wire[name] = value;
    }
    if (isLoose) addOthers(wire, object as Readonly<Record<string, unknown>>, known);
    return wire;
  };
}

/** Of millions of movements in a file: in place. */
function addOthers(
  wire: Record<string, unknown>,
  object: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): void {
  for (const name of Object.keys(object)) if (!known.has(name)) wire[wireName(name)] = object[name];
}

const wireName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const readSource = (source: string) => (owner: Readonly<Record<string, unknown>>) => owner[source];

/** What else the object holds, for its view, stays with it. */
function longToWire(shape: Shape, object: LongObject, language: Language): LongObject {
  const names = new Map(Object.entries(shape).map(([name, field]) => [sourceOf(name, field), name]));
  const properties = object.properties.map(([source, value]) => {
    const name = names.get(source) ?? source;
    const field = shape[name];
    return [name, field ? streamed(value, field, language) : value] as const;
  });
  return Object.assign(Object.create(Object.getPrototypeOf(object)), object, { properties });
}

function streamed(value: unknown, schema: z.ZodType, language: Language): unknown {
  const { element, innerType } = definitionOf(schema);
  if (innerType && value instanceof LongArray) return streamed(value, innerType, language);
  if (value instanceof LongArray && element) {
    return new LongArray(batchesToWire(value.batches, encoderOf(element), language));
  }
  if (typeof value === 'function') return async () => streamed(await value(), schema, language);
  return encoderOf(schema)(value, language);
}

async function* batchesToWire(batches: AsyncIterable<readonly unknown[]>, encode: Encode, language: Language) {
  for await (const batch of batches) yield batch.map((one) => encode(one, language));
}

/** An object of a body, which a handler receives under domain names. Other fields are refused. */
export const fields = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape).transform((given) => received(shape, given) as Received<Shape>);

/** The same object under domain names; what is absent stays absent. */
export function received(shape: z.ZodRawShape, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [sourceOf(name, shape[name] as z.ZodType), value]),
  );
}

/** The domain names of the fields of a shape. */
export const namesOf = (shape: z.ZodRawShape): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, sourceOf(name, schema as z.ZodType)]));
