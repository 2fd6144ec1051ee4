/**
 * What speaks for a transaction and a line of the books, and against: points of 100.
 *
 * | points | for |
 * |---|---|
 * | 30 to 58 | the amount: the fewer open movements have it, the more; 8 of them for cents that are not round |
 * | -20 to 15 | days apart beyond what is usual in these books, one less a day; none taken off beside a reference that few have |
 * | 0 to 45 | a reference that both write: 45 when at most two movements of a side have it |
 * | -45 | the bank names a reference of other lines only, or another number of the line's series |
 * | 0 to 35 | words of both, by how few have them |
 * | -40 to 0 | names that differ; most when both sides know the two names |
 * | -5 | one name in common, which others of this folder bear: unless a person looks |
 */
import type { Cents } from '../../../kernel/money.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import type { Item, Sides } from './item.ts';
import { daysOff, type Lag } from './lag.ts';
import { differingNumber } from './series.ts';
import { referenceOf } from './texts.ts';

/** Movements and lines that may belong together, and what that is worth. */
export interface Candidate {
  readonly bank: readonly Item[];
  readonly books: readonly Item[];
  readonly points: number;
  readonly reasons: readonly Reason[];
  /** What it is worth against another: a name in short may stand for one in full. */
  readonly possible?: number;
  /** What a person weighs, and nobody else: points off. */
  readonly doubts?: readonly Reason[];
  /** Of one name, and without a reference, where the books lack lines of the amount. */
  readonly isBehind?: boolean;
}

/** What a pair says but for its days: how far apart is usual is learned from all pairs. */
export interface Signs extends Required<Pick<Candidate, 'doubts' | 'isBehind'>> {
  readonly bank: Item;
  readonly books: Item;
  readonly amount: Reason;
  readonly reference: Reason;
  readonly name: Reason;
  /** Points that a name in full would have more. */
  readonly inShort: number;
  /** The same amount and a telling name: whatever the day. */
  readonly isNamed: boolean;
}

/** Open movements of one amount, on the side that has more of them, and the share of those of the bank without a line. */
export interface Rarity {
  readonly count: number;
  readonly missing: number;
}

/** What is left over: `Exact` for nothing. */
export type Fit = 'Exact' | 'Cents' | 'Fee' | 'Typing';

const FEW = 2;
const SAME_DAY = 15;
const LATEST = -20;
/** Taken off an amount of which the books have no line at all. */
const MISSING = 12;
const REFERENCE = 45;
const OTHER_REFERENCE = -45;
const NAME = 35;
const NAMESAKE = -5;
/** Points from which a name in common tells who it is. */
const TELLING = 20;
/** Share of the movements of an amount without a line from which books are behind. */
const BEHIND = 0.25;
/** Words that one side alone writes count as one that only one movement has: a first name of another. */
const UNKNOWN = 1;
/** So many movements may have a word that counts in whole: a client of a dozen payments. */
const SHARED_BY = 12;
const FITS: Readonly<Record<Exclude<Fit, 'Exact'>, number>> = { Cents: 30, Fee: 25, Typing: 15 };

export function raritiesOf({ bank, books }: Sides): (amount: Cents) => Rarity {
  const [ofBank, ofBooks] = [countsOf(bank), countsOf(books)];
  return (amount) => {
    const [movements, lines] = [ofBank.get(amount) ?? 0, ofBooks.get(amount) ?? 0];
    return { count: Math.max(movements, lines), missing: movements > lines ? 1 - lines / movements : 0 };
  };
}

function countsOf(items: readonly Item[]): ReadonlyMap<Cents, number> {
  const counts = new Map<Cents, number>();
  for (const { amount } of items) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  return counts;
}

/** `[most movements of the amount, points]` */
const BY_RARITY = [
  [1, 50],
  [3, 40],
] as const;

/** Where lines of an amount are missing, the one that a movement belongs to may be among them. */
export function amountPoints(amount: Cents, { count, missing }: Rarity): number {
  const points = BY_RARITY.find(([most]) => count <= most)?.[1] ?? 30;
  return points + (count === 1 && amount % 100n !== 0n ? 8 : 0) - Math.round(MISSING * missing);
}

export const dayPoints = (days: number): number => Math.max(LATEST, SAME_DAY - days);

/** Sum of the weights of words, as points: all of them for a name that a dozen movements have. */
export const namePoints = (weight: number): number => Math.round(NAME * Math.min(1, SHARED_BY * weight));
export const referencePoints = (weight: number): number => Math.round(REFERENCE * Math.min(1, FEW * weight));

export function signsOf(bank: Item, books: Item, fit: Fit, rarity: Rarity): Signs {
  const reference = referenceReason(bank, books);
  const { shared, points, isContradicted } = nameEvidence(bank, books);
  const isNamed = shared.length > 0 && !isContradicted;
  const isBorneByOthers =
    reference.points < REFERENCE && shared.length === 1 && bank.namesakes.isBetween(bank.names, books.names);
  return {
    bank,
    books,
    amount:
      fit === 'Exact'
        ? { kind: 'Amount', points: amountPoints(bank.amount, rarity), detail: '' }
        : { kind: fit, points: FITS[fit], detail: '' },
    reference,
    name: { kind: points < 0 ? 'OtherName' : 'Label', points, detail: shared.join(' ') },
    inShort: isNamed ? NAME - points : 0,
    doubts: isBorneByOthers ? BORNE_BY_OTHERS : NO_DOUBT,
    isNamed: fit === 'Exact' && isNamed && points >= TELLING,
    isBehind: isNamed && reference.points <= 0 && rarity.missing >= BEHIND,
  };
}

export function evidenceOf(
  { bank, books, amount, reference, name, inShort, doubts, isBehind }: Signs,
  lag: Lag,
): Candidate {
  const days = books.day - bank.day;
  const byDay = dayPoints(daysOff(days, lag));
  const reasons: Reason[] = [
    amount,
    {
      kind: 'Days',
      points: reference.points >= REFERENCE ? Math.max(0, byDay) : byDay,
      detail: String(Math.abs(days)),
    },
    reference,
    name,
  ];
  const points = sum(reasons);
  return {
    bank: [bank],
    books: [books],
    points,
    reasons: reasons.filter((reason) => reason.points !== 0),
    possible: points + inShort,
    doubts,
    isBehind,
  };
}

const NO_DOUBT: readonly Reason[] = [];
const BORNE_BY_OTHERS: readonly Reason[] = [{ kind: 'Namesake', points: NAMESAKE, detail: '' }];

export const sum = (reasons: readonly Reason[]): number => reasons.reduce((total, { points }) => total + points, 0);

const NO_REFERENCE: Reason = { kind: 'Reference', points: 0, detail: '' };

/** The strongest that both write, else what the bank names and the line does not. */
function referenceReason(bank: Item, books: Item): Reason {
  const shared = strongestOf(bank.references, books.references);
  if (shared)
    return {
      kind: isWritten(shared, books) ? 'Reference' : 'Lettering',
      points: referencePoints(bank.references.get(shared) ?? 0),
      detail: shared,
    };
  const number = differingNumber(bank.series, books.series);
  if (number !== undefined) return { kind: 'OtherReference', points: OTHER_REFERENCE, detail: number };
  if (![...bank.references.values()].some((weight) => FEW * weight >= 1)) return NO_REFERENCE;
  return { kind: 'OtherReference', points: OTHER_REFERENCE, detail: [...bank.references.keys()].join(' ') };
}

function strongestOf(references: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): string | undefined {
  let strongest: string | undefined;
  let most = 0;
  for (const [each, weight] of references) if (weight > most && others.has(each)) [strongest, most] = [each, weight];
  return strongest;
}

/** By the line itself, not by what its counterpart is lettered with. */
const isWritten = (reference: string, { docRef, label }: Item): boolean =>
  [docRef, label].some((text) => text.includes(reference) || referenceOf(text) === reference);

interface Names {
  readonly shared: readonly string[];
  readonly points: number;
  readonly isContradicted: boolean;
}

/** Words in common count for, words that differ on both sides count against. */
export function nameEvidence(bank: Item, books: Item): Names {
  const shared = [...bank.words.keys()].filter((word) => books.words.has(word));
  const common = shared.reduce((total, word) => total + (bank.words.get(word) ?? 0), 0);
  const [ofBank, ofBooks] = [bank.weight - common, books.weight - common];
  const isOther = isOtherInitial(bank, books) || isOtherInitial(books, bank);
  const differing = isOther ? UNKNOWN : Math.min(ofBank + unknownOf(bank), ofBooks + unknownOf(books));
  const against = differing <= 1e-9 ? 0 : differing / (differing + common);
  const most = ofBank > 1e-9 && ofBooks > 1e-9 ? 40 : 30;
  return { shared, points: namePoints(common) - Math.round(most * against), isContradicted: against > 0 };
}

/** `DUPONT J` is no DUPONT MARIE. */
const isOtherInitial = ({ initials, names: own }: Item, { names }: Item): boolean =>
  initials.size > 0 &&
  [...initials].some(([name, letter]) => {
    const others = names.has(name) ? [...names].filter((word) => !own.has(word)) : [];
    return others.length > 0 && !others.some((word) => word.startsWith(letter));
  });

const unknownOf = ({ unknown }: Item): number => (unknown > 0 ? UNKNOWN : 0);
