/** Bank files of Comptoir Vermelhaine. */
import { addDays } from '../../../../src/services/kernel/dates.ts';
import { french } from '../amounts.ts';
import type { Bank } from '../bank.ts';
import { day, isWorkingDay, monthOf, monthsFrom } from '../calendar.ts';
import { cfonb120, statement } from '../cfonb120.ts';
import type { BankFile } from '../folder.ts';
import { EXERCISE } from './data.ts';

/** The statement that was lost. */
const MISSING = '2024-08';

const SHOWS = 'two accounts, three months, accents in ISO 8859-1';

function lost(bank: Bank): string {
  const { start, end } = monthOf(day(`${MISSING}-01`));
  const { opening, closing, movements } = statement(bank, start, end);
  const change = french(closing - opening);
  return `the statement of August of 512100 is missing: ${movements.length} movements, balance changed by ${change}`;
}

export const vermelhaineFiles = (bank: Bank, shop: Bank): BankFile[] => [...quarterly(bank, shop), lastWeek(bank)];

/** One file per quarter with both accounts, a statement per account and month. */
const quarterly = (bank: Bank, shop: Bank): BankFile[] =>
  [0, 3, 6, 9].map((offset) => {
    const months = monthsFrom(EXERCISE.start, 12).slice(offset, offset + 3);
    const gap = months.some(({ name }) => name === MISSING);
    const main = months.filter(({ name }) => name !== MISSING);
    const statements = [
      ...main.map(({ start, end }) => statement(bank, start, end)),
      ...months.map(({ start, end }) => statement(shop, start, end)),
    ];
    return {
      name: `deux-comptes-${months[0]?.name}.cfonb120.txt`,
      format: 'CFONB120',
      content: cfonb120(statements),
      shows: gap ? `${SHOWS}; ${lost(bank)}` : SHOWS,
      findings: gap ? { CONTINUITY_GAP: 1 } : {},
    };
  });

/** The last days of the exercise, one pair of balances per day, also held by the file of the quarter. */
function lastWeek(bank: Bank): BankFile {
  const days = [0, 1, 2, 3, 4].map((offset) => addDays(day('2025-03-24'), offset)).filter(isWorkingDay);
  return {
    name: '512100-2025-03-24-28.cfonb120.txt',
    format: 'CFONB120',
    content: cfonb120(days.map((date) => statement(bank, date, date))),
    shows: 'five statements of one day, already in the quarter: importing both adds nothing',
    findings: {},
  };
}
