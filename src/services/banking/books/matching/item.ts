/** Movements of both sides as matching weighs them: their texts read once, with what each word tells in this folder. */
import { dayNumber, type PlainDate } from '../../../kernel/dates.ts';
import type { Cents } from '../../../kernel/money.ts';
import { mapInTurns } from '../../../kernel/turns.ts';
import type { Movement } from '../comparison/match.ts';
import type { BankMovement, BooksMovement } from '../comparison/sides.ts';
import { Namesakes, purposesOf } from './namesakes.ts';
import { NO_SERIES, type Series } from './series.ts';
import { bankText, booksText, knownOf, NO_INITIALS, type Text } from './texts.ts';
import { asTheBooksWrite, type Side, sideOf, type Words, weightsOf, without } from './vocabulary.ts';

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
  /** Sum of the weights of the words. */
  readonly weight: number;
  readonly references: ReadonlyMap<string, number>;
  /** Short documents: of a movement, those that lines bear. */
  readonly documents: ReadonlySet<string>;
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

export async function itemsOf(bank: readonly BankMovement[], books: readonly BooksSide[]): Promise<Sides> {
  const lines = await mapInTurns(books, ({ label, party, docRef, lettered }) =>
    booksText(`${label} ${party}`, [docRef, ...lettered]),
  );
  const known = await knownOf(lines);
  const movements = await mapInTurns(bank, ({ label, details }) => bankText(`${label} ${details}`, known));
  const [named, ofBooks] = withoutPurposes(await sideOf(movements.map(wordsOf)), await sideOf(lines.map(wordsOf)));
  const ofBank = await asTheBooksWrite(named, ofBooks);
  const [cited, written] = [await sideOf(movements.map(referencesOf)), await sideOf(lines.map(referencesOf))];
  const telling = {
    words: weightsOf(ofBank.counts, ofBooks.counts),
    references: weightsOf(cited.counts, written.counts),
    namesakes: new Namesakes([...ofBank.texts, ...ofBooks.texts]),
  };
  return {
    bank: await mapInTurns(bank, (movement, at) => itemOf(movement, telling, movements[at], ofBank.texts[at])),
    books: await mapInTurns(books, (line, at) => itemOf(line, telling, lines[at], ofBooks.texts[at])),
  };
}

const wordsOf = ({ words }: Text): Words => words;
const referencesOf = ({ references }: Text): Words => references;

/** A word that says what payments are for names nobody, on either side. */
function withoutPurposes(bank: Side, books: Side): readonly [bank: Side, books: Side] {
  const purposes = new Set([bank, books].flatMap(purposesOf));
  return [without(bank, purposes), without(books, purposes)];
}

const NOTHING: Text = {
  words: new Set(),
  references: new Set(),
  documents: new Set(),
  kinds: new Set(),
  series: NO_SERIES,
  initials: NO_INITIALS,
};

/** What words and references tell in this folder. */
interface Telling {
  readonly words: ReadonlyMap<string, number>;
  readonly references: ReadonlyMap<string, number>;
  readonly namesakes: Namesakes;
}

/** A movement has no document, a line has. Written out, not spread: a spread of tens of thousands takes seconds. */
function itemOf(
  { id, date, label, amount, docRef }: Movement & { readonly docRef?: string },
  telling: Telling,
  { references, documents, kinds, series, initials }: Text = NOTHING,
  names: Words = NOTHING.words,
): Item {
  const words = toldBy(names, telling.words);
  return {
    id,
    isBank: docRef === undefined,
    date,
    label,
    docRef: docRef ?? '',
    day: dayNumber(date),
    amount,
    words,
    weight: [...words.values()].reduce((total, weight) => total + weight, 0),
    references: toldBy(references, telling.references),
    documents,
    kinds,
    series,
    unknown: names.size - words.size,
    initials,
    names,
    namesakes: telling.namesakes,
  };
}

/** Those that both sides write, with their weight. */
function toldBy(texts: Words, weights: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const told = new Map<string, number>();
  for (const text of texts) {
    const weight = weights.get(text);
    if (weight !== undefined) told.set(text, weight);
  }
  return told;
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
