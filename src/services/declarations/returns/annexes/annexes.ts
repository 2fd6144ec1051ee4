/** Everything that fills the annexes of a return besides typed values: register, ledger, last return, loans. */
import type { ReturnFigures, ReturnRows } from '../../../assets/edition/return-figures.ts';
import type { Exercise } from '../../../calendar/periods.ts';
import { exerciseMonths } from '../../../calendar/periods.ts';
import type { Cell } from '../../../forms/cell-table.ts';
import type { ReadDeclared } from '../../../forms/declared.ts';
import type { AccountBalance } from '../../../forms/ledger-rule.ts';
import type { Parameters } from '../../../forms/sheets.ts';
import { type Cents, wholeEuros } from '../../../kernel/money.ts';
import { ratio } from '../../../kernel/ratio.ts';
import type { Regime, ResultTax } from '../filed-forms.ts';
import { carriedBlocks, carriedCells, type LastReturn, NO_LAST_RETURN, THIRD, withBlocks } from './carried.ts';
import { type DistributedAccount, distributionReadings } from './distribution.ts';
import { type Block, disposalBlock, notDeductibleBlocks, simplifiedNotDeductible } from './lines.ts';
import { type Loan, loanReadings } from './loans.ts';
import { movedBetweenRows, movementCells } from './movements.ts';
import type { Findings, Part, Reading, Readings } from './origin.ts';
import { amortizationAccount, type Row, rowFor, rowsOf } from './rows.ts';

/** What VAT returns that cover the whole exercise declared, whole euros: gross tax, tax deducted on goods and services. */
export interface DeclaredVat {
  readonly gross: bigint;
  readonly deducted: bigint;
}

/** What is read besides the balances; each may be missing. */
export interface AnnexSources {
  readonly assets?: ReturnFigures | undefined;
  /** Credits of accounts 23 in entries that debit an account 20 or 21, by account. */
  readonly putInService?: ReadonlyMap<string, Cents> | undefined;
  /** What the entries that touch account 12 moved, by account. */
  readonly distributed?: readonly DistributedAccount[] | undefined;
  /** VAT of the year, cents: collected, deducted on goods and services. */
  readonly vat?: { readonly collected: readonly Part[]; readonly deductible: readonly Part[] } | undefined;
  readonly declaredVat?: DeclaredVat | undefined;
  readonly loans?: readonly Loan[] | undefined;
  readonly notDeductible?: readonly string[] | undefined;
  /** Beginnings of accounts whose sales leave France. */
  readonly exportAccounts?: readonly string[] | undefined;
  readonly lastProfitSharing?: Cents | undefined;
  readonly last?: LastReturn | undefined;
}

export interface AnnexInput extends AnnexSources {
  readonly cells: readonly Cell[];
  readonly ledger: readonly AccountBalance[];
  readonly exercise: Exercise;
  readonly regime: Regime;
  readonly tax: ResultTax;
  readonly typed: ReadDeclared;
}

export interface Annexes {
  readonly found: Findings;
  readonly readings: Readings;
  /** Typed, then carried. */
  readonly declared: ReadDeclared;
  readonly carried: ReadonlySet<string>;
}

export function fillAnnexes(input: AnnexInput): Annexes {
  const { cells, typed, last = NO_LAST_RETURN } = input;
  const rows = rowsOf(cells);
  const sources = { ...input, rows, assets: input.assets, putInService: input.putInService ?? new Map() };
  const undeducted = undeductedOf(input);
  const carried = new Map([...carriedCells(cells, last), ...periodCells(input)]);
  const blocks = [...blocksOf(input), ...undeducted.blocks, ...carriedBlocks(cells, last)];
  return {
    found: movementCells(sources),
    readings: {
      ...readingsOf(input),
      putInService: { value: wholeEuros(movedBetweenRows(sources)), parts: [] },
      reversalsNotDeductible: undeducted.reversals,
    },
    declared: { cells: new Map([...carried, ...typed.cells]), lines: withBlocks(cells, typed.lines, blocks) },
    carried: new Set([...carried.keys()].filter((key) => !typed.cells.has(key))),
  };
}

/** The period of forms 2059-E and 2033-E. */
const periodCells = ({ cells, exercise: { start, end } }: AnnexInput): [string, string][] =>
  cells.flatMap(({ form, cell }): [string, string][] => {
    if (form !== '2059E' && form !== '2033E') return [];
    if (cell === 'KB') return [[`${form}.KB`, start.replaceAll('-', '')]];
    return cell === 'KC' ? [[`${form}.KC`, end.replaceAll('-', '')]] : [];
  });

function blocksOf({ assets, regime, tax }: AnnexInput): Block[] {
  const form = regime === 'normal' ? '2059A' : '2033C';
  return [disposalBlock(assets?.disposals ?? [], form, tax === 'IS')];
}

const NOTHING: Reading = { value: 0n, parts: [] };

function undeductedOf({ ledger, regime, notDeductible = [], lastProfitSharing = 0n }: AnnexInput) {
  const input = { ledger, marked: notDeductible, lastProfitSharing };
  if (regime === 'normal') return { blocks: notDeductibleBlocks(input), reversals: NOTHING };
  const { block, reversals } = simplifiedNotDeductible(input);
  return { blocks: [block], reversals };
}

function readingsOf({ ledger, exercise, assets, distributed = [], vat, loans = [] }: AnnexInput): Readings {
  const excess = (assets?.nonDeductible ?? []).map(
    ({ asset, amount }): Part => ({ kind: 'asset', name: String(asset.number), label: asset.name, amount }),
  );
  return {
    ...distributionReadings(distributed, ledger),
    ...loanReadings(loans, exercise.end),
    excessDepreciation: readingOf(excess),
    ...(vat && { vatCollected: readingOf(vat.collected), vatDeductible: readingOf(vat.deductible) }),
  };
}

const readingOf = (parts: readonly Part[]): Reading => ({
  value: wholeEuros(parts.reduce((sum, { amount }) => sum + amount, 0n)),
  parts,
});

/** What formulas read by name. */
export const annexParameters = (
  readings: Readings,
  { exercise, tax }: Pick<AnnexInput, 'exercise' | 'tax'>,
): Parameters => ({
  ...Object.fromEntries(Object.entries(readings).map(([name, { value }]) => [name, ratio(value)])),
  third: THIRD,
  perTwelveMonths: ratio(12, exerciseMonths(exercise)),
  incomeTax: ratio(tax === 'IR' ? 1 : 0),
});

/** The rows of fixed assets among the cells of a return, by account: what the register is asked for. */
export function assetRows(cells: readonly Cell[]): ReturnRows {
  const rows = rowsOf(cells).filter(({ form }) => /^(2054|2055|2033C)$/.test(form));
  const gross = rows.filter(({ side }) => side === 'D');
  const amortized = rows.filter(({ side }) => side === 'C');
  return {
    gross: remembered((account) => rowFor(gross, account)?.name),
    amortized: remembered((account) => rowFor(amortized, amortizationAccount(account))?.name),
  };
}

type Finder = (account: string) => Row['name'] | undefined;

function remembered(find: Finder): Finder {
  const known = new Map<string, string | undefined>();
  return (account) => {
    if (!known.has(account)) known.set(account, find(account));
    return known.get(account);
  };
}
