/** Matches the header of a FEC to its legal columns (LPF art. A. 47 A-1, VII-4). */
import { COLUMN, COLUMN_NAMES, type ColumnName, columnsOfForm, type FecForm } from './columns.ts';
import type { Decode } from './encoding.ts';
import type { FindingLog } from './findings.ts';
import type { Row } from './row.ts';

export interface ExtraColumn {
  readonly name: string;
  readonly field: number;
}

export interface Layout {
  /** Field of each column of `COLUMN_NAMES`, -1 when the form has it not. */
  readonly fields: Int32Array;
  readonly extras: readonly ExtraColumn[];
  /** Montant and Sens stand for Debit and Credit. */
  readonly sided: boolean;
  /** Fields of the header, and those of them before its trailing separators. */
  readonly rawCount: number;
  readonly namedCount: number;
  /** Names as given, for findings. */
  readonly names: readonly string[];
}

/** How the file is written: which columns it has, in which encoding. */
export interface FileForm {
  readonly form: FecForm;
  readonly decode: Decode;
}

/** Reports what is wrong with the header; undefined when the lines under it cannot be read. */
export function readHeader(row: Row, line: number, { form, decode }: FileForm, log: FindingLog): Layout | undefined {
  const given = Array.from({ length: row.count }, (_, field) =>
    decode(row.bytes, row.starts[field] as number, row.ends[field] as number),
  );
  const namedCount = given.findLastIndex((name) => name !== '') + 1;
  const names = given.slice(0, namedCount).map((name, field) => name || `Column${field + 1}`);
  const keys = names.map(matchingForm);
  const required = columnsOfForm(form, isSided(keys));
  const missing = required.filter((name) => !keys.includes(matchingForm(name)));
  if (missing.length === required.length) {
    log.report('FEC002.lines', line, null, () => ({}));
    return undefined;
  }
  if (namedCount < given.length) log.add('FEC012', line);
  const isRepeated = reportRepeated(keys, names, line, log);
  for (const name of missing) log.add('FEC003', line, name);
  if (isRepeated || missing.length > 0) return undefined;
  const layout = layOut(required, keys, names, given.length);
  for (const extra of layout.extras) log.add('FEC004', line, extra.name);
  reportOrder(required, layout, line, log);
  return layout;
}

/** Case and accents do not count, any other character than a letter or a digit becomes `_`. */
const matchingForm = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_');

/** VII-2: Montant and Sens may stand for Debit and Credit; the latter win when both pairs are there. */
function isSided(keys: readonly string[]): boolean {
  const sided = ['MONTANT', 'SENS'].filter((key) => keys.includes(key)).length;
  const plain = ['DEBIT', 'CREDIT'].filter((key) => keys.includes(key)).length;
  return sided > plain;
}

function reportRepeated(keys: readonly string[], names: readonly string[], line: number, log: FindingLog): boolean {
  const seen = new Map<string, number>();
  for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
  const repeated = [...seen].filter(([, count]) => count > 1);
  for (const [key] of repeated) log.add('FEC008', line, names[keys.indexOf(key)] ?? key);
  return repeated.length > 0;
}

function layOut(
  required: readonly ColumnName[],
  keys: readonly string[],
  names: readonly string[],
  rawCount: number,
): Layout {
  const fields = new Int32Array(COLUMN_NAMES.length).fill(-1);
  for (const name of required) fields[COLUMN[name]] = keys.indexOf(matchingForm(name));
  const legal = new Set(fields);
  const extras = names.map((name, field) => ({ name, field })).filter(({ field }) => !legal.has(field));
  return { fields, extras, sided: required.includes('Montant'), rawCount, namedCount: names.length, names };
}

/** One finding, at the first legal column that comes before one that should precede it. */
function reportOrder(required: readonly ColumnName[], layout: Layout, line: number, log: FindingLog): void {
  const places = required.map((name) => layout.fields[COLUMN[name]] as number);
  const wrong = places.findIndex((place, index) => index > 0 && place < (places[index - 1] as number));
  if (wrong >= 0) log.add('FEC005', line, required[wrong] ?? null);
}
