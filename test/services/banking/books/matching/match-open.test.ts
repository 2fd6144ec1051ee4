import { describe, expect, it } from 'vitest';
import { assign, heaviestFirst } from '../../../../../src/services/banking/books/matching/assignment.ts';
import { fitOf } from '../../../../../src/services/banking/books/matching/fit.ts';
import { type Match, matchOpen, SURE } from '../../../../../src/services/banking/books/matching/match-open.ts';
import { onlySum, SUM_BOUNDS } from '../../../../../src/services/banking/books/matching/sums.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import fc from '../../../../support/property.ts';
import { companySet, memberSet, type ReconciliationSet } from '../../../../support/reconciliation-sets.ts';

const MAX_DAYS = 45;

/** Of the links that matches make, how many are right, and how many of the right ones they make. */
function measure({ links }: ReconciliationSet, matches: readonly Match[]) {
  const made = matches.flatMap(({ bank, books }) => bank.flatMap((from) => books.map((to) => `${from}/${to}`)));
  const right = made.filter((link) => links.has(link)).length;
  return { precision: made.length === 0 ? 1 : right / made.length, recall: right / links.size };
}

const both = (set: ReconciliationSet) => {
  const found = matchOpen(set.bank, set.books, MAX_DAYS);
  return {
    all: measure(set, found),
    alone: measure(
      set,
      found.filter(({ score }) => score >= SURE),
    ),
  };
};

/** The first were looked at while the points were chosen, the others never. */
const SEEN = [1, 2, 3];
const UNSEEN = [101, 102, 103, 104];

describe('a company', () => {
  it.each([...SEEN, ...UNSEEN])('is linked without a mistake, and nearly whole: set %i', (seed) => {
    const { all, alone } = both(companySet(seed));
    expect(alone.precision).toBe(1);
    expect(alone.recall).toBeGreaterThanOrEqual(0.6);
    expect(all.recall).toBeGreaterThanOrEqual(0.9);
  });
});

describe('members who pay the same amounts', () => {
  it.each([50, 80, 120])('of %i names are linked by their names, and hardly ever wrongly', (names) => {
    const sets = [...SEEN, ...UNSEEN].map((seed) => both(memberSet(seed, names)).alone);
    const mean = (what: 'precision' | 'recall') => sets.reduce((sum, set) => sum + set[what], 0) / sets.length;
    expect(mean('precision')).toBeGreaterThanOrEqual(0.99);
    expect(mean('recall')).toBeGreaterThanOrEqual(0.5);
  });
});

/** Every other line, as books that are behind have them. */
const halfOf = ({ bank, books, links }: ReconciliationSet): ReconciliationSet => {
  const half = books.filter(({ id }) => (id * 2_654_435_761) % 4_294_967_296 < 2_147_483_648);
  const left = new Set(half.map(({ id }) => `${id}`));
  return { bank, books: half, links: new Set([...links].filter((link) => left.has(link.split('/')[1] ?? ''))) };
};

describe('books of which half is missing', () => {
  const seeds = [...SEEN, ...UNSEEN];
  it.each([
    ['members', seeds.flatMap((seed) => [50, 80, 120].map((names) => halfOf(memberSet(seed, names))))],
    ['a company', seeds.map((seed) => halfOf(companySet(seed)))],
  ])('leave links to a person rather than make a wrong one: %s', (_, sets) => {
    const { made, right } = sets.reduce(
      (sum, set) => {
        const links = matchOpen(set.bank, set.books, MAX_DAYS)
          .filter(({ score }) => score >= SURE)
          .flatMap(({ bank, books }) => bank.flatMap((from) => books.map((to) => `${from}/${to}`)));
        const found = links.filter((link) => set.links.has(link)).length;
        return { made: sum.made + links.length, right: sum.right + found };
      },
      { made: 0, right: 0 },
    );
    expect(right / made).toBeGreaterThanOrEqual(0.99);
    expect(made).toBeGreaterThan(sets.length * 40);
  });
});

it('the same movements in another order make the same links', () => {
  const set = companySet(7);
  const links = (matches: readonly Match[]) =>
    matches.map(({ bank, books, score }) => `${[...bank].sort()} ${[...books].sort()} ${score}`).sort();
  expect(links(matchOpen([...set.bank].reverse(), [...set.books].reverse(), MAX_DAYS))).toEqual(
    links(matchOpen(set.bank, set.books, MAX_DAYS)),
  );
});

describe('of one amount and day', () => {
  const line = (label: string, docRef = '') => ({
    id: 101,
    date: '2026-03-06' as PlainDate,
    label,
    amount: 80_033n,
    entryId: 1,
    docRef,
    party: '',
    lettered: [],
  });
  const movement = (label: string, details = '') => ({
    id: 1,
    date: '2026-03-06' as PlainDate,
    label,
    amount: 80_033n,
    details,
  });
  const isSure = (bank: Parameters<typeof matchOpen>[0], books: Parameters<typeof matchOpen>[1]) =>
    matchOpen(bank, books, MAX_DAYS).some(({ score }) => score >= SURE);

  it.each([
    ['CHEQUE 7000123', 'Chq 0007000123 DUPONT', '', true],
    ['CHEQUE 7000123', 'Cheque DUPONT', '123', true],
    ['CHEQUE 7000123', 'Chq 7000124 DUPONT', '', false],
    ['CHEQUE 7000123', 'Cheque DUPONT', '7000124', false],
    ['VIR ACME FACTURE F2026-1042', 'ACME', 'F2026-1042', true],
    ['VIR ACME FACTURE F2026-1042', 'ACME F2026-104', 'F2026-104', false],
    ['VIR ACME FACTURE F2026-1042', 'ACME F2026-1043', 'F2026-1043', false],
    ['VIR ACME VIR 0000123', 'ACME', 'VIR0000124', true],
  ])('%s and %s %s: another number of the same series is another thing', (label, text, docRef, sure) => {
    expect(isSure([movement(label)], [line(text, docRef)])).toBe(sure);
  });

  it('members of one family are two, where many pay as much', () => {
    const names = Array.from({ length: 20 }, (_, at) => `${String.fromCharCode(65 + at)}QUV`);
    const bank = names.map((name, at) => ({ ...movement(`VIR ${name}RET COTISATION`), id: at + 2 }));
    const books = names.map((name, at) => ({ ...line(`Cotisation ${name}MOND`), id: at + 102 }));
    const found = (written: string, first: string) =>
      matchOpen(
        [...bank, movement(`VIR DUPONT ${written} COTISATION`)],
        [...books, line(`Cotisation DUPONT ${first}`)],
        MAX_DAYS,
      ).find(({ bank: [id] }) => id === 1)?.score ?? 0;
    expect(found('JEAN', 'JEAN')).toBeGreaterThanOrEqual(SURE);
    expect(found('JEAN', 'MARIE')).toBeLessThan(SURE);
    expect(found('J', 'JEAN')).toBeGreaterThanOrEqual(SURE);
    expect(found('J', 'MARIE')).toBeLessThan(SURE);
  });
});

describe('assignment', () => {
  const edges = fc.uniqueArray(
    fc.record({ bank: fc.nat(4), books: fc.nat(4), weight: fc.integer({ min: 1, max: 20 }) }),
    { selector: ({ bank, books }) => `${bank}/${books}`, maxLength: 12 },
  );
  type Edges = readonly { readonly bank: number; readonly books: number; readonly weight: number }[];
  const total = (all: Edges) => all.reduce((sum, { weight }) => sum + weight, 0);
  const most = ([first, ...others]: Edges): number =>
    first
      ? Math.max(
          most(others),
          first.weight + most(others.filter(({ bank, books }) => bank !== first.bank && books !== first.books)),
        )
      : 0;

  it('is the best of all', () => {
    fc.assert(
      fc.property(edges, (all) => {
        expect(total(assign(all))).toBe(most(all));
      }),
    );
  });

  it('gives each one partner, and the heaviest first is never better', () => {
    fc.assert(
      fc.property(edges, (all) => {
        const chosen = assign(all);
        expect(new Set(chosen.map(({ bank }) => bank)).size).toBe(chosen.length);
        expect(new Set(chosen.map(({ books }) => books)).size).toBe(chosen.length);
        expect(total(heaviestFirst(all))).toBeLessThanOrEqual(total(chosen));
      }),
    );
  });
});

describe('sums', () => {
  const amounts = (...all: number[]) => all.map((amount) => ({ amount: BigInt(amount) }));
  const found = (all: number[], sum: number) =>
    onlySum(amounts(...all), BigInt(sum))?.map(({ amount }) => Number(amount));

  it('are the only one, of either sign', () => {
    expect(found([100, 250, 700], 950)).toEqual([700, 250]);
    expect(found([-100, -250, -700], -800)).toEqual([-700, -100]);
  });

  it('are none when two sets make them, or one movement alone, or too many are there', () => {
    expect(found([100, 200, 300, 400], 500)).toBeUndefined();
    expect(found([500, 700], 500)).toBeUndefined();
    expect(
      found(
        Array.from({ length: SUM_BOUNDS.movements + 1 }, (_, at) => 3 ** at),
        4,
      ),
    ).toBeUndefined();
  });
});

it.each([
  [1000n, 1000n, 'Exact'],
  [1000n, 1003n, 'Cents'],
  [99_000n, 100_000n, 'Fee'],
  [-100_250n, -100_000n, 'Fee'],
  [124_500n, 125_400n, 'Fee'],
  [125_400n, 124_500n, 'Typing'],
  [125_400n, 185_400n, 'Typing'],
  [1000n, -1000n, undefined],
  [1000n, 5000n, 'Typing'],
  [1000n, 2500n, undefined],
])('%s at the bank and %s in the books: %s', (bank, books, fit) => {
  expect(fitOf(bank, books)).toBe(fit);
});
