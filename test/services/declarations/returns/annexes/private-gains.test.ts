/** A29: the private share of the gain or loss of a sole trader. */
import { describe, expect, it } from 'vitest';
import type { Disposal } from '../../../../../src/services/assets/edition/return-figures.ts';
import { privateGains } from '../../../../../src/services/declarations/returns/annexes/private-gains.ts';
import { buildLiasse } from '../../../../../src/services/declarations/returns/liasse.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { ledger, year } from '../ledgers.ts';

const van = (privateGain: bigint): Disposal => ({
  name: 'Fourgon',
  acquired: '2024-04-01' as PlainDate,
  cost: 20_000_00n,
  deducted: 6400_00n,
  neverDeducted: 1600_00n,
  specialTakenBack: 0n,
  price: 8000_00n,
  gain: -4000_00n,
  privateGain,
  shortTerm: -4000_00n,
  longTerm: 0n,
  qualification: 'None',
});

const said = (regime: 'normal' | 'simplified', privateGain: bigint, typed: Record<string, number> = {}) => {
  const assets = {
    postings: [],
    disposals: [van(privateGain)],
    creditNotes: 0n,
    accounts: new Set<string>(),
    nonDeductible: [],
  };
  const form = regime === 'normal' ? '2058A' : '2033B';
  const balances = ledger('512100 D 1000, 706000 C 1000');
  const declared = { [form]: { cells: typed } };
  const { findings } = buildLiasse({ regime, tax: 'IR', exercise: year(2024), balances, assets, declared });
  return findings.filter(({ code }) => code === 'A29').map(({ about, message }) => [about, message.en]);
};

describe('the private share of what left', () => {
  it.each([
    ['normal', -800_00n, '2059A', '-800 .* 2058A.WQ'],
    ['normal', 800_00n, '2059A', '800 .* 2058A.XG'],
    ['simplified', -800_00n, '2033C', '-800 .* 2033B.CJ'],
    ['simplified', 800_00n, '2033C', '800 .* 2033B.EL'],
  ] as const)('is said with the cell that takes it out of the result: %s, %s', (regime, share, about, text) =>
    expect(said(regime, share)).toEqual([[about, expect.stringMatching(text)]]),
  );

  it('is one finding per asset, in whole euros', () => {
    const found = privateGains([van(-800_49n), van(0n), van(300_50n)], 'normal', () => false);
    expect(found.map(({ level, message }) => [level, message.fr.match(/-?\d+ /)?.[0].trim()])).toEqual([
      ['warning', '-800'],
      ['warning', '301'],
    ]);
  });

  it('is not said where there is none, or where the cell was typed', () => {
    expect(said('simplified', 0n)).toEqual([]);
    expect(said('simplified', -800_00n, { CJ: 800 })).toEqual([]);
  });
});
