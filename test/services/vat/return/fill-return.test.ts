import { describe, expect, it } from 'vitest';
import { adjustmentsOf } from '../../../../src/services/vat/return/balance.ts';
import { clampedNegatives } from '../../../../src/services/vat/return/fill-return.ts';
import { boxes, ca3, deducted, may, share, shown, zones } from './shares.ts';

const sale = (base: bigint, tax: bigint, rate = '_20', category = 'VT_PREST') => share({ category, rate }, [base, tax]);
const codes = (filled: ReturnType<typeof ca3>) => filled.findings.map(({ code }) => code);

describe('a CA3 from shares', () => {
  it('rounds each box half up and gives the gap to the largest operation line', () => {
    const filled = ca3([
      sale(41667n, 8333n),
      sale(30000n, 1650n, '_055'),
      share({ category: 'AUTOLIQ_PREST_INTRACOM', rate: '_20' }, [25050n, 5010n]),
      deducted(5010n),
      deducted(2000n),
    ]);
    expect(shown(filled)).toEqual(
      zones('CA 716 KH 251 FP 667 GP 133 FB 300 GB 17 GH 150 HB 70 HG 70 KA 80 ND 80 KE 80'),
    );
    expect(filled.adjustments).toEqual([{ zone: 'CA', amount: -1n }]);
    expect(codes(filled)).toEqual([]);
  });

  it.each([
    [5n, [{ zone: 'CA', amount: 5n }]],
    [-5n, [{ zone: 'CA', amount: -5n }]],
    [6n, []],
    [-6n, []],
  ] as const)('takes a gap of %d for one of rounding or not', (gap, adjustments) => {
    const filled = new Map([
      ['CA', 100n],
      ['FP', 100n + gap],
    ]);
    expect(adjustmentsOf(filled, () => false)).toEqual(adjustments);
  });

  it('moves pairs with a negative base, as in the published example', () => {
    const filled = ca3([
      sale(20000n, 4000n),
      sale(-40000n, -8000n),
      sale(10000n, 1000n, '_10'),
      sale(-20000n, -2000n, '_10'),
    ]);
    expect(shown(filled)).toEqual({ CE: 300n, HC: 50n, HH: 50n, HG: 50n, JA: 50n, JC: 50n });
    expect(filled.moved).toEqual([
      { operationZone: 'CA', baseZone: 'FP', taxZone: 'GP', toZone: 'CE', taxExcluded: 20000n, vat: 4000n },
      { operationZone: 'CA', baseZone: 'FR', taxZone: 'GR', toZone: 'CE', taxExcluded: 10000n, vat: 1000n },
    ]);
    expect(codes(filled)).toEqual([]);
  });

  it('keeps a positive base whose tax alone is negative', () => {
    const filled = ca3([sale(10000n, -500n), sale(20000n, 2000n, '_10')]);
    expect(shown(filled)).toMatchObject({ CA: 300n, FP: 100n, FR: 200n, GR: 20n, HC: 5n, HH: 5n });
    expect(shown(filled).GP).toBeUndefined();
  });

  it('deducts the tax due of a pair whose base alone is negative, and says so until the line is typed', () => {
    const shares = [sale(-100000n, 0n), sale(10000n, 2000n)];
    expect(shown(ca3(shares))).toMatchObject({ CE: 900n, HC: 20n });
    expect(codes(ca3(shares))).toEqual(['T06']);
    expect(codes(ca3(shares, may, '3517SCA12'))).toEqual(['T06']);
    expect(codes(ca3([sale(-100000n, 0n), sale(10000n, 49n)]))).toEqual([]); // no euro of it
    const typed = boxes({ HC: 0n, HH: 0n, FP: 100n, CA: 100n, GP: 20n });
    expect(codes(ca3(shares, { ...may, userBoxes: new Map([['3310CA3', typed]]) }))).toEqual([]);
  });

  it.each([
    [{ MN: 20n }, []],
    [{ MN: 21n }, ['T08']],
    [{ MN: 5n, KL: 15n }, []],
    [{ MN: 5n, KL: 16n }, ['T08']],
    [{ KL: 21n, NC: 1n }, []],
  ])('what is taken off is at most what there is, else it is said: %o of 20 due', (typed, expected) => {
    const filled = ca3([sale(10000n, 2000n)], { ...may, userBoxes: new Map([['3310CA3', boxes(typed)]]) });
    expect(codes(filled)).toEqual(expected);
  });

  it('sends imports and petroleum to their own of-which box', () => {
    const imports = ca3([share({ category: 'IMPORT_AUTOLIQ', rate: '_20' }, [-10000n, -2000n])]);
    expect(shown(imports)).toMatchObject({ CE: 100n, HC: 20n, LP: 20n });
    const petroleum = ca3([share({ category: 'PROD_PETR', rate: '_13' }, [-10000n, -1300n])]);
    expect(shown(petroleum)).toMatchObject({ CE: 100n, HC: 13n, HK: 13n });
  });

  it('pays back more credit notes than purchases, regularises untaxed ones, drops a negative line 21', () => {
    const filled = ca3([
      deducted(-12345n),
      share({ category: 'EXPORT_HORS_UE', rate: '_0' }, [-50000n, 0n]),
      deducted(-700n, ['HC']),
    ]);
    expect(shown(filled)).toMatchObject({ GG: 123n, DE: 500n, GH: 123n, KA: 123n });
    expect(filled.moved.map(({ toZone }) => toZone)).toEqual(['GG', 'DE']);
    expect(filled.clamped).toMatchObject([{ tag: 'HC', vatCell: 'HC', lostVat: 700n }]);
  });

  it('sums the trace of a box to its exact amount', () => {
    const { exact } = ca3([sale(20000n, 4000n), sale(-40000n, -8000n), deducted(-12345n), deducted(45n)]);
    for (const zone of exact.zones()) {
      expect(exact.trace(zone).reduce((sum, { amount }) => sum + amount, 0n)).toBe(exact.amount(zone));
    }
    expect(exact.zones().sort()).toEqual(['CE', 'GG', 'HC', 'HH']);
  });

  it('repeats acquisitions and Monaco under lines 17 and 18, but not what was moved', () => {
    const acquisition = (base: bigint) => share({ category: 'ACQUI_INTRACOM', rate: '_20' }, [base, base / 5n]);
    const filled = ca3([acquisition(100000n), sale(50000n, 10000n, '_20', 'TVA_MONACO'), sale(10000n, 2000n)]);
    expect(shown(filled)).toMatchObject({ CC: 1000n, CA: 600n, FP: 1600n, GP: 320n, GJ: 200n, GK: 100n });
    expect(shown(ca3([acquisition(-100000n)])).GJ).toBeUndefined();
  });

  it('leaves out a rate that the category has no line for', () => {
    const wrong = sale(10000n, 850n, '_085');
    const filled = ca3([wrong, sale(10000n, 2000n)]);
    expect(filled.leftOut).toEqual([wrong.element]);
    expect(shown(filled).CA).toBe(100n);
  });

  it('deducts nothing of a reverse charge that no line declares due', () => {
    const reverse = { category: 'AUTOLIQ_ACQUI_INTRACOM', rate: '_085' } as const;
    const due = share(reverse, [10000n, 850n]);
    const deducts = share({ ...reverse, side: 'Deductible', deductibleZones: ['HB'] }, [10000n, 850n]);
    const filled = ca3([due, deducts]);
    expect(filled.leftOut).toEqual([due.element, deducts.element]);
    expect(filled.exact.zones()).toEqual([]);
  });

  it('names a result that is held at 0', () => {
    const typed = (zones: Readonly<Record<string, bigint>>) =>
      ca3([sale(10000n, 2000n)], { ...may, userBoxes: new Map([['3310CA3', boxes(zones)]]) });
    const lost = (zones: Readonly<Record<string, bigint>>) =>
      clampedNegatives(typed(zones)).map(({ tag, lostVat }) => [tag, lostVat]);
    expect(lost({ KL: 30n })).toEqual([['KE', 1000n]]);
    expect(lost({ MN: 30n })).toEqual([['ND', 1000n]]);
    expect(lost({ JB: 75n })).toEqual([['JC', 7500n]]);
    expect(lost({ KL: 20n })).toEqual([]);
    expect(codes(typed({ KL: 30n }))).not.toContain('156');
  });

  it('is nil without an amount', () => expect(shown(ca3([sale(20n, 4n)]))).toEqual({ KF: 'X' }));

  it('takes typed boxes, carries the annex, and shows an imbalance that was typed', () => {
    const userBoxes = new Map([
      ['3310CA3', boxes({ CA: 900n, BC: 'X', BA: 'Note' })],
      ['3310A', boxes({ ND: 1050n, HE: 4n })],
    ]);
    const filled = ca3([sale(100000n, 20000n)], { ...may, userBoxes });
    expect(shown(filled)).toMatchObject({ CA: 900n, FP: 1000n, KB: 15n, KE: 215n, BC: 'X', BA: 'Note' });
    expect(shown(filled, '3310A')).toEqual({ ND: 1050n, FA: 11n, HE: 4n, HB: 15n });
    expect(codes(filled)).toEqual(['224']);
  });

  it('asks for a refund on a 3519', () => {
    const IBAN = 'FR1420041010050500013M02606';
    const refund = {
      amount: 800n,
      reason: 'First',
      mode: 'Credit',
      establishment: 'French',
      iban: IBAN,
      comment: 'List',
      applicant: { name: 'Ann' },
    } as const;
    const filled = ca3([deducted(90000n)], { ...may, refund });
    expect(shown(filled)).toMatchObject({ JA: 900n, JB: 800n, JC: 100n });
    expect(shown(filled, '3519')).toEqual({ AA: IBAN, DD: 'X', DG: 'Ann', DI: 'X', DN: 800n, FJ: 'List', FK: 'X' });
    expect(codes(filled)).toEqual([]);
    const tooMuch = ca3([deducted(70000n)], { ...may, refund: { amount: 701n } });
    expect(codes(tooMuch).sort()).toEqual(['100', '131', '149', '200', '221', '225']);
  });
});

describe('a CA12 from shares', () => {
  const year = { ...may, startDate: '2026-01-01', endDate: '2026-12-31' } as typeof may;
  const ca12 = (shares: Parameters<typeof ca3>[0], more: Partial<typeof may> = {}) =>
    ca3(shares, { ...year, ...more }, '3517SCA12');

  it('puts ordinary sales on the line of their rate and others on their own', () => {
    const filled = ca12([
      sale(1000000n, 200000n),
      sale(100000n, 10000n, '_10', 'VT_PREST_CORSE'),
      share({ category: 'CESSION_IMMO', rate: '_20' }, [50000n, 10000n]),
      sale(-30000n, -1650n, '_055'),
      deducted(30000n),
      deducted(20000n, ['HA']),
    ]);
    expect(shown(filled, '3517SCA12')).toEqual(
      zones(
        'EW 10000 FW 2000 EJ 1000 FJ 100 EL 500 FL 100 FR 2200 GC 2200 HA 300 HC 300 JA 200 KB 17 KD 517 LA 1683 NA 1683 SA 1683 SC 1683 VA 1800',
      ),
    );
    expect(filled.clamped).toMatchObject([{ tag: 'EF', taxExcludedCell: 'EF', lostTaxExcluded: 30000n }]);
    expect(codes(filled)).toEqual([]);
  });

  it('deducts instalments and refunds what exceeds', () => {
    const instalments = [
      { month: '2026-07', paidAmount: 500n, remainingAmount: 0n },
      { month: '2026-12', paidAmount: 300n, remainingAmount: 100n },
    ];
    const refund = { amount: 700n, mode: 'SetOff', applicant: { name: 'Ann' } } as const;
    const filled = ca12([sale(100000n, 20000n)], { instalments, refund });
    expect(shown(filled, '3517SCA12')).toMatchObject(
      zones('MD 500 TB X UB 2026 MF 300 MG 100 TD X UD 2026 MM 800 MN 100 MA 900 LA 200 NB 700 NC 700 RA 700 RB 700'),
    );
    expect(shown(filled, '3517DDR')).toEqual({ AB: 700n, AC: 700n, AD: 700n, AF: 'Ann', AG: 700n, AJ: 'X' });
    expect(codes(filled)).toEqual([]);
  });

  it('of a farm asks for its refund on the same form', () => {
    const refund = { amount: 900n, mode: 'Credit', applicant: { name: 'Ann' } } as const;
    const userBoxes = new Map([['3517AGRSD', boxes({ DE: 10000n, EE: 550n, FA: 1500n, HA: 300n })]]);
    const filled = ca3([], { ...year, refund, userBoxes }, '3517AGRSD');
    expect(shown(filled, '3517AGRSD')).toMatchObject(zones('GB 950 JB 300 JC 1250 MA 1250 MB 900 MC 350'));
    expect(shown(filled, '3517DDR')).toEqual({
      ...zones('AA 950 AB 300 AC 1250 AD 900 AE 350 AG 900'),
      AF: 'Ann',
      AH: 'X',
    });
    expect(codes(filled)).toEqual([]);
  });
});
