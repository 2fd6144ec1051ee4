import { describe, expect, it } from 'vitest';
import { carriedOut } from '../../../../src/services/vat/return/carried-out.ts';
import { refundLimits, yearlyRefundForm } from '../../../../src/services/vat/return/refund.ts';
import { boxes, may } from './shares.ts';

const limits = (form: string, values: Record<string, bigint>, more: object = {}) =>
  refundLimits(form, { ...may, ...more }, boxes(values));

describe('what may be refunded', () => {
  it.each([
    ['3310CA3', { JA: 800n, KJ: 40n }, {}, 760n, 760n, true],
    ['3310CA3', { JA: 759n }, {}, 760n, 759n, false],
    ['3310CA3', { JA: 150n }, { endDate: '2026-12-31' }, 150n, 150n, true],
    ['3310CA3', { JA: 1n }, { refund: { amount: 1n, reason: 'Event' } }, 0n, 1n, true],
    ['3310CA3', {}, { refund: { amount: 1n, reason: 'Event' } }, 0n, 0n, false],
    ['3310CA3', { KJ: 5n }, {}, 760n, 0n, false],
    ['3517SCA12', { LB: 100n, NB: 49n }, { endDate: '2026-06-30' }, 150n, 149n, false],
    ['3514', { IC: 760n }, { endDate: '2026-12-31' }, 760n, 760n, true],
    ['3525BIS', { BD: 760n }, {}, 760n, 0n, false],
    // A farm: by year as a CA12 (control 225 of the 3517-DDR), by month or quarter as a CA3.
    ['3517AGRSD', { MA: 200n }, { startDate: '2025-07-01', endDate: '2026-06-30' }, 150n, 200n, true],
    ['3517AGRSD', { MA: 200n }, { startDate: '2026-01-15', endDate: '2026-06-30' }, 150n, 200n, true],
    ['3517AGRSD', { MA: 200n }, { startDate: '2026-04-01', endDate: '2026-06-30' }, 760n, 200n, false],
    ['3517AGRSD', { MA: 200n }, { startDate: '2026-10-01', endDate: '2026-12-31' }, 150n, 200n, true],
  ] as const)('%s: case %#', (form, values, more, minimum, maximum, allowed) =>
    expect(limits(form, values, more)).toEqual({ minimum, maximum, allowed }),
  );
});

it.each([
  [150n, undefined, 150n],
  [149n, undefined, 0n],
  [149n, 'Event', 149n],
] as const)('a yearly credit of %d, asked for as %s, is refundable for %d', (credit, reason, refundable) => {
  const filled = yearlyRefundForm('3517SCA12', boxes({ LB: credit }), reason && { amount: credit, reason });
  expect(filled.get('AA')).toBe(refundable);
});

describe('what a return leaves', () => {
  it('is read from its boxes', () => {
    const values = boxes({ JC: 1n, JB: 2n, KE: 3n });
    expect(carriedOut('3310CA3', values)).toEqual({
      credit: 1n,
      refundAsked: 2n,
      toPay: 3n,
      instalmentBase: undefined,
    });
    const annual = boxes({ RC: 1n, RB: 2n, SC: 3n, VA: 4n });
    expect(carriedOut('3517SCA12', annual)).toEqual({ credit: 1n, refundAsked: 2n, toPay: 3n, instalmentBase: 4n });
    expect(carriedOut('3310TER', annual)).toMatchObject({ credit: 0n, refundAsked: 0n, toPay: 0n });
  });
});
