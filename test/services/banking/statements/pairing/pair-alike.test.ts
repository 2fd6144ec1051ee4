import { describe, expect, it } from 'vitest';
import {
  type Alike,
  pairAlike,
  type Stretch,
} from '../../../../../src/services/banking/statements/pairing/pair-alike.ts';
import { daysOf } from '../../../../../src/services/banking/statements/pairing/pair-formats.ts';

const stretch = (id: number, format: string, more: Partial<Stretch> = {}): Stretch => ({
  id,
  format,
  hasBalances: true,
  startDate: '2026-03-04',
  startUnits: '0',
  endDate: '2026-03-05',
  endUnits: '900',
  ...more,
});
const CFONB = stretch(1, 'cfonb120');
const CAMT = stretch(2, 'camt.053.001.02');
const one = (id: number, shownBy: Stretch, text: string): Alike => ({ id, text, shownBy: [shownBy] });

describe('movements alike of several formats', () => {
  it('are one for one, the likest together, the first standing for both', () => {
    const stands = pairAlike([
      one(1, CFONB, 'ALPHA'),
      one(2, CFONB, 'BETA'),
      one(3, CAMT, 'SEPA BETA'),
      one(4, CAMT, 'X'),
    ]);
    expect([...stands].sort()).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
      [4, 1],
    ]);
  });

  it('are one though no word is shared: each format shows all of a day', () => {
    expect(pairAlike([one(1, CFONB, 'ALPHA'), one(2, CAMT, 'BETA')]).get(2)).toBe(1);
  });

  it('are two when the format is one, or when a statement goes on where the other ends', () => {
    const evening = stretch(3, 'camt.053.001.02', { startDate: '2026-03-05', startUnits: '900', endUnits: '1800' });
    expect(pairAlike([one(1, CFONB, 'A'), one(2, CFONB, 'B')]).get(2)).toBe(2);
    expect(pairAlike([one(1, CFONB, 'A'), one(2, evening, 'A')]).get(2)).toBe(2);
  });

  it('are as many as the format that shows most of them, of three', () => {
    const newer = stretch(4, 'camt.053.001.08');
    const stands = pairAlike([
      one(1, CAMT, 'ALPHA'),
      one(2, CFONB, 'ALPHA'),
      one(3, CFONB, 'BETA'),
      one(4, newer, 'BETA'),
    ]);
    expect(new Set(stands.values()).size).toBe(2);
    expect(stands.get(4)).toBe(3);
  });
});

it('the days to look at are those that the statements reach', () => {
  const bounds = (start: string, end: string) => ({ start: { date: start }, end: { date: end } });
  expect(daysOf([bounds('2026-03-04', '2026-03-05'), bounds('2026-02-28', '2026-03-04')])).toEqual({
    from: '2026-02-28',
    to: '2026-03-05',
  });
  expect(daysOf([])).toBeUndefined();
});
