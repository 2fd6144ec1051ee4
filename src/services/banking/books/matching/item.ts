/** Movements of both sides as matching weighs them: their texts read once, with what each word tells in this folder. */
import { dayNumber, type PlainDate } from '../../../kernel/dates.ts';
import type { Cents } from '../../../kernel/money.ts';
import type { Movement } from '../comparison/match.ts';
import type { BankMovement, BooksMovement } from '../comparison/sides.ts';
import { Namesakes, purposesOf } from './namesakes.ts';
import { NO_SERIES, type Series } from './series.ts';
import { bankText, booksText, knownOf, NO_INITIALS, type Text } from './texts.ts';
import { type Vocabulary, vocabularyOf, weightsOf } from './vocabulary.ts';

/** A line of the books with what its entry says beside it. */
export interface BooksSide extends BooksMovement {
  /** Names of the third parties opposite, blank apart. */
  readonly party: string;
  /** Documents that the counterpart is lettered with. */
  readonly lettered: readonly string[];
}

export interface Item {
  readonly id: number;
  readonly isBank: boolean;
  readonly date: PlainDate;
  readonly label: string;
  /** Document of a line; empty for a movement. */
  readonly docRef: string;
  readonly day: number;
  readonly amount: Cents;
  /** Words and references that both sides write, with their weight. */
  readonly words: ReadonlyMap<string, number>;
  readonly references: ReadonlyMap<string, number>;
  readonly kinds: ReadonlySet<string>;
  readonly series: Series;
  /** Words that this side alone writes. */
  readonly unknown: number;
  /** The letter that stands for a first name, by the name before it. */
  readonly initials: ReadonlyMap<string, string>;
  /** Words but those that many texts of this side have: names, among others. */
  readonly names: ReadonlySet<string>;
  readonly namesakes: Namesakes;
}

export interface Sides {
  readonly bank: readonly Item[];
  readonly books: readonly Item[];
}

export function itemsOf(bank: readonly BankMovement[], books: readonly BooksSide[]): Sides {
  const lines = books.map(({ label, party, docRef, lettered }) =>
    booksText(`${label} ${party}`, [docRef, ...lettered]),
  );
  const known = knownOf(lines);
  const movements = bank.map(({ label, details }) => bankText(`${label} ${details}`, known));
  const [ofBank, ofBooks] = withoutPurposes(movements, lines);
  const vocabulary = vocabularyOf(
    ofBank.map(({ words }) => words),
    ofBooks.map(({ words }) => words),
  );
  const references = weightsOf(
    ofBank.map((text) => text.references),
    ofBooks.map((text) => text.references),
  );
  const namesakes = new Namesakes([
    ...ofBank.map(({ words }) => new Set([...words].map(vocabulary.same))),
    ...ofBooks.map(({ words }) => words),
  ]);
  const weights = { vocabulary, references, namesakes };
  return {
    bank: bank.map((movement, at) => itemOf(movement, undefined, weights, ofBank[at])),
    books: books.map((line, at) => itemOf(line, line.docRef, weights, ofBooks[at])),
  };
}

/** A word that says what payments are for names nobody, on either side. */
function withoutPurposes(
  bank: readonly Text[],
  books: readonly Text[],
): readonly [bank: readonly Text[], books: readonly Text[]] {
  const purposes = new Set([bank, books].flatMap((side) => purposesOf(side.map(({ words }) => words))));
  if (purposes.size === 0) return [bank, books];
  const rid = (text: Text): Text => ({
    ...text,
    words: new Set([...text.words].filter((word) => !purposes.has(word))),
  });
  return [bank.map(rid), books.map(rid)];
}

interface Weights {
  readonly vocabulary: Vocabulary;
  readonly references: ReadonlyMap<string, number>;
  readonly namesakes: Namesakes;
}

const NOTHING: Text = {
  words: new Set(),
  references: new Set(),
  kinds: new Set(),
  series: NO_SERIES,
  initials: NO_INITIALS,
};

/** A movement has no document, a line has. Written out, not spread: a spread of tens of thousands takes seconds. */
function itemOf(
  { id, date, label, amount }: Movement,
  docRef: string | undefined,
  weights: Weights,
  text: Text = NOTHING,
): Item {
  const all = new Set([...text.words].map(weights.vocabulary.same));
  const words = known(all, weights.vocabulary.weight);
  return {
    id,
    isBank: docRef === undefined,
    date,
    label,
    docRef: docRef ?? '',
    day: dayNumber(date),
    amount,
    words,
    references: known(text.references, (each) => weights.references.get(each) ?? 0),
    kinds: text.kinds,
    series: text.series,
    unknown: all.size - words.size,
    initials: text.initials,
    names: all,
    namesakes: weights.namesakes,
  };
}

/** What both sides write, with its weight. */
function known(texts: Iterable<string>, weightOf: (text: string) => number): Map<string, number> {
  const weights = new Map<string, number>();
  for (const text of texts) {
    const weight = weightOf(text);
    if (weight > 0) weights.set(text, weight);
  }
  return weights;
}

/** Items by each of their keys. */
export function byEach(items: readonly Item[], keysOf: (item: Item) => Iterable<string>): Map<string, Item[]> {
  const map = new Map<string, Item[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const known = map.get(key);
      if (known) known.push(item);
      else map.set(key, [item]);
    }
  return map;
}
