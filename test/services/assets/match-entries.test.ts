import { expect, it } from 'vitest';
import type { EntrySides } from '../../../src/services/assets/ledger/entry-sides.ts';
import { matchEntries } from '../../../src/services/assets/ledger/match-entries.ts';
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
  [
    'an exit is missing beside a credit of its account that says nothing of it',
    ['2025-03-31 281540 D 25, 657000 D 75, 215400 C 100', '2025-06-30 281540 D 60, 657000 D 140, 215400 C 200'],
    ['2025-05-15 215400 C 48'],
    ['Missing', 'Missing'],
  ],
  [
    'an exit differs from one of the same accounts, which leaves another alone',
    ['2025-03-31 281540 D 25, 657000 D 75, 215400 C 100', '2025-06-30 281830 D 60, 657000 D 140, 218300 C 200'],
    ['2025-04-30 281540 D 20, 657000 D 80, 215400 C 100'],
    ['Differs', 'Missing'],
  ],
  [
    'an exit of another cost holds back the exit of the nearest cost, and no other of the account',
    [
      '2025-03-31 281540 D 25, 657000 D 75, 215400 C 100',
      '2025-06-30 281540 D 60, 657000 D 140, 215400 C 200',
      '2025-09-30 281540 D 90, 657000 D 310, 215400 C 400',
    ],
    ['2025-05-15 281540 D 10, 657000 D 40, 215400 C 50'],
    ['Differs', 'Missing', 'Missing'],
  ],
  [
    'and one of a cost that some come to together holds these back',
    [
      '2025-03-31 281540 D 25, 657000 D 75, 215400 C 100',
      '2025-06-30 281540 D 60, 657000 D 140, 215400 C 200',
      '2025-09-30 281540 D 90, 657000 D 310, 215400 C 400',
    ],
    ['2025-12-31 281540 D 80, 657000 D 220, 215400 C 300'],
    ['Differs', 'Differs', 'Missing'],
  ],
  [
    'an exit differs from a credit of its cost, and from one of its day',
    ['2025-03-31 281540 D 25, 657000 D 75, 215400 C 100', '2025-06-30 281540 D 60, 657000 D 140, 218300 C 200'],
    ['2025-05-15 215400 C 100', '2025-06-30 218300 C 120'],
    ['Differs', 'Differs'],
  ],
  [
    'an allowance is missing beside one of other assets',
    ['2025-12-31 681120 D 30, 281540 C 30'],
    ['2025-12-31 681120 D 12, 281820 C 12'],
    ['Missing'],
  ],
  [
    'one exit booked in parts is held beside another that differs',
    ['2025-03-31 281540 D 25, 657000 D 75, 215400 C 100', '2025-06-30 281830 D 60, 675000 D 140, 218300 C 200'],
    [
      '2025-03-31 281540 D 25, 215400 C 25',
      '2025-03-31 657000 D 75, 215400 C 75',
      '2025-05-15 215400 C 48',
      '2025-06-30 281830 D 50, 675000 D 150, 218300 C 200',
    ],
    ['Held', 'Differs'],
  ],
  [
    'an entry and its reversal hold nothing',
    ['2025-12-31 681120 D 30, 281540 C 30'],
    ['2025-12-31 681120 D 20, 281540 C 20', '2025-12-31 281540 D 20, 681120 C 20'],
    ['Missing'],
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

it('names what an entry differs from, and nothing of an entry that was reversed', () => {
  const wanted = ['2025-03-31 281540 D 25, 657000 D 75, 215400 C 100', '2025-06-30 757000 C 120'].map(entry);
  const [other, credit, sale, ...reversed] = [
    '2025-04-30 281540 D 20, 657000 D 80, 215400 C 100',
    '2025-05-15 215400 C 48',
    '2025-06-28 757000 C 110',
    '2025-12-31 681120 D 20, 281540 C 20',
    '2025-12-31 281540 D 20, 681120 C 20',
  ].map(entry);
  const { against, left } = matchEntries(wanted, [other, credit, sale, ...reversed] as EntrySides[]);
  expect(against).toEqual([[other], [sale]]);
  expect(left).toEqual([other, credit, sale]);
});
