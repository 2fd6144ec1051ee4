import { performance } from 'node:perf_hooks';
import { describe, expect, it, vi } from 'vitest';
import { assign, heaviestFirst } from '../../../../../src/services/banking/books/matching/assignment.ts';
import { fitOf } from '../../../../../src/services/banking/books/matching/fit.ts';
import { lagOf, PROMPT } from '../../../../../src/services/banking/books/matching/lag.ts';
import { type Match, matchOpen, SURE } from '../../../../../src/services/banking/books/matching/match-open.ts';
import { onlyStretch, onlySum, SUM_BOUNDS } from '../../../../../src/services/banking/books/matching/sums.ts';
import { addDays, type PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { eachOf, sized } from '../../../../support/length.ts';
import fc from '../../../../support/property.ts';
import { companySet, Dice, memberSet, type ReconciliationSet } from '../../../../support/reconciliation-sets.ts';
import { transferSet } from '../../../../support/transfer-sets.ts';
import { turnsDuring } from '../../../../support/turns.ts';

const MAX_DAYS = 45;

/** Of the links that matches make, how many are right, and how many of the right ones they make. */
function measure({ links }: ReconciliationSet, matches: readonly Match[]) {
  const made = matches.flatMap(({ bank, books }) => bank.flatMap((from) => books.map((to) => `${from}/${to}`)));
  const right = made.filter((link) => links.has(link)).length;
  return { precision: made.length === 0 ? 1 : right / made.length, recall: right / links.size };
}

const both = async (set: ReconciliationSet) => {
  const found = await matchOpen(set.bank, set.books, MAX_DAYS);
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
  eachOf([...SEEN, ...UNSEEN], 2)('is linked without a mistake, and nearly whole: set %i', async (seed) => {
    const { all, alone } = await both(companySet(seed));
    expect(alone.precision).toBe(1);
    expect(alone.recall).toBeGreaterThanOrEqual(0.6);
    expect(all.recall).toBeGreaterThanOrEqual(0.9);
  });
});

describe('members who pay the same amounts', () => {
  eachOf([50, 80, 120], 1)('of %i names are linked by their names, and hardly ever wrongly', async (names) => {
    const found = await Promise.all([...SEEN, ...UNSEEN].map((seed) => both(memberSet(seed, names))));
    const sets = found.map(({ alone }) => alone);
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

/** Over several sets: of the links made by nobody, how many are right, how many there are, and of how many. */
async function unattended(sets: readonly ReconciliationSet[]) {
  const total = { made: 0, right: 0, links: 0 };
  for (const set of sets) {
    const links = (await matchOpen(set.bank, set.books, MAX_DAYS))
      .filter(({ score }) => score >= SURE)
      .flatMap(({ bank, books }) => bank.flatMap((from) => books.map((to) => `${from}/${to}`)));
    total.made += links.length;
    total.right += links.filter((link) => set.links.has(link)).length;
    total.links += set.links.size;
  }
  return { ...total, precision: total.right / total.made, recall: total.made / total.links };
}

const many = () => Array.from({ length: sized(4, 12) }, (_, at) => 201 + at);

describe('books of which half is missing', () => {
  const seeds = [...SEEN, ...UNSEEN];
  const members = (names: number) => seeds.map((seed) => halfOf(memberSet(seed, names)));
  const transfers = (seed: number) => halfOf(transferSet(seed, { transfers: 250, names: 80 }));
  const halves: readonly (readonly [string, () => readonly ReconciliationSet[], number])[] = [
    ['members', () => [50, 80, 120].flatMap(members), 20],
    ['transfers of few', () => Array.from({ length: 12 }, (_, at) => transfers(201 + at)), 15],
    ['a company', () => seeds.map((seed) => halfOf(companySet(seed))), 60],
  ];
  eachOf(halves, (_, at) => at === 2)(
    'leave links to a person rather than make a wrong one: %s',
    async (_, make, least) => {
      const sets = make();
      const { precision, made } = await unattended(sets);
      expect(precision).toBeGreaterThanOrEqual(0.99);
      expect(made).toBeGreaterThan(sets.length * least);
    },
  );
});

describe('a few people who pay the same amounts again and again', () => {
  it.each([
    { transfers: 50, names: 15, least: 0.3 },
    { transfers: 50, names: 50, least: 0.5 },
    { transfers: 80, names: 30, least: 0.35 },
    { transfers: 120, names: 30, least: 0.3 },
    { transfers: 120, names: 80, least: 0.5 },
    { transfers: 250, names: 80, least: 0.45 },
  ])('$transfers transfers of $names', { tags: 'sized' }, async ({ least, ...what }) => {
    const { precision, recall } = await unattended(many().map((seed) => transferSet(seed, what)));
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(least);
  });
});

/** The same books, each line entered up to so many days after. */
function lateOf(set: ReconciliationSet, days: number): ReconciliationSet {
  const dice = new Dice(set.books.length);
  return { ...set, books: set.books.map((line) => ({ ...line, date: addDays(line.date, dice.int(0, days)) })) };
}

describe('books that are entered late', () => {
  it.each([
    { transfers: 120, names: 30, days: 20, least: 0.4 },
    { transfers: 250, names: 80, days: 30, least: 0.4 },
  ])('$transfers transfers of $names, up to $days days after', { tags: 'sized' }, async ({ days, least, ...what }) => {
    const { precision, recall } = await unattended(many().map((seed) => lateOf(transferSet(seed, what), days)));
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(least);
  });

  it('teach how late from what is open by the day alone, and nothing where they are prompt', () => {
    const pair = (days: number) => ({ bank: { day: 100 }, books: { day: 100 + days } });
    const pairs = (of: readonly number[]) => of.map(pair) as unknown as Parameters<typeof lagOf>[0];
    const late = Array.from({ length: 31 }, (_, days) => days);
    expect(lagOf(pairs(late))).toEqual({ from: 0, to: 27 });
    expect(lagOf(pairs(late.map((days) => days % 10)))).toBe(PROMPT);
    expect(lagOf(pairs(late.slice(0, 11)))).toBe(PROMPT);
    const [first] = pairs([20]);
    expect(lagOf(late.flatMap(() => (first ? [first] : [])))).toBe(PROMPT);
  });
});

it('the same movements in another order make the same links', async () => {
  const set = companySet(7);
  const links = (matches: readonly Match[]) =>
    matches.map(({ bank, books, score }) => `${[...bank].sort()} ${[...books].sort()} ${score}`).sort();
  expect(links(await matchOpen([...set.bank].reverse(), [...set.books].reverse(), MAX_DAYS))).toEqual(
    links(await matchOpen(set.bank, set.books, MAX_DAYS)),
  );
});

it('a large account leaves the loop to others', async () => {
  const { bank, books } = companySet(7);
  const start = performance.now();
  let asked = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + asked++);
  const turns = await turnsDuring(matchOpen(bank, books, MAX_DAYS));
  clock.mockRestore();
  expect(turns).toBeGreaterThan((bank.length + books.length) / 5);
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
  const isSure = async (bank: Parameters<typeof matchOpen>[0], books: Parameters<typeof matchOpen>[1]) =>
    (await matchOpen(bank, books, MAX_DAYS)).some(({ score }) => score >= SURE);

  it.each([
    ['CHEQUE 7000123', 'Chq 0007000123 DUPONT', '', true],
    ['CHEQUE 7000123', 'Cheque DUPONT', '123', true],
    ['CHEQUE 7000123', 'Chq 7000124 DUPONT', '', false],
    ['CHEQUE 7000123', 'Cheque DUPONT', '7000124', false],
    ['VIR ACME FACTURE F2026-1042', 'ACME', 'F2026-1042', true],
    ['VIR ACME FACTURE F2026-1042', 'ACME F2026-104', 'F2026-104', false],
    ['VIR ACME FACTURE F2026-1042', 'ACME F2026-1043', 'F2026-1043', false],
    ['VIR ACME VIR 0000123', 'ACME', 'VIR0000124', true],
  ])('%s and %s %s: another number of the same series is another thing', async (label, text, docRef, sure) => {
    expect(await isSure([movement(label)], [line(text, docRef)])).toBe(sure);
  });

  it('members of one family are two, where many pay as much', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `${String.fromCharCode(65 + at)}QUV`);
    const bank = names.map((name, at) => ({ ...movement(`VIR ${name}RET COTISATION`), id: at + 2 }));
    const books = names.map((name, at) => ({ ...line(`Cotisation ${name}MOND`), id: at + 102 }));
    const found = async (written: string, first: string) =>
      (
        await matchOpen(
          [...bank, movement(`VIR DUPONT ${written} COTISATION`)],
          [...books, line(`Cotisation DUPONT ${first}`)],
          MAX_DAYS,
        )
      ).find(({ bank: [id] }) => id === 1)?.score ?? 0;
    expect(await found('JEAN', 'JEAN')).toBeGreaterThanOrEqual(SURE);
    expect(await found('JEAN', 'MARIE')).toBeLessThan(SURE);
    expect(await found('J', 'JEAN')).toBeGreaterThanOrEqual(SURE);
    expect(await found('J', 'MARIE')).toBeLessThan(SURE);
  });
});

describe('a name that is not enough', () => {
  type Side = readonly [day: string, text: string];
  const AMOUNT = 5000n;
  const at = (day: string) => `2026-${day}` as PlainDate;
  /** Others who pay as much, on both sides: their amount tells nothing. */
  const CROWD = Array.from({ length: 4 }, (_, n): Side => ['11-20', `${'KLMN'[n]}ARVOT`]);
  const scoresOf = async (bank: readonly Side[], books: readonly Side[]) => {
    const found = await matchOpen(
      [...bank, ...CROWD].map(([day, label], n) => ({ id: n, date: at(day), label, amount: AMOUNT, details: '' })),
      [...books, ...CROWD].map(([day, label], n) => {
        const empty = { docRef: '', party: '', lettered: [] };
        return { id: n, entryId: n, date: at(day), label, amount: AMOUNT, ...empty };
      }),
      MAX_DAYS,
    );
    return new Map(found.map(({ bank: [from], books: [to], score }) => [`${from}/${to}`, score] as const));
  };
  const first = async (bank: readonly Side[], books: readonly Side[]) => (await scoresOf(bank, books)).get('0/0') ?? 0;

  it('alone, where others of the folder bear it', async () => {
    const bank: Side[] = [['03-01', 'VIR DUPONT JEAN']];
    const books: Side[] = [['03-07', 'Dupont']];
    expect(await first(bank, books)).toBeGreaterThanOrEqual(SURE);
    expect(await first([...bank, ['09-01', 'VIR DUPONT MARIE']], books)).toBeLessThan(SURE);
  });

  it('where it only says what for', async () => {
    const names = ['ARDAN', 'BELOT', 'CAVOR', 'DESTR', 'FILIN'];
    const others = names.map((name): Side => ['06-15', `COTISATION ${name}`]);
    expect(
      await first([['03-01', 'VIR COTISATION'], ...others], [['03-01', 'Cotisation Gilot'], ...others]),
    ).toBeLessThan(SURE);
  });

  it('in full, beside one in short that is as near', async () => {
    // A name that many payments have says little: one in short is then worth less, and may still be the one.
    const often = Array.from(
      { length: 30 },
      (_, n): Side => [`0${5 + (n % 4)}-0${1 + (n % 9)}`, `HERVIEU ${'ABC'[n % 3]}NNA`],
    );
    const bank: Side[] = [['03-06', 'VIR HERVIEU IGOR'], ...often];
    expect(await first(bank, [['03-04', 'Hervieu Igor'], ...often])).toBeGreaterThanOrEqual(SURE);
    expect(await first(bank, [['03-04', 'Hervieu Igor'], ['03-08', 'Hervieu I.'], ...often])).toBeLessThan(SURE);
  });

  it('where the payment comes back and lines of its amount are missing', async () => {
    const line: Side[] = [['03-03', 'Martin Luc']];
    const behind = Array.from({ length: 4 }, (_, n): Side => ['08-08', `${'PQRS'[n]}ELTON`]);
    expect(await first([['03-01', 'MARTIN LUC'], ...behind], line)).toBeGreaterThanOrEqual(SURE);
    expect(await first([['03-01', 'MARTIN LUC'], ['03-31', 'MARTIN LUC'], ...behind], line)).toBeLessThan(SURE);
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

  it('is the best of all', async () => {
    await fc.assert(
      fc.asyncProperty(edges, async (all) => {
        expect(total(await assign(all))).toBe(most(all));
      }),
    );
  });

  it('gives each one partner, and the heaviest first is never better', async () => {
    await fc.assert(
      fc.asyncProperty(edges, async (all) => {
        const chosen = await assign(all);
        expect(new Set(chosen.map(({ bank }) => bank)).size).toBe(chosen.length);
        expect(new Set(chosen.map(({ books }) => books)).size).toBe(chosen.length);
        expect(total(await heaviestFirst(all))).toBeLessThanOrEqual(total(chosen));
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

  it('of a stretch are the only one that follows each other by day', () => {
    const at = (...amounts: readonly number[]) =>
      amounts.map((amount, day) => ({ id: day, day, amount: BigInt(amount) }));
    expect(onlyStretch(at(-5, -7, -11, -2), -18n)?.map(({ day }) => day)).toEqual([1, 2]);
    expect(onlyStretch(at(-5, -7, -5, -7), -12n)).toBeUndefined();
    expect(onlyStretch(at(-18, -7), -18n)).toBeUndefined();
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
