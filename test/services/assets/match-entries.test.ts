import { expect, it } from 'vitest';
import { type EntrySides, matchEntries } from '../../../src/services/assets/ledger/match-entries.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';

/** `2025-03-31 215400 C 100, 675000 D 100` */
function entry(text: string): EntrySides {
  const [date = '', ...rest] = text.split(' ');
  const sides = rest.join(' ').split(', ').filter(Boolean);
  return {
    date: date as PlainDate,
    sides: new Map(sides.map((side) => [side.slice(0, 8), BigInt(side.slice(9))])),
  };
}
const states = (wanted: string[], ledger: string[]) => matchEntries(wanted.map(entry), ledger.map(entry)).states;

it.each<[string, string[], string[], string[]]>([
  ['the same amounts are held', ['2025-03-31 215400 C 100'], ['2025-03-31 215400 C 100'], ['Held']],
  ['whatever the day', ['2025-03-31 215400 C 100'], ['2025-12-31 215400 C 100'], ['Held']],
  ['nothing is missing', ['2025-03-31 215400 C 100'], [], ['Missing']],
  ['another amount differs', ['2025-03-31 215400 C 100'], ['2025-03-31 215400 C 90'], ['Differs']],
  [
    'a second exit on the accounts of a first one that is held is missing',
    ['2025-03-31 215400 C 100', '2025-10-31 215400 C 200'],
    ['2025-03-31 215400 C 100'],
    ['Held', 'Missing'],
  ],
  [
    'two alike need two',
    ['2025-03-31 215400 C 100', '2025-03-31 215400 C 100'],
    ['2025-03-31 215400 C 100'],
    ['Held', 'Missing'],
  ],
  [
    'of two alike, the one of the same day is held',
    ['2025-03-31 215400 C 100', '2025-10-31 215400 C 100'],
    ['2025-10-31 215400 C 100'],
    ['Missing', 'Held'],
  ],
  [
    'one entry may hold several',
    ['2025-03-31 215400 C 100', '2025-10-31 215400 C 200'],
    ['2025-12-31 215400 C 300'],
    ['Held', 'Held'],
  ],
  [
    'and several may hold one',
    ['2025-12-31 681120 D 30, 281540 C 30'],
    ['2025-12-31 681120 D 10, 281540 C 10', '2025-12-31 681120 D 20, 281540 C 20'],
    ['Held'],
  ],
  [
    'sides are apart',
    ['2025-12-31 281540 C 30', '2025-12-31 281540 D 10'],
    ['2025-12-31 281540 C 30'],
    ['Held', 'Missing'],
  ],
])('%s', (_, wanted, ledger, expected) => expect(states(wanted, ledger)).toEqual(expected));

it('names what the ledger has beside, once for entries that hold several', () => {
  const [allowance, exit] = ['2025-12-31 681120 D 30, 281540 C 30', '2025-06-30 281540 D 10, 215400 C 10'].map(entry);
  const ledger = [allowance, exit].filter((one) => one !== undefined);
  expect(matchEntries([], ledger).left).toEqual(ledger);
  expect(matchEntries(ledger, ledger).left).toEqual([]);
  expect(
    matchEntries(['2025-12-31 681120 D 10, 281540 C 10', '2025-12-31 681120 D 20, 281540 C 20'].map(entry), ledger)
      .left,
  ).toEqual([exit]);
});
