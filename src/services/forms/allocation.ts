/**
 * From the trial balance to the cells. Every account with a balance goes to exactly one cell: of the rules that accept
 * its side, the one with the longest prefix. Class 8 is outside the accounts. Each cell is summed in cents, then rounded
 * once to the whole euro, half away from zero (CGI 1668; code of taxes on goods and services, L131-2).
 */
import { type Cents, wholeEuros } from '../kernel/money.ts';
import { type Cell, cellKey } from './cell-table.ts';
import { formErrors } from './errors.ts';
import { type AccountBalance, grip, type LedgerRule, ledgerSum, signed } from './ledger-rule.ts';

/** Accounts whose third parties are kept apart. */
const BY_THIRD_PARTY = /^4[015]/;

/** One row per account (and third party where that counts), zero balances and class 8 left out. */
export function trialBalance(balances: readonly AccountBalance[]): AccountBalance[] {
  const rows = new Map<string, AccountBalance>();
  for (const row of balances) {
    const party = BY_THIRD_PARTY.test(row.account) ? (row.thirdParty ?? '') : '';
    const key = JSON.stringify([row.account, party, row.isExport === true]);
    rows.set(key, { ...row, balance: (rows.get(key)?.balance ?? 0n) + row.balance });
  }
  return [...rows.values()].filter(({ account, balance }) => balance !== 0n && !account.startsWith('8'));
}

export interface Allocation {
  /** Whole euros by `form.cell`. */
  readonly amounts: ReadonlyMap<string, bigint>;
  readonly unmapped: readonly AccountBalance[];
}

interface Target {
  readonly key: string;
  readonly rule: LedgerRule;
}

const isLeaf = (cell: Cell): boolean => cell.rules !== undefined && !cell.formula && !cell.isDefault;

/** `rows` as `trialBalance` gives them. */
export function allocate(cells: readonly Cell[], rows: readonly AccountBalance[]): Allocation {
  const leaves = cells.filter(isLeaf);
  const targets = leaves.flatMap((cell) =>
    (cell.rules ?? []).map((rule) => ({ key: cellKey(cell.form, cell.cell), rule })),
  );
  const sums = new Map<string, Cents>(leaves.map((cell) => [cellKey(cell.form, cell.cell), 0n]));
  const exports = new Map<string, Cents>();
  const unmapped: AccountBalance[] = [];
  for (const row of rows) {
    const target = targetOf(targets, row);
    if (!target) unmapped.push(row);
    else {
      const amount = signed(target.rule.side, row.balance);
      increase(sums, target.key, amount);
      if (row.isExport) increase(exports, target.key, amount);
    }
  }
  const amounts = new Map([...sums].map(([key, cents]) => [key, wholeEuros(cents)]));
  for (const { form, cell, exportOf } of cells) {
    if (exportOf) amounts.set(cellKey(form, cell), wholeEuros(exports.get(cellKey(form, exportOf)) ?? 0n));
  }
  return { amounts, unmapped };
}

const increase = (sums: Map<string, Cents>, key: string, amount: Cents): void => {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
};

function targetOf(targets: readonly Target[], row: AccountBalance): Target | undefined {
  const gripping = targets.map((target) => ({ target, length: grip(target.rule, row) }));
  const longest = Math.max(0, ...gripping.map(({ length }) => length));
  const best = gripping.filter(({ length }) => length === longest && length > 0);
  if (best.length > 1)
    throw new RangeError(`${row.account} falls into ${best.map(({ target }) => target.key).join(' and ')}`);
  return best[0]?.target;
}

/** Cells that read the ledger again, as a default or to compare. */
export const readAgain = (cells: readonly Cell[], rows: readonly AccountBalance[]): Map<string, bigint> =>
  new Map(
    cells.flatMap((cell) =>
      cell.rules && !isLeaf(cell)
        ? [[cellKey(cell.form, cell.cell), wholeEuros(ledgerSum(cell.rules, rows))] as const]
        : [],
    ),
  );

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
