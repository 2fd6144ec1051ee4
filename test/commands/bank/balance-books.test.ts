import { expect, it } from 'vitest';
import { bankBalanceBooks } from '../../../src/commands/bank/report/books.ts';
import { toWire } from '../../../src/commands/operation/wire.ts';

import type { AccountBalances } from '../../../src/services/banking/books/comparison/account-balances.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';

const account = (ledgerAccount: string | null, bank: bigint, ledger: bigint | null): AccountBalances => ({
  accountId: 1,
  name: 'Compte',
  currencyCode: 'EUR',
  date: '2026-03-31' as PlainDate,
  bankBalance: bank,
  ledgerAccount,
  ledgerBalance: ledger,
  difference: ledger === null ? null : ledger - bank,
  lastStatement: null,
  gaps: 0,
});

const totalOf = (accounts: readonly AccountBalances[]) => rowOf(accounts, accounts.length);

async function rowOf(accounts: readonly AccountBalances[], row: number): Promise<unknown> {
  const { output, view } = bankBalanceBooks;
  const shown = toWire(output, accounts) as never;
  const blocks = [];
  for await (const block of view?.(shown, 'fr', accounts) ?? []) blocks.push(block);
  const [table] = blocks;
  return table?.kind === 'table' ? table.rows[row] : undefined;
}

it('tells the currency of each account', async () => {
  const dollars = { ...account(null, 70_000n, null), currencyCode: 'USD' };
  expect(await rowOf([dollars], 0)).toContain('USD');
});

it('sums what was compared, and nothing else', async () => {
  const compared = [account('512100', 100_000n, 90_000n), account('512200', -500n, -500n)];
  const total = ['Σ', '', '', '995.00', '895.00', '-100.00', '', '', ''];
  expect(await totalOf([...compared, account(null, 70_000n, null)])).toEqual(total);
});

it('has no total of accounts that one account of the ledger books', async () => {
  expect(await totalOf([account('512100', 100_000n, 90_000n), account('512100', 5_000n, 90_000n)])).toBeUndefined();
  expect(await totalOf([account(null, 70_000n, null)])).toBeUndefined();
});
