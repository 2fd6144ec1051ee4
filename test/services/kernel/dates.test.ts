import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayNumber,
  days360,
  fromDayNumber,
  type PlainDate,
  parsePlainDate,
} from '../../../src/services/kernel/dates.ts';
import fc from '../../support/property.ts';

const day = (text: string) => text as PlainDate;

describe('days', () => {
  it.each(['2024-02-30', '2023-02-29', '2024-13-01', '2024-00-10', '24-01-01', '2024-1-1', '0000-01-01', ''])(
    'refuses %j',
    (text) => expect(parsePlainDate(text)).toBeUndefined(),
  );
  it('knows leap days', () => expect(parsePlainDate('2024-02-29')).toBe('2024-02-29'));
  it('numbers days both ways', () =>
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (n) => {
        expect(dayNumber(fromDayNumber(n))).toBe(n);
      }),
    ));
  it('adds days across years', () => expect(addDays(day('2024-12-31'), 1)).toBe('2025-01-01'));
  it('adds months to the last day', () => expect(addMonths(day('2024-01-31'), 1)).toBe('2024-02-29'));
});

describe('30/360', () => {
  it.each([
    ['2024-01-01', '2024-12-31', 360],
    ['2023-03-01', '2024-02-29', 360],
    ['2022-03-01', '2023-02-28', 360],
    ['2024-04-11', '2024-12-31', 260],
    ['2024-01-31', '2024-01-31', 1],
  ])('%s to %s counts %i', (start, end, expected) => expect(days360(day(start), day(end))).toBe(expected));
});
