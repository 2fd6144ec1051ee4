import { describe, expect, it } from 'vitest';
import { easterSunday, holidays, isWorkingDay, workingDayFrom } from '../../../src/services/calendar/working-days.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';

const day = (text: string) => text as PlainDate;

describe('holidays', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
  ])('Easter of %s is %s', (y, date) => expect(easterSunday(y)).toBe(date));

  it('has eleven a year', () => {
    expect(holidays(2026)).toEqual([
      '2026-01-01',
      '2026-04-06',
      '2026-05-01',
      '2026-05-08',
      '2026-05-14',
      '2026-05-25',
      '2026-07-14',
      '2026-08-15',
      '2026-11-01',
      '2026-11-11',
      '2026-12-25',
    ]);
  });

  it('moves a date to the next working day', () => {
    expect(workingDayFrom(day('2027-05-15'))).toBe('2027-05-18'); // Saturday, Sunday, Whit Monday
    expect(workingDayFrom(day('2026-05-15'))).toBe('2026-05-15');
    expect(isWorkingDay(day('1969-12-28'))).toBe(false);
  });
});
