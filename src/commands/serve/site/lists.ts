/** A table filled in by a person: `Updates.3.VatRate` is a field of the fourth row, `Updates.*.VatRate` is for all that lack it. */

type Fields = readonly (readonly [name: string, value: string])[];

/** Rows as JSON, by the name of the field that takes them. */
export type Lists = Readonly<Record<string, string>>;

const FIELD = /^([A-Z]\w*)\.(\d{1,4}|\*)\.([A-Z]\w*)$/;

export const isOfList = (name: string): boolean => FIELD.test(name);

/** A row of which something was left empty is not one yet. */
export function listsOf(fields: Fields): Lists {
  const lists = new Map<string, Map<string, Map<string, string>>>();
  for (const [name, value] of fields) {
    const [, list, row, field] = FIELD.exec(name) ?? [];
    if (list === undefined || row === undefined || field === undefined) continue;
    const found = lists.get(list) ?? new Map<string, Map<string, string>>();
    found.set(row, (found.get(row) ?? new Map<string, string>()).set(field, value));
    lists.set(list, found);
  }
  return Object.fromEntries([...lists].map(([list, found]) => [list, JSON.stringify(whole(found))]));
}

function whole(found: Map<string, Map<string, string>>): readonly Readonly<Record<string, string | number>>[] {
  const common = found.get('*');
  return [...found]
    .filter(([row]) => row !== '*')
    .map(([, fields]) => [...fields].map(([field, value]) => [field, value || common?.get(field) || ''] as const))
    .filter((fields) => fields.every(([, value]) => value !== ''))
    .map((fields) => Object.fromEntries(fields.map(([field, value]) => [field, numberOrText(value)])));
}

/** Identifiers are numbers. */
const numberOrText = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text);
