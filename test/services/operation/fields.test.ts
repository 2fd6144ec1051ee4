import { expect, it } from 'vitest';
import { day } from '../../../src/commands/operation/fields.ts';
import { type Instant, parisDay } from '../../../src/services/kernel/paris-time.ts';

it.each([
  ['2026-03-31', '2026-03-31'],
  ['2026-03-31T00:00:00', '2026-03-31'],
  ['2026-03-31T21:59:59Z', '2026-03-31'],
  ['2026-03-31T22:00:00Z', '2026-04-01'],
  ['2026-03-31T00:00:00+02:00', '2026-03-31'],
])('the day of %s is %s in Paris', (text, expected) => {
  expect(day().parse(text)).toBe(expected);
});

it.each([
  '',
  '2026-02-30',
  '2026-3-1',
  '31/03/2026',
  '2026-03-31T25:00:00Z',
  '2026-03-31Tx',
  '9999-12-31T23:30:00Z',
  '9'.repeat(50),
])('%j is no day', (text) => {
  expect(day().safeParse(text).success).toBe(false);
});

it('agrees with the calendar library on the day of any moment, at both changes of hour', () => {
  const schema = day();
  for (let hour = 0; hour < 24 * 366; hour++) {
    if (hour % 24 > 2 && hour % 24 < 21) continue; // far from midnight in Paris, and from a change of hour
    const moment = new Date(Date.UTC(2026, 0, 1, hour, 59, 59)).toISOString();
    expect(schema.parse(moment)).toBe(parisDay(moment as Instant));
  }
});
