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

export interface Evidence {
  readonly points: number;
  readonly reasons: readonly Reason[];
  /** What it is worth against another: a name in short may stand for one in full. */
  readonly possible?: number;
  /** What a person weighs, and nobody else: points off. */
  readonly doubts?: readonly Reason[];
  /** The same amount and a telling name: whatever the day. */
  readonly isNamed?: boolean;
  /** Of one name, and without a reference, where the books lack lines of the amount. */
  readonly isBehind?: boolean;
}

/** Open movements of one amount, on the side that has more of them, and the share of those of the bank without a line. */
export interface Rarity {
  readonly count: number;
  readonly missing: number;
}

/** What is known of the folder's movements, not of two alone. */
export interface Surroundings {
  readonly rarity: Rarity;
  readonly lag: Lag;
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

export function evidenceOf(bank: Item, books: Item, fit: Fit, { rarity, lag }: Surroundings): Evidence {
  const { reference, found } = referenceEvidence(bank, books);
  const days = books.day - bank.day;
  const byDay = dayPoints(daysOff(days, lag));
  const { shared, points: names, isContradicted } = nameEvidence(bank, books);
  const isNamed = shared.length > 0 && !isContradicted;
  const named = [books.docRef, books.label].some(
    (text) => found !== undefined && (referenceOf(text) === found || text.includes(found)),
  );
  const reasons: Reason[] = [
    {
      kind: fit === 'Exact' ? 'Amount' : fit,
      points: fit === 'Exact' ? amountPoints(bank.amount, rarity) : FITS[fit],
      detail: '',
    },
    {
      kind: 'Days',
      points: reference >= REFERENCE ? Math.max(0, byDay) : byDay,
      detail: String(Math.abs(days)),
    },
    reference < 0
      ? { kind: 'OtherReference', points: reference, detail: found ?? [...bank.references.keys()].join(' ') }
      : { kind: named ? 'Reference' : 'Lettering', points: reference, detail: found ?? '' },
    { kind: names < 0 ? 'OtherName' : 'Label', points: names, detail: shared.join(' ') },
  ];
  const points = sum(reasons);
  const isBorneByOthers =
    reference < REFERENCE && shared.length === 1 && bank.namesakes.isBetween(bank.names, books.names);
  return {
    points,
    reasons: reasons.filter((reason) => reason.points !== 0),
    possible: isNamed ? points + NAME - names : points,
    doubts: isBorneByOthers ? [BORNE_BY_OTHERS] : NO_DOUBT,
    isNamed: fit === 'Exact' && isNamed && names >= TELLING,
    isBehind: isNamed && reference <= 0 && rarity.missing >= BEHIND,
  };
}

const NO_DOUBT: readonly Reason[] = [];
const BORNE_BY_OTHERS: Reason = { kind: 'Namesake', points: NAMESAKE, detail: '' };

export const sum = (reasons: readonly Reason[]): number => reasons.reduce((total, { points }) => total + points, 0);

function referenceEvidence(bank: Item, books: Item): { readonly reference: number; readonly found?: string } {
  const [best] = [...bank.references].filter(([each]) => books.references.has(each)).sort((a, b) => b[1] - a[1]);
  if (best) return { reference: referencePoints(best[1]), found: best[0] };
  const other = differingNumber(bank.series, books.series);
  if (other !== undefined) return { reference: OTHER_REFERENCE, found: other };
  return { reference: [...bank.references.values()].some((weight) => FEW * weight >= 1) ? OTHER_REFERENCE : 0 };
}

interface Names {
  readonly shared: readonly string[];
  readonly points: number;
  readonly isContradicted: boolean;
}

/** Words in common count for, words that differ on both sides count against. */
export function nameEvidence(bank: Item, books: Item): Names {
  const shared = [...bank.words.keys()].filter((word) => books.words.has(word));
  const common = shared.reduce((total, word) => total + (bank.words.get(word) ?? 0), 0);
  const [ofBank, ofBooks] = [weightOf(bank) - common, weightOf(books) - common];
  const isOther = isOtherInitial(bank, books) || isOtherInitial(books, bank);
  const differing = isOther ? UNKNOWN : Math.min(ofBank + unknownOf(bank), ofBooks + unknownOf(books));
  const against = differing <= 1e-9 ? 0 : differing / (differing + common);
  const most = ofBank > 1e-9 && ofBooks > 1e-9 ? 40 : 30;
  return { shared, points: namePoints(common) - Math.round(most * against), isContradicted: against > 0 };
}

/** `DUPONT J` is no DUPONT MARIE. */
const isOtherInitial = ({ initials, names: own }: Item, { names }: Item): boolean =>
  [...initials].some(([name, letter]) => {
    const others = names.has(name) ? [...names].filter((word) => !own.has(word)) : [];
    return others.length > 0 && !others.some((word) => word.startsWith(letter));
  });

const unknownOf = ({ unknown }: Item): number => (unknown > 0 ? UNKNOWN : 0);

const weightOf = ({ words }: Item): number => [...words.values()].reduce((total, weight) => total + weight, 0);
