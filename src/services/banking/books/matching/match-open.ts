/**
 * Open movements of the bank and open lines of the books: who belongs to whom, how sure that is, and why. The same data
 * give the same answer. In three steps: pairs, chosen so that the whole is best, that nothing else comes near to; groups,
 * of what is left; pairs again.
 */
import type { Cents } from '../../../kernel/money.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import { candidatesByAmount } from '../comparison/match.ts';
import type { BankMovement } from '../comparison/sides.ts';
import { assign } from './assignment.ts';
import { type Evidence, evidenceOf, type Rarity, raritiesOf, sum } from './evidence.ts';
import { fitOf } from './fit.ts';
import { findGroups } from './groups.ts';
import { type BooksSide, byEach, type Item, itemsOf, type Sides } from './item.ts';
import { type Lag, lagOf, PROMPT } from './lag.ts';

/** A link of this score may be made by nobody: strong, ahead of every other that it excludes, nothing left over. */
export const SURE = 70;
/** Points that a link is ahead of the next one, on both sides. */
const MARGIN = 12;
/** Taken off a payment that comes back. */
const REPEAT = -4;
/** A link with a difference waits for somebody. */
const WITH_DIFFERENCE = 60;
const MOST_ALTERNATIVES = 3;
/** Lines one movement is weighed against: of a thousand equal amounts, those whose place is nearest. */
const MOST_CANDIDATES = 17;
/** Movements, or lines, that share a word or a reference by which other amounts are looked at. */
const SHARED_BY = 5;

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

export interface Candidate extends Evidence {
  readonly bank: readonly Item[];
  readonly books: readonly Item[];
}

export function matchOpen(bank: readonly BankMovement[], books: readonly BooksSide[], maxDays: number): Match[] {
  const sides = itemsOf(bank, books);
  const rarityOf = raritiesOf(sides);
  const prompt = pairsOf(sides, rarityOf, maxDays, PROMPT);
  const lag = lagOf(prompt.filter(({ isNamed }) => isNamed));
  const pairs = lag === PROMPT ? prompt : pairsOf(sides, rarityOf, maxDays, lag);
  const rivalsOfPair = rivalsIn(pairs);
  const sure = best(pairs).filter((pair) => pair.points >= SURE && isSure(pair, rivalsOfPair(pair)));
  const taken = new Set(sure.flatMap(itemsIn));
  const isFree = (candidate: Candidate) => itemsIn(candidate).every((item) => !taken.has(item));
  const open = {
    bank: sides.bank.filter((item) => !taken.has(item)),
    books: sides.books.filter((item) => !taken.has(item)),
  };
  const groups = findGroups(open, rarityOf);
  const rivalsOfGroup = rivalsIn(groups);
  const rivals = (each: Candidate) => [...rivalsOfPair(each), ...rivalsOfGroup(each)].sort(byPoints);
  const chosen = strongerThan(best(pairs.filter(isFree)), groups).filter((group) => {
    const isChosen = isFree(group);
    if (isChosen) for (const item of itemsIn(group)) taken.add(item);
    return isChosen;
  });
  const rest = best(pairs.filter(isFree));
  return [
    ...sure.map((pair) => toMatch(pair, rivalsOfPair(pair))),
    ...[...chosen, ...rest].map((each) => toMatch(each, rivals(each))),
  ];
}

const itemsIn = ({ bank, books }: Candidate): readonly Item[] => [...bank, ...books];

/** Pairs of one amount within days, and pairs of any day and nearly one amount that share what few have. */
function pairsOf({ bank, books }: Sides, rarityOf: (amount: Cents) => Rarity, maxDays: number, lag: Lag): Candidate[] {
  const seen = new Map<Item, Set<Item>>(bank.map((item) => [item, new Set()]));
  const near = [...candidatesByAmount(bank, books, maxDays, MOST_CANDIDATES)].flat();
  return [...near, ...sharing('references', bank, books), ...sharing('words', bank, books)].flatMap((pair) => {
    const known = seen.get(pair.bank);
    if (known?.has(pair.books) || Math.abs(pair.bank.day - pair.books.day) > (pair.days ?? maxDays)) return [];
    const fit = fitOf(pair.bank.amount, pair.books.amount);
    if (!fit) return [];
    known?.add(pair.books);
    const evidence = evidenceOf(pair.bank, pair.books, fit, { rarity: rarityOf(pair.bank.amount), lag });
    return { bank: [pair.bank], books: [pair.books], ...evidence };
  });
}

/** Days a reference reaches: a cheque is cashed for a year and eight days. */
const REFERENCE_DAYS = 373;

const sharing = (what: 'references' | 'words', bank: readonly Item[], books: readonly Item[]) => {
  const lines = byEach(books, (item) => item[what].keys());
  return bank.flatMap((from) =>
    [...from[what]]
      .filter(([, weight]) => weight * SHARED_BY >= 1)
      .flatMap(([each]) => lines.get(each) ?? [])
      .map((to) => ({ bank: from, books: to, days: what === 'references' ? REFERENCE_DAYS : undefined })),
  );
};

/** The pairs whose points together are most. */
const best = (pairs: readonly Candidate[]): Candidate[] =>
  assign(
    pairs.flatMap((pair) => {
      const [from, to] = [pair.bank[0], pair.books[0]];
      return from && to ? [{ bank: from.id, books: to.id, weight: Math.max(1, pair.points), pair }] : [];
    }),
  ).map(({ pair }) => pair);

const byPoints = (a: Candidate, b: Candidate): number => b.points - a.points;

/** What shares a movement or a line with a candidate, best first. */
function rivalsIn(field: readonly Candidate[]): (candidate: Candidate) => Candidate[] {
  const byItem = new Map<Item, Candidate[]>();
  for (const candidate of field)
    for (const item of itemsIn(candidate)) {
      const known = byItem.get(item);
      if (known) known.push(candidate);
      else byItem.set(item, [candidate]);
    }
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
    .sort((a, b) => b.points - a.points || itemsIn(a).length - itemsIn(b).length);
}

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
