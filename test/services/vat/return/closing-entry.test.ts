import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../../../src/services/kernel/money.ts';
import type { Amounts, PeriodShare, VatElement } from '../../../../src/services/vat/engine/model.ts';
import { closingEntry } from '../../../../src/services/vat/return/closing-entry.ts';
import { declaredThrough } from '../../../../src/services/vat/return/held-tax.ts';
import { boxes, ca3, deducted, may, share } from './shares.ts';

const NUMBERS = new Set(['445710', '445660', '445620', '706000']);

/** The lines of a closing entry, as `D 445710 99.83`. */
function closed(shares: readonly PeriodShare[], period = may, form = '3310CA3'): string[] {
  const entry = closingEntry(ca3(shares, period, form), period, NUMBERS);
  const { lines = [] } = entry ?? {};
  expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)).toBe(0n);
  return lines.map(({ accountNumber, debit, credit, label }) =>
    [
      debit > 0n ? 'D' : 'C',
      accountNumber,
      formatAmount(debit + credit),
      ...(label.startsWith('TVA') ? [] : [label]),
    ].join(' '),
  );
}

const sale = (base: bigint, tax: bigint, held?: string) =>
  share({ category: 'VT_PREST', rate: '_20' }, [base, tax], held);

describe('the closing entry', () => {
  it('reverses the accounts exactly and leaves rounding to 758', () => {
    const shares = [
      sale(756180n, 151236n, '445710'),
      deducted(30040n, ['HB'], '445660'),
      deducted(9650n, ['HA'], '445620'),
    ];
    const period = { ...may, userBoxes: new Map([['3310CA3', boxes({ HD: 250n })]]) };
    expect(closed(shares, period)).toEqual([
      'D 445710 1512.36',
      'C 445660 300.40',
      'C 445620 96.50',
      'C 445670 250.00',
      'C 445510 865.00',
      'C 758000 0.46',
    ]);
  });

  it('nets to 44587 the tax that no account holds', () => {
    const reverse = (side: Partial<VatElement>) =>
      share({ category: 'AUTOLIQ_PREST_INTRACOM', rate: '_20', ...side }, [10000n, 2000n]);
    const deducts = { side: 'Deductible', deductibleZones: ['HB'] } as const;
    expect(closed([reverse({ side: 'Due' }), reverse(deducts)])).toEqual([]);
    const advance = share({ category: 'VT_PREST', rate: '_20', side: 'Advance' }, [100000n, 20000n]);
    expect(closed([advance])).toEqual(['D 445870 200.00', 'C 445510 200.00']);
  });

  it('posts credit, refund and similar taxes', () => {
    const period = {
      ...may,
      refund: { amount: 800n },
      userBoxes: new Map([['3310A', boxes({ HE: 12n })]]),
    };
    expect(closed([deducted(90000n, ['HB'], '445660')], period)).toEqual([
      'C 445660 900.00',
      'D 445830 800.00',
      'D 445670 100.00',
      'D 635800 12.00',
      'C 447000 12.00',
    ]);
  });

  it('posts what a typed box differs from its elements to 44588, labelled with its printed code', () => {
    const userBoxes = new Map([['3310CA3', boxes({ HA: 100n, GP: 210n, KS: 5n })]]);
    expect(closed([sale(100000n, 20000n, '445710')], { ...may, userBoxes })).toEqual([
      'D 445710 200.00',
      'C 445510 115.00',
      'D 445880 10.00 0207',
      'D 445880 5.00 0602',
      'C 445880 100.00 0703',
    ]);
  });

  it('an excise credit above the tax due moves the result by that tax alone: nothing but rounding goes to 658', () => {
    const userBoxes = new Map([['3310CA3', boxes({ MN: 50n })]]);
    expect(closed([sale(10000n, 2000n, '445710')], { ...may, userBoxes })).toEqual([
      'D 445710 20.00',
      'C 445880 20.00 8103',
    ]);
  });

  it('takes the tax due of forms until 2023, which have no line after the excise credit', () => {
    const old = { ...may, startDate: '2023-05-01', endDate: '2023-05-31' } as typeof may;
    expect(closed([sale(100000n, 20000n, '445710')], old)).toEqual(['D 445710 200.00', 'C 445510 200.00']);
  });

  it('closes a year against the instalments', () => {
    const year = { ...may, startDate: '2026-01-01', endDate: '2026-12-31' } as typeof may;
    const instalments = [{ month: '2026-07', paidAmount: 150n, remainingAmount: 0n }];
    expect(closed([sale(100000n, 20000n, '445710')], { ...year, instalments }, '3517SCA12')).toEqual([
      'D 445710 200.00',
      'C 445810 150.00',
      'C 445510 50.00',
    ]);
  });

  it('cuts the tax of accounts on cumulated amounts, so that periods sum to what they hold', () => {
    const whole = sale(1000n, 200n);
    const held = [
      { lineId: 2, accountNumber: '445710', amount: 67n },
      { lineId: 3, accountNumber: '445711', amount: 66n },
    ];
    const part = (from: bigint, to: bigint) => {
      const through = new Map<string | undefined, bigint>();
      const element = { ...whole.element, held };
      const [declared, toDeclare] = [from, to - from].map((tax) => ({ taxExcluded: 0n, tax })) as [Amounts, Amounts];
      declaredThrough({ ...whole, element, declared, toDeclare }, (account, amount) => through.set(account, amount));
      return through;
    };
    const parts = [part(0n, 67n), part(67n, 133n), part(133n, 200n)];
    const total = (account: string | undefined) => parts.reduce((sum, one) => sum + (one.get(account) ?? 0n), 0n);
    expect([total('445710'), total('445711'), total(undefined)]).toEqual([67n, 66n, 67n]);
    for (const [index, one] of parts.entries()) {
      expect([...one.values()].reduce((sum, amount) => sum + amount, 0n)).toBe([67n, 66n, 67n][index]);
    }
  });
});
