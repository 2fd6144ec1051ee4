/** Cells as people write them, French or not, turned into the values that the body of an asset takes. Pure. */
import { valueLabel } from '../../services/assets/search/value-labels.ts';
import { valueInWords } from '../render/values.ts';
import type { CellKind } from './import-form.ts';

type Reader = (cell: string) => unknown;

const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const DAY_LAST = /^(\d{4}-\d{2}-\d{2})(?:T00:00:00(?:\.000)?Z?)?$/;
const SPACES = /[\s\u00a0\u202f]/g;

const YES = new Set(['true', 'vrai', 'oui', 'yes', 'o', 'y', '1', 'x']);
const NO = new Set(['false', 'faux', 'non', 'no', 'n', '0']);

/** `1 234,56 €` and `1,234.56` are `1234.56`: the last of the two signs is the decimal one. */
function decimal(cell: string): string {
  const bare = cell.replace(SPACES, '').replace(/€$/, '');
  const comma = bare.lastIndexOf(',');
  const point = bare.lastIndexOf('.');
  if (comma < 0) return bare;
  return comma > point ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '');
}

/** Digits in a group of three after one sign: 1.500 is fifteen hundred to some and one and a half to others. */
const THOUSANDS_OR_DECIMALS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** No number when it may be two: the schema then says how to write it. */
function amount(cell: string): string | number {
  const bare = cell.replace(SPACES, '').replace(/€$/, '');
  return THOUSANDS_OR_DECIMALS.test(bare) ? Number.NaN : decimal(cell);
}

function day(cell: string): string {
  const [, d = '', m = '', y = ''] = DAY_FIRST.exec(cell) ?? [];
  if (y) return `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  return DAY_LAST.exec(cell)?.[1] ?? cell;
}

/** Left as written when it is neither: the schema then says what is wrong. */
function boolean(cell: string): boolean | string {
  const word = cell.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : cell;
}

function integer(cell: string): number | string {
  const text = decimal(cell);
  return /^-?\d{1,15}(\.0+)?$/.test(text) ? Number(text) : cell;
}

const READERS: Readonly<Record<CellKind, Reader>> = {
  text: (cell) => cell,
  amount,
  decimal,
  day,
  boolean,
  integer,
  account: (cell) => ({ AccountNumber: integer(cell) }),
};

/** A value of a list, or its French word as tables and exports show it; left as written when it is neither. */
function choice(values: readonly string[], cell: string): string {
  const word = folded(cell);
  const isMeant = (value: string): boolean =>
    [value, valueInWords(value, 'fr'), valueLabel(value, 'fr')].some((one) => folded(one) === word);
  return values.find((value) => value === cell) ?? values.find(isMeant) ?? cell;
}

const folded = (text: string): string => text.toLowerCase().replaceAll('’', "'").replace(SPACES, ' ');

/** A list of values stands for a choice among them. */
export const readCell = (kind: CellKind | readonly string[], cell: string): unknown =>
  typeof kind === 'string' ? READERS[kind](cell) : choice(kind, cell);
