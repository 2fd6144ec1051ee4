/** What holds of every ledger: the order of the input, the cuts of time, and that no tax is lost. */

import { describe, expect, it } from 'vitest';
import { elementsOf } from '../../../../src/services/vat/engine/elements.ts';
import type { DeclaredShare, PeriodShare, VatElement, VatLedger } from '../../../../src/services/vat/engine/model.ts';
import { periodShares, unmatchedPayments } from '../../../../src/services/vat/engine/shares.ts';
import fc from '../../../support/property.ts';
import { anyLedger, day } from './arbitrary.ts';

const END = '2026-12-31';
const FIRST = '2026-01-01';
const whole = { startDate: FIRST, endDate: END, firstDay: FIRST, declared: [] };

const keyOf = ({ entryId, lineId, side, rate }: VatElement | DeclaredShare) => `${entryId}/${lineId} ${side} ${rate}`;

/** What periods that follow each other declare of each element. */
function declaredOver(one: VatLedger, cuts: readonly string[]): Map<string, bigint> {
  const book = elementsOf(one);
  const ends = [...new Set(cuts)].sort();
  const declared: (DeclaredShare & PeriodShare['toDeclare'])[] = [];
  for (const [place, endDate] of [...ends, END].entries()) {
    const startDate = place === 0 ? FIRST : dayAfter(ends[place - 1] ?? FIRST);
    const shares = periodShares(book, { startDate, endDate, firstDay: FIRST, declared: [...declared] });
    declared.push(...shares.map(({ element, toDeclare }) => ({ ...element, ...toDeclare })));
  }
  return totals(declared);
}

const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

function totals(shares: readonly DeclaredShare[]): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const share of shares) {
    const key = keyOf(share);
    found.set(key, (found.get(key) ?? 0n) + share.tax);
    found.set(`${key} base`, (found.get(`${key} base`) ?? 0n) + share.taxExcluded);
  }
  for (const [key, value] of found) if (value === 0n) found.delete(key);
  return found;
}

describe('every ledger', () => {
  it('gives the same figures in any order of entries and lines', () => {
    const shuffled = anyLedger.chain((one) =>
      fc
        .tuple(
          fc.shuffledSubarray([...one.entries], { minLength: one.entries.length }),
          ...one.entries.map(({ lines }) => fc.shuffledSubarray([...lines], { minLength: lines.length })),
        )
        .map(([order, ...lines]) => ({
          one,
          two: { ...one, entries: order.map((entry) => ({ ...entry, lines: lines[entry.entryId - 1] ?? [] })) },
        })),
    );
    fc.assert(
      fc.property(shuffled, ({ one, two }) => {
        const [a, b] = [elementsOf(one), elementsOf(two)];
        expect(b.elements).toEqual(a.elements);
        expect(b.issues).toEqual(a.issues);
        expect(periodShares(b, whole)).toEqual(periodShares(a, whole));
        const ids = (book: typeof a) =>
          unmatchedPayments(book, whole).map(({ entryId, lineId }) => `${entryId} ${lineId}`);
        expect(ids(b).sort()).toEqual(ids(a).sort());
      }),
    );
  });

  it('declares as much over any cut of time', () => {
    fc.assert(
      fc.property(anyLedger, fc.array(day, { maxLength: 6 }), (one, cuts) => {
        expect(declaredOver(one, cuts)).toEqual(declaredOver(one, []));
      }),
    );
  });

  it('declares, or defers, all the tax of its elements', () => {
    fc.assert(
      fc.property(anyLedger, (one) => {
        const book = elementsOf(one);
        const sum = (amounts: readonly bigint[]) => amounts.reduce((total, value) => total + value, 0n);
        const shares = periodShares(book, whole);
        expect(sum(shares.map(({ toDeclare, deferredTax }) => toDeclare.tax + deferredTax))).toBe(
          sum(book.elements.map(({ tax }) => tax)),
        );
      }),
    );
  });

  it('gives all the tax of the books to its elements, or raises an issue', () => {
    fc.assert(
      fc.property(anyLedger, ({ folder, ...rest }) => {
        const { elements, issues } = elementsOf({ ...rest, folder: { ...folder, deductionCoefficient: 100n } });
        const spoiled = new Set(issues.map(({ entryId }) => entryId));
        for (const { entryId, lines } of rest.entries.filter((one) => !spoiled.has(one.entryId)))
          for (const { lineId, accountNumber, debit, credit } of lines.filter((one) =>
            /^445/.test(one.accountNumber),
          )) {
            const own = elements.filter((one) => one.entryId === entryId).flatMap(({ held }) => held);
            const total = own.filter((one) => one.lineId === lineId).reduce((sum, { amount: part }) => sum + part, 0n);
            expect(total).toBe(accountNumber.startsWith('4457') ? credit - debit : debit - credit);
          }
      }),
    );
  });

  it('holds the tax of a due element whole, or not at all', () => {
    fc.assert(
      fc.property(anyLedger, (one) => {
        for (const { tax, held, side } of elementsOf(one).elements.filter((element) => element.held.length > 0)) {
          const total = held.reduce((sum, { amount: part }) => sum + part, 0n);
          if (side === 'Due') expect(total).toBe(tax);
        }
      }),
    );
  });
});
