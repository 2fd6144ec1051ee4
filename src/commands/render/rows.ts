/** Results as rows: what tables, CSV, NDJSON and workbooks have in common. */

export type Row = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a plain result: an array's items, the list that an object is there for, or the object as one row. */
export function rowsOf(result: unknown): Row[] {
  const name = listOf(result);
  const items = Array.isArray(result) ? result : name !== undefined && isObject(result) ? result[name] : [result];
  return (items as unknown[]).map((item) => (isObject(item) ? item : { Value: item }));
}

/** The name of the list that an object is there for: the `Items` of a page, or an array beside which it has nothing. */
export function listOf(result: unknown): string | undefined {
  if (!isObject(result)) return undefined;
  if (Array.isArray(result.Items)) return 'Items';
  const [only, ...others] = Object.keys(result);
  return only !== undefined && others.length === 0 && Array.isArray(result[only]) ? only : undefined;
}

/** One row with nested objects as `Iban.Value`; arrays stay as JSON text. Most rows are flat as they are. */
export const flatten = (row: Row): Row => (Object.values(row).some(isNested) ? flattened(row, '') : row);

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

function flattened(row: Row, prefix: string): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (isObject(value)) Object.assign(flat, flattened(value, `${prefix}${name}.`));
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
  const list = listOf(result);
  if (list !== undefined && fields.includes(list)) return result;
  if (list !== undefined) return { ...result, [list]: pick(result[list], fields) };
  return Object.fromEntries(fields.map((field) => [field, reach(result, field)]));
}

const reach = (row: Record<string, unknown>, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row) ?? null;

/** Says what a page leaves out: a list that stops in silence reads as complete. */
export function pageNote(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('TotalItems' in result)) return undefined;
  const { Items, PageItems, TotalItems, Page, HasMore } = result as {
    Items: unknown[];
    /** Where the total counts something else than rows. */
    PageItems?: number;
    TotalItems: number;
    Page: number;
    HasMore: boolean;
  };
  return HasMore ? `${PageItems ?? Items.length} / ${TotalItems}, --page ${Page + 1}` : undefined;
}
