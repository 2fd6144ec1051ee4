/**
 * The cells of forms, as dated tables: `tables/*.tsv`, one row per cell.
 *
 * `cell` is the EDI code, which is not always what the paper form prints. `type`: MOA whole euros, QTY quantity, PCD
 * percentage, DTM day, CCI tick or code, FTX text, RFF reference, NAD name, LOC the NIC and the town of an establishment.
 * `accounts`: see ledger-rule.ts; or `export:FC`, the part of cell FC sold outside France; or `last:CD+DD`, what these cells
 * held in the return of the year before; a declared value replaces both. `formula`: see formula.ts. Either may begin with `? `: a
 * default that a declared value replaces. Neither: the value is declared. `editions`: `-2024`, `2025-`, `2025.2-` (from
 * the second version of 2025), all when blank; see form-book.ts for what the year is. `source`: S1 EDI-TDFC dictionary
 * 2019-2021, S2 account expressions of a public module, S3 chart of accounts, S4 EDI-Paiement dictionary, K knowledge, C
 * choice. Sources are named in fixtures/edi/README.md.
 */
import type { Row } from '../kernel/package-file.ts';
import { type Formula, parseFormula } from './formula.ts';
import { type LedgerRule, parseLedgerRules } from './ledger-rule.ts';

export const CELL_COLUMNS = [
  'form',
  'cell',
  'label',
  'column',
  'type',
  'accounts',
  'formula',
  'editions',
  'source',
] as const;

const CELL_TYPES = ['MOA', 'QTY', 'PCD', 'DTM', 'CCI', 'FTX', 'RFF', 'NAD', 'LOC'] as const;
export type CellType = (typeof CELL_TYPES)[number];

export interface Cell {
  readonly form: string;
  readonly cell: string;
  readonly label: string;
  /** Column of the form; `memo` reads the ledger again, `line`, `line 2` and so on repeat, `tick` says that the form is nil. */
  readonly column: string;
  readonly type: CellType;
  readonly rules?: readonly LedgerRule[];
  /** The cell whose export part this one is. */
  readonly exportOf?: string;
  /** Cells of the same form in the return of the year before, whose sum, or whose text, this one takes. */
  readonly lastOf?: readonly string[];
  readonly formula?: Formula;
  /** The rule or formula gives a default, which a declared value replaces. */
  readonly isDefault: boolean;
  /** First and last edition, as `rank` numbers them. */
  readonly from: number;
  readonly to: number;
  readonly source: string;
}

/** Throws SyntaxError: tables belong to the program. */
export const parseCells = (rows: readonly Row<(typeof CELL_COLUMNS)[number]>[]): Cell[] =>
  rows.map(({ form, cell, label, column, type, accounts, formula, editions, source }) => ({
    form,
    cell,
    label,
    column,
    type: typeOf(type),
    source,
    ...readingOf(accounts),
    ...(formula === '' ? {} : { formula: parseFormula(bare(formula)) }),
    isDefault: accounts.startsWith('? ') || formula.startsWith('? '),
    ...boundsOf(editions),
  }));

function typeOf(text: string): CellType {
  const type = CELL_TYPES.find((known) => known === text);
  if (!type) throw new SyntaxError(`"${text}" is no type of cell`);
  return type;
}

function readingOf(accounts: string): Pick<Cell, 'exportOf' | 'lastOf' | 'rules'> {
  if (accounts === '') return {};
  if (accounts.startsWith('export:')) return { exportOf: accounts.slice(7) };
  if (accounts.startsWith('last:')) return { lastOf: accounts.slice(5).split('+') };
  return { rules: parseLedgerRules(bare(accounts)) };
}

const bare = (text: string): string => text.replace(/^\? /, '');

const rank = (year: string | number, version: string | number): number => Number(year) * 100 + Number(version);

function boundsOf(editions: string): Pick<Cell, 'from' | 'to'> {
  const match = /^(?:(\d{4})(?:\.(\d+))?)?-(?:(\d{4})(?:\.(\d+))?)?$/.exec(editions || '-');
  if (!match) throw new SyntaxError(`"${editions}" names no editions`);
  const [, from, fromVersion = 0, to, toVersion = 99] = match;
  return { from: from ? rank(from, fromVersion) : 0, to: to ? rank(to, toVersion) : Number.POSITIVE_INFINITY };
}

/** Whether an edition of the form has the cell. */
export const isIn = ({ from, to }: Cell, edition: { readonly year: number; readonly version: number }): boolean => {
  const at = rank(edition.year, edition.version);
  return from <= at && at <= to;
};

/** Cells computed from others or from the ledger, which cannot be declared. */
export const isComputed = (cell: Cell): boolean =>
  !cell.isDefault && (cell.formula !== undefined || cell.rules !== undefined);

/** Cells that repeat, line by line; a form may have several such tables, `line`, `line 2` and so on. */
export const isLine = ({ column }: Pick<Cell, 'column'>): boolean => column.startsWith('line');

export const cellKey = (form: string, cell: string): string => `${form}.${cell}`;
