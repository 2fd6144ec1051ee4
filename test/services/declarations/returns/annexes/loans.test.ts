/** Loans against a second derivation: the schedule written out month by month, as a bank prints it. */
import { expect, it } from 'vitest';
import {
  type Loan,
  loanReadings,
  loansOffLedger,
  remaining,
} from '../../../../../src/services/declarations/returns/annexes/loans.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import fc from '../../../../support/property.ts';

const day = (text: string) => text as PlainDate;
const loan = (more: Partial<Loan> = {}): Loan => ({
  account: '164000',
  lender: 'Banque',
  firstDay: day('2024-01-01'),
  months: 60,
  amount: 36_000,
  ...more,
});

/** Capital left by constant instalments, each month its interest on what is left. */
function byMonth({ amount, months, rate = 0 }: Loan, paid: number): number {
  const monthly = rate / 1200;
  const instalment = (amount * monthly) / (1 - (1 + monthly) ** -months);
  let left = amount;
  for (let month = 0; month < paid; month++) left -= instalment - left * monthly;
  return left;
}

it('leaves of a loan what its schedule leaves, month by month', { tags: 'long' }, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500_000 }),
      fc.integer({ min: 2, max: 300 }),
      fc.integer({ min: 1, max: 1200 }),
      fc.integer({ min: 0, max: 299 }),
      (amount, months, hundredths, at) => {
        const [paid, rate] = [at % months, hundredths / 100];
        const left = Number(remaining(loan({ amount, months, rate }), paid)) / 100;
        expect(Math.abs(left - byMonth(loan({ amount, months, rate }), paid))).toBeLessThan(0.011);
      },
    ),
    { numRuns: 60 },
  );
});

it('leaves the nearest cent', () => {
  const year = loan({ amount: 10_000, months: 12, rate: 3 });
  expect([remaining(year, 3), remaining(year, 4)]).toEqual([7528_02n, 6699_90n]); // 7,528.0194 and 6,699.9024
});

it('pays the capital back evenly without a rate, or by the instalment given, never below nothing', () => {
  expect(remaining(loan(), 12)).toBe(28_800_00n);
  expect(remaining(loan({ amount: 100, months: 3 }), 1)).toBe(66_67n);
  expect(remaining(loan({ instalment: 1000 }), 12)).toBe(24_000_00n);
  expect(remaining(loan({ instalment: 1000 }), 40)).toBe(0n);
  expect([remaining(loan(), 0), remaining(loan(), 60), remaining(loan(), 99)]).toEqual([36_000_00n, 0n, 0n]);
});

it('splits what is due after one year and after five, by the row of the account', () => {
  const long = loan({ months: 120, amount: 120_000 }); // 1,000 a month from 2024-02-01
  const bond = loan({ account: '161000', lender: 'Porteurs', months: 24, amount: 2400, firstDay: day('2024-07-15') });
  const found = loanReadings([long, bond], day('2024-12-31'));
  // Bank: 11 instalments passed; 12 more within a year: 97,000 left after; 60 more: 49,000 after five years.
  expect(found.vhMid?.value).toBe(48_000n);
  expect(found.vhLong?.value).toBe(49_000n);
  // Bonds: 5 passed on 2024-12-15, 17 by the end of 2025: 700 after one year.
  expect([found.xaMid?.value, found.xaLong?.value]).toEqual([700n, 0n]);
  expect(found.debtsAfterOneYear?.value).toBe(97_700n);
  expect(found).not.toHaveProperty('xcMid');
  expect(found.vhMid?.parts).toEqual([{ kind: 'loan', name: '164000', label: 'Banque', amount: 48_000_00n }]);
});

it('counts an instalment from the day it falls on', () => {
  const due = (closing: string) =>
    loanReadings([loan({ firstDay: day('2024-01-31'), months: 36, amount: 3600 })], day(closing)).debtsAfterOneYear
      ?.value;
  expect(due('2024-02-27')).toBe(2400n); // the thirteenth falls on 2025-02-28, the last day of its month
  expect(due('2024-02-28')).toBe(2300n);
  expect(due('2024-03-31')).toBe(2200n);
});

it('says nothing of rows without a loan', () => {
  expect(loanReadings([], day('2024-12-31'))).toEqual({ debtsAfterOneYear: { value: 0n, parts: [] } });
});

it('names an account that its schedules do not leave as it is (A28)', () => {
  const rows = (owed: bigint) => [
    { account: '164000', balance: -owed },
    { account: '168840', balance: -99_00n },
  ];
  const found = (owed: bigint, loans = [loan(), loan({ amount: 6000 })]) =>
    loansOffLedger(loans, rows(owed), day('2024-12-31')).map(({ code, about, message }) => [code, about, message.en]);
  expect([found(34_300_00n), found(34_304_00n), found(0n, [])]).toEqual([[], [], []]); // 49 of 60 are left of both
  expect(found(20_000_00n)).toEqual([
    ['A28', '164000', '164000: the schedules of its loans leave 34300.00, the ledger 20000.00'],
  ]);
});
