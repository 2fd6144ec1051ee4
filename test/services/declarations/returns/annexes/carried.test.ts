/** What the return before gives this one, and how typed lines stand beside those found. */
import { expect, it } from 'vitest';
import {
  carriedBlocks,
  carriedCells,
  NO_LAST_RETURN,
  withBlocks,
  withDefaults,
} from '../../../../../src/services/declarations/returns/annexes/carried.ts';
import type { CellValue } from '../../../../../src/services/forms/declared.ts';
import { cellsOf } from './fixtures.ts';

const line = (cells: Readonly<Record<string, CellValue>>) => new Map(Object.entries(cells));

it('repeats single cells, and adds up those that become one', () => {
  const cells = cellsOf('2058C', '2059B', '2059D', '2065');
  const own = cells.filter(({ lastOf, column }) => lastOf && !column.startsWith('line'));
  expect(own.length).toBeGreaterThan(3);
  for (const cell of own) {
    const values = cell.type === 'MOA' ? [7n, 5n] : ['texte', 'autre'];
    const keys = (cell.lastOf ?? []).map((code) => `${cell.form}.${code}`);
    const last = { cells: new Map(keys.map((key, index) => [key, values[index] ?? 0n])), lines: new Map() };
    const expected = cell.type === 'MOA' ? (keys.length > 1 ? 12n : 7n) : 'texte';
    expect([cell.form, cell.cell, carriedCells([cell], last).get(`${cell.form}.${cell.cell}`)]).toEqual([
      cell.form,
      cell.cell,
      expected,
    ]);
  }
  expect(carriedCells(cells, NO_LAST_RETURN).size).toBe(0);
});

it('leaves out amounts at 0', () => {
  const [cell] = cellsOf('2059D').filter(({ lastOf, type }) => lastOf && type === 'MOA');
  const last = { cells: new Map((cell?.lastOf ?? []).map((code) => [`2059D.${code}`, 0n])), lines: new Map() };
  expect(cell && carriedCells([cell], last).size).toBe(0);
});

it('carries, of a return that was declared and not kept, the part of a gain that it brought in without typing it', () => {
  const cells = cellsOf('2059B');
  const carried = (typed: Readonly<Record<string, bigint>>) =>
    Object.fromEntries(carriedCells(cells, withDefaults(cells, { cells: line(typed), lines: new Map() })));
  // A third of 55,072 is 18,357.33.
  expect(carried({ '2059B.BA': 55_072n })).toEqual({ '2059B.BD': 55_072n, '2059B.CD': 18_357n });
  expect(carried({ '2059B.BA': 55_072n, '2059B.DA': 20_000n })).toMatchObject({ '2059B.CD': 20_000n });
  expect(carried({ '2059B.BD': 900n, '2059B.CD': 300n })).toEqual({ '2059B.BE': 900n, '2059B.CE': 600n });
  expect(carried({})).toEqual({});
});

it('carries the names of holders', () => {
  const last = {
    cells: new Map(),
    lines: new Map([['2059F', [line({ '2059F.BA': 'MME MARLIN Anne', '2059F.BD': '100', '2059F.BR': '60' })]]]),
  };
  const blocks = carriedBlocks(cellsOf('2059F'), last);
  expect(blocks.map(({ form, lines }) => [form, lines.length])).toEqual([['2059F', 1]]);
  expect(blocks[0]?.lines[0]?.get('2059F.BA')).toBe('MME MARLIN Anne');
});

it('lets typed lines replace a block whole, and puts blocks of one form side by side', () => {
  const cells = cellsOf('2058B');
  const found = [
    { form: '2058B', column: 'line', lines: [line({ '2058B.CL': 1n }), line({ '2058B.CL': 2n })] },
    { form: '2058B', column: 'line 2', lines: [line({ '2058B.CM': 3n })] },
  ];
  const shown = (typed: ReadonlyMap<string, readonly ReadonlyMap<string, CellValue>[]>) =>
    withBlocks(cells, typed, found)
      .get('2058B')
      ?.map((one) => Object.fromEntries(one));
  expect(shown(new Map())).toEqual([{ '2058B.CL': 1n, '2058B.CM': 3n }, { '2058B.CL': 2n }]);
  expect(shown(new Map([['2058B', [line({ '2058B.CL': 9n })]]]))).toEqual([{ '2058B.CL': 9n, '2058B.CM': 3n }]);
});
