/** What was declared of a line at a rate that it bears no more: counted for what it bears now, or owed back. */
import { describe, expect, it } from 'vitest';
import { DeclaredBefore } from '../../../../src/services/vat/engine/declared.ts';
import type { DeclaredShare, VatElement } from '../../../../src/services/vat/engine/model.ts';
import { takenBack } from '../../../../src/services/vat/engine/taken-back.ts';

const element = (given: Partial<VatElement> = {}): VatElement => ({
  entryId: 1,
  lineId: 2,
  accountNumber: '707000',
  date: '2026-04-10',
  side: 'Due',
  category: 'VT_PREST',
  rate: '_10',
  exigibility: 'OnDebits',
  taxExcluded: 10_000n,
  tax: 1000n,
  held: [{ lineId: 3, accountNumber: '445710', amount: 1000n }],
  ...given,
});

const declared = (given: Partial<DeclaredShare> = {}): DeclaredShare => ({
  entryId: 1,
  lineId: 2,
  side: 'Due',
  rate: '_20',
  taxExcluded: 10_000n,
  tax: 2000n,
  ...given,
});

const MAY = { endDate: '2026-05-31', territory: 'Mainland' } as const;
const back = (shares: readonly DeclaredShare[], elements: readonly VatElement[] = [element()]) =>
  takenBack(new DeclaredBefore(shares, elements), MAY);

describe('what was declared at another rate', () => {
  it('is owed back as it was declared, from the account that holds the tax', () => {
    const [share, ...others] = back([
      declared({ taxExcluded: 6000n, tax: 1200n }),
      declared({ taxExcluded: 4000n, tax: 800n }),
    ]);
    expect(others).toEqual([]);
    expect(share).toMatchObject({
      element: { category: 'VT_PREST', rate: '_20', taxExcluded: 10_000n, tax: 2000n, bySettlement: undefined },
      toDeclare: { taxExcluded: -10_000n, tax: -2000n },
      prior: { taxExcluded: -10_000n, tax: -2000n },
    });
    expect(share?.element.held).toEqual([{ lineId: 3, accountNumber: '445710', amount: 2000n }]);
  });

  it('takes an ordinary category where that of the line does not bear the rate', () => {
    const exported = element({ category: 'EXPORT_HORS_UE', rate: '_0', tax: 0n, held: [] });
    expect(back([declared()], [exported])[0]?.element.category).toBe('VT_PREST');
    expect(back([declared({ rate: '_0', tax: 0n })])[0]?.element.category).toBe('AUTRE_OP_NON_IMP');
  });

  it.each([
    [
      'another rate was only set beside the same books',
      declared({ rate: '_10', tax: 1000n }),
      element({ rate: '_20' }),
    ],
    ['tax is deducted, whatever the rate', declared({ side: 'Deductible' }), element({ side: 'Deductible' })],
  ])('counts for the line when %s', (_, share, now) => {
    const before = new DeclaredBefore([share], [now]);
    expect(takenBack(before, MAY)).toEqual([]);
    expect(before.of(now)).toEqual({ taxExcluded: share.taxExcluded, tax: share.tax });
  });

  it.each([
    ['was taken back already', [declared(), declared({ taxExcluded: -10_000n, tax: -2000n })], [element()]],
    ['is of a line that is dated after the period', [declared()], [element({ date: '2026-06-01' })]],
    ['is of a line without any operation', [declared({ lineId: 9 })], [element()]],
    ['was declared by a later return', [declared({ isLater: true })], [element()]],
    [
      'was taken back by a later return',
      [declared(), declared({ taxExcluded: -10_000n, tax: -2000n, isLater: true })],
      [element()],
    ],
  ])('is left alone when it %s', (_, shares, elements) => {
    expect(back(shares, elements)).toEqual([]);
  });
});

it('what a later return took back in part, or declared beside it, leaves the rest owed', () => {
  const later = [
    declared({ taxExcluded: -4000n, tax: -800n, isLater: true }),
    declared({ entryId: 3, taxExcluded: -10_000n, tax: -2000n, isLater: true }),
  ];
  expect(back([declared(), ...later])[0]?.toDeclare).toEqual({ taxExcluded: -6000n, tax: -1200n });
  expect(back([declared(), declared({ isLater: true })])[0]?.toDeclare).toEqual({ taxExcluded: -10_000n, tax: -2000n });
});

it('what later returns declared stands apart from what earlier ones did', () => {
  const now = element();
  const before = new DeclaredBefore(
    [
      declared({ rate: '_10', tax: 300n, taxExcluded: 3000n }),
      declared({ rate: '_10', tax: 500n, taxExcluded: 5000n, isLater: true }),
    ],
    [now],
  );
  expect([before.of(now), before.later(now)]).toEqual([
    { taxExcluded: 3000n, tax: 300n },
    { taxExcluded: 5000n, tax: 500n },
  ]);
});
