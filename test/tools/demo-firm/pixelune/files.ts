/** Bank files of Pixelune Conseil. */
import { addDays } from '../../../../src/services/kernel/dates.ts';
import type { Bank } from '../bank.ts';
import { day, monthsFrom } from '../calendar.ts';
import { cfonb120, statement } from '../cfonb120.ts';
import { cfonb240 } from '../cfonb240.ts';
import type { BankFile } from '../folder.ts';
import type { Invoice } from '../trade.ts';
import { CURRENT, EXERCISE, IDENTITY } from './data.ts';
import { REJECTED, rejected } from './sales.ts';

/** Days of December that were also fetched one by one. */
const DAILY = ['2024-12-18', '2024-12-19', '2024-12-20'].map(day);

/** The wrong daily file: its new balance has two digits exchanged. */
const WRONG = day('2024-12-19');
const WRONG_BY = 90_00n;

export function pixeluneFiles(bank: Bank, savings: Bank, invoices: readonly Invoice[]): BankFile[] {
  return [...monthly(bank), ...daily(bank), ...quarterly(savings), rejects(invoices)];
}

const monthly = (bank: Bank): BankFile[] =>
  monthsFrom(EXERCISE.start, 12).map(({ name, start, end }) => ({
    name: `512100-${name}.cfonb120.txt`,
    format: 'CFONB120',
    content: cfonb120([statement(bank, start, end)]),
    shows: `month of ${name}`,
    findings: {},
  }));

const daily = (bank: Bank): BankFile[] =>
  DAILY.map((date) => {
    const right = statement(bank, date, date);
    const wrong = date === WRONG;
    const shown = wrong ? { ...right, closing: right.closing + WRONG_BY } : right;
    return {
      name: `512100-${date}.cfonb120.txt`,
      format: 'CFONB120',
      content: cfonb120([shown]),
      shows: wrong
        ? 'one day, already in the month; its new balance is 90.00 too high: an account with control on refuses it'
        : 'one day, already in the month: importing both adds nothing',
      findings: wrong ? { BALANCE_MISMATCH: 1 } : {},
    };
  });

/** One file per quarter, a statement per month; months without movement have equal balances. */
const quarterly = (savings: Bank): BankFile[] =>
  [0, 3, 6, 9].map((offset, index) => {
    const months = monthsFrom(EXERCISE.start, 12).slice(offset, offset + 3);
    return {
      name: `512200-2024-T${index + 1}.cfonb120.txt`,
      format: 'CFONB120',
      content: cfonb120(months.map(({ start, end }) => statement(savings, start, end))),
      shows: 'three statements of the savings account, some without movement',
      findings: {},
    };
  });

function rejects(invoices: readonly Invoice[]): BankFile {
  const content = cfonb240({
    rib: CURRENT.rib,
    holder: IDENTITY.name,
    date: addDays(REJECTED.date, 1),
    rejects: rejected(invoices).map((invoice, index) => ({
      date: REJECTED.date,
      debtor: invoice.party.name,
      debtorRib: { bank: '98768', branch: '00010', account: `0000005511${index}` },
      label: `MAINTENANCE ${REJECTED.month} ${invoice.ref}`,
      originalDate: REJECTED.settled,
      originalReference: 'MAIN10',
      reason: REJECTED.cases[index]?.reason ?? '59',
      amount: invoice.total,
    })),
  });
  const name = 'rejets-2024-10-11.cfonb240.txt';
  const shows = 'the two direct debits returned on 2024-10-10 (operation 81, reasons 20 and 14)';
  return { name, format: 'CFONB240', content, shows, findings: {} };
}
