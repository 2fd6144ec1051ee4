import { describe, expect, it } from 'vitest';
import { nextCode, written } from '../../../../src/services/ledger/letters/codes.ts';
import { type OpenLine, proposeForParty } from '../../../../src/services/ledger/letters/rules.ts';
import { SUM_BOUNDS } from '../../../../src/services/ledger/letters/sums.ts';
import fc from '../../../support/property.ts';

const line = (id: number, net: number, docRef = '', label = ''): OpenLine => ({
  id,
  date: `2024-01-${String(1 + (id % 28)).padStart(2, '0')}` as never,
  docRef,
  label,
  net: BigInt(net),
});
const found = (lines: readonly OpenLine[], isShared = false) =>
  proposeForParty(lines, isShared).proposals.map(({ reason, score, lines: members }) => [
    reason,
    score,
    members.map(({ id }) => id),
  ]);

describe('codes', () => {
  it('follow the highest in use, whatever its case and whatever else programs wrote', () => {
    expect(nextCode([])).toBe('AAA');
    expect(nextCode(['A', '12', 'aab', 'AAA'])).toBe('AAC');
    expect(nextCode(['AAZ'])).toBe('ABA');
    expect(nextCode(['ZZZ'])).toBe('AAAA');
    expect(nextCode(['AAAA', 'ZZZ'])).toBe('AAAB');
  });
  it('are small while the group is not balanced', () => {
    expect([written('AAB', true), written('aab', false)]).toEqual(['aab', 'AAB']);
  });
});

describe('lines of a third party', () => {
  it('with a reference in common, in their own field or in a label, come first', () => {
    const lines = [line(1, 500, 'F2024-1'), line(2, 500, 'F2024-2'), line(3, -500, 'REL3', 'VIR f2024-2 MOREL')];
    expect(found(lines)).toEqual([['Reference', 95, [2, 3]]]);
  });
  it('of one debit and one credit of the same amount are a pair; of more, one that a person decides', () => {
    expect(found([line(1, 500), line(2, 700), line(3, -500)])).toEqual([['Amount', 80, [1, 3]]]);
    expect(found([line(1, 500), line(2, 500), line(3, -500)])).toEqual([['Amount', 40, [1, 3]]]);
  });
  it('that cancel out together are one group', () => {
    expect(found([line(1, 500), line(2, 700), line(3, -900), line(4, -300)])).toEqual([['Balance', 65, [1, 2, 3, 4]]]);
  });
  it('that add up to one are a group, ambiguous when others do too', () => {
    expect(found([line(1, 500), line(2, 700), line(3, -1200), line(4, 50)])).toEqual([['Sum', 60, [1, 2, 3]]]);
    const two = [line(1, 500), line(2, 700), line(3, 400), line(4, 800), line(5, -1200)];
    expect(found(two)).toEqual([['Sum', 40, [1, 2, 5]]]);
  });
  it('of an account that several share are distinguished by a reference only', () => {
    expect(found([line(1, 500, 'F1-24'), line(2, -500, 'F1-24'), line(3, 70), line(4, -70)], true)).toEqual([
      ['Reference', 95, [1, 2]],
      ['Amount', 40, [3, 4]],
    ]);
  });
  it('beyond the bound of the search are said, and what it finds is not sure', () => {
    const many = Array.from({ length: SUM_BOUNDS.lines + 5 }, (_, at) => line(at + 1, 1000 + at));
    const { proposals, isCut } = proposeForParty([...many, line(99, -2001)], false);
    expect(isCut).toBe(true);
    expect(proposals.map(({ isAmbiguous }) => isAmbiguous)).toEqual([true]);
  });
  it('are in one group at most, which is balanced, in the same way each time', () => {
    const anyLine = fc.record({ net: fc.integer({ min: -6, max: 6 }), ref: fc.constantFrom('', 'F1-1', 'F2-2') });
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 25 }), fc.boolean(), (all, isShared) => {
        const lines = all.flatMap(({ net, ref }, at) => (net === 0 ? [] : [line(at + 1, net, ref)]));
        const { proposals } = proposeForParty(lines, isShared);
        const ids = proposals.flatMap(({ lines: members }) => members.map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
        for (const { lines: members } of proposals) expect(members.reduce((sum, { net }) => sum + net, 0n)).toBe(0n);
        expect(proposeForParty(lines, isShared).proposals).toEqual(proposals);
      }),
    );
  });
});
