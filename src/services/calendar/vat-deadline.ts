/**
 * The day a VAT return is due (vat-deadlines.tsv: CGI annex IV art. 39, annex II art. 242 sexies and 242 septies A, CGI
 * art. 298 bis). `day` is a day of a month, 0 where `rule` says it in words, which DAYS computes. A day that is not worked
 * moves to the next working day.
 */
import { addMonths, dayParts, daysInMonth, type PlainDate, plainDate } from '../kernel/dates.ts';
import { readTable } from '../kernel/package-file.ts';
import { dayAfter } from './deadlines.ts';
import { closesWithTheYear, type Period } from './periods.ts';
import { workingDayAfter, workingDayFrom } from './working-days.ts';

const COLUMNS = ['taxpayer', 'area', 'from', 'to', 'day', 'rule', 'source'] as const;

let table: ReturnType<typeof readTable<(typeof COLUMNS)[number]>> | undefined;

export function deadlineRows() {
  table ??= readTable('src/services/calendar/vat-deadlines.tsv', COLUMNS);
  return table;
}

export interface VatTaxpayer {
  readonly taxpayerKind: string;
  readonly familyName?: string | undefined;
  readonly siren?: string | undefined;
  readonly department?: string | undefined;
  /** The day of the folder's own file, which wins over the table. */
  readonly vatDeadlineDay?: number | undefined;
}

const PARIS: readonly string[] = ['75', '92', '93', '94'];

/** A farm has the day of its legal form: sole trader when it has a family name. */
const legalKind = ({ taxpayerKind, familyName }: VatTaxpayer): string =>
  taxpayerKind !== 'Farm' ? taxpayerKind : familyName === undefined ? 'Company' : 'SoleTrader';

/** Letters that are not a letter and an accent. */
const LIGATURES: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Đ: 'D', Ð: 'D', Ł: 'L', Þ: 'TH' };

/** The letters of a family name without accents nor apostrophes. */
const lettersOf = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[ÆŒØĐÐŁÞ]/g, (letter) => LIGATURES[letter] ?? '')
    .normalize('NFD')
    .replace(/[^A-Z]/g, '');

/** Rows of each kind of taxpayer and area: a firm asks for those of every folder. */
const rowsBy = new Map<string, ReturnType<typeof deadlineRows>>();

function rowsOf(kind: string, area: string): ReturnType<typeof deadlineRows> {
  const key = `${kind} ${area}`;
  const known = rowsBy.get(key);
  if (known) return known;
  const rows = deadlineRows().filter((row) => row.taxpayer === kind && [area, 'any'].includes(row.area));
  rowsBy.set(key, rows);
  return rows;
}

/** The day of the month of a taxpayer; undefined when the table needs a name or a SIREN that is not known. */
export function vatDay(taxpayer: VatTaxpayer): number | undefined {
  if (taxpayer.vatDeadlineDay !== undefined) return taxpayer.vatDeadlineDay;
  const kind = legalKind(taxpayer);
  const area = PARIS.includes(taxpayer.department ?? '') ? 'Paris' : 'other';
  const text = kind === 'SoleTrader' ? lettersOf(taxpayer.familyName ?? '').slice(0, 1) : taxpayer.siren?.slice(0, 2);
  const row = rowHolding(rowsOf(kind, area), text);
  return row && Number(row.day);
}

/** The row of a text, which does not matter where there is one row. */
function rowHolding(rows: ReturnType<typeof deadlineRows>, text: string | undefined) {
  if (rows.length === 1) return rows[0];
  return text ? rows.find(({ from, to }) => from <= text && text <= to) : undefined;
}

/** Whether the day would be another in Paris, of a taxpayer that does not say where it is. */
export const dependsOnPlace = (taxpayer: VatTaxpayer): boolean =>
  taxpayer.department === undefined && vatDay(taxpayer) !== vatDay({ ...taxpayer, department: PARIS[0] });

/** The second working day after 1 May of the year after. */
const inMay = ({ end }: Period): PlainDate => workingDayAfter(plainDate(dayParts(end).year + 1, 5, 1), 2);

function lastDayOfMonthAfter({ end }: Period, months: number): PlainDate {
  const { year, month } = dayParts(addMonths(plainDate(dayParts(end).year, dayParts(end).month, 1), months));
  return plainDate(year, month, daysInMonth(year, month));
}

/** The day of the taxpayer, `months` after the month in which the period ends. */
const ownDay =
  (months: (period: Period) => number) =>
  (period: Period, taxpayer: VatTaxpayer): PlainDate | undefined => {
    const day = vatDay(taxpayer);
    return day === undefined ? undefined : dayAfter(period, months(period), day);
  };

/** Taxes declared on a CA3 for a calendar year go with April. */
const isYear = (period: Period): boolean =>
  closesWithTheYear(period) && period.start === `${period.end.slice(0, 4)}-01-01`;

const isMonths = ({ start, end }: Period, most: number): boolean => end < addMonths(start, most);

const DAYS: Readonly<Record<string, (period: Period, taxpayer: VatTaxpayer) => PlainDate | undefined>> = {
  '3517SCA12': (period) => (closesWithTheYear(period) ? inMay(period) : lastDayOfMonthAfter(period, 3)),
  '3514': ownDay(() => 0),
  '3525BIS': (period) => dayAfter(period, 2, 5),
  // Monthly or quarterly by option: the day of the legal form.
  '3517AGRSD': (period, taxpayer) => {
    if (isMonths(period, 3)) return ownDay(() => 1)(period, taxpayer);
    return closesWithTheYear(period) ? inMay(period) : dayAfter(period, 5, 5);
  },
};

/** Whether the day of the taxpayer counts for a form and a period: the others have a date of their own. */
export const takesOwnDay = (form: string, period: Period): boolean =>
  form === '3517AGRSD' ? isMonths(period, 3) : !['3517SCA12', '3525BIS'].includes(form);

/** When the return of a form and a period is due; undefined when the day of the taxpayer is not known. */
export function vatDeadline(form: string, period: Period, taxpayer: VatTaxpayer): PlainDate | undefined {
  const day = (DAYS[form] ?? ownDay((one) => (isYear(one) ? 4 : 1)))(period, taxpayer);
  return day && workingDayFrom(day);
}
