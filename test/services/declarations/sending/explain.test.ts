/** Where each cell of the worked example comes from. */
import { describe, expect, it } from 'vitest';
import { explainLiasseCell } from '../../../../src/services/declarations/sending/explain.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { END, world } from '../../filing/world.ts';
import { example, TYPED } from '../returns/annex-example.ts';

const db = await testDatabase();
const { ctx, declare } = world(db);
const folderId = await example(db, ctx);
await declare(folderId, 'Liasse', END, { forms: TYPED, facts: { capitalPaidAndHeldByPersons: true } });
const explained = (cell: string) => explainLiasseCell(ctx, { folderId, end: END }, cell);

describe('explain', () => {
  it('names the assets of a cell, and the accounts where the register has none', async () => {
    const { origin, value, parts } = await explained('2054.KS');
    expect({ origin, value }).toEqual({ origin: 'Assets', value: 50_000n });
    expect(parts.map(({ kind, label, amount }) => [kind, label, amount])).toEqual([['asset', 'Machine', 50_000_00n]]);
    expect(await explained('2056.WE')).toMatchObject({
      origin: 'Ledger',
      value: 1500n,
      parts: [{ kind: 'account', name: '151100', amount: 1500_00n }],
    });
  });

  it('says what was typed, and shows a formula with its operands', async () => {
    expect(await explained('2057.yh')).toMatchObject({ origin: 'Typed', value: 18_000n });
    expect(await explained('2057.XP')).toMatchObject({
      origin: 'Computed',
      formula: 'VH-YH-ZD',
      operands: [{ cell: '2057.VH', value: 27_000n }, { cell: '2057.YH', value: 18_000n }, { cell: '2057.ZD' }],
    });
  });

  it('adds the pieces of every cell read from accounts up to its value', { tags: 'long' }, async () => {
    for (const cell of ['2050.BX', '2051.DU', '2052.FW', '2056.VH', '2058C.YY', '2058C.YZ', '2058C.ZE']) {
      const { value, parts } = await explained(cell);
      const cents = parts.reduce((sum, { amount }) => sum + amount, 0n);
      expect([cell, cents / 100n]).toEqual([cell, value]);
    }
  });

  eachOf(['2054.ZZZ', 'KS', '2033A.AA'], 1)('refuses %s by name', async (cell) => {
    await expect(explained(cell)).rejects.toMatchObject({ code: 'CellNotThere' });
  });
});
