/**
 * Open movements of the bank and open lines of the books: who belongs to whom, how sure that is, and why. The same data
 * give the same answer. In three steps: pairs, chosen so that the whole is best, that nothing else comes near to; groups,
 * of what is left; pairs again.
 */
import type { Cents } from '../../../kernel/money.ts';
import { eachInTurns, mapInTurns } from '../../../kernel/turns.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import type { BankMovement } from '../comparison/sides.ts';
import { assign } from './assignment.ts';
import { type Candidate, raritiesOf, sum } from './evidence.ts';
import { findGroups } from './groups.ts';
import { type BooksSide, type Item, itemsOf } from './item.ts';
import { pairsOf } from './pairs.ts';

/** A link of this score may be made by nobody: strong, ahead of every other that it excludes, nothing left over. */
export const SURE = 70;
/** Points that a link is ahead of the next one, on both sides. */
const MARGIN = 12;
/** Taken off a payment that comes back. */
const REPEAT = -4;
/** A link with a difference waits for a person. */
const WITH_DIFFERENCE = 60;
const MOST_ALTERNATIVES = 3;

export interface Match {
  /** Identifiers of the movements, and of the lines. */
  readonly bank: readonly number[];
  readonly books: readonly number[];
  /** Bank less books. */
  readonly difference: Cents;
  /** Of 100. */
  readonly score: number;
  readonly reasons: readonly Reason[];
  /** What else the same movements or lines may belong to, best first. */
  readonly alternatives: readonly Alternative[];
}

export type Alternative = Pick<Match, 'bank' | 'books' | 'score'>;

export async function matchOpen(
  bank: readonly BankMovement[],
  books: readonly BooksSide[],
  maxDays: number,
): Promise<Match[]> {
  const sides = await itemsOf(bank, books);
  const rarityOf = raritiesOf(sides);
  const pairs = await pairsOf(sides, rarityOf, maxDays);
  const rivalsOfPair = await rivalsIn(pairs);
  const sure: Candidate[] = [];
  await eachInTurns(await best(pairs), (pair) => {
    if (pair.points >= SURE && isSure(pair, rivalsOfPair(pair))) sure.push(pair);
  });
  const taken = new Set(sure.flatMap(itemsIn));
  const isOpen = (item: Item) => !taken.has(item);
  const isFree = (candidate: Candidate) => candidate.bank.every(isOpen) && candidate.books.every(isOpen);
  const open = {
    bank: sides.bank.filter(isOpen),
    books: sides.books.filter(isOpen),
  };
  const groups = await findGroups(open, rarityOf);
  const rivalsOfGroup = await rivalsIn(groups);
  const rivals = (each: Candidate) => [...rivalsOfPair(each), ...rivalsOfGroup(each)].sort(byPoints);
  const left = await best(pairs.filter(isFree));
  const chosen = strongerThan(left, groups).filter((group) => {
    const isChosen = isFree(group);
    if (isChosen) for (const item of itemsIn(group)) taken.add(item);
    return isChosen;
  });
  const rest = chosen.length === 0 ? left : await best(pairs.filter(isFree));
  return [
    ...(await mapInTurns(sure, (pair) => toMatch(pair, rivalsOfPair(pair)))),
    ...(await mapInTurns([...chosen, ...rest], (each) => toMatch(each, rivals(each)))),
  ];
}

const itemsIn = ({ bank, books }: Candidate): readonly Item[] => [...bank, ...books];

/** The pairs whose points together are most. */
async function best(pairs: readonly Candidate[]): Promise<Candidate[]> {
  const edges = pairs.flatMap((pair) => {
    const [from, to] = [pair.bank[0], pair.books[0]];
    return from && to ? [{ bank: from.id, books: to.id, weight: Math.max(1, pair.points), pair }] : [];
  });
  return (await assign(edges)).map(({ pair }) => pair);
}

const byPoints = (a: Candidate, b: Candidate): number => b.points - a.points;

/** What shares a movement or a line with a candidate, best first. */
async function rivalsIn(field: readonly Candidate[]): Promise<(candidate: Candidate) => Candidate[]> {
  const byItem = new Map<Item, Candidate[]>();
  await eachInTurns(field, (candidate) => {
    for (const item of itemsIn(candidate)) {
      const known = byItem.get(item);
      if (known) known.push(candidate);
      else byItem.set(item, [candidate]);
    }
  });
  return (candidate) => {
    const found = new Set(itemsIn(candidate).flatMap((item) => byItem.get(item) ?? []));
    found.delete(candidate);
    return [...found].sort(byPoints);
  };
}

const isExact = (candidate: Candidate): boolean => differenceOf(candidate) === 0n;
/** Nothing that a candidate excludes may come near to it, were that all that it can be. */
const isAhead = ({ points }: Candidate, rivals: readonly Candidate[]): boolean =>
  rivals.every(({ points: other, possible = other }) => points - possible >= MARGIN);

/** Of payments of one name and amount that come back, the one that a line belongs to may lack in books that are behind. */
const doubtsOf = (candidate: Candidate, rivals: readonly Candidate[]): readonly Reason[] =>
  candidate.isBehind && rivals.some(({ isBehind }) => isBehind)
    ? [...(candidate.doubts ?? []), { kind: 'Repeat', points: REPEAT, detail: '' }]
    : (candidate.doubts ?? []);

const isSure = (pair: Candidate, rivals: readonly Candidate[]): boolean =>
  isExact(pair) && pair.points + sum(doubtsOf(pair, rivals)) >= SURE && isAhead(pair, rivals);

/** Groups that say more than the pairs that their movements and lines would make, strongest first. */
function strongerThan(pairs: readonly Candidate[], groups: readonly Candidate[]): Candidate[] {
  const points = new Map(pairs.flatMap((pair) => itemsIn(pair).map((item) => [item, pair.points])));
  return groups
    .filter((group) => itemsIn(group).every((item) => group.points > (points.get(item) ?? 0)))
    .sort((a, b) => worthOf(b) - worthOf(a) || b.points - a.points || itemsIn(a).length - itemsIn(b).length);
}

/** What leaves a difference says less than its evidence: a set that adds up to the cent, as well named, goes first. */
const worthOf = (candidate: Candidate): number =>
  isExact(candidate) ? candidate.points : Math.min(candidate.points, WITH_DIFFERENCE);

const differenceOf = ({ bank, books }: Candidate): Cents => totalOf(bank) - totalOf(books);
const totalOf = (items: readonly Item[]): Cents => items.reduce((total, { amount }) => total + amount, 0n);

const idsOf = (items: readonly Item[]): number[] => items.map(({ id }) => id);

const clamp = (points: number): number => Math.max(0, Math.min(100, points));

function toMatch(candidate: Candidate, rivals: readonly Candidate[]): Match {
  const { bank, books, points, reasons } = candidate;
  const doubts: Reason[] = [];
  let score = clamp(points);
  const lower = (kind: Reason['kind'], to: number) => {
    if (to >= score) return;
    doubts.push({ kind, points: to - score, detail: '' });
    score = to;
  };
  for (const doubt of doubtsOf(candidate, rivals)) lower(doubt.kind, clamp(score + doubt.points));
  if (!isExact(candidate)) lower('Difference', WITH_DIFFERENCE);
  const ahead = points - (rivals[0]?.points ?? 0);
  if (!isAhead(candidate, rivals)) lower('Rival', clamp(SURE - 1 - Math.max(0, MARGIN - ahead)));
  return {
    bank: idsOf(bank),
    books: idsOf(books),
    difference: differenceOf(candidate),
    score,
    reasons: [...reasons, ...doubts],
    alternatives: rivals.slice(0, MOST_ALTERNATIVES).map((other) => ({
      bank: idsOf(other.bank),
      books: idsOf(other.books),
      score: clamp(other.points),
    })),
  };
}
