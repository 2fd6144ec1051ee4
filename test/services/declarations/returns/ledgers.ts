import type { AccountBalance } from '../../../../src/services/forms/ledger-rule.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { parseAmount } from '../../../../src/services/kernel/money.ts';

/** Reads `101300 C 20000, 411000 D 23880.50, …`: account, side, amount. */
export const ledger = (text: string, exports: readonly string[] = []): AccountBalance[] =>
  text.split(',').map((part) => {
    const [account = '', side, amount = ''] = part.trim().split(/\s+/);
    const cents = parseAmount(amount) ?? 0n;
    return { account, balance: side === 'D' ? cents : -cents, isExport: exports.includes(account) };
  });

export const year = (opening: number) => ({
  start: `${opening}-01-01` as PlainDate,
  end: `${opening}-12-31` as PlainDate,
});

/** Reads `AF 3600, AG -2400`. */
export const cells = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split(',')
      .map((part) => part.trim().split(/\s+/))
      .map(([cell = '', value]) => [cell, Number(value)]),
  );
