import { expect, it } from 'vitest';
import { spansOf, systemOf } from '../../../../src/services/vat/periods/spans.ts';

const exercise = (start: string, end: string) => ({ start: start as never, end: end as never });
const year = exercise('2026-01-01', '2026-12-31');
const days = (form: string, one: typeof year, rhythm: 'Monthly' | 'Quarterly' | 'Yearly') =>
  spansOf(form, one, rhythm).map(({ beginDate, endDate, depositNumber, kind }) =>
    [beginDate, endDate, depositNumber ?? '', kind].join(' ').trim(),
  );

it('months and quarters belong to the exercise in which they end', () => {
  expect(days('3310CA3', year, 'Monthly')).toHaveLength(12);
  expect(days('3310CA3', year, 'Quarterly')).toEqual([
    '2026-01-01 2026-03-31  CalendarQuarter',
    '2026-04-01 2026-06-30  CalendarQuarter',
    '2026-07-01 2026-09-30  CalendarQuarter',
    '2026-10-01 2026-12-31  CalendarQuarter',
  ]);
  const [first, second] = [exercise('2026-01-15', '2026-06-15'), exercise('2026-06-16', '2026-08-31')];
  expect(days('3310CA3', first, 'Monthly').at(-1)).toBe('2026-05-01 2026-05-31  CalendarMonth');
  expect(days('3310CA3', second, 'Monthly')[0]).toBe('2026-06-01 2026-06-30  CalendarMonth');
});

it.each([
  ['3517SCA12', year, ['2026-01-01 2026-12-31  CalendarYear']],
  ['3517SCA12', exercise('2025-10-01', '2026-09-30'), ['2025-10-01 2026-09-30  Exercise']],
  // Eighteen months: a return covers twelve at most.
  [
    '3517SCA12',
    exercise('2025-01-01', '2026-06-30'),
    ['2025-01-01 2025-12-31  CalendarYear', '2026-01-01 2026-06-30  Exercise'],
  ],
  ['3514', year, ['2026-01-01 2026-12-31 1 CalendarYear', '2026-01-01 2026-12-31 2 CalendarYear']],
  // Its December comes before its July.
  [
    '3514',
    exercise('2025-10-01', '2026-09-30'),
    ['2025-10-01 2026-09-30 2 Exercise', '2025-10-01 2026-09-30 1 Exercise'],
  ],
  ['3514', exercise('2026-01-01', '2026-06-30'), []],
  ['3525BIS', exercise('2026-01-01', '2026-06-30'), ['1', '2'].map((n) => `2026-01-01 2026-06-30 ${n} Exercise`)],
  ['3517AGRSD', year, ['2026-01-01 2026-12-31  CalendarYear']],
])('%s in %j', (form, one, expected) => expect(days(form, one, 'Yearly')).toEqual(expected));

it('a farm that files by quarter pays no instalments', () => {
  expect(days('3517AGRSD', year, 'Quarterly')).toHaveLength(4);
  expect(days('3525BIS', year, 'Quarterly')).toEqual([]);
});

it.each([
  ['Simplified', exercise('2026-12-31', '2027-12-30'), 'Simplified'],
  ['Simplified', exercise('2027-01-01', '2027-12-31'), 'RealNormal'],
  ['SimplifiedFarm', exercise('2027-01-01', '2027-12-31'), 'SimplifiedFarm'],
  ['Franchise', year, 'Franchise'],
  [null, year, 'RealNormal'],
])('a folder under %s, exercise %j: %s', (vatSystem, one, system) => expect(systemOf(vatSystem, one)).toBe(system));
