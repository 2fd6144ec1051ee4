/** The filled forms of a return: every cell from what was declared, from the ledger, or from its formula. */
import type { Ratio } from '../kernel/ratio.ts';
import { divideRounded, ratio, ZERO } from '../kernel/ratio.ts';
import { type Cell, cellKey, isLine } from './cell-table.ts';
import type { CellValue, ReadDeclared, Values } from './declared.ts';
import type { CellRef, Scope } from './formula.ts';

export type Parameters = Readonly<Record<string, Ratio>>;

export interface SheetInput {
  readonly cells: readonly Cell[];
  readonly declared: ReadDeclared;
  /** Whole euros of the cells that read the ledger, by `form.cell`. */
  readonly ledger: ReadonlyMap<string, bigint>;
  readonly parameters: Parameters;
}

export class Sheets {
  readonly values: Values;
  readonly lines: ReadonlyMap<string, readonly Values[]>;
  private readonly parameters: Parameters;
  private readonly forms: ReadonlySet<string>;
  private readonly cells: readonly Cell[];

  constructor(values: Values, lines: ReadonlyMap<string, readonly Values[]>, { cells, parameters }: SheetInput) {
    this.values = values;
    this.lines = lines;
    this.parameters = parameters;
    this.cells = cells;
    this.forms = new Set(cells.map(({ form }) => form));
  }

  has(form: string): boolean {
    return this.forms.has(form);
  }

  hasParameter(name: string): boolean {
    return Object.hasOwn(this.parameters, name);
  }

  cell({ form, cell }: CellRef): Cell | undefined {
    return this.cells.find((one) => one.form === form && one.cell === cell);
  }

  /** Whole euros; nothing there is 0. */
  amount(form: string, cell: string): bigint {
    const value = this.values.get(cellKey(form, cell));
    return typeof value === 'bigint' ? value : 0n;
  }

  text(form: string, cell: string): string | undefined {
    const value = this.values.get(cellKey(form, cell));
    return typeof value === 'string' ? value : undefined;
  }

  /** How a formula or a control of `form` sees these forms. */
  scope(form: string): Scope {
    return {
      amount: (ref) => ratio(this.amount(ref.form || form, ref.cell)),
      lines: (ref) => lineAmounts(this.lines, form, ref),
      isSet: (ref) => this.text(ref.form || form, ref.cell) !== undefined,
      parameter: (name) => parameterOf(this.parameters, name),
    };
  }
}

const lineAmounts = (lines: ReadonlyMap<string, readonly Values[]>, form: string, { cell, ...ref }: CellRef): Ratio[] =>
  (lines.get(ref.form || form) ?? []).map((line) => amountIn(line, cellKey(ref.form || form, cell)));

const amountIn = (values: Values, key: string): Ratio => {
  const value = values.get(key);
  return typeof value === 'bigint' ? ratio(value) : ZERO;
};

function parameterOf(parameters: Parameters, name: string): Ratio {
  const value = parameters[name];
  if (!value) throw new RangeError(`parameter $${name} is missing`);
  return value;
}

/** Fills every cell once, in whatever order the formulas need. Throws RangeError on a circle: a bug of the tables. */
export function fillSheets(input: SheetInput): Sheets {
  const byKey = new Map(input.cells.map((cell) => [cellKey(cell.form, cell.cell), cell]));
  const lines = fillLines(input);
  const values = new Map<string, CellValue>();
  const open = new Set<string>();
  const fill = (key: string): CellValue | undefined => {
    const cell = byKey.get(key);
    if (values.has(key) || !cell) return values.get(key);
    if (open.has(key)) throw new RangeError(`${key} depends on itself`);
    open.add(key);
    const value = fillCell(cell, input, scopeOf(cell.form));
    if (value !== undefined) values.set(key, value);
    open.delete(key);
    return value;
  };
  const scopeOf = (form: string): Scope => ({
    amount: (ref) => {
      const value = fill(cellKey(ref.form || form, ref.cell));
      return typeof value === 'bigint' ? ratio(value) : ZERO;
    },
    lines: (ref) => lineAmounts(lines, form, ref),
    isSet: (ref) => typeof fill(cellKey(ref.form || form, ref.cell)) === 'string',
    parameter: (name) => parameterOf(input.parameters, name),
  });
  for (const cell of input.cells) if (!isLine(cell)) fill(cellKey(cell.form, cell.cell));
  return new Sheets(values, lines, input);
}

function fillCell(cell: Cell, { declared, ledger, parameters }: SheetInput, scope: Scope): CellValue | undefined {
  const key = cellKey(cell.form, cell.cell);
  const given = declared.cells.get(key);
  if (given !== undefined) return given;
  if (!cell.formula) return ledger.get(key);
  if (cell.isDefault && cell.formula.parameters.some((name) => name !== HELD && !Object.hasOwn(parameters, name)))
    return undefined;
  const held = ratio(ledger.get(key) ?? 0n);
  return write(
    cell,
    cell.formula.evaluate({ ...scope, parameter: (name) => (name === HELD ? held : scope.parameter(name)) }),
  );
}

/** The parameter that is what the cell's own accounts hold. */
const HELD = 'held';

/** Cells of a line see their own line only. */
const fillLines = ({ cells, declared, parameters }: SheetInput): ReadonlyMap<string, readonly Values[]> =>
  new Map(
    [...declared.lines].map(([form, lines]) => [form, lines.map((line) => fillLine(form, line, cells, parameters))]),
  );

function fillLine(form: string, given: Values, cells: readonly Cell[], parameters: Parameters): Values {
  const line = new Map(given);
  const scope: Scope = {
    amount: (ref) => amountIn(line, cellKey(form, ref.cell)),
    lines: () => [],
    isSet: (ref) => typeof line.get(cellKey(form, ref.cell)) === 'string',
    parameter: (name) => parameterOf(parameters, name),
  };
  for (const cell of cells) {
    if (cell.form !== form || !isLine(cell) || !cell.formula) continue;
    line.set(cellKey(form, cell.cell), write(cell, cell.formula.evaluate(scope)));
  }
  return line;
}

/** An amount is an integer by construction: every formula that divides rounds. A percentage keeps three decimals. */
function write({ form, cell, type }: Cell, value: Ratio): CellValue {
  if (type === 'PCD') return percentage(value);
  if (value.denominator !== 1n) throw new RangeError(`${form}.${cell} is not a whole euro`);
  return value.numerator;
}

function percentage(value: Ratio): string {
  const thousandths = divideRounded(value.numerator * 1000n, value.denominator, 'halfUp')
    .toString()
    .padStart(4, '0');
  return `${thousandths.slice(0, -3)},${thousandths.slice(-3)}`;
}
