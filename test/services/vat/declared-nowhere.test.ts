import { expect, it } from 'vitest';
import { declaredNowhere } from '../../../src/services/vat/declared-nowhere.ts';
import { elementsOf } from '../../../src/services/vat/engine/elements.ts';
import type { DeclaredShare } from '../../../src/services/vat/engine/model.ts';
import { ledger, sale } from './ledgers.ts';

const declared = (entryId: number, lineId: number, more: Partial<DeclaredShare> = {}): DeclaredShare => ({
  entryId,
  lineId,
  side: 'Due',
  rate: '_20',
  taxExcluded: 10n,
  tax: 2n,
  ...more,
});
const { entries } = ledger([sale(1, '2026-05-04')]);
const { elements } = elementsOf(ledger(entries));
const lacking = (...shares: DeclaredShare[]) =>
  declaredNowhere(shares, entries, elements).map(({ entryId, lineId, lacks }) => `${entryId}/${lineId} ${lacks}`);

it('says once of each line what is not there, in the order of the entries', () => {
  expect(lacking(declared(9, 1), declared(1, 3), declared(1, 2), declared(1, 7), declared(9, 1))).toEqual([
    '1/3 vat',
    '1/7 line',
    '9/1 entry',
  ]);
  expect(lacking(declared(9, 1, { taxExcluded: 0n, tax: 0n }))).toEqual([]);
});
