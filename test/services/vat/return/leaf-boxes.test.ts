/** Boxes before rounding: where negative pairs go, and the lines behind each box. */
import { expect, it } from 'vitest';
import { vatEdition } from '../../../../src/services/forms/vat-boxes.ts';
import { ExactBoxes } from '../../../../src/services/vat/return/exact-boxes.ts';
import { CA3, layoutOf } from '../../../../src/services/vat/return/layout.ts';
import { leafBoxes } from '../../../../src/services/vat/return/leaf-boxes.ts';
import { share } from './shares.ts';

const layout = layoutOf(CA3, vatEdition('2026-05-31'));

it('a line added twice to a box is one line of its trace, and one of 0.00 is none', () => {
  const boxes = new ExactBoxes();
  const line = { entryId: 2, lineId: 1, accountNumber: '706000' };
  boxes.add('CA', line, 100n);
  boxes.add('CA', { ...line, entryId: 1 }, 5n);
  boxes.add('CA', line, 20n);
  boxes.add('CA', { ...line, lineId: 2 }, 0n);
  expect(boxes.trace('CA').map(({ entryId, amount }) => [entryId, amount])).toEqual([
    [1, 5n],
    [2, 120n],
  ]);
  boxes.move('CA', 'CE');
  expect([boxes.amount('CA'), boxes.amount('CE')]).toEqual([0n, -125n]);
});

it('a pair whose base is negative leaves both lines; others stay', () => {
  const shares = [
    share({ category: 'VT_PREST', rate: '_20' }, [900000n, 180000n]),
    share({ category: 'VT_PREST', rate: '_055' }, [-40000n, -2200n]),
  ];
  const { exact, moved, taken, leftOut } = leafBoxes(shares, layout, 'Mainland');
  const zones = ['CA', 'FP', 'GP', 'FB', 'CE', 'HC', 'HH'];
  expect(zones.map((zone) => exact.amount(zone))).toEqual([900000n, 900000n, 180000n, 0n, 40000n, 2200n, 2200n]);
  expect(moved.map(({ baseZone, toZone, taxExcluded, vat }) => [baseZone, toZone, taxExcluded, vat])).toEqual([
    ['FB', 'CE', 40000n, 2200n],
  ]);
  expect([taken.length, leftOut.length]).toEqual([2, 0]);
});

it('a rate that the category does not bear is left out', () => {
  const { exact, leftOut } = leafBoxes([share({ category: 'VT_PREST', rate: '_085' }, [100n, 8n])], layout, 'Mainland');
  expect([exact.zones(), leftOut.map(({ rate }) => rate)]).toEqual([[], ['_085']]);
});

it('what is declared at another time asks for no line', () => {
  const { leftOut } = leafBoxes([share({ category: 'VT_PREST', rate: '_085' }, [0n, 0n])], layout, 'Mainland');
  expect(leftOut).toEqual([]);
});

it('a regularisation of untaxed operations is positive on either side, what is moved to it added', () => {
  const untaxed = (category: string, taxExcluded: bigint) => share({ category, rate: '_0' }, [taxExcluded, 0n]);
  const boxes = (regularised: bigint) => {
    const shares = [untaxed('EXPORT_HORS_UE', -5000n), untaxed('REGUL_OPERATION_NON_IMP', regularised)];
    const { exact, moved, clamped } = leafBoxes(shares, layout, 'Mainland');
    expect(exact.trace('DE').map(({ amount }) => amount)).toEqual([5000n, 8000n]);
    return [exact.amount('DE'), moved.map(({ operationZone, toZone }) => `${operationZone} ${toZone}`), clamped.length];
  };
  expect(boxes(8000n)).toEqual([13000n, ['DA DE'], 0]);
  expect(boxes(-8000n)).toEqual([13000n, ['DE DE', 'DA DE'], 0]);
});
