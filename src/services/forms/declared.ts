/** Declared values: what the ledger cannot give, entered by the accountant and checked against the table of cells. */
import { parsePlainDate } from '../kernel/dates.ts';
import type { Issue } from '../kernel/errors.ts';
import { type Cell, type CellType, cellKey, isComputed, isLine } from './cell-table.ts';
import { formErrors } from './errors.ts';
import { FORMS } from './form-book.ts';

/** Whole euros as an integer or its text; days `YYYY-MM-DD` or `YYYYMMDD`; ticks `X`; percentages `0,094`. */
export type DeclaredValue = string | number | bigint;

export interface DeclaredForm {
  readonly cells?: Readonly<Record<string, DeclaredValue>> | undefined;
  /** Lines of forms that repeat: disposals, tax credits. */
  readonly lines?: readonly Readonly<Record<string, DeclaredValue>>[] | undefined;
  /** Computed cells may be typed over, those of lines excepted. */
  readonly mayTypeOver?: boolean | undefined;
}

export type Declared = Readonly<Record<string, DeclaredForm>>;

/** A read value: amounts as whole euros, everything else as the text that is sent. */
export type CellValue = bigint | string;
export type Values = ReadonlyMap<string, CellValue>;

export interface ReadDeclared {
  readonly cells: Values;
  readonly lines: ReadonlyMap<string, readonly Values[]>;
}

/** Most lines that a repeated form takes. */
const MAX_LINES = 999;

type Reader = (text: string) => CellValue | undefined;

const READERS: Readonly<Record<CellType, Reader>> = {
  MOA: (text) => (/^-?\d{1,15}$/.test(text) ? BigInt(text) : undefined),
  QTY: (text) => (/^\d{1,9}([.,]\d{1,2})?$/.test(text) ? text.replace('.', ',') : undefined),
  PCD: (text) => (/^\d{1,3}([.,]\d{1,3})?$/.test(text) ? text.replace('.', ',') : undefined),
  DTM: (text) => {
    if (/^\d{4}$/.test(text)) return text; // a year, such as that of a tax credit
    const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    return parsePlainDate(day)?.replaceAll('-', '');
  },
  CCI: (text) => (/^[A-Za-z0-9]{1,17}$/.test(text) ? text : undefined),
  FTX: (text) => (text.trim() !== '' && text.length <= 512 ? text.trim() : undefined),
  RFF: (text) => (/^[A-Za-z0-9 ./-]{1,35}$/.test(text.trim()) ? text.trim() : undefined),
  NAD: (text) => (text.trim() !== '' && text.length <= 512 ? text.trim() : undefined),
  LOC: (text) => (/^\d{5} \S.{0,34}$/.test(text.trim()) ? text.trim() : undefined),
};

const EXPECTED: Readonly<Record<CellType, string>> = {
  MOA: 'an amount in whole euros',
  QTY: 'a quantity, two decimals at most',
  PCD: 'a percentage, three decimals at most',
  DTM: 'a day, YYYY-MM-DD, or a year',
  CCI: 'X or a code of letters and digits',
  FTX: 'a text of 512 characters at most',
  RFF: 'a reference of 35 letters and digits at most',
  NAD: 'a text of 512 characters at most',
  LOC: 'the NIC, a blank and the town (00012 Lyon)',
};

/** Reads every declared value. Throws DeclaredValuesInvalid with one issue per value that has no place or no sense. */
export function readDeclared(cells: readonly Cell[], declared: Declared): ReadDeclared {
  const known = new Map(cells.map((cell) => [cellKey(cell.form, cell.cell), cell]));
  const issues: Issue[] = [];
  const read = (
    path: string,
    key: string,
    value: DeclaredValue,
    isInLine: boolean,
  ): (readonly [string, CellValue])[] => {
    const outcome = readValue(known.get(key), value, isInLine, declared);
    if ('value' in outcome) return [[key, outcome.value]];
    issues.push({ path, code: outcome.code, message: outcome.message });
    return [];
  };
  const all = Object.entries(declared);
  const single = all.flatMap(([form, { cells: given = {} }]) =>
    Object.entries(given).flatMap(([cell, value]) => read(cellKey(form, cell), cellKey(form, cell), value, false)),
  );
  const lines = all.map(([form, { lines: given = [] }]) => {
    if (given.length > MAX_LINES)
      issues.push({ path: form, code: 'TooManyLines', message: `at most ${MAX_LINES} lines` });
    const rows = given.slice(0, MAX_LINES).map((line, index) => readLine(form, line, index, read));
    return [form, rows] as const;
  });
  if (issues.length > 0)
    throw formErrors.DeclaredValuesInvalid({ cells: issues.map(({ path }) => path).join(', ') }, issues);
  return { cells: new Map(single), lines: new Map(lines) };
}

type ReadOne = (path: string, key: string, value: DeclaredValue, isInLine: boolean) => (readonly [string, CellValue])[];

const readLine = (form: string, line: Readonly<Record<string, DeclaredValue>>, index: number, read: ReadOne): Values =>
  new Map(
    Object.entries(line).flatMap(([cell, value]) =>
      read(`${form}[${index + 1}].${cell}`, cellKey(form, cell), value, true),
    ),
  );

/** A value as a cell of that type takes it; undefined when it has no sense there. */
export const readCell = (type: CellType, value: DeclaredValue): CellValue | undefined =>
  typeof value === 'number' && !Number.isSafeInteger(value * 100) ? undefined : READERS[type](String(value));

const COMPUTED = 'computed: it cannot be declared';

type Outcome = { readonly value: CellValue } | { readonly code: string; readonly message: string };

function readValue(cell: Cell | undefined, value: DeclaredValue, isInLine: boolean, declared: Declared): Outcome {
  if (!cell) return { code: 'CellUnknown', message: 'no such cell in the forms of this return' };
  if (isInLine !== isLine(cell)) {
    return {
      code: 'CellMisplaced',
      message: isInLine ? 'not a cell of the lines' : 'a cell of the lines: give it in lines',
    };
  }
  if (isComputed(cell) && (isInLine || !declared[cell.form]?.mayTypeOver))
    return {
      code: 'CellComputed',
      message: isInLine ? COMPUTED : `${COMPUTED} unless DisableReadOnlyPayloadFields is set`,
    };
  const read = readCell(cell.type, value);
  if (read === undefined) return { code: 'CellInvalid', message: `${EXPECTED[cell.type]} is expected` };
  // Payments carry no sign: a set-off below zero would raise what is paid.
  if (FORMS.isPayment(cell.form) && typeof read === 'bigint' && read < 0n)
    return { code: 'CellInvalid', message: 'an amount of 0 or more is expected' };
  return { value: read };
}
