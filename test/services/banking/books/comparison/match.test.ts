import { describe, expect, it } from 'vitest';
import {
  candidatesByAmount,
  type Movement,
  matchMovements,
} from '../../../../../src/services/banking/books/comparison/match.ts';
import { dayNumber, fromDayNumber, type PlainDate } from '../../../../../src/services/kernel/dates.ts';
import fc from '../../../../support/property.ts';

const movement = (id: number, date: string, amount: bigint): Movement => ({
  id,
  date: date as PlainDate,
  label: '',
  amount,
});

describe('matching', () => {
  it('pairs equal amounts on the nearest days', () => {
    const bank = [movement(1, '2024-03-10', 100n), movement(2, '2024-03-20', 100n)];
    const books = [movement(7, '2024-03-19', 100n), movement(8, '2024-03-11', 100n)];
    const { pairs } = matchMovements(bank, books, 10);
    expect(pairs.map((pair) => [pair.bank.id, pair.books.id])).toEqual([
      [1, 8],
      [2, 7],
    ]);
  });

  it('keeps apart what is too far apart, of another amount or of another sign', () => {
    const bank = [movement(1, '2024-03-01', 100n)];
    const books = [movement(7, '2024-06-01', 100n), movement(8, '2024-03-01', -100n), movement(9, '2024-03-01', 101n)];
    expect(matchMovements(bank, books, 45)).toMatchObject({ pairs: [], bankOnly: bank, booksOnly: books });
  });

  const movements = fc
    .array(fc.tuple(fc.integer({ min: 19_000, max: 19_040 }), fc.bigInt({ min: -3n, max: 3n })), { maxLength: 40 })
    .map((rows) => rows.map(([day, amount], id): Movement => ({ id, date: fromDayNumber(day), label: '', amount })));

  it('takes of all that may be paired the nearest first, and the earlier of two as near', () => {
    const days = ({ bank, books }: { bank: Movement; books: Movement }) =>
      Math.abs(dayNumber(bank.date) - dayNumber(books.date));
    fc.assert(
      fc.property(movements, movements, (bank, books) => {
        const { pairs } = matchMovements(bank, books, 5);
        const all = bank.flatMap((one) => books.map((other) => ({ bank: one, books: other })));
        const taken = new Set<Movement>();
        const expected = all
          .filter((pair) => pair.bank.amount === pair.books.amount && days(pair) <= 5)
          .sort((a, b) => days(a) - days(b) || a.bank.id - b.bank.id || a.books.id - b.books.id)
          .filter((pair) => {
            const isFree = !taken.has(pair.bank) && !taken.has(pair.books);
            if (isFree) taken.add(pair.bank).add(pair.books);
            return isFree;
          });
        const ids = (found: typeof pairs) => found.map((pair) => `${pair.bank.id}/${pair.books.id}`).sort();
        expect(ids(pairs)).toEqual(ids(expected));
      }),
    );
  });

  it('uses each movement once and loses none', () => {
    fc.assert(
      fc.property(movements, movements, (bank, books) => {
        const { pairs, bankOnly, booksOnly } = matchMovements(bank, books, 5);
        const ids = (all: readonly Movement[]) => all.map(({ id }) => id).sort((a, b) => a - b);
        expect(ids([...pairs.map((pair) => pair.bank), ...bankOnly])).toEqual(ids(bank));
        expect(ids([...pairs.map((pair) => pair.books), ...booksOnly])).toEqual(ids(books));
      }),
    );
  });

  it('meets a bounded number of equal amounts, whatever order they come in, and pairs all those of one day', () => {
    const sizes = fc.tuple(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(sizes, ([count, lines, most]) => {
        const alike = (length: number) => Array.from({ length }, (_, id) => movement(id, '2024-03-01', 100n));
        const [bank, books] = [alike(count), alike(lines)];
        const ids = (...sides: readonly [Movement[], Movement[]]) =>
          [...candidatesByAmount(...sides, 5, most)].map((pair) => [pair.bank.id, pair.books.id] as const);
        const found = ids(bank, books);
        expect(found.length).toBeLessThanOrEqual(count * most);
        expect(ids([...bank].reverse(), [...books].reverse())).toEqual(found);
        const both = new Set(found.filter(([from, to]) => from === to).map(([from]) => from));
        expect(both.size).toBe(Math.min(count, lines));
      }),
    );
  });
});
