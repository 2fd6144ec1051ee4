import { describe, expect, it } from 'vitest';
import { exerciseMonths, type PeriodType, periodHolding } from '../../../src/services/calendar/periods.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';

const day = (text: string) => text as PlainDate;

describe('length of an exercise', () => {
  it.each([
    ['2025-01-01', '2025-12-31', 12],
    ['2025-01-01', '2026-06-30', 18],
    ['2025-03-15', '2025-12-31', 10],
    ['2025-06-01', '2025-06-30', 1],
    ['2024-03-01', '2025-02-28', 12],
  ])('%s to %s: %s months', (start, end, months) =>
    expect(exerciseMonths({ start: day(start), end: day(end) })).toBe(months),
  );
});

describe('period of the calendar that holds a day', () => {
  it.each<[PeriodType, string, string, string]>([
    ['Monthly', '2024-02-29', '2024-02-01', '2024-02-29'],
    ['Monthly', '2025-12-31', '2025-12-01', '2025-12-31'],
    ['Quarterly', '2025-01-01', '2025-01-01', '2025-03-31'],
    ['Quarterly', '2025-11-30', '2025-10-01', '2025-12-31'],
    ['HalfYearly', '2025-07-01', '2025-07-01', '2025-12-31'],
    ['Yearly', '2025-06-15', '2025-01-01', '2025-12-31'],
  ])('%s, %s: %s to %s', (type, date, start, end) => expect(periodHolding(type, day(date))).toEqual({ start, end }));
});
