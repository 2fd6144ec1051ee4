/** Monthly payroll: one entry per month, net pay and contributions by the bank. Rates are round and invented. */
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../src/services/kernel/money.ts';
import { businessDebit, directDebit, transferOut } from './advices.ts';
import { share, total } from './amounts.ts';
import type { Bank } from './bank.ts';
import { type Book, credit, debit } from './book.ts';
import { inMonth, inNextMonth, type Month } from './calendar.ts';
import type { Party } from './parties.ts';

interface Employee {
  readonly name: string;
  readonly gross: Cents;
  /** Income tax withheld, in hundredths of a percent of gross. */
  readonly withholding: bigint;
}

/** Bodies that are public, with the account of each debt. */
export const URSSAF: Party = { code: 'URSSAF', name: 'Urssaf' };
export const DGFIP: Party = { code: 'DGFIP', name: 'DGFiP' };

export interface PayrollTerms {
  readonly employees: readonly Employee[];
  readonly pension: Party;
  readonly health: Party;
  /** Rates in hundredths of a percent of gross. */
  readonly rates: {
    readonly urssafEmployee: bigint;
    readonly urssafEmployer: bigint;
    readonly pensionEmployee: bigint;
    readonly pensionEmployer: bigint;
    readonly training: bigint;
  };
  /** Health cover per person and month, each side. */
  readonly healthEach: Cents;
}

export const USUAL_RATES: PayrollTerms['rates'] = {
  urssafEmployee: 1740n,
  urssafEmployer: 2615n,
  pensionEmployee: 431n,
  pensionEmployer: 647n,
  training: 123n,
};

export interface Pay {
  readonly gross: Cents;
  readonly net: Cents;
  readonly urssaf: { readonly employee: Cents; readonly employer: Cents; readonly training: Cents };
  readonly pension: { readonly employee: Cents; readonly employer: Cents };
  readonly health: Cents;
  readonly withheld: Cents;
}

export function pay(terms: PayrollTerms, bonus: Cents = 0n): Pay {
  const { rates } = terms;
  const gross = total(terms.employees.map((employee) => employee.gross)) + bonus;
  const urssaf = {
    employee: share(gross, rates.urssafEmployee),
    employer: share(gross, rates.urssafEmployer),
    training: share(gross, rates.training),
  };
  const pension = { employee: share(gross, rates.pensionEmployee), employer: share(gross, rates.pensionEmployer) };
  const health = terms.healthEach * BigInt(terms.employees.length);
  const withheld = total(terms.employees.map((employee) => share(employee.gross, employee.withholding)));
  const net = gross - urssaf.employee - pension.employee - health - withheld;
  return { gross, net, urssaf, pension, health, withheld };
}

/** Debts left at the end of a month: what the opening balance holds for the month before the exercise. */
export const debts = ({ urssaf, pension, health, withheld }: Pay): Readonly<Record<string, Cents>> => ({
  '431000': urssaf.employee + urssaf.employer + urssaf.training,
  '437200': 2n * health,
  '437300': pension.employee + pension.employer,
  '442100': withheld,
});

export function postPay(book: Book, month: Month, terms: PayrollTerms, bonus: Cents = 0n): Pay {
  const result = pay(terms, bonus);
  const { urssaf, pension, health } = result;
  const owed = Object.entries(debts(result)).map(([account, amount]) => credit(account, amount));
  const lines = [
    debit('641100', result.gross - bonus),
    debit('641300', bonus),
    debit('645100', urssaf.employer),
    debit('633300', urssaf.training),
    debit('645200', health),
    debit('645300', pension.employer),
    credit('421000', result.net),
    ...owed,
  ];
  book.post({ journal: 'OD', date: month.end, ref: `PAIE-${month.name}`, label: `Salaires ${month.name}`, lines });
  return result;
}

/** Net pay before the end of the month; the entry of the month is posted on its last day, so 421 is paid ahead. */
export function payNet(bank: Bank, month: Month, net: Cents): void {
  const date = inMonth(month, 28);
  const advice = transferOut(`SALAIRES ${month.name}`, `VIREMENT COLLECTIF PAIE ${month.name}`);
  bank.operate({ date, label: `Salaires nets ${month.name}`, lines: [debit('421000', net)], advice });
}

/** Contributions and tax withheld of `month`, paid in the next one unless that is after `last`. */
export function payDebts(bank: Bank, month: Month, terms: PayrollTerms, result: Pay, last: PlainDate): void {
  const owed = debts(result);
  const payments = [
    { account: '431000', day: 15, party: URSSAF, advice: businessDebit(URSSAF, `COTISATIONS ${month.name}`) },
    { account: '442100', day: 18, party: DGFIP, advice: businessDebit(DGFIP, `PAS ${month.name}`) },
    { account: '437300', day: 25, party: terms.pension, advice: directDebit(terms.pension, `DSN ${month.name}`) },
    { account: '437200', day: 25, party: terms.health, advice: directDebit(terms.health, `DSN ${month.name}`) },
  ];
  for (const { account, day, party, advice } of payments) {
    const date = inNextMonth(month, day);
    const lines = [debit(account, owed[account] ?? 0n)];
    if (date <= last) bank.operate({ date, label: `${party.name} ${month.name}`, lines, advice });
  }
}
