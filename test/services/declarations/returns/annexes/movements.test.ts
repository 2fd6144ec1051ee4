/** Rows that start, move and end: rounding, accounts 23 put in service, the register before the ledger. */
import { describe, expect, it } from 'vitest';
import type { ReturnFigures } from '../../../../../src/services/assets/edition/return-figures.ts';
import { movedBetweenRows, movementCells } from '../../../../../src/services/declarations/returns/annexes/movements.ts';
import { accountPart } from '../../../../../src/services/declarations/returns/annexes/origin.ts';
import {
  amortizationAccount,
  rowFor,
  rowKey,
  rowsOf,
} from '../../../../../src/services/declarations/returns/annexes/rows.ts';
import { wholeEuros } from '../../../../../src/services/kernel/money.ts';
import fc from '../../../../support/property.ts';
import { cellsOf, moved } from './fixtures.ts';

const NONE: ReadonlyMap<string, bigint> = new Map();
const sources = (rows: readonly string[], more: Partial<Parameters<typeof movementCells>[0]> = {}) => {
  const cells = cellsOf('2054', '2055', '2056');
  return { cells, rows: rowsOf(cells), ledger: moved(...rows), assets: undefined, putInService: NONE, ...more };
};
const valuesOf = (rows: readonly string[], more = {}) =>
  Object.fromEntries([...movementCells(sources(rows, more))].map(([key, { value }]) => [key, value]));

describe('rows', () => {
  const rows = rowsOf(cellsOf('2054', '2055', '2056')).filter(({ form }) => form === '2054');

  it('take an account by its longest beginning', () => {
    const keyOf = (account: string) => {
      const row = rowFor(rows, account);
      return row && rowKey(row, 'end');
    };
    // 213 and its installations 2135; 218 and what is not named there; 232 and the rest of 23.
    expect(['213100', '213500', '218200', '218600', '215400'].map(keyOf)).toEqual([
      '2054.MB',
      '2054.MH',
      '2054.MQ',
      '2054.MW',
      '2054.MK',
    ]);
    expect(['232000', '231000', '238000', '275000'].map(keyOf)).toEqual(['2054.LW', '2054.NA', '2054.NE', '2054.RE']);
    expect(['411000', '280500', '291000'].map(keyOf)).toEqual([undefined, undefined, undefined]);
  });

  it('name the account that amortizes another', () => {
    expect(['205000', '218200'].map(amortizationAccount)).toEqual(['2805000', '2818200']);
  });
});

describe('from the ledger', () => {
  it('gives the opening, what came in, what went out', () => {
    expect(valuesOf(['215400 50000 6000 1000', '281540 -15000 400 5000', '151100 -4000 4000 1500'])).toEqual({
      '2054.KS': 50_000n,
      '2054.KU': 6000n,
      '2054.MJ': 1000n,
      '2055.PZ': 15_000n,
      '2055.QA': 5000n,
      '2055.QB': 400n,
      '2056.VH': 4000n,
      '2056.WE': 1500n,
      '2056.WY': 4000n,
    });
  });

  it('moves what was put in service to its column, and counts it as no purchase', () => {
    const rows = ['231000 800 0 600', '213100 0 600 0'];
    const putInService = new Map([['231000', 500_00n]]);
    expect(valuesOf(rows, { putInService })).toMatchObject({ '2054.MY': 500n, '2054.MZ': 100n });
    expect(movedBetweenRows(sources(rows, { putInService }))).toBe(500_00n);
  });

  it('keeps the ends of the balance sheet: the largest movement takes the rounding, the first on a tie', () => {
    // 100.40 + 50.40 − 20.30 = 130.50 → 131, but 100 + 50 − 20 = 130.
    expect(valuesOf(['215400 100.40 50.40 20.30'])).toEqual({ '2054.KS': 100n, '2054.KU': 51n, '2054.MJ': 20n });
    // 0.40 + 5.40 − 5.40 = 0.40; nothing is left to take. 0.40 + 5.40 − 5.50: 0.30, 5 − 6 = −1, the release moves.
    expect(valuesOf(['215400 0.40 5.40 5.50'])).toEqual({ '2054.KS': 0n, '2054.KU': 5n, '2054.MJ': 5n });
  });

  it('always ends at what the ledger holds, and starts at what it held', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(amount, amount, amount, (start, up, down) => {
        const euros = (cents: number) => (cents / 100).toFixed(2);
        const found = valuesOf([`215400 ${euros(start)} ${euros(up)} ${euros(down)}`]);
        const end = (found['2054.KS'] ?? 0n) as bigint;
        const change = ((found['2054.KU'] ?? 0n) as bigint) - ((found['2054.MJ'] ?? 0n) as bigint);
        if (up > 0 || down > 0) expect(end + change).toBe(wholeEuros(BigInt(start + up - down)));
        expect(end).toBe(wholeEuros(BigInt(start)));
      }),
    );
  });
});

describe('from the register', () => {
  const asset = { number: 7, name: 'Presse' };
  const assets: ReturnFigures = {
    accounts: new Set(['21540']),
    disposals: [],
    creditNotes: 0n,
    nonDeductible: [],
    postings: [
      { kind: 'gross', asset, row: '2054 Plant, machinery, tools', movement: 'opening', amount: 100_00n },
      { kind: 'gross', asset, row: '2054 Plant, machinery, tools', movement: 'increase', amount: 40_00n },
      { kind: 'gross', asset, row: '2054 Plant, machinery, tools', movement: 'transferOut', amount: 15_00n },
      { kind: 'gross', asset, row: '2054 Plant, machinery, tools', movement: 'closing', amount: 125_00n },
      {
        kind: 'special',
        asset,
        row: '2055 Plant, machinery, tools',
        movement: 'charge',
        cause: 'declining',
        amount: 9_00n,
      },
    ],
  };

  it('says the rows of accounts that hold an asset; the ledger says nothing of them, nor of their amortization', () => {
    const found = movementCells(sources(['215400 999 999 0', '281540 -999 0 0', '218300 10 0 0'], { assets }));
    expect(found.get('2054.KS')).toEqual({
      value: 100n,
      parts: [{ kind: 'asset', name: '7', label: 'Presse', amount: 100_00n }],
    });
    expect(found.get('2054.KU')?.value).toBe(40n);
    expect(found.has('2055.PZ')).toBe(false);
    expect([...found.values()].filter(({ value }) => value === 10n)).toHaveLength(1); // 2183 has no asset
    expect(movedBetweenRows(sources([], { assets }))).toBe(15_00n);
  });

  it('writes special depreciation by its cause', () => {
    const cause = cellsOf('2055').find(
      ({ label, column }) =>
        label === 'Special depreciation: Plant, machinery, tools' && column === 'charge: declining',
    );
    expect(movementCells(sources([], { assets })).get(`2055.${cause?.cell}`)?.value).toBe(9n);
  });
});

it('rounds special depreciation once for a cell, and adds cells as they are shown', () => {
  const charged = (number: number, kind: string, amount: bigint) =>
    ({
      kind: 'special',
      row: `2055 ${kind}`,
      movement: 'charge',
      cause: 'declining',
      amount,
      asset: { number, name: '' },
    }) as const;
  const postings = [
    ...[1, 2, 3].map((number) => charged(number, 'Plant, machinery, tools', 40n)), // 1.20: 1, where 0.40 three times is 0
    charged(4, 'Other: vehicles', 7_50n), // away from zero: 8
  ];
  const assets: ReturnFigures = { accounts: new Set(), disposals: [], creditNotes: 0n, nonDeductible: [], postings };
  const found = movementCells(sources([], { assets }));
  expect([found.get('2055.CG')?.value, found.get('2055.CJ')?.value]).toEqual([1n, 8n]);
  // 8.70 in all, but 9 is 1 + 8: the totals have formulas of cells, and no amount of their own.
  expect([...found.keys()].filter((key) => ['2055.CM', '2055.CN', '2055.BP'].includes(key))).toEqual([]);
});

it('names a third party beside its account', () => {
  const row = { account: '411000', thirdParty: 'DURAND', label: 'Clients', balance: 5n };
  expect(accountPart(row, 5n)).toEqual({ kind: 'account', name: '411000 DURAND', label: 'Clients', amount: 5n });
});
