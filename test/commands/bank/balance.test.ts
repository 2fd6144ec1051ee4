import { expect, it } from 'vitest';
import { bankBalance } from '../../../src/commands/bank/report/report.ts';
import { toWire } from '../../../src/commands/operation/wire.ts';

const gap = {
  from: { date: '2026-01-31', balance: 98_750n },
  to: { date: '2026-06-30', balance: 90_000n },
  difference: -8750n,
};
const row = (period: string, balance: bigint, gaps: readonly unknown[]) => ({
  accountId: 1,
  account: 'Compte courant',
  currencyCode: 'EUR',
  income: 0n,
  expense: -1250n,
  period,
  balance,
  gaps,
});
const rows = [row('2026-01', 98_750n, []), row('2026-07', 88_750n, [gap])];

it('says where statements are missing between two months, and what to do', async () => {
  const shown = toWire(bankBalance.output, rows as never) as readonly { readonly Gaps: unknown }[];
  expect(shown.map(({ Gaps }) => Gaps)).toEqual([
    [],
    [{ FromDate: '2026-01-31', ToDate: '2026-06-30', Difference: '-87.50' }],
  ]);
  const blocks = [];
  for await (const block of bankBalance.view?.(shown as never, 'en', rows) ?? []) blocks.push(block);
  expect(blocks.map(({ kind }) => kind)).toEqual(['table', 'text']);
  expect(blocks[1]).toMatchObject({
    text: expect.stringMatching(
      /^Compte courant: no statement from 2026-01-31 to 2026-06-30, .* changes by -87\.50\. .*taxops bank statement gaps, .*taxops bank statement import$/,
    ),
  });
});
