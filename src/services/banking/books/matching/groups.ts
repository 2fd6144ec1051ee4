/**
 * Groups: one movement to several lines, several to one, several to several. Sums are searched among movements that share
 * a reference, a name or a day, never among all; `SUM_BOUNDS` says how far.
 */

import { groupBy } from '../../../kernel/group-by.ts';
import type { Cents } from '../../../kernel/money.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import { dayPoints, nameEvidence, namePoints, type Rarity, referencePoints, sum } from './evidence.ts';
import { fitOf } from './fit.ts';
import { byEach, type Item, type Sides } from './item.ts';
import { isSomeSum, onlySum, SUM_BOUNDS } from './sums.ts';

export interface Group {
  readonly bank: readonly Item[];
  readonly books: readonly Item[];
  readonly points: number;
  readonly reasons: readonly Reason[];
}

/** All of the movements that share something, or some of them: fewer could add up by chance. */
const [WHOLE, SOME, SOME_OF_MANY] = [55, 40, 25];
const MANY = 8;
const [KIND, UNNAMED, OTHER, ROUND] = [8, -15, -30, -15];
/** Taken off where the books have none of the lines that the bank's movements of an amount want. */
const WANTED = 60;
/** Days around that members are looked for, by what they share. */
const AROUND = { Reference: 120, Label: 45, Kind: 5, Unnamed: 3 } as const;
/** More belong to no single payment. */
const MOST_MEMBERS = 200;
/** Members of one side of a group of several to several. */
const MOST_EACH = 12;
/** Days without a movement that part two groups of one name. */
const GAP = 10;

/** A pool of movements that may make up one, and why. */
interface Pool {
  readonly by: keyof typeof AROUND;
  readonly points: number;
  readonly detail: string;
  readonly members: readonly Item[];
}

export function findGroups({ bank, books }: Sides, rarityOf: (amount: Cents) => Rarity): Group[] {
  return bestOfEach([
    ...severalFor(bank, books).map(({ one, members, ...rest }) =>
      wanted({ ...rest, bank: [one], books: members }, rarityOf),
    ),
    ...severalFor(books, bank).map(({ one, members, ...rest }) => ({ ...rest, bank: members, books: [one] })),
    ...severalToSeveral(bank, books),
  ]);
}

/** Lines of an amount that the bank has more often than the books may belong to another movement each. */
function wanted(group: Group, rarityOf: (amount: Cents) => Rarity): Group {
  const missing = Math.max(...group.books.map(({ amount }) => rarityOf(amount).missing));
  const points = group.reasons.some(({ kind }) => kind === 'Reference') ? 0 : -Math.round(WANTED * missing);
  if (points === 0) return group;
  return {
    ...group,
    points: group.points + points,
    reasons: [...group.reasons, { kind: 'Rival', points, detail: '' }],
  };
}

/** The same movements and lines may be found in several ways: the best is kept. */
function bestOfEach(groups: readonly Group[]): Group[] {
  const best = new Map<string, Group>();
  for (const group of groups) {
    const key = [group.bank, group.books].map((side) => side.map(({ id }) => id).sort((a, b) => a - b)).join('/');
    const known = best.get(key);
    if (!known || known.points < group.points) best.set(key, group);
  }
  return [...best.values()];
}

interface Several {
  readonly one: Item;
  readonly members: readonly Item[];
  readonly points: number;
  readonly reasons: readonly Reason[];
}

function severalFor(ones: readonly Item[], others: readonly Item[]): Several[] {
  if (others.length < 2) return [];
  const index = indexOf(others);
  const counts = new Map<string, number>();
  for (const { references } of ones)
    for (const each of references.keys()) counts.set(each, (counts.get(each) ?? 0) + 1);
  return ones.flatMap((one) =>
    [...poolsFor(one, index, counts)].flatMap((pool) => {
      const found = membersOf(one, pool);
      return found ? [severalOf(one, pool, found)] : [];
    }),
  );
}

interface Index {
  readonly references: ReadonlyMap<string, readonly Item[]>;
  readonly words: ReadonlyMap<string, readonly Item[]>;
  readonly days: ReadonlyMap<number, readonly Item[]>;
}

const indexOf = (items: readonly Item[]): Index => ({
  references: byEach(items, ({ references }) => references.keys()),
  words: byEach(items, ({ words }) => words.keys()),
  days: groupBy(items, ({ day }) => day),
});

function* poolsFor(
  one: Item,
  { references, words, days }: Index,
  counts: ReadonlyMap<string, number>,
): Generator<Pool> {
  const near = (members: Iterable<Item>, by: Pool['by']) =>
    [...members].filter(({ day }) => Math.abs(day - one.day) <= AROUND[by]);
  const named = [...one.references.keys()];
  if (named.length > 0) {
    const members = new Set(named.flatMap((each) => references.get(each) ?? []));
    const points = Math.max(...named.map((each) => referencePoints(1 / (counts.get(each) ?? 1))));
    yield { by: 'Reference', points, detail: named.join(' '), members: near(members, 'Reference') };
  }
  for (const [word, weight] of one.words) {
    const points = namePoints(weight);
    if (points > 0) yield { by: 'Label', points, detail: word, members: near(words.get(word) ?? [], 'Label') };
  }
  for (let day = one.day - AROUND.Kind; day <= one.day + AROUND.Kind; day++) {
    const members = days.get(day) ?? [];
    for (const kind of one.kinds)
      yield { by: 'Kind', points: KIND, detail: kind, members: members.filter(({ kinds }) => kinds.has(kind)) };
    if (Math.abs(day - one.day) <= AROUND.Unnamed) yield { by: 'Unnamed', points: UNNAMED, detail: '', members };
  }
}

interface Members {
  readonly members: readonly Item[];
  readonly points: number;
  readonly kind: 'Sum' | 'Cents' | 'Fee';
}

/** Of a pool, all that is of both signs or of one, all of a day, or the only sum. */
function membersOf(one: Item, { by, members }: Pool): Members | undefined {
  if (members.length < 2 || members.length > MOST_MEMBERS) return undefined;
  const same = members.filter(({ amount }) => amount < 0n === one.amount < 0n);
  const isOneDay = by === 'Kind' || by === 'Unnamed';
  const sets = [members, same, ...(isOneDay ? [] : groupBy(same, ({ day }) => day).values())];
  const whole = sets.find((set) => set.length > 1 && totalOf(set) === one.amount);
  if (whole) return { members: whole, points: WHOLE, kind: 'Sum' };
  if (isOneDay) return undefined;
  const nearest = same
    .toSorted((a, b) => Math.abs(a.day - one.day) - Math.abs(b.day - one.day) || a.id - b.id)
    .slice(0, SUM_BOUNDS.movements);
  const some = onlySum(nearest, one.amount);
  if (some) return { members: some, points: same.length > MANY ? SOME_OF_MANY : SOME, kind: 'Sum' };
  return by === 'Reference' && same.length > 1 ? withDifference(one, same) : undefined;
}

const totalOf = (items: readonly Item[]): Cents => items.reduce((total, { amount }) => total + amount, 0n);

/** A batch of which the bank kept a fee, or that was rounded. */
function withDifference(one: Item, members: readonly Item[]): Members | undefined {
  if (!one.isBank) return undefined;
  const kind = fitOf(one.amount, totalOf(members));
  return kind === 'Cents' || kind === 'Fee' ? { members, points: SOME, kind } : undefined;
}

function severalOf(one: Item, { by, points, detail }: Pool, found: Members): Several {
  const days = Math.max(...found.members.map(({ day }) => Math.abs(day - one.day)));
  const isReference = by === 'Reference';
  const said =
    by === 'Label' ? Math.min(points, ...found.members.map((member) => nameEvidence(one, member).points)) : points;
  const reasons: Reason[] = [
    { kind: found.kind, points: found.points, detail: String(found.members.length) },
    { kind: 'Days', points: isReference ? Math.max(0, dayPoints(days)) : dayPoints(days), detail: String(days) },
    {
      kind: isReference ? 'Reference' : by === 'Unnamed' ? 'Unnamed' : said < 0 ? 'OtherName' : 'Label',
      points: said,
      detail,
    },
    ...roundness(found.members),
    ...contradictions(one, found.members),
  ];
  return {
    one,
    members: found.members,
    points: sum(reasons),
    reasons: reasons.filter((reason) => reason.points !== 0),
  };
}

/** Whole euros add up by chance more often than cents. */
const roundness = (items: readonly Item[]): Reason[] =>
  items.every(({ amount }) => amount % 100n === 0n) ? [{ kind: 'Round', points: ROUND, detail: '' }] : [];

/** A reference, or a name that few have, of the one that none of the members has. */
function contradictions(one: Item, members: readonly Item[]): Reason[] {
  const has = (what: 'words' | 'references', each: string) => members.some((member) => member[what].has(each));
  const names = [...one.words].filter(([word, weight]) => namePoints(weight) >= 20 && !has('words', word));
  const isNamed = [...one.words.keys()].some((word) => has('words', word));
  const references = [...one.references].filter(([, weight]) => 2 * weight >= 1);
  return [
    ...(names.length > 0 && !isNamed
      ? [{ kind: 'OtherName', points: OTHER, detail: names.map(([word]) => word).join(' ') } as const]
      : []),
    ...(references.length > 0 && !references.some(([each]) => has('references', each))
      ? [{ kind: 'OtherReference', points: OTHER, detail: references.map(([each]) => each).join(' ') } as const]
      : []),
  ];
}

/** All of the movements of a reference or a name against all of its lines, run by run. */
function severalToSeveral(bank: readonly Item[], books: readonly Item[]): Group[] {
  if (bank.length < 2 || books.length < 2) return [];
  return (['references', 'words'] as const).flatMap((what) => {
    const lines = byEach(books, (item) => item[what].keys());
    return [...byEach(bank, (item) => item[what].keys())].flatMap(([key, movements]) => {
      const own = lines.get(key) ?? [];
      if (movements.length < 2 || own.length < 2) return [];
      return runsOf([...movements, ...own]).flatMap((run) => {
        const group = { bank: run.filter(({ isBank }) => isBank), books: run.filter(({ isBank }) => !isBank) };
        return isGroup(group) ? [withReasons(group, what, key)] : [];
      });
    });
  });
}

const isGroup = ({ bank, books }: { readonly bank: readonly Item[]; readonly books: readonly Item[] }): boolean =>
  [bank, books].every(({ length }) => length > 1 && length <= MOST_EACH) &&
  totalOf(bank) === totalOf(books) &&
  !isMadeOfParts(bank, books);

/** A pair, or a sum for one of them, and what is left: then these are several payments. */
const isMadeOfParts = (bank: readonly Item[], books: readonly Item[]): boolean =>
  [
    [bank, books],
    [books, bank],
  ].some(([ones = [], others = []]) => ones.some(({ amount }) => isSomeSum(others, amount)));

/** Cut where nothing happens for a while. */
function runsOf(items: readonly Item[]): Item[][] {
  const runs: Item[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const item of items.toSorted((a, b) => a.day - b.day || a.id - b.id)) {
    if (item.day - last > GAP) runs.push([]);
    runs.at(-1)?.push(item);
    last = item.day;
  }
  return runs;
}

function withReasons({ bank, books }: Pick<Group, 'bank' | 'books'>, what: 'references' | 'words', key: string): Group {
  const weight = Math.max(...bank.map((item) => item[what].get(key) ?? 0));
  const isReference = what === 'references';
  const reasons: Reason[] = [
    { kind: 'Sum', points: SOME, detail: String(bank.length + books.length) },
    ...roundness([...bank, ...books]),
    isReference
      ? { kind: 'Reference', points: referencePoints(weight * bank.length), detail: key }
      : { kind: 'Label', points: namePoints(weight), detail: key },
  ];
  return { bank, books, points: sum(reasons), reasons: reasons.filter(({ points }) => points !== 0) };
}
