/** Days and amounts as people of a language write them: 31/12/2025 and 1 234,56 in French, 2025-12-31 and 1,234.56 in English. */
import type { Language } from './errors.ts';

export const spokenDay = (text: string, language: Language): string =>
  language === 'fr' ? text.replace(/^(\d{4})-(\d{2})-(\d{2})(?= |$)/, '$3/$2/$1') : text;

export function spokenAmount(text: string, language: Language): string {
  const [whole = '', decimals] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'fr' ? '\u202f' : ',');
  return decimals === undefined ? grouped : grouped + (language === 'fr' ? ',' : '.') + decimals;
}

/** Those within a text; an option, a path or the name of a file stays as it is typed. */
export const spokenText = (text: string, language: Language): string =>
  text
    .replace(/(?<![\w./-]|--[\w-]+ )\d{4}-\d{2}-\d{2}(?![\w/-]|\.\w)/g, (day) => spokenDay(day, language))
    .replace(/(?<![\w./-])-?\d{1,15}\.\d{2}(?![\w/-]|\.\w)/g, (amount) => spokenAmount(amount, language));

/** Where a command to type begins in a text, or its length; a command that is given a body begins with it. */
export function commandAt(text: string): number {
  const at = text.search(/\b(?:taxops [a-z]|echo ')/);
  return at < 0 ? text.length : at;
}

/** Those within a text that ends with a command, which stays as it is typed. */
export function spokenAdvice(text: string, language: Language): string {
  const at = commandAt(text);
  return spokenText(text.slice(0, at), language) + text.slice(at);
}

const UNITS: Readonly<Record<Language, readonly [string, string]>> = { en: ['kB', 'MB'], fr: ['ko', 'Mo'] };

/** A number of bytes: 50 MB, of less than one kilobytes. */
export function sizeText(bytes: number, language: Language): string {
  const [kilo, mega] = UNITS[language];
  const [value, unit] = bytes < 1024 ** 2 ? [bytes / 1024, kilo] : [bytes / 1024 ** 2, mega];
  return `${spokenAmount(String(Number(value.toPrecision(3))), language)} ${unit}`;
}
