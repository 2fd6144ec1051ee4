/** The OpenAPI document in French: declarations say in English what their fields are for. */
import type { Language } from '../../services/kernel/errors.ts';
import { readTable } from '../../services/kernel/package-file.ts';

/** Options of commands have their words in the first; fields that only OpenAPI shows, in the second. */
const TABLES = ['src/commands/program/about.tsv', 'src/commands/serve/openapi-words.tsv'];

/** A document with its descriptions in a language. Lists of codes and of values are the same in both. */
export function inLanguage<T>(document: T, language: Language): T {
  return language === 'en' ? document : (translated(document, frenchWords()) as T);
}

const frenchWords = (): ReadonlyMap<string, string> =>
  new Map(TABLES.flatMap((table) => readTable(table, ['en', 'fr'])).map(({ en, fr }) => [en, fr]));

function translated(value: unknown, words: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'description' && typeof inner === 'string' ? (words.get(inner) ?? inner) : translated(inner, words),
    ]),
  );
}
