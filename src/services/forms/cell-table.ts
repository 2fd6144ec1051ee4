/**
 * Forms and their cells, as dated tables. One line per cell:
 *
 *   cell | label | column | type | accounts | formula | years | source
 *
 * `cell` is the EDI code, which is not always what the paper form prints. `type`: MOA whole euros, QTY quantity, PCD
 * percentage, DTM day, CCI tick or code, FTX text, NAD name. `accounts`: see ledger-rule.ts, or `export:FC`, the part of
 * cell FC sold outside France, which a declared value replaces. `formula`: see formula.ts. Either may begin with `? `: a default that a declared value
 * replaces. Neither: the value is declared. `years`: `-2024`, `2025-`, by the year in which the exercise opens.
 * `source`: S1 EDI-TDFC dictionary 2019-2021, S2 account expressions of a public module, S3 chart of accounts, S4
 * EDI-Paiement dictionary, K knowledge, C choice. Sources are named in fixtures/edi/README.md.
 */
import { type Formula, parseFormula } from './formula.ts';
import { type LedgerRule, parseLedgerRules } from './ledger-rule.ts';

export type CellType = 'MOA' | 'QTY' | 'PCD' | 'DTM' | 'CCI' | 'FTX' | 'NAD';

export interface Cell {
  readonly form: string;
  readonly cell: string;
  readonly label: string;
  /** Column of the form; `memo` reads the ledger again, `line` repeats, `tick` says that the form is nil. */
  readonly column: string;
  readonly type: CellType;
  readonly rules?: readonly LedgerRule[];
  /** The cell whose export part this one is. */
  readonly exportOf?: string;
  readonly formula?: Formula;
  /** The rule or formula gives a default, which a declared value replaces. */
  readonly isDefault: boolean;
  readonly from: number;
  readonly to: number;
  readonly source: string;
}

export const parseTable = (text: string): Cell[] => {
  let form = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) form = line.slice(3);
    return line === '' || line.startsWith('## ') ? [] : [parseRow(form, line)];
  });
};

function parseRow(form: string, line: string): Cell {
  const fields = line.split('|').map((field) => field.trim());
  if (fields.length !== 8) throw new SyntaxError(`8 fields expected: "${line}"`);
  const [cell = '', label = '', column = '', type, accounts = '', formula = '', years = '', source = ''] = fields;
  const [from = '', to = ''] = years.split('-');
  return {
    form,
    cell,
    label,
    column,
    type: type as CellType,
    source,
    ...(accounts.startsWith('export:') ? { exportOf: accounts.slice(7) } : {}),
    ...(accounts === '' || accounts.startsWith('export:') ? {} : { rules: parseLedgerRules(bare(accounts)) }),
    ...(formula === '' ? {} : { formula: parseFormula(bare(formula)) }),
    isDefault: accounts.startsWith('? ') || formula.startsWith('? '),
    from: from === '' ? 0 : Number(from),
    to: to === '' ? 9999 : Number(to),
  };
}

const bare = (text: string): string => text.replace(/^\? /, '');

/** Cells computed from others or from the ledger, which nobody may declare. */
export const isComputed = (cell: Cell): boolean =>
  !cell.isDefault && (cell.formula !== undefined || cell.rules !== undefined);

export const cellKey = (form: string, cell: string): string => `${form}.${cell}`;
