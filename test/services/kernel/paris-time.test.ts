import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import {
  compareInstants,
  type Instant,
  parisDay,
  parisMidnight,
  parisWallTime,
  readInstant,
} from '../../../src/services/kernel/paris-time.ts';
import { TYPESCRIPT } from '../../bench/child.ts';
import fc from '../../support/property.ts';

const TABLE: readonly (readonly [string, string])[] = [
  ['2026-01-15T10:00:00', '2026-01-15T09:00:00Z'],
  ['2026-07-15T10:00:00', '2026-07-15T08:00:00Z'],
  ['2026-07-15T10:00:00Z', '2026-07-15T10:00:00Z'],
  ['2026-07-15T10:00:00-05:00', '2026-07-15T15:00:00Z'],
  ['2026-07-02', '2026-07-01T22:00:00Z'],
  ['2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
  ['2026-03-29T02:00:00', '2026-03-29T01:00:00Z'], // skipped
  ['2026-03-29T02:30:00', '2026-03-29T01:30:00Z'], // skipped
  ['2026-03-29T03:00:00', '2026-03-29T01:00:00Z'],
  ['2026-03-29T03:30:00', '2026-03-29T01:30:00Z'],
  ['2026-10-25T01:59:59', '2026-10-24T23:59:59Z'],
  ['2026-10-25T02:30:00', '2026-10-25T00:30:00Z'], // lived twice: the first
  ['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00Z'],
  ['2026-10-25T03:00:00', '2026-10-25T02:00:00Z'],
  // the same rules written otherwise
  ['2026-07-15T10:00:00 01:00', '2026-07-15T09:00:00Z'], // `+` decoded as a blank
  ['2026-07-15T10:00:00+0530', '2026-07-15T04:30:00Z'],
  ['2026-07-15T10:00:00+02', '2026-07-15T08:00:00Z'],
  ['2026-07-15t10:00:00z', '2026-07-15T10:00:00Z'],
  ['2026-07-15T10:00', '2026-07-15T08:00:00Z'],
  ['2026-07-15T10:00:00.5Z', '2026-07-15T10:00:00.5Z'],
  ['2026-07-15T10:00:00.123456789Z', '2026-07-15T10:00:00.123456Z'], // cut, not rounded
  ['2026-07-15T10:00:00,9999999', '2026-07-15T08:00:00.999999Z'],
  ['2026-07-15T10:00:00.000000900Z', '2026-07-15T10:00:00Z'],
  ['2024-02-29', '2024-02-28T23:00:00Z'],
];

const REFUSED = [
  '',
  '2026',
  '2026-7-15',
  '2026-02-29',
  '2026-13-01',
  '0000-01-01',
  '2026-07-15T24:00:00',
  '2026-07-15T10:60:00',
  '2026-07-15T10:00:60',
  '2026-07-15T10:00:00+24:00',
  '2026-07-15T10:00:00+02:60',
  '2026-07-15T10:00:00.Z',
  '2026-07-15T10:00:00.1234567890Z',
  '2026-07-15 10:00:00',
  '2026-07-15+02:00',
  ' 2026-07-15',
  '2026-07-15T10:00:00Z ',
  '9999-12-31T23:59:59-01:00',
  '0001-01-01T00:00:00+01:00',
];

const check = (rows: readonly (readonly [string, string])[]) => rows.filter(([text, utc]) => readInstant(text) !== utc);

describe('reading of date-times', () => {
  it.each(TABLE)('%s is %s', (text, utc) => expect(readInstant(text)).toBe(utc));

  it.each(REFUSED)('refuses %j', (text) => expect(readInstant(text)).toBeUndefined());

  it.each(['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Apia'])('reads the same under TZ=%s', (zone) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      expect(new Date(2026, 6, 15).getTimezoneOffset()).not.toBe(-120); // the zone of the process did change
      expect(check(TABLE)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it('reads the same in a process that started under another zone', { tags: 'long' }, () => {
    const module = new URL('../../../src/services/kernel/paris-time.ts', import.meta.url).href;
    const script = `import { readInstant } from ${JSON.stringify(module)};
      process.stdout.write(JSON.stringify(${JSON.stringify(TABLE.map(([text]) => text))}.map(readInstant)))`;
    const out = execFileSync(process.execPath, [...TYPESCRIPT, '--input-type=module', '-e', script], {
      env: { ...process.env, TZ: 'America/Los_Angeles' },
      encoding: 'utf8',
    });
    expect(JSON.parse(out)).toEqual(TABLE.map(([, utc]) => utc));
  });

  it('gives back every instant that Paris wall time and its offset name', () => {
    const instants = fc.date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (date) => {
        const instant = `${date.toISOString().slice(0, 19)}Z` as Instant;
        const hours = (Date.parse(`${parisWallTime(instant)}Z`) - Date.parse(instant)) / 3_600_000;
        expect(readInstant(`${parisWallTime(instant)}+0${hours}:00`)).toBe(instant);
        expect(readInstant(instant)).toBe(instant);
      }),
    );
  });
});

describe('windows', () => {
  it('never goes back as the wall clock goes on, but for the hour that spring skips', () => {
    const minutes = Array.from(
      { length: 24 * 60 },
      (_, m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`,
    );
    const autumn = minutes.map((m) => readInstant(`2026-10-25T${m}:00`) as Instant);
    expect(autumn.every((instant, i) => i === 0 || compareInstants(autumn[i - 1] as Instant, instant) < 0)).toBe(true);
  });

  it('orders instants of different fractions', () => {
    const sorted = ['2026-07-15T10:00:00Z', '2026-07-15T10:00:00.5Z', '2026-07-15T10:00:01Z'] as Instant[];
    expect([...sorted].reverse().sort(compareInstants)).toEqual(sorted);
    expect(compareInstants('2026-07-15T10:00:00Z' as Instant, '2026-07-15T10:00:00Z' as Instant)).toBe(0);
  });
});

describe('Paris days', () => {
  it.each([
    ['2026-07-01T21:59:59Z', '2026-07-01'],
    ['2026-07-01T22:00:00Z', '2026-07-02'],
    ['2026-12-31T23:00:00Z', '2027-01-01'],
    ['9999-12-31T23:30:00Z', '9999-12-31'],
  ])('%s is on %s', (instant, day) => expect(parisDay(instant as Instant)).toBe(day));

  it('starts a day where the day before ends', () => {
    expect(parisMidnight('2026-03-30' as PlainDate)).toBe('2026-03-29T22:00:00Z');
    expect(parisMidnight('2026-10-25' as PlainDate)).toBe('2026-10-24T22:00:00Z');
  });
});
