/** Which fields a result may have, read off its schema: a name mistyped in `--fields` is refused before anything is done. */
import type * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import { nearest } from '../../services/kernel/nearest.ts';
import { invalidInput } from '../operation/invoke.ts';

/** What this module reads of a zod schema, whichever kind it is. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

/** Scalars have no fields; of kinds that are not named here nothing is known. */
const SCALARS = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'bigint',
  'enum',
  'literal',
  'null',
  'undefined',
  'date',
]);

/** The fields that the schema gives a result, or undefined where it may have any. Lists count as what they hold. */
function fieldsOf(schema: z.ZodType): ReadonlyMap<string, z.ZodType> | undefined {
  const { type, shape, catchall, element, innerType, options } = schema.def as unknown as Definition;
  if (shape && !catchall) return new Map(Object.entries(shape));
  const inside = element ?? innerType;
  if (inside) return fieldsOf(inside);
  if (options) return together(options.map(fieldsOf));
  return SCALARS.has(type) ? new Map() : undefined;
}

function together(maps: readonly (ReadonlyMap<string, z.ZodType> | undefined)[]): Map<string, z.ZodType> | undefined {
  const all = new Map<string, z.ZodType>();
  for (const map of maps) {
    if (!map) return undefined;
    for (const [name, schema] of map) all.set(name, schema);
  }
  return all;
}

/** The fields of a result and, since `--fields` looks inside, those of the rows that it lists. */
function offered(output: z.ZodType): ReadonlyMap<string, z.ZodType> | undefined {
  const own = fieldsOf(output);
  const lists = [...(own?.values() ?? [])].filter(holdsList).map(fieldsOf);
  return own && together([own, ...lists]);
}

function holdsList(schema: z.ZodType): boolean {
  const { type, innerType } = schema.def as unknown as Definition;
  return type === 'array' || (innerType !== undefined && holdsList(innerType));
}

/** Throws InvalidInput for a field that no result of this shape has. */
export function refuseUnknownFields(output: z.ZodType, fields: readonly string[], language: Language): void {
  const unknown = fields.map((field) => ({ field, known: unknownAmong(offered(output), field.split('.')) }));
  const issues = unknown.flatMap(({ field, known }) =>
    known
      ? [
          {
            path: '--fields',
            code: 'unknown',
            message: WORDS.unknown[language](field, advice({ field, known, language })),
          },
        ]
      : [],
  );
  if (issues.length > 0) throw invalidInput(issues);
}

const WORDS = {
  unknown: {
    en: (field: string, advice: string) => `no field ${field}. ${advice}`.trim(),
    fr: (field: string, advice: string) => `pas de champ ${field}. ${advice}`.trim(),
  },
  known: { en: 'There are ', fr: 'Il y a ' },
} as const;

interface Sought {
  readonly field: string;
  readonly known: readonly string[];
  readonly language: Language;
}

const advice = ({ field, known, language }: Sought): string =>
  nearest(field, known, language) || (known.length > 0 ? WORDS.known[language] + known.join(', ') : '');

/** The names that could have been meant when one on the way does not exist. */
function unknownAmong(
  known: ReadonlyMap<string, z.ZodType> | undefined,
  [name = '', ...rest]: readonly string[],
): string[] | undefined {
  if (!known) return undefined;
  const schema = known.get(name);
  if (!schema) return [...known.keys()];
  return rest.length > 0 ? unknownAmong(fieldsOf(schema), rest) : undefined;
}
