/** Movements of both sides as matching weighs them: their texts read once, with what each word tells in this folder. */
import { dayNumber, type PlainDate } from '../../../kernel/dates.ts';
import type { Cents } from '../../../kernel/money.ts';
import type { Movement } from '../comparison/match.ts';
import type { BankMovement, BooksMovement } from '../comparison/sides.ts';
import { bankText, booksText, type Text } from './texts.ts';
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
  /** Words that this side alone writes. */
  readonly unknown: number;
}

export interface Sides {
  readonly bank: readonly Item[];
  readonly books: readonly Item[];
}

export function itemsOf(bank: readonly BankMovement[], books: readonly BooksSide[]): Sides {
  const ofBooks = books.map(({ label, party, docRef, lettered }) =>
    booksText(`${label} ${party}`, [docRef, ...lettered]),
  );
  const known = new Set(ofBooks.flatMap(({ references }) => [...references]));
  const ofBank = bank.map(({ label, details }) => bankText(`${label} ${details}`, known));
  const vocabulary = vocabularyOf(
    ofBank.map(({ words }) => words),
    ofBooks.map(({ words }) => words),
  );
  const references = weightsOf(
    ofBank.map((text) => text.references),
    ofBooks.map((text) => text.references),
  );
  const weigh = (item: Named, text: Text = NOTHING): Item => ({ ...item, ...weighed(text, vocabulary, references) });
  return {
    bank: bank.map((movement, at) => weigh(named(movement, true), ofBank[at])),
    books: books.map((line, at) => weigh({ ...named(line, false), docRef: line.docRef }, ofBooks[at])),
  };
}

type Named = Omit<Item, 'words' | 'references' | 'kinds' | 'unknown'>;

const NOTHING: Text = { words: new Set(), references: new Set(), kinds: new Set() };

const named = ({ id, date, label, amount }: Movement, isBank: boolean): Named => ({
  id,
  isBank,
  date,
  label,
  docRef: '',
  day: dayNumber(date),
  amount,
});

function weighed(text: Text, vocabulary: Vocabulary, weights: ReadonlyMap<string, number>): Omit<Item, keyof Named> {
  const all = new Set([...text.words].map(vocabulary.same));
  const words = known(all, vocabulary.weight);
  const references = known(text.references, (each) => weights.get(each) ?? 0);
  return { words, references, kinds: text.kinds, unknown: all.size - words.size };
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
