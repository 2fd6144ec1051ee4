/** Moments as texts, the days that they mean in Paris, and the keys of ports. */
import { describe, expect, it } from 'vitest';
import { presentMoment, today } from '../../../src/services/kernel/clock.ts';
import { dayOfText, readDateTime } from '../../../src/services/kernel/date-time-text.ts';
import { definePort } from '../../../src/services/kernel/port.ts';

const at = (now: string) => ({ clock: { now: () => now } });

describe('the present day', () => {
  it.each([
    ['2026-01-31T22:59:59.000Z', '2026-01-31'],
    ['2026-01-31T23:00:00.000Z', '2026-02-01'],
    ['2026-06-30T22:00:00.000Z', '2026-07-01'],
  ])('at %s is %s in Paris', (now, expected) => expect(today(at(now))).toBe(expected));

  it('needs a clock that gives date-times', () => expect(() => presentMoment(at('soon'))).toThrow('no date-time'));
});

describe('a text', () => {
  it.each([
    ['2024-02-29', '2024-02-29'],
    ['2024-02-29T23:30:00', '2024-02-29'],
    ['2024-02-29T23:30:00Z', '2024-03-01'],
    ['2024-02-29T00:30:00+02:00', '2024-02-28'],
    ['2024-02-29T00:30:00 02:00', '2024-02-28'],
    ['2023-02-29', undefined],
    ['2024-02-29T24:00', undefined],
    ['2024-2-9', undefined],
    ['yesterday', undefined],
  ])('%s means the day %s', (text, expected) => expect(dayOfText(text)).toBe(expected));

  it('is taken apart', () => {
    expect(readDateTime('2024-02-29t01:02:03.5-0130')).toEqual({
      date: '2024-02-29',
      wall: '2024-02-29T01:02:03',
      fraction: '5',
      offset: '-01:30',
    });
    expect(readDateTime('2024-02-29')).toMatchObject({ wall: '2024-02-29T00:00:00', fraction: '', offset: undefined });
  });
});

it('a port is known by its name', () => expect(definePort('channels')).toEqual({ name: 'channels' }));
