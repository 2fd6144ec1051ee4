import { describe, expect, it } from 'vitest';
import { readTable } from '../../../src/services/kernel/package-file.ts';
import { accountNumber } from '../../../src/services/ledger/accounts.ts';
import { chartAccountOf, chartAt, classOf } from '../../../src/services/ledger/chart.ts';

const day = (text: string) => text as never;

const ROWS = readTable('src/services/ledger/pcg.tsv', ['number', 'label', 'system', 'fromYear', 'toYear']);
/** Rows stand before the reform of 2025, from it on, or throughout. */
const YEARS = /^(2024|2025)?$/;

describe('the general chart', () => {
  it.each([
    ['675000', '2024-12-31', '675'],
    ['657000', '2025-01-01', '657'],
    ['775', '2024-01-01', '775'],
    ['7570', '2026-01-01', '757'],
    ['411DUPONT', '2024-01-01', '411'],
    ['44571', '2024-01-01', '44571'],
    ['9', '2024-01-01', undefined],
    ['', '2024-01-01', undefined],
  ])('holds %s for an exercise opened on %s under %s', (number, opening, expected) => {
    expect(chartAccountOf(number, day(opening))?.number).toBe(expected);
  });

  it('changed with exercises opened in 2025', () => {
    const [before, after] = [chartAt(day('2024-12-31')), chartAt(day('2025-01-01'))];
    expect([before.has('757'), after.has('757')]).toEqual([false, true]);
    expect([before.get('104')?.label, after.get('104')?.label]).toEqual([
      'Primes liées au capital social',
      'Primes liées au capital',
    ]);
  });

  it('has systems and years that are known, in every row', () => {
    const systems = ['base', 'minimal', 'condensed', 'developed', 'facultatif'];
    const odd = ROWS.filter(
      ({ system, fromYear, toYear }) => !systems.includes(system) || !YEARS.test(fromYear + toYear),
    );
    expect(odd).toEqual([]);
  });

  it('names each account once, under a class, with a label', () => {
    for (const opening of ['2020-06-01', '2025-06-01']) {
      for (const [number, account] of chartAt(day(opening))) {
        expect([account.number, classOf(number), account.label !== '']).toEqual([number, number[0], true]);
      }
    }
  });
});

it.each([
  [{ id: 7, number: '411000' }, 411000],
  [{ id: 7, number: '411DUPONT' }, -7],
  [{ id: 7, number: '40100000012345' }, -7],
  [{ id: 7, number: '' }, -7],
])('the account %o is the integer %i', (account, expected) => {
  expect(accountNumber(account)).toBe(expected);
});
