/**
 * Groups: one movement to several lines, several to one, several to several. Sums are searched among movements that share
 * a reference, a name or a day, never among all; `SUM_BOUNDS` says how far.
 */

import { groupBy } from '../../../kernel/group-by.ts';
import type { Cents } from '../../../kernel/money.ts';
import { eachInTurns } from '../../../kernel/turns.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import { dayPoints, nameEvidence, namePoints, type Rarity, referencePoints, sum } from './evidence.ts';
import { fitOf } from './fit.ts';
import { byEach, type Item, type Sides } from './item.ts';
import { isSomeSum, onlyStretch, onlySum, SUM_BOUNDS } from './sums.ts';

export interface Group {
  readonly bank: readonly Item[];
  readonly books: readonly Item[];
  readonly points: number;
  readonly reasons: readonly Reason[];
}

/** All of the movements that share something, or some of them: fewer could add up by chance. */
const [WHOLE, SOME, SOME_OF_MANY] = [55, 40, 25];
const MANY = 8;
const [DOCUMENT, KIND, UNNAMED, OTHER, ROUND] = [20, 8, -15, -30, -15];
/** Taken off where the books have none of the lines that the bank's movements of an amount want. */
const WANTED = 60;
/** Days around that members are looked for, by what they share. */
const AROUND = { Reference: 120, Document: 45, Label: 45, Kind: 5, Unnamed: 3 } as const;
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
  /** Of a pool of one day: it is taken whole. */
  readonly bundle?: Bundle;
}

export async function findGroups({ bank, books }: Sides, rarityOf: (amount: Cents) => Rarity): Promise<Group[]> {
  return bestOfEach([
    ...(await severalFor(bank, books)).map(({ one, members, ...rest }) =>
      wanted({ ...rest, bank: [one], books: members }, rarityOf),
    ),
    ...(await severalFor(books, bank)).map(({ one, members, ...rest }) => ({ ...rest, bank: members, books: [one] })),
    ...(await severalToSeveral(bank, books)),
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
async function bestOfEach(groups: readonly Group[]): Promise<Group[]> {
  const best = new Map<string, Group>();
  await eachInTurns(groups, (group) => {
    const key = [group.bank, group.books].map((side) => side.map(({ id }) => id).sort((a, b) => a - b)).join('/');
    const known = best.get(key);
    if (!known || known.points < group.points) best.set(key, group);
  });
  return [...best.values()];
}

interface Several {
  readonly one: Item;
  readonly members: readonly Item[];
  readonly points: number;
  readonly reasons: readonly Reason[];
}

async function severalFor(ones: readonly Item[], others: readonly Item[]): Promise<Several[]> {
  if (others.length < 2) return [];
  const index = indexOf(others);
  const counts = new Map<string, number>();
  for (const { references } of ones)
    for (const each of references.keys()) counts.set(each, (counts.get(each) ?? 0) + 1);
  const several: Several[] = [];
  await eachInTurns(ones, (one) => {
    for (const pool of poolsFor(one, index, counts)) {
      const found = membersOf(one, pool);
      if (found) several.push(severalOf(one, pool, found));
    }
  });
  return several;
}

interface Index {
  readonly references: ReadonlyMap<string, readonly Item[]>;
  readonly documents: ReadonlyMap<string, readonly Item[]>;
  readonly words: ReadonlyMap<string, readonly Item[]>;
  readonly days: ReadonlyMap<number, Day>;
}

const indexOf = (items: readonly Item[]): Index => ({
  references: byEach(items, ({ references }) => references.keys()),
  documents: byEach(items, ({ documents }) => documents),
  words: byEach(items, ({ words }) => words.keys()),
  days: new Map([...groupBy(items, ({ day }) => day)].map(([day, all]) => [day, dayOf(all)])),
});

/** Movements of a day, and those of each kind, added up once: each of the days around asks for them. */
interface Day {
  readonly all: Bundle;
  readonly kinds: ReadonlyMap<string, Bundle>;
}

const dayOf = (items: readonly Item[]): Day => ({
  all: bundleOf(items),
  kinds: new Map([...byEach(items, ({ kinds }) => kinds)].map(([kind, members]) => [kind, bundleOf(members)])),
});

/** Movements and those of each sign, with what they come to. */
interface Bundle {
  readonly all: Whole;
  readonly gains: Whole;
  readonly losses: Whole;
}

interface Whole {
  readonly members: readonly Item[];
  readonly total: Cents;
}

const bundleOf = (items: readonly Item[]): Bundle => ({
  all: wholeOf(items),
  gains: wholeOf(items.filter(({ amount }) => amount >= 0n)),
  losses: wholeOf(items.filter(({ amount }) => amount < 0n)),
});

const wholeOf = (members: readonly Item[]): Whole => ({ members, total: totalOf(members) });
const totalOf = (items: readonly Item[]): Cents => items.reduce((total, { amount }) => total + amount, 0n);

function* poolsFor(
  one: Item,
  { references, documents, words, days }: Index,
  counts: ReadonlyMap<string, number>,
): Generator<Pool> {
  const near = (members: readonly Item[], by: Pool['by']) =>
    members.filter(({ day }) => Math.abs(day - one.day) <= AROUND[by]);
  const named = [...one.references.keys()];
  if (named.length > 0) {
    const members = new Set(named.flatMap((each) => references.get(each) ?? []));
    const points = Math.max(...named.map((each) => referencePoints(1 / (counts.get(each) ?? 1))));
    yield { by: 'Reference', points, detail: named.join(' '), members: near([...members], 'Reference') };
  }
  for (const document of one.documents)
    yield {
      by: 'Document',
      points: DOCUMENT,
      detail: document,
      members: near(documents.get(document) ?? [], 'Document'),
    };
  for (const [word, weight] of one.words) {
    const points = namePoints(weight);
    if (points > 0) yield { by: 'Label', points, detail: word, members: near(words.get(word) ?? [], 'Label') };
  }
  for (let day = one.day - AROUND.Kind; day <= one.day + AROUND.Kind; day++) {
    const { all, kinds } = days.get(day) ?? NOTHING;
    for (const kind of one.kinds) yield ofDay('Kind', KIND, kind, kinds.get(kind));
    if (Math.abs(day - one.day) <= AROUND.Unnamed) yield ofDay('Unnamed', UNNAMED, '', all);
  }
}

const NOTHING: Day = dayOf([]);

const ofDay = (by: Pool['by'], points: number, detail: string, bundle = NOTHING.all): Pool => ({
  by,
  points,
  detail,
  members: bundle.all.members,
  bundle,
});

interface Members {
  readonly members: readonly Item[];
  readonly points: number;
  readonly kind: 'Sum' | 'Cents' | 'Fee';
}

/** Of a pool, all that is of both signs or of one, all of a day, what follows each other, or the only sum. */
function membersOf(one: Item, { by, members, bundle }: Pool): Members | undefined {
  if (members.length < 2 || members.length > MOST_MEMBERS) return undefined;
  if (bundle) return wholeFor(one, [bundle.all, one.amount < 0n ? bundle.losses : bundle.gains]);
  const same = members.filter(({ amount }) => amount < 0n === one.amount < 0n);
  const days = groupBy(same, ({ day }) => day).values();
  const whole = wholeFor(one, [members, same, ...days].map(wholeOf));
  if (by === 'Label') return whole ?? someFor(one, by, same);
  return whole ?? stretchFor(one, same) ?? (by === 'Reference' ? someFor(one, by, same) : undefined);
}

function wholeFor(one: Item, wholes: readonly Whole[]): Members | undefined {
  const whole = wholes.find(({ members, total }) => members.length > 1 && total === one.amount);
  return whole && { members: whole.members, points: WHOLE, kind: 'Sum' };
}

/** Of movements that bear one reference month after month, those since the last time. */
function stretchFor(one: Item, members: readonly Item[]): Members | undefined {
  const stretch = onlyStretch(
    members.filter(({ day }) => day <= one.day && one.day - day <= AROUND.Document),
    one.amount,
  );
  return stretch && { members: stretch, points: SOME, kind: 'Sum' };
}

function someFor(one: Item, by: Pool['by'], members: readonly Item[]): Members | undefined {
  const nearest = members
    .toSorted((a, b) => Math.abs(a.day - one.day) - Math.abs(b.day - one.day) || a.id - b.id)
    .slice(0, SUM_BOUNDS.movements);
  const some = onlySum(nearest, one.amount);
  if (some) return { members: some, points: members.length > MANY ? SOME_OF_MANY : SOME, kind: 'Sum' };
  return by === 'Reference' && members.length > 1 ? withDifference(one, members) : undefined;
}

/** A batch of which the bank kept a fee, or that was rounded. */
function withDifference(one: Item, members: readonly Item[]): Members | undefined {
  if (!one.isBank) return undefined;
  const kind = fitOf(one.amount, totalOf(members));
  return kind === 'Cents' || kind === 'Fee' ? { members, points: SOME, kind } : undefined;
}

function severalOf(one: Item, { by, points, detail }: Pool, found: Members): Several {
  const days = Math.max(...found.members.map(({ day }) => Math.abs(day - one.day)));
  const isReference = by === 'Reference' || by === 'Document';
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
async function severalToSeveral(bank: readonly Item[], books: readonly Item[]): Promise<Group[]> {
  if (bank.length < 2 || books.length < 2) return [];
  const groups: Group[] = [];
  for (const what of ['references', 'words'] as const) {
    const lines = byEach(books, (item) => item[what].keys());
    await eachInTurns(
      byEach(bank, (item) => item[what].keys()),
      ([key, movements]) => {
        const own = lines.get(key) ?? [];
        if (movements.length < 2 || own.length < 2) return;
        for (const run of runsOf([...movements, ...own])) {
          const group = { bank: run.filter(({ isBank }) => isBank), books: run.filter(({ isBank }) => !isBank) };
          if (isGroup(group)) groups.push(withReasons(group, what, key));
        }
      },
    );
  }
  return groups;
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
