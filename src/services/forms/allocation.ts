/**
 * From the trial balance to the cells. Every account with a balance goes to exactly one cell: of the rules that accept
 * its side, the one with the longest prefix. Class 8 is outside the accounts. Each cell is summed in cents, then rounded
 * once to the whole euro, half away from zero (CGI 1668; code of taxes on goods and services, L131-2).
 */
import { type Cents, wholeEuros } from '../kernel/money.ts';
import { type Cell, cellKey } from './cell-table.ts';
import { formErrors } from './errors.ts';
import { type AccountBalance, amountIn, grip, type LedgerRule, movementOf } from './ledger-rule.ts';

/** Accounts whose third parties are kept apart. */
const BY_THIRD_PARTY = /^4[015]/;

/** One row per account (and third party where that counts), class 8 left out; accounts at zero may have moved. */
export function ledgerRows(balances: readonly AccountBalance[]): AccountBalance[] {
  const rows = new Map<string, AccountBalance>();
  for (const row of balances) {
    if (row.account.startsWith('8')) continue;
    const party = BY_THIRD_PARTY.test(row.account) ? (row.thirdParty ?? '') : '';
    const key = `${row.account}\n${row.isExport === true}\n${party}`;
    const before = rows.get(key);
    rows.set(key, before ? together(before, row) : row);
  }
  return [...rows.values()];
}

function together(one: AccountBalance, other: AccountBalance): AccountBalance {
  const [a, b] = [movementOf(one), movementOf(other)];
  return {
    ...one,
    balance: one.balance + other.balance,
    opening: a.opening + b.opening,
    debit: a.debit + b.debit,
    credit: a.credit + b.credit,
  };
}

/** The rows that stand at the end: zero balances left out. */
export const trialBalance = (balances: readonly AccountBalance[]): AccountBalance[] =>
  ledgerRows(balances).filter(({ balance }) => balance !== 0n);

export interface Allocation {
  /** Whole euros by `form.cell`. */
  readonly amounts: ReadonlyMap<string, bigint>;
  readonly unmapped: readonly AccountBalance[];
  readonly held: Held;
}

interface Target {
  readonly key: string;
  readonly rule: LedgerRule;
}

const targetsOf = (cells: readonly Cell[]): Target[] =>
  cells.flatMap(({ form, cell, rules = [] }) => rules.map((rule) => ({ key: cellKey(form, cell), rule })));

/** Cells that together take every account once. */
export const isLeaf = (cell: Cell): boolean => cell.rules !== undefined && !cell.formula && !cell.isDefault;

/** `rows` as `trialBalance` gives them. */
export function allocate(cells: readonly Cell[], rows: readonly AccountBalance[]): Allocation {
  const leaves = cells.filter(isLeaf);
  const targetFor = finder(targetsOf(leaves));
  const held = new Map<string, HeldAccount[]>();
  const sums = new Map<string, Cents>(leaves.map((cell) => [cellKey(cell.form, cell.cell), 0n]));
  const exports = new Map<string, Cents>();
  const unmapped: AccountBalance[] = [];
  for (const row of rows) {
    const target = targetFor(row);
    if (!target) unmapped.push(row);
    else {
      const amount = amountIn(target.rule, row);
      const accounts = held.get(target.key);
      if (accounts) accounts.push({ row, amount });
      else held.set(target.key, [{ row, amount }]);
      increase(sums, target.key, amount);
      if (row.isExport) increase(exports, target.key, amount);
    }
  }
  const amounts = new Map([...sums].map(([key, cents]) => [key, wholeEuros(cents)]));
  for (const { form, cell, exportOf } of cells) {
    if (exportOf) amounts.set(cellKey(form, cell), wholeEuros(exports.get(cellKey(form, exportOf)) ?? 0n));
  }
  return { amounts, unmapped, held };
}

const increase = (sums: Map<string, Cents>, key: string, amount: Cents): void => {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
};

/** Third parties of one account go where it goes, side by side: looked for once. */
function finder(targets: readonly Target[]): (row: AccountBalance) => Target | undefined {
  const known = new Map<string, Target | undefined>();
  return (row) => {
    const key = `${row.balance > 0n ? 'D' : row.balance < 0n ? 'C' : ''} ${row.account}`;
    if (!known.has(key)) known.set(key, targetOf(targets, row));
    return known.get(key);
  };
}

/** The cell that takes an account, among those that together take every account once. */
export function cellTakers(cells: readonly Cell[]): (row: AccountBalance) => Cell | undefined {
  const leaves = cells.filter(isLeaf);
  const byKey = new Map(leaves.map((cell) => [cellKey(cell.form, cell.cell), cell]));
  const targetFor = finder(targetsOf(leaves));
  return (row) => byKey.get(targetFor(row)?.key ?? '');
}

function targetOf(targets: readonly Target[], row: AccountBalance): Target | undefined {
  const gripping = targets.map((target) => ({ target, length: grip(target.rule, row) }));
  const longest = Math.max(0, ...gripping.map(({ length }) => length));
  const best = gripping.filter(({ length }) => length === longest && length > 0);
  if (best.length > 1)
    throw new RangeError(`${row.account} falls into ${best.map(({ target }) => target.key).join(' and ')}`);
  return best[0]?.target;
}

/** Accounts by the cell that takes them, when cells read the ledger again. */
export type Held = ReadonlyMap<string, readonly HeldAccount[]>;

export interface HeldAccount {
  readonly row: AccountBalance;
  readonly amount: Cents;
}

/**
 * Cells that read the ledger again, as a default or to compare. In a column of a form the longest prefix takes the
 * account; an account that none of its cells takes is left out. Cells of column `memo`, and those that read movements,
 * each read on their own.
 */
export function heldAccounts(cells: readonly Cell[], rows: readonly AccountBalance[]): Held {
  const readers = cells.filter((cell) => cell.rules && !isLeaf(cell));
  const held = new Map<string, HeldAccount[]>(readers.map(({ form, cell }) => [cellKey(form, cell), []]));
  for (const column of new Set(readers.map(columnOf))) {
    const targetFor = finder(targetsOf(readers.filter((cell) => columnOf(cell) === column)));
    for (const row of rows) {
      const target = targetFor(row);
      if (target) held.get(target.key)?.push({ row, amount: amountIn(target.rule, row) });
    }
  }
  return held;
}

const columnOf = ({ form, cell, column, rules = [] }: Cell): string =>
  column === 'memo' || rules.some(isOfMovement) ? cellKey(form, cell) : `${form} ${column}`;

const isOfMovement = ({ side }: LedgerRule): boolean => !/^[DC]/.test(side);

/** Whole euros, each cell rounded once. */
export const heldAmounts = (held: Held): Map<string, bigint> =>
  new Map(
    [...held].map(([key, accounts]) => [key, wholeEuros(accounts.reduce((sum, { amount }) => sum + amount, 0n))]),
  );

export const readAgain = (cells: readonly Cell[], rows: readonly AccountBalance[]): Map<string, bigint> =>
  heldAmounts(heldAccounts(cells, rows));

/** Throws when the books do not balance, or when an account has no cell: nothing can be sent then. */
export function allocateWhole(cells: readonly Cell[], rows: readonly AccountBalance[]): Allocation {
  const difference = rows.reduce((sum, { balance }) => sum + balance, 0n);
  if (difference !== 0n) throw formErrors.BooksUnbalanced({ cents: difference });
  const allocation = allocate(cells, rows);
  if (allocation.unmapped.length === 0) return allocation;
  const issues = allocation.unmapped.map(({ account, balance }) => ({
    path: account,
    code: 'AccountUnmapped',
    message: `balance ${balance} cents: no cell takes it`,
  }));
  throw formErrors.AccountsUnmapped({ accounts: issues.map(({ path }) => path).join(', ') }, issues);
}
