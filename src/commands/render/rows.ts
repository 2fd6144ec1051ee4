/** Results as rows: what tables, CSV, NDJSON and workbooks have in common. */

export type Row = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a plain result: an array's items, the `Items` of a page, or the object itself as one row. */
export function rowsOf(result: unknown): Row[] {
  const items = Array.isArray(result)
    ? result
    : isObject(result) && Array.isArray(result.Items)
      ? result.Items
      : [result];
  return items.map((item) => (isObject(item) ? item : { Value: item }));
}

/** One row with nested objects as `Iban.Value`; arrays stay as JSON text. */
export function flatten(row: Row, prefix = ''): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (isObject(value)) Object.assign(flat, flatten(value, `${prefix}${name}.`));
    else flat[prefix + name] = Array.isArray(value) ? listText(value) : value;
  }
  return flat;
}

const listText = (list: readonly unknown[]): string =>
  list.every((item) => typeof item !== 'object') ? list.join(', ') : JSON.stringify(list);

/** Keeps the named fields, in that order; `Iban.Value` reaches inside. */
export function pick(result: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(result)) return result.map((item) => pick(item, fields));
  if (!isObject(result)) return result;
  if (Array.isArray(result.Items)) return { ...result, Items: pick(result.Items, fields) };
  return Object.fromEntries(fields.map((field) => [field, reach(result, field)]));
}

const reach = (row: Record<string, unknown>, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row) ?? null;
