import { describe, expect, it } from 'vitest';
import { crossShare, largestOf, share, sum } from '../../../../src/services/vat/engine/sharing.ts';

describe('sharing', () => {
  it.each([
    [10n, [1n, 1n, 1n], [4n, 3n, 3n]],
    [-10n, [1n, 1n, 1n], [-4n, -3n, -3n]],
    [5n, [1n, 3n], [1n, 4n]],
    [7n, [3n, -3n], [7n, 0n]],
    [7n, [2n], [7n]],
    [0n, [], []],
  ])('%s over %s is %s: the largest takes the gap, the first of several', (total, weights, parts) => {
    expect(share(total, weights)).toEqual(parts);
  });

  it('looks at amounts without their sign', () => {
    expect(largestOf([1n, -3n, 3n])).toBe(1);
    expect(largestOf([])).toBe(-1);
  });

  it.each([
    [
      [10n, 7n],
      [5n, 12n],
    ],
    [[10n, 7n], [5n]],
    [[], [5n, 3n]],
    [[10n], []],
  ])('crosses columns %s with rows %s', (columns, rows) => {
    const shares = crossShare(columns, rows);
    expect(shares).toHaveLength(rows.length);
    for (const [place, row] of rows.entries()) if (columns.length > 0) expect(sum(shares[place] ?? [])).toBe(row);
    if (sum(rows) === sum(columns))
      for (const [place, column] of columns.entries()) expect(sum(shares.map((row) => row[place] ?? 0n))).toBe(column);
  });
});
