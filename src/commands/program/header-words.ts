/** What an answer says beside itself: a header over HTTP, a line of words at a terminal. */
import type { Language } from '../../services/kernel/errors.ts';
import { readTable } from '../../services/kernel/package-file.ts';

/** A header that has no words, as those that programs count with, keeps its name. */
export function headerNote(name: string, value: string, language: Language): string {
  const rows = readTable('src/commands/program/header-words.tsv', ['name', 'en', 'fr']);
  const words = rows.find((row) => row.name === name);
  return words ? words[language].replace('{value}', () => value) : `${name}: ${value}`;
}
