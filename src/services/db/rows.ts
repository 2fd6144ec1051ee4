/** Rows under the names of the domain: columns are `snake_case`, fields `camelCase`; texts inside patterns. */

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export type Camel<Row> = { readonly [K in keyof Row as CamelCase<K & string>]: Row[K] };

/** `{ source_id: 7 }` is `{ sourceId: 7 }`. */
export const camelRow = <Row extends object>(row: Row): Camel<Row> => renamed(row, camelCase) as Camel<Row>;

/** The columns of what is to be written: `{ sourceId: 7 }` is `{ source_id: 7 }`; what is undefined is left out. */
export const snakeRow = (values: object): Record<string, unknown> => renamed(values, snakeCase);

function renamed(from: object, rename: (name: string) => string): Record<string, unknown> {
  const to: Record<string, unknown> = {};
  for (const name in from) {
    const value = (from as Record<string, unknown>)[name];
    if (value !== undefined) to[rename(name)] = value;
  }
  return to;
}

/** Names are few and rows many: each is computed once. */
function remembered(rename: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const renamed = rename(name);
    known.set(name, renamed);
    return renamed;
  };
}

const camelCase = remembered((name) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));

const snakeCase = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** A text inside a pattern of LIKE: its own wildcards are letters like others. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
