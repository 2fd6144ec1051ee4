/** Calendars as another program reads them. */
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { type CalendarEvent, calendarFile } from '../../../src/services/calendar/calendar-file.ts';

const EVENTS: readonly CalendarEvent[] = [
  { id: 'a', day: '2026-05-31' as never, summary: 'CA3 ; mai, ALPHA', description: 'Une ligne\nune autre \\ fin' },
  { id: 'b', day: '2026-12-31' as never, summary: `${'é€'.repeat(60)} fin`, description: '' },
];

const written = () => Buffer.concat([...calendarFile(EVENTS, '2026-05-01T10:20:30.000Z')]).toString();

it('has the days, the texts and the identifiers that were given', () => {
  const calendar = new ICAL.Component(ICAL.parse(written()));
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  expect(
    events.map(({ uid, startDate, endDate, summary, description }) => ({
      id: uid.split('@')[0],
      days: [startDate, endDate].map(String),
      isDay: startDate.isDate,
      summary,
      description,
    })),
  ).toEqual([
    {
      id: 'a',
      days: ['2026-05-31', '2026-06-01'],
      isDay: true,
      summary: 'CA3 ; mai, ALPHA',
      description: 'Une ligne\nune autre \\ fin',
    },
    { id: 'b', days: ['2026-12-31', '2027-01-01'], isDay: true, summary: `${'é€'.repeat(60)} fin`, description: '' },
  ]);
});

it('has lines of 75 bytes at most, ended as RFC 5545 says', () => {
  const lines = written().split('\r\n');
  expect(lines.at(-1)).toBe('');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
});
