/**
 * How much a word or a reference tells in one folder: one that few movements and few lines have is strong, one that most
 * have is nothing. A word that one side alone writes joins nothing, unless it is one of the other side cut short or
 * typed wrong.
 */
export interface Vocabulary {
  /** The word as the other side writes it. */
  same(word: string): string;
  /** 1 for what one movement and one line have; 0 for what one side alone writes. */
  weight(word: string): number;
}

type Words = ReadonlySet<string>;

export function vocabularyOf(bank: readonly Words[], books: readonly Words[]): Vocabulary {
  const ofBooks = countsOf(books);
  const ofBank = countsOf(bank);
  const aliases = aliasesOf(ofBank, ofBooks);
  const same = (word: string) => aliases.get(word) ?? word;
  const weights = weightsOf(
    bank.map((words) => new Set([...words].map(same))),
    books,
  );
  return { same, weight: (word) => weights.get(word) ?? 0 };
}

/** Of what both sides write: one over the number of those that have it, on the side that has it most. */
export function weightsOf(bank: readonly Words[], books: readonly Words[]): ReadonlyMap<string, number> {
  const ofBooks = countsOf(books);
  const weights = new Map<string, number>();
  for (const [word, count] of countsOf(bank)) {
    const other = ofBooks.get(word);
    if (other !== undefined) weights.set(word, 1 / Math.max(count, other));
  }
  return weights;
}

function countsOf(texts: readonly Words[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Shorter words differ by one letter from too many others. */
const SHORTEST = 5;
/** Banks cut long words. */
const CUT = 6;

/** Words of the bank that the books do not have, with the only one of the books that the bank does not have and that is nearly it. */
function aliasesOf(bank: ReadonlyMap<string, number>, books: ReadonlyMap<string, number>): Map<string, string> {
  const near = new Map<string, Set<string>>();
  for (const word of books.keys()) {
    if (word.length < SHORTEST || bank.has(word)) continue;
    for (const form of formsOf(word)) near.set(form, (near.get(form) ?? new Set()).add(word));
  }
  const aliases = new Map<string, string>();
  for (const word of bank.keys()) {
    if (word.length < SHORTEST || books.has(word)) continue;
    const found = new Set(formsOf(word).flatMap((form) => [...(near.get(form) ?? [])]));
    const [only] = found;
    if (only !== undefined && found.size === 1) aliases.set(word, only);
  }
  return aliases;
}

/** Two words that share one of these differ by a letter, or begin alike. */
const formsOf = (word: string): string[] => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)),
  ...(word.length >= CUT ? [`${word.slice(0, CUT)}…`] : []),
];
