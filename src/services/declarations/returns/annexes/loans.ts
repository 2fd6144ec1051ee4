/**
 * Loans whose schedule is known: the capital due between one and five years after a closing, and after five (form 2057).
 * Instalments fall each month from the first day on, constant; with a rate they hold the interest, else the capital alone.
 */
import type { Finding } from '../../../forms/controls.ts';
import type { AccountBalance } from '../../../forms/ledger-rule.ts';
import { addMonths, dayParts, type PlainDate } from '../../../kernel/dates.ts';
import { type Cents, formatAmount, times, wholeEuros } from '../../../kernel/money.ts';
import { add, divide, multiply, ONE, type Ratio, ratio, subtract } from '../../../kernel/ratio.ts';
import type { Part, Readings } from './origin.ts';

export interface Loan {
  /** Of class 16: 164000. */
  readonly account: string;
  readonly lender: string;
  readonly firstDay: PlainDate;
  readonly months: number;
  /** Borrowed, whole euros. */
  readonly amount: number;
  /** Percent a year. */
  readonly rate?: number | undefined;
  /** Capital paid back each month when no rate is given; all of it over the months unless given. */
  readonly instalment?: number | undefined;
}

/** Rows of form 2057 by account, the longest prefix first. */
const ROWS: readonly (readonly [RegExp, string])[] = [
  [/^161/, 'xa'],
  [/^16[23]/, 'xb'],
  [/^164/, 'vh'],
  [/^(16|17)/, 'xc'],
];

/** `xaMid`, `xaLong` and so on, for rows that have a loan; `debtsAfterOneYear` always. */
export function loanReadings(loans: readonly Loan[], closing: PlainDate): Readings {
  const dues = loans.map((loan) => dueAfter(loan, closing));
  const rows = ROWS.flatMap(([, row]) => {
    const own = dues.filter((due) => due.row === row);
    return own.length === 0
      ? []
      : [
          [`${row}Mid`, readingOf(own.map(({ mid }) => mid))] as const,
          [`${row}Long`, readingOf(own.map(({ long }) => long))] as const,
        ];
  });
  const debtsAfterOneYear = readingOf(dues.flatMap(({ mid, long }) => [mid, long]));
  return { ...Object.fromEntries(rows), debtsAfterOneYear };
}

const readingOf = (parts: readonly Part[]) => ({
  value: wholeEuros(parts.reduce((sum, { amount }) => sum + amount, 0n)),
  parts,
});

function dueAfter(loan: Loan, closing: PlainDate) {
  const left = (months: number) => remaining(loan, elapsed(loan.firstDay, addMonths(closing, months)));
  const [afterOne, afterFive] = [left(12), left(60)];
  const part = (amount: Cents): Part => ({ kind: 'loan', name: loan.account, label: loan.lender, amount });
  const row = ROWS.find(([pattern]) => pattern.test(loan.account))?.[1] ?? 'xc';
  return { row, mid: part(afterOne - afterFive), long: part(afterFive) };
}

/** Cents up to which a schedule may differ from its account: instalments of banks are rounded. */
const ROUNDED_INSTALMENTS = 5_00n;

/** A28: the capital that the schedules leave at the closing, against what their accounts owe. */
export function loansOffLedger(loans: readonly Loan[], rows: readonly AccountBalance[], closing: PlainDate): Finding[] {
  return [...new Set(loans.map(({ account }) => account))].flatMap((account) => {
    const own = loans.filter((loan) => loan.account === account);
    const left = own.reduce((sum, loan) => sum + remaining(loan, elapsed(loan.firstDay, closing)), 0n);
    const owed = rows.filter((row) => row.account.startsWith(account)).reduce((sum, row) => sum - row.balance, 0n);
    const gap = left - owed;
    if (gap <= ROUNDED_INSTALMENTS && gap >= -ROUNDED_INSTALMENTS) return [];
    const [schedule, ledger] = [formatAmount(left), formatAmount(owed)];
    const message = {
      en: `${account}: the schedules of its loans leave ${schedule}, the ledger ${ledger}`,
      fr: `${account} : les tableaux de ses emprunts laissent ${schedule}, les comptes ${ledger}`,
    };
    return [{ code: 'A28', level: 'warning', about: account, message } as const];
  });
}

/** Instalments fallen by a day: one a month, the first a month after the first day. */
function elapsed(firstDay: PlainDate, day: PlainDate): number {
  const [from, to] = [dayParts(firstDay), dayParts(day)];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  return addMonths(firstDay, months) <= day ? months : months - 1;
}

/** Capital left after some instalments, half up to the cent. */
export function remaining({ amount, months, rate, instalment }: Loan, paid: number): Cents {
  const capital = BigInt(amount) * 100n;
  if (paid <= 0) return capital;
  if (paid >= months) return 0n;
  if (!rate) {
    const back =
      instalment === undefined ? (capital * BigInt(paid)) / BigInt(months) : BigInt(instalment * paid) * 100n;
    return back > capital ? 0n : capital - back;
  }
  const growth = add(ONE, ratio(BigInt(Math.round(rate * 10_000)), 12_000_000n));
  const whole = power(growth, months);
  return times(capital, divide(subtract(whole, power(growth, paid)), subtract(whole, ONE)), 'halfUp');
}

function power(base: Ratio, exponent: number): Ratio {
  if (exponent === 0) return ONE;
  const half = power(base, Math.floor(exponent / 2));
  const square = multiply(half, half);
  return exponent % 2 === 0 ? square : multiply(square, base);
}
