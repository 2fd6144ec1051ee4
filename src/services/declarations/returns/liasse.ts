/** The liasse of an exercise: balance sheet and result from the ledger, the rest from declared values. */

import type { Exercise } from '../../calendar/periods.ts';
import { allocateWhole, readAgain, trialBalance } from '../../forms/allocation.ts';
import { type Cell, cellKey } from '../../forms/cell-table.ts';
import { type FormContent, formContents, type KindOf, kindsOf, millesimeOf } from '../../forms/content.ts';
import { type Finding, runControls } from '../../forms/controls.ts';
import { type Declared, readDeclared } from '../../forms/declared.ts';
import { FORMS } from '../../forms/form-book.ts';
import type { AccountBalance } from '../../forms/ledger-rule.ts';
import { fillSheets, type Parameters, type Sheets } from '../../forms/sheets.ts';
import { dayParts } from '../../kernel/dates.ts';
import { ratio } from '../../kernel/ratio.ts';
import { declarationErrors } from '../errors.ts';
import {
  accountFindings,
  deductionsAboveGross,
  movementsOffLedger,
  RETURN_CONTROLS,
  unconfirmedCells,
} from './controls.ts';

export type Regime = 'normal' | 'simplified';

export interface LiasseInput {
  readonly regime: Regime;
  readonly exercise: Exercise;
  /** Trial balance, opening included, closing entry of classes 6 and 7 excluded. */
  readonly balances: readonly AccountBalance[];
  readonly declared?: Declared | undefined;
  /** Losses left at the end of the exercise before, whole euros. */
  readonly lossesLeft?: bigint | undefined;
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
}

interface RegimeShape {
  /** Always in the return; other forms join it when something is declared on them. */
  readonly forms: readonly string[];
  readonly liabilities: string;
  readonly netAssets: string;
  readonly total: string;
  /** Capital never takes a rounding difference. */
  readonly capital: string;
}

const SHAPES: Readonly<Record<Regime, RegimeShape>> = {
  normal: {
    forms: ['2050', '2051', '2052', '2053', '2058A'],
    liabilities: '2051',
    netAssets: '2050.GJ',
    total: '2051.EE',
    capital: 'DA',
  },
  simplified: {
    forms: ['2033A', '2033B'],
    liabilities: '2033A',
    netAssets: '2033A.CR',
    total: '2033A.FS',
    capital: 'FA',
  },
};

/** Whole euros above which a difference cannot come from rounding. */
const LARGEST_ROUNDING = 20n;

/**
 * Throws BooksUnbalanced, AccountsUnmapped (each account named), DeclaredValuesInvalid, FormUnknown, FormYearUnknown,
 * RoundingTooLarge. Findings of level error do not throw: the caller decides whether they block.
 */
export function buildLiasse(input: LiasseInput): Liasse {
  const shape = SHAPES[input.regime];
  const declared = input.declared ?? {};
  const forms = [...new Set([...shape.forms, ...Object.keys(declared)])];
  const { acceptLastKnownYear, exercise } = input;
  const { cells } = FORMS.choose(forms, { year: dayParts(exercise.start).year, acceptLastKnownYear });
  const rows = trialBalance(input.balances);
  const held = readAgain(cells, rows);
  const ledger = new Map([...held, ...allocateWhole(cells, rows).amounts]);
  const parts = { cells, declared: readDeclared(cells, declared), parameters: parametersOf(input) };
  const { sheets, rounding } = balanceOut(shape, cells, ledger, (amounts) => fillSheets({ ...parts, ledger: amounts }));
  const findings = [
    ...runControls(sheets, RETURN_CONTROLS),
    ...deductionsAboveGross(cells, sheets),
    ...movementsOffLedger(cells, sheets, held),
    ...accountFindings(rows, exercise),
    ...unconfirmedCells(exercise),
  ];
  const contents = formContents({ cells, sheets, period: exercise, findings, millesime: millesimeOf(exercise) });
  return { forms: contents, findings, sheets, kindOf: kindsOf(cells), ...(rounding && { rounding }) };
}

const parametersOf = ({ lossesLeft, reducedCeiling = 0n }: LiasseInput): Parameters => ({
  reducedCeiling: ratio(reducedCeiling),
  ...(lossesLeft !== undefined && { lossesLeft: ratio(lossesLeft) }),
});

/**
 * Rounding each cell can leave assets and liabilities a few euros apart: the largest liability read from the ledger
 * takes the difference, capital excepted; the first in form order on a tie.
 */
function balanceOut(
  shape: RegimeShape,
  cells: readonly Cell[],
  ledger: ReadonlyMap<string, bigint>,
  fill: (ledger: ReadonlyMap<string, bigint>) => Sheets,
): { sheets: Sheets; rounding?: RoundingMove } {
  const sheets = fill(ledger);
  const total = (key: string) => sheets.values.get(key) as bigint;
  const amount = total(shape.netAssets) - total(shape.total);
  if (amount === 0n) return { sheets };
  const { form, cell } = largestLiability(shape, cells, ledger);
  if (magnitude(amount) > LARGEST_ROUNDING) throw declarationErrors.RoundingTooLarge({ amount });
  const key = cellKey(form, cell);
  return { sheets: fill(new Map(ledger).set(key, (ledger.get(key) ?? 0n) + amount)), rounding: { form, cell, amount } };
}

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

function largestLiability(shape: RegimeShape, cells: readonly Cell[], ledger: ReadonlyMap<string, bigint>): Cell {
  const size = ({ form, cell }: Cell) => magnitude(ledger.get(cellKey(form, cell)) ?? 0n);
  const [first, ...others] = cells.filter(
    ({ form, cell, column, rules }) => form === shape.liabilities && column === 'N' && rules && cell !== shape.capital,
  );
  if (!first) throw new RangeError(`${shape.liabilities} has no liability`);
  return others.reduce((largest, cell) => (size(cell) > size(largest) ? cell : largest), first);
}
