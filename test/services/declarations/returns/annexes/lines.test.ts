/** Lines from the books: what left the register, charges that tax does not deduct. */
import { describe, expect, it } from 'vitest';
import type { Disposal } from '../../../../../src/services/assets/edition/return-figures.ts';
import {
  disposalBlock,
  notDeductibleBlocks,
  simplifiedNotDeductible,
} from '../../../../../src/services/declarations/returns/annexes/lines.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { moved } from './fixtures.ts';

const shown = (lines: readonly ReadonlyMap<string, unknown>[]) => lines.map((line) => Object.fromEntries(line));

describe('disposals', () => {
  const van: Disposal = {
    name: 'Van',
    acquired: '2022-01-01' as PlainDate,
    cost: 20_000_40n,
    deducted: 11_000_30n,
    neverDeducted: 0n,
    specialTakenBack: 0n,
    price: 10_500_49n,
    gain: 1500_39n,
    shortTerm: 1500_39n,
    longTerm: 0n,
    qualification: 'None' as Disposal['qualification'],
  };
  const share = (qualification: string): Disposal => ({
    ...van,
    name: 'Titres',
    deducted: 0n,
    price: 25_000_00n,
    shortTerm: 0n,
    longTerm: 4999_60n,
    qualification: qualification as Disposal['qualification'],
  });

  it('write one line per asset, whose gain is that of its rounded amounts', () => {
    expect(shown(disposalBlock([van], '2059A', true).lines)).toEqual([
      {
        '2059A.HA': 'Van',
        '2059A.HB': '20220101',
        '2059A.HC': 20_000n,
        '2059A.HE': 11_000n,
        '2059A.HH': 10_500n,
        '2059A.HK': 1500n,
      },
    ]);
    const [line] = shown(disposalBlock([van], '2033C', true).lines);
    expect(line).toEqual({
      '2033C.KA': 'Van',
      '2033C.LA': 20_000n,
      '2033C.MA': 11_000n,
      '2033C.PA': 10_500n,
      '2033C.QA': 1500n,
    });
  });

  it('keep an asset that left for nothing', () => {
    const scrapped = { ...van, price: 0n, deducted: 20_000_40n, shortTerm: 0n, gain: 0n };
    expect(shown(disposalBlock([scrapped], '2059A', true).lines)).toEqual([
      { '2059A.HA': 'Van', '2059A.HB': '20220101', '2059A.HC': 20_000n, '2059A.HE': 20_000n },
    ]);
  });

  it.each([
    ['ParticipationShares', true, 'GP'],
    ['RealEstateCompanyShares', true, 'HM'],
    ['None', true, 'GN'],
    ['ParticipationShares', false, 'GN'],
  ])('put a long-term gain on %s, company tax %s, in %s', (qualification, isCompanyTax, cell) => {
    const [line] = shown(disposalBlock([share(qualification)], '2059A', isCompanyTax).lines);
    expect(line?.[`2059A.${cell}`]).toBe(5000n);
    expect(line).not.toHaveProperty('2059A.HK');
  });
});

describe('charges that tax does not deduct', () => {
  const ledger = moved('153000 -100 30 80', '151400 0 0 20', '151100 0 0 999', '295000 0 0 15', '691000 0 700 0');

  it('are pensions, fines, what the folder marks, and profit sharing of this year for that of the year before', () => {
    const [provisions, impairment, accrued] = notDeductibleBlocks({
      ledger,
      marked: ['295'],
      lastProfitSharing: 650_00n,
    }).map(({ lines }) => shown(lines));
    expect(provisions).toEqual([
      { '2058B.BL': '153000', '2058B.CL': 80n, '2058B.DL': 30n },
      { '2058B.BL': '151400', '2058B.CL': 20n },
    ]);
    expect(impairment).toEqual([{ '2058B.BM': '295000', '2058B.CM': 15n }]);
    expect(accrued).toEqual([
      { '2058B.BN': '691000', '2058B.CN': 700n },
      { '2058B.BN': '691', '2058B.DN': 650n },
    ]);
  });

  it('have their reversals apart in the simplified regime', () => {
    const { block, reversals } = simplifiedNotDeductible({ ledger, marked: [], lastProfitSharing: 650_00n });
    expect(shown(block.lines).map((line) => line['2033D.HJ'])).toEqual([80n, 20n, 700n]);
    expect(reversals.value).toBe(680n);
    expect(reversals.parts.map(({ name, amount }) => [name, amount])).toEqual([
      ['153000', 30_00n],
      ['691', 650_00n],
    ]);
  });
});
