/** Bank files of Menuiserie Brindefer. */
import type { Bank } from '../bank.ts';
import { day, monthsFrom } from '../calendar.ts';
import { cfonb120, PLAIN, statement } from '../cfonb120.ts';
import type { BankFile } from '../folder.ts';
import { EXERCISE } from './data.ts';

/** The file that went through an editor: LF, and no blanks at the end of the records. */
const EDITED = '2025-03';
const DAILY = ['2025-11-05', '2025-11-06'].map(day);

export const brindeferFiles = (bank: Bank): BankFile[] => [...monthly(bank), ...daily(bank)];

const monthly = (bank: Bank): BankFile[] =>
  monthsFrom(EXERCISE.start, 12).map(({ name, start, end }) => {
    const edited = name === EDITED;
    const content = cfonb120([statement(bank, start, end)], edited ? { eol: '\n', trimmed: true } : PLAIN);
    return {
      name: `512100-${name}.cfonb120.txt`,
      format: 'CFONB120',
      content,
      shows: edited
        ? 'LF line ends, blanks at the end of records removed: readable, with warnings'
        : `month of ${name}`,
      findings: edited ? { PADDED_RECORD: shortRecords(content) } : {},
    };
  });

const shortRecords = (content: Buffer): number =>
  content
    .toString('latin1')
    .trim()
    .split('\n')
    .filter((record) => record.length < 120).length;

const daily = (bank: Bank): BankFile[] =>
  DAILY.map((date) => ({
    name: `512100-${date}.cfonb120.txt`,
    format: 'CFONB120',
    content: cfonb120([statement(bank, date, date)]),
    shows: 'one day, already in the month: importing both adds nothing',
    findings: {},
  }));
