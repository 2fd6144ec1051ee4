import { describe, expect, it } from 'vitest';
import {
  BAD_DAY,
  dayText,
  NO_DAY,
  readDay,
  writeDay,
} from '../../../../../src/services/banking/statements/cfonb/day.ts';
import { addDays } from '../../../../../src/services/kernel/dates.ts';
import fc from '../../../../support/property.ts';
import { day } from './support.ts';

const read = (text: string): number => readDay(Buffer.from(text), 0);

describe('JJMMAA', () => {
  it.each([
    ['020326', '2026-03-02'],
    ['290224', '2024-02-29'],
    ['010100', '2000-01-01'],
    ['311279', '2079-12-31'],
    ['010180', '1980-01-01'],
    ['311299', '1999-12-31'],
    ['290200', '2000-02-29'],
  ])('%s is %s', (text, date) => {
    expect(dayText(read(text))).toBe(date);
    expect(writeDay(day(date))).toBe(text);
  });

  it.each([
    '310226',
    '290226',
    '290225',
    '000326',
    '020026',
    '021326',
    '320326',
    '2 0326',
    '02032x',
    'AAAAAA',
    '02/03/',
  ])('%s is no day', (text) => {
    expect(read(text)).toBe(BAD_DAY);
    expect(dayText(BAD_DAY)).toBeNull();
  });

  it.each(['      ', '000000'])('%j is none', (text) => expect(read(text)).toBe(NO_DAY));

  it('writes blanks for none and refuses other centuries', () => {
    expect(writeDay(null)).toBe('      ');
    expect(() => writeDay(day('1979-12-31'))).toThrow(RangeError);
    expect(() => writeDay(day('2080-01-01'))).toThrow(RangeError);
  });

  it('reads back every day of its hundred years, in order', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_523 }), (offset) => {
        const date = addDays(day('1980-01-01'), offset);
        expect(dayText(read(writeDay(date)))).toBe(date);
        expect(read(writeDay(addDays(date, 1)))).toBeGreaterThan(read(writeDay(date)));
      }),
    ));
});
