/** Names that several parties of a folder bear, as those of one family do: such a name alone tells none of them. */
import type { Side, Words } from './vocabulary.ts';

export class Namesakes {
  readonly #texts = new Map<string, Words[]>();
  readonly #known = new Map<string, boolean>();
  constructor(all: Iterable<Words>) {
    for (const words of all)
      for (const word of words) {
        const known = this.#texts.get(word);
        if (known) known.push(words);
        else this.#texts.set(word, [words]);
      }
  }

  /** Whether the one name that two texts share is also in a text that names another person. */
  isBetween(one: Words, other: Words): boolean {
    const [name, ...more] = [...one].filter((word) => other.has(word));
    if (name === undefined || more.length > 0) return false;
    const beside = [...new Set([...one, ...other])].filter((word) => word !== name).sort();
    const key = `${name} ${beside.join(' ')}`;
    const known = this.#known.get(key) ?? this.#isOfOthers(name, beside);
    this.#known.set(key, known);
    return known;
  }

  #isOfOthers(name: string, beside: readonly string[]): boolean {
    let own = beside;
    for (const text of this.#texts.get(name) ?? []) {
      const words = [...text].filter((word) => word !== name);
      if (own.length === 0) own = words;
      if (words.length > 0 && !words.some((word) => own.includes(word))) return true;
    }
    return false;
  }
}

/** A word that so many texts of a side have, or one of so many, each beside other words, says what payments are for. */
const [LEAST, SHARE] = [5, 20];
/** Share of all words of a side that a name never stands beside. */
const MOST = 0.25;

/** Words that name nobody in this folder, such as COTISATION in a club: many texts have them, each with another name. */
export function purposesOf({ texts, counts }: Side): string[] {
  return [...counts]
    .filter(([, count]) => count >= LEAST && count * SHARE >= texts.length)
    .filter(([word, count]) => isBesideMore(word, texts, Math.max(LEAST, Math.min(count, counts.size * MOST))))
    .map(([word]) => word);
}

/** Whether a word stands beside more than so many others. */
function isBesideMore(word: string, texts: readonly Words[], most: number): boolean {
  const others = new Set<string>();
  for (const words of texts) {
    if (!words.has(word)) continue;
    for (const each of words) others.add(each);
    if (others.size - 1 > most) return true;
  }
  return false;
}
