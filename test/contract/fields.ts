/**
 * Which fields of a schema are seen filled: no field null or absent everywhere, no list without an item, every form of a
 * union at least once. An object of three fields or more is known by its schema wherever it stands (one mapper makes it):
 * a field that one operation fills need not be filled by all that answer the same object. A field that an input accepts
 * and ignores says so in its schema (`readOnly`) and need not be given; one that an answer always has alike need not be
 * filled.
 */
import * as z from 'zod';
import { facts } from '../../src/commands/operation/wire.ts';

type Schema = Readonly<z.core.JSONSchema.BaseSchema>;

interface Place {
  readonly root: Schema;
  /** What the field is known by, and where it stands: `bank.rule.list []`, `bank.rule.list [].Name`. */
  readonly key: string;
  readonly path: string;
  /** References on the way here: a schema that holds itself ends where it begins again. */
  readonly within: readonly string[];
}

const SHARED_FROM = 3;

export class Fields {
  readonly #filled = new Set<string>();
  readonly #places = new Map<string, string>();

  /** Takes note of values of this schema. */
  see(owner: string, schema: z.ZodType, io: 'input' | 'output', values: readonly unknown[]): void {
    const root: Schema = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: markConstant });
    this.#walk(root, values, { root, key: owner, path: `${owner} `, within: [] }, io === 'output');
  }

  /** Where fields stand that no value fills. */
  get empty(): string[] {
    return [...this.#places].filter(([key]) => !this.#filled.has(key)).map(([, path]) => path);
  }

  #walk(schema: Schema, given: readonly unknown[], place: Place, isShared = true): void {
    if (schema.readOnly) return;
    if (schema.$ref) this.#walkReference(schema.$ref, given, place, isShared);
    else this.#walkOwn(schema, given, place, isShared);
  }

  #walkOwn(schema: Schema, given: readonly unknown[], place: Place, isShared: boolean): void {
    const values = given.filter((value) => value !== null && value !== undefined);
    if (!this.#places.has(place.key)) this.#places.set(place.key, place.path);
    if (values.length === 0) return;
    this.#filled.add(place.key);
    for (const part of (schema.allOf ?? []) as readonly Schema[]) this.#walk(part, values, place, isShared);
    this.#walkForms((schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[], values, place, isShared);
    this.#walkItems(schema, values, place);
    this.#walkProperties(schema, values, place, isShared);
  }

  #walkReference(reference: string, given: readonly unknown[], place: Place, isShared: boolean): void {
    if (place.within.includes(reference)) return;
    this.#walk(
      referred({ $ref: reference }, place.root),
      given,
      { ...place, within: [...place.within, reference] },
      isShared,
    );
  }

  /** Forms of single values (a number or a text) count as one. */
  #walkForms(forms: readonly Schema[], values: readonly unknown[], place: Place, isShared: boolean): void {
    const real = forms.filter(({ type }) => type !== 'null');
    const nested = real.length === 1 ? real : real.filter(({ properties, items, $ref }) => properties || items || $ref);
    for (const [index, form] of nested.entries()) {
      const mark = nested.length > 1 ? `|${index + 1}` : '';
      const own = real.length === 1 ? values : values.filter((value) => fits(referred(form, place.root), value));
      this.#walk(form, own, { ...place, key: place.key + mark, path: place.path + mark }, isShared);
    }
  }

  #walkItems({ items, prefixItems = [] }: Schema, values: readonly unknown[], place: Place): void {
    const lists = values.filter(Array.isArray);
    const at = (mark: string) => ({ ...place, key: place.key + mark, path: place.path + mark });
    for (const [index, item] of (prefixItems as readonly Schema[]).entries())
      this.#walk(
        item,
        lists.map((list) => list[index]),
        at(`[${index}]`),
      );
    if (items && typeof items === 'object' && !Array.isArray(items))
      this.#walk(items as Schema, lists.flat(), at('[]'));
  }

  #walkProperties(schema: Schema, values: readonly unknown[], place: Place, isShared: boolean): void {
    const { properties = {}, additionalProperties } = schema;
    const objects = values.filter(isObject);
    const names = Object.keys(properties);
    const key = isShared && names.length >= SHARED_FROM ? JSON.stringify(schema) : place.key;
    const at = (mark: string) => ({ ...place, key: key + mark, path: place.path.replace(/(?<=[^ ])$/, '.') + mark });
    for (const name of names)
      this.#walk(
        properties[name] as Schema,
        objects.map((object) => object[name]),
        at(name),
      );
    if (typeof additionalProperties !== 'object' || (names.length > 0 && isAnything(additionalProperties))) return;
    const others = objects.flatMap((object) => Object.entries(object).filter(([name]) => !names.includes(name)));
    this.#walk(
      additionalProperties as Schema,
      others.map(([, value]) => value),
      at('*'),
    );
  }
}

function markConstant({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: { readOnly?: boolean } }) {
  if (zodSchema instanceof z.ZodType && facts.get(zodSchema)?.isConstant) jsonSchema.readOnly = true;
}

/** Beside names that are declared: others may come, and are no field of this schema. */
const isAnything = (schema: object): boolean => Object.keys(schema).length === 0;

/** What a reference stands for: `#/$defs/Asset`. */
function referred(schema: Schema, root: Schema): Schema {
  const names = schema.$ref?.split('/').slice(1) ?? [];
  const target = names.reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>>)[name], root);
  return schema.$ref ? (target as Schema) : schema;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value has the names, and the constants, of one form of several. */
function fits({ properties, required = [], items }: Schema, value: unknown): boolean {
  if (items) return Array.isArray(value);
  if (!isObject(value)) return properties === undefined;
  const known = properties ?? {};
  const agrees = ([name, inner]: [string, unknown]) => {
    const field = known[name] as Schema | undefined;
    return field !== undefined && (field.const === undefined || field.const === inner);
  };
  return required.every((name) => name in value) && Object.entries(value).every(agrees);
}
