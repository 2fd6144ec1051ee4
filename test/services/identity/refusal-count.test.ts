/** Refused tokens are counted by address and minute. */
import { expect, it } from 'vitest';
import { refusalCount } from '../../../src/services/identity/refusal-count.ts';

it('an address is blocked at the limit, for a minute, and no other is', () => {
  let second = 0;
  const refusals = refusalCount(2, { now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString() });
  refusals.add('192.0.2.1');
  expect(refusals.isBlocked('192.0.2.1')).toBe(false);
  refusals.add('192.0.2.1');
  expect([refusals.isBlocked('192.0.2.1'), refusals.isBlocked('192.0.2.2')]).toEqual([true, false]);
  second = 59;
  expect(refusals.isBlocked('192.0.2.1')).toBe(true);
  second = 60;
  expect(refusals.isBlocked('192.0.2.1')).toBe(false);
});

it('the oldest address is forgotten first', () => {
  const refusals = refusalCount(1, { now: () => '2026-01-01T00:00:00.000Z' });
  for (let address = 0; address <= 10_000; address++) refusals.add(String(address));
  expect([refusals.isBlocked('0'), refusals.isBlocked('1'), refusals.isBlocked('10000')]).toEqual([false, true, true]);
});
