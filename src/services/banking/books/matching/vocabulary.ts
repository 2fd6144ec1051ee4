/**
 * How much a word or a reference tells in one folder: one that few movements and few lines have is strong, one that most
 * have is nothing. A word that one side alone writes joins nothing, unless it is one of the other side cut short or
 * typed wrong.
 */
import { eachInTurns } from '../../../kernel/turns.ts';

export type Words = ReadonlySet<string>;
type Counts = ReadonlyMap<string, number>;

/** Of what both sides write: one over the number of those that have it, on the side that has it most. */
export function weightsOf(bank: Counts, books: Counts): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const [word, count] of bank) {
    const other = books.get(word);
    if (other !== undefined) weights.set(word, 1 / Math.max(count, other));
  }
  return weights;
}

/** The texts of a side as their words, and how many texts have each. */
export interface Side {
  readonly texts: readonly Words[];
  readonly counts: Counts;
}

export async function sideOf(texts: readonly Words[]): Promise<Side> {
  const counts = new Map<string, number>();
  await eachInTurns(texts, (words) => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  });
  return { texts, counts };
}

export function without({ texts, counts }: Side, words: Words): Side {
  if (words.size === 0) return { texts, counts };
  const isLeft = (word: string) => !words.has(word);
  return {
    texts: texts.map((text) => ([...text].every(isLeft) ? text : new Set([...text].filter(isLeft)))),
    counts: new Map([...counts].filter(([word]) => isLeft(word))),
  };
}

/** The bank's texts with its words as the books write them. */
export async function asTheBooksWrite(bank: Side, books: Side): Promise<Side> {
  const aliases = await aliasesOf(bank.counts, books.counts);
  if (aliases.size === 0) return bank;
  const isAlias = (word: string) => aliases.has(word);
  return sideOf(
    bank.texts.map((words) =>
      [...words].some(isAlias) ? new Set(Array.from(words, (word) => aliases.get(word) ?? word)) : words,
    ),
  );
}

/** Shorter words differ by one letter from too many others. */
const SHORTEST = 5;
/** Banks cut long words. */
const CUT = 6;

/** Words of the bank that the books do not have, with the only one of the books that the bank does not have and that is nearly it. */
async function aliasesOf(bank: Counts, books: Counts): Promise<ReadonlyMap<string, string>> {
  const near = new Map<string, string>();
  await eachInTurns(books.keys(), (word) => {
    if (word.length < SHORTEST || bank.has(word)) return;
    for (const form of formsOf(word)) near.set(form, near.has(form) && near.get(form) !== word ? SEVERAL : word);
  });
  const aliases = new Map<string, string>();
  await eachInTurns(bank.keys(), (word) => {
    if (word.length < SHORTEST || books.has(word)) return;
    const found = new Set(formsOf(word).flatMap((form) => near.get(form) ?? []));
    const [only = SEVERAL] = found;
    if (only !== SEVERAL && found.size === 1) aliases.set(word, only);
  });
  return aliases;
}

/** In place of a word, where several are: no word is empty. */
const SEVERAL = '';

/** Two words that share one of these differ by a letter, or begin alike. */
const formsOf = (word: string): string[] => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)),
  ...(word.length >= CUT ? [`${word.slice(0, CUT)}…`] : []),
];
