import type { Language } from '../../services/kernel/errors.ts';
import { readTable } from '../../services/kernel/package-file.ts';

/** A description is translated sentence by sentence: several operations share one. */
export const sentencesOf = (description: string): string[] => description.split(/((?<=\.) (?=[A-Z])|\n)/);

/** What an operation does beyond its summary: its declaration says it in English, `descriptions.tsv` in French. */
export function descriptionIn(description: string, language: Language): string {
  if (language === 'en') return description;
  const pairs = readTable('src/commands/program/descriptions.tsv', ['en', 'fr']);
  const french = new Map(pairs.map(({ en, fr }) => [en, fr]));
  return sentencesOf(description)
    .map((sentence) => french.get(sentence) ?? sentence)
    .join('');
}
