/** What is wrong with a field, in French: the words of zod, and those of our own rules (`messages.tsv`). Loaded when asked for. */
import type * as z from 'zod';
import fr from 'zod/v4/locales/fr.js';
import { readTable } from '../../services/kernel/package-file.ts';
import { sizeWords } from './size-words.ts';

/** How the faults of an input are worded. */
export interface Words {
  /** For what zod finds by itself. */
  readonly error: z.core.$ZodErrorMap;
  /** For what our rules say, and `error` of sizes, in English. */
  readonly translate: (message: string) => string;
}

/** A star stands for what the message names, in order. */
const ROWS = readTable('src/commands/operation/messages.tsv', ['en', 'fr']);
const EXACT = new Map(ROWS.map(({ en, fr: french }) => [en, french]));
const PATTERNS = ROWS.filter(({ en }) => en.includes('*')).map(({ en, fr: french }) => ({
  pattern: new RegExp(`^${en.split('*').map(escaped).join('(.+)')}$`, 's'),
  french,
}));

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const { localeError } = fr();

export const FRENCH: Words = {
  error: (issue) => sizeWords(issue) ?? localeError(issue),
  translate: (message) => {
    const exact = EXACT.get(message);
    if (exact !== undefined) return exact;
    for (const { pattern, french } of PATTERNS) {
      const named = pattern.exec(message)?.slice(1);
      if (named) return french.replaceAll('*', () => named.shift() ?? '');
    }
    return message;
  },
};
