import type { Language } from './errors.ts';

/** "Did you mean …?" for a word that is not in a list; empty when nothing is near. */
export function nearest(word: string, words: readonly string[], language: Language = 'en'): string {
  const meant = nearestWord(word, words);
  if (meant === undefined) return '';
  return language === 'fr' ? `Vouliez-vous dire ${meant} ?` : `Did you mean ${meant}?`;
}

/** Letter case apart. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3));
  const [first] = words
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase(), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return first?.candidate;
}

/** Levenshtein distance; more than `limit` is reported as `limit + 1` when the lengths already tell. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}
