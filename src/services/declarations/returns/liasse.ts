/** The liasse of an exercise: balance sheet and result from the ledger, the rest from declared values. */

import type { Exercise } from '../../calendar/periods.ts';
import { allocateWhole, heldAccounts, heldAmounts, ledgerRows } from '../../forms/allocation.ts';
import { type Cell, cellKey } from '../../forms/cell-table.ts';
import { type FormContent, formContents, type KindOf, kindsOf, millesimeOf } from '../../forms/content.ts';
import { type Control, type Finding, runControls } from '../../forms/controls.ts';
import { type Declared, readDeclared } from '../../forms/declared.ts';
import { FORMS } from '../../forms/form-book.ts';
import type { AccountBalance } from '../../forms/ledger-rule.ts';
import { fillSheets, type Parameters, type Sheets } from '../../forms/sheets.ts';
import { fillTypedOver, withoutTypedOver } from '../../forms/typed-over.ts';
import { dayParts, type PlainDate } from '../../kernel/dates.ts';
import { magnitude } from '../../kernel/money.ts';
import { ratio } from '../../kernel/ratio.ts';
import { declarationErrors } from '../errors.ts';
import { type Annexes, type AnnexSources, annexParameters, fillAnnexes } from './annexes/annexes.ts';
import type { ExplainedReturn } from './annexes/explain.ts';
import { loansOffLedger } from './annexes/loans.ts';
import { privateGains } from './annexes/private-gains.ts';
import {
  accountFindings,
  controlSums,
  deductionsAboveGross,
  exitSums,
  lossesBackUncompared,
  movementsOffLedger,
  otherRegimeTyped,
  RETURN_CONTROLS,
  salesOfNothing,
  startsOffLastEnd,
  termsBelowNothing,
  unconfirmedCells,
} from './controls.ts';
import { endOfBusiness } from './ended.ts';
import { filedForms, formsOfOtherRegime, possibleForms, type Regime, type ResultTax } from './filed-forms.ts';
import { holderFindings } from './holders.ts';
import { vagueAccounts } from './vague-accounts.ts';

export interface LiasseInput extends AnnexSources {
  readonly regime: Regime;
  /** Company tax unless given. */
  readonly tax?: ResultTax | undefined;
  readonly exercise: Exercise;
  /** Trial balance, opening included, closing entry of classes 6 and 7 excluded. */
  readonly balances: readonly AccountBalance[];
  readonly declared?: Declared | undefined;
  /** Losses left at the end of the exercise before, whole euros. */
  readonly lossesLeft?: bigint | undefined;
  /** What was taxed the year before and not distributed, where a person says it: it limits what is carried back. */
  readonly lastProfit?: bigint | undefined;
  /** Ceiling of the profit taxed at the reduced rate, 0 when the company may not use it (company-tax.ts). */
  readonly reducedCeiling?: bigint | undefined;
  /** Use the last known tables for an exercise that opens after them. */
  readonly acceptLastKnownYear?: boolean | undefined;
}

export interface RoundingMove {
  readonly form: string;
  readonly cell: string;
  /** Whole euros added to the cell. */
  readonly amount: bigint;
}

export interface Liasse {
  readonly forms: readonly FormContent[];
  readonly findings: readonly Finding[];
  readonly rounding?: RoundingMove;
  readonly sheets: Sheets;
  /** For the EDI file. */
  readonly kindOf: KindOf;
  readonly explained: ExplainedReturn;
}

interface RegimeShape {
  /** They take every account once. */
  readonly statements: readonly string[];
  readonly liabilities: string;
  readonly netAssets: string;
  readonly total: string;
  /** Capital never takes a rounding difference. */
  readonly capital: string;
}

const SHAPES: Readonly<Record<Regime, RegimeShape>> = {
  normal: {
    statements: ['2050', '2051', '2052', '2053'],
    liabilities: '2051',
    netAssets: '2050.GJ',
    total: '2051.EE',
    capital: 'DA',
  },
  simplified: {
    statements: ['2033A', '2033B'],
    liabilities: '2033A',
    netAssets: '2033A.CR',
    total: '2033A.FS',
    capital: 'FA',
  },
};

/** Whole euros above which a difference cannot come from rounding. */
const LARGEST_ROUNDING = 20n;

/** Every cell that the return may have. Throws FormUnknown, FormYearUnknown. */
export function liasseCells(
  input: Pick<LiasseInput, 'regime' | 'tax' | 'exercise' | 'declared' | 'acceptLastKnownYear'>,
) {
  const { regime, tax = 'IS', declared = {}, acceptLastKnownYear, exercise } = input;
  const forms = [...new Set([...possibleForms(regime, tax), ...Object.keys(declared)])];
  return FORMS.choose(forms, { year: dayParts(exercise.start).year, acceptLastKnownYear }).cells;
}

/**
 * Throws BooksUnbalanced, AccountsUnmapped (each account named), DeclaredValuesInvalid, FormUnknown, FormYearUnknown,
 * RoundingTooLarge. Findings of level error do not throw: the caller decides whether they block.
 */
export function buildLiasse(input: LiasseInput): Liasse {
  const { regime, tax = 'IS', exercise, declared = {} } = input;
  const shape = SHAPES[regime];
  const cells = liasseCells(input);
  const ledger = ledgerRows(marked(input));
  const rows = ledger.filter(({ balance }) => balance !== 0n);
  const typed = readDeclared(cells, declared);
  const annexes = fillAnnexes({ ...input, tax, cells, ledger, typed });
  const statements = cells.filter(({ form }) => shape.statements.includes(form));
  const allocation = allocateWhole(statements, rows);
  const again = heldAccounts(cells, ledger);
  const held = heldAmounts(again);
  const amounts = new Map([...held, ...allocation.amounts, ...foundAmounts(annexes)]);
  const parts = { cells, parameters: parametersOf(input, annexes, { cells, ledger }) };
  const computed = withoutTypedOver(cells, annexes.declared);
  const balanced = balanceOut(shape, cells, amounts, (values) =>
    fillSheets({ ...parts, declared: computed, ledger: values }),
  );
  const { rounding } = balanced;
  const { sheets, findings: over } = fillTypedOver(cells, annexes.declared, (given) =>
    given.cells.size === computed.cells.size
      ? balanced.sheets
      : fillSheets({ ...parts, declared: given, ledger: balanced.ledger }),
  );
  const explained = { cells, sheets, typed, annexes, held: new Map([...again, ...allocation.held]), rounding };
  const names = filedForms(regime, tax, {
    sheets,
    holdsSomething: holder(cells, sheets),
    declared: Object.keys(declared),
  });
  const filed = cells.filter(({ form }) => names.includes(form));
  const findings = [
    ...over,
    ...runControls(sheets, RETURN_CONTROLS.filter(isAbout(names))),
    ...salesOfNothing(names, ledger, exercise),
    ...lossesBackUncompared(names, sheets),
    ...otherRegimeTyped(formsOfOtherRegime(regime, tax, Object.keys(declared))),
    ...holderFindings(names, sheets),
    ...endOfBusiness(names, sheets),
    ...deductionsAboveGross(filed, sheets),
    ...movementsOffLedger(filed, sheets, held),
    ...termsBelowNothing(filed, sheets),
    ...loansOffLedger(input.loans ?? [], rows, exercise.end as PlainDate),
    ...privateGains(input.assets?.disposals ?? [], regime, (key) => typed.cells.has(key)),
    ...startsOffLastEnd(filed, sheets, input.last?.cells ?? new Map()),
    ...accountFindings(rows, exercise),
    ...vagueAccounts(statements, allocation.held),
    ...unconfirmedCells(exercise),
  ];
  const contents = formContents({ cells: filed, sheets, period: exercise, findings, millesime: millesimeOf(exercise) });
  const forms = names.flatMap((name) => contents.filter(({ form }) => form === name));
  return { forms, findings, sheets, kindOf: kindsOf(filed), explained, ...(rounding && { rounding }) };
}

/** Sales that leave France: marked on the rows themselves, or by the beginnings of their accounts. */
const marked = ({ balances, exportAccounts = [] }: LiasseInput): readonly AccountBalance[] =>
  exportAccounts.length === 0
    ? balances
    : balances.map((row) =>
        exportAccounts.some((prefix) => row.account.startsWith(prefix)) ? { ...row, isExport: true } : row,
      );

const foundAmounts = ({ found }: Annexes): [string, bigint][] =>
  [...found].flatMap(([key, { value }]): [string, bigint][] => (typeof value === 'bigint' ? [[key, value]] : []));

/** Controls between forms count when the return has them all. */
const isAbout =
  (names: readonly string[]) =>
  ({ forms }: Control): boolean =>
    forms.every((form) => names.includes(form));

/** Whether a form has a line, or a cell that is not 0. */
const holder = (cells: readonly Cell[], sheets: Sheets) => (form: string) =>
  (sheets.lines.get(form)?.length ?? 0) > 0 ||
  cells.some((cell) => {
    const value = cell.form === form ? sheets.values.get(cellKey(form, cell.cell)) : undefined;
    return value !== undefined && value !== 0n;
  });

interface Read {
  readonly cells: readonly Cell[];
  readonly ledger: readonly AccountBalance[];
}

const parametersOf = (input: LiasseInput, annexes: Annexes, { cells, ledger }: Read): Parameters => {
  const { exercise, tax = 'IS', reducedCeiling = 0n } = input;
  const lossesLeft = input.lossesLeft ?? lastAmount(input, '2058B.YK') ?? lastAmount(input, '2033D.MH');
  const given = {
    ...controlSums(ledger, exercise),
    ...exitSums(cells, input.assets, annexes),
    vatReturned: input.declaredVat?.gross,
    vatDeducted: input.declaredVat?.deducted,
    lossesLeft,
    lastRetained: lastAmount(input, '2051.DH'),
    lastResult: lastAmount(input, '2051.DI'),
    lastProfit: input.lastProfit ?? keptProfit(input),
  };
  return {
    ...Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, ratio(value)]])),
    ),
    ...annexParameters(annexes.readings, { exercise, tax }),
    reducedCeiling: ratio(reducedCeiling),
    ...(input.assets && { hasRegister: ratio(1) }),
  };
};

/** What was taxed the year before; nothing when its return showed a loss: cells that are 0 are not kept. */
function keptProfit(input: LiasseInput): bigint | undefined {
  const hadLoss = ['2058A.XJ', '2033B.EM'].some((key) => lastAmount(input, key) !== undefined);
  return lastAmount(input, '2058A.XN') ?? lastAmount(input, '2033B.CR') ?? (hadLoss ? 0n : undefined);
}

/** What a cell of the return of the year before held. */
function lastAmount({ last }: LiasseInput, key: string): bigint | undefined {
  const value = last?.cells.get(key);
  return typeof value === 'bigint' ? value : undefined;
}

/**
 * Rounding each cell can leave assets and liabilities a few euros apart: the largest liability read from the ledger
 * takes the difference, capital excepted; the first in form order on a tie.
 */
function balanceOut(
  shape: RegimeShape,
  cells: readonly Cell[],
  ledger: ReadonlyMap<string, bigint>,
  fill: (ledger: ReadonlyMap<string, bigint>) => Sheets,
): { sheets: Sheets; ledger: ReadonlyMap<string, bigint>; rounding?: RoundingMove } {
  const sheets = fill(ledger);
  const total = (key: string) => sheets.values.get(key) as bigint;
  const amount = total(shape.netAssets) - total(shape.total);
  if (amount === 0n) return { sheets, ledger };
  const { form, cell } = largestLiability(shape, cells, ledger);
  if (magnitude(amount) > LARGEST_ROUNDING) throw declarationErrors.RoundingTooLarge({ amount });
  const key = cellKey(form, cell);
  const moved = new Map(ledger).set(key, (ledger.get(key) ?? 0n) + amount);
  return { sheets: fill(moved), ledger: moved, rounding: { form, cell, amount } };
}

function largestLiability(shape: RegimeShape, cells: readonly Cell[], ledger: ReadonlyMap<string, bigint>): Cell {
  const size = ({ form, cell }: Cell) => magnitude(ledger.get(cellKey(form, cell)) ?? 0n);
  const [first, ...others] = cells.filter(
    ({ form, cell, column, rules }) => form === shape.liabilities && column === 'N' && rules && cell !== shape.capital,
  );
  if (!first) throw new RangeError(`${shape.liabilities} has no liability`);
  return others.reduce((largest, cell) => (size(cell) > size(largest) ? cell : largest), first);
}
