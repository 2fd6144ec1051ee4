/** Cuts a $filter into tokens: names, literals and punctuation, each with its place. */
import { parsePlainDate } from '../../../kernel/dates.ts';
import { unexpected } from './errors.ts';

export type TokenKind = 'name' | 'text' | 'number' | 'day' | 'moment' | 'punctuation' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** What it means: text without its quotes, a moment in UTC; names and numbers as written. */
  readonly value: string;
  /** First character, from 1. */
  readonly position: number;
}

const SHAPES: readonly (readonly [Exclude<TokenKind, 'end'>, RegExp])[] = [
  ['text', /'(?:[^']|'')*'/y],
  ['moment', /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)/y],
  ['day', /\d{4}-\d\d-\d\d/y],
  ['number', /-?\d{1,18}(?:\.\d{1,18})?/y],
  ['name', /[A-Za-z_]\w{0,127}(?:\/[A-Za-z_]\w{0,127})*/y],
  ['punctuation', /[(),]/y],
];

/** What may follow a literal: `12abc` is no number and a name. */
const BOUNDARY = /[\s(),]|$/y;
const BLANK = /\s*/y;

/** The tokens of a text, with `end` as the last. Throws ODataUnexpected. */
export function tokenize(text: string, option: string): Token[] {
  const tokens: Token[] = [];
  for (let at = skip(text, 0); at < text.length; ) {
    const token = tokenAt(text, at);
    if (!token) throw unexpected(option, at + 1, text.slice(at, at + 12), 'token');
    tokens.push({ ...token, position: at + 1 });
    at = skip(text, token.end);
  }
  tokens.push({ kind: 'end', value: '', position: text.length + 1 });
  return tokens;
}

function skip(text: string, at: number): number {
  BLANK.lastIndex = at;
  return at + (BLANK.exec(text)?.[0].length ?? 0);
}

function tokenAt(text: string, at: number) {
  for (const [kind, shape] of SHAPES) {
    shape.lastIndex = at;
    const [found] = shape.exec(text) ?? [];
    if (found === undefined) continue;
    const end = at + found.length;
    BOUNDARY.lastIndex = end;
    const value = kind === 'punctuation' || kind === 'name' || BOUNDARY.test(text) ? VALUES[kind](found) : undefined;
    return value === undefined ? undefined : { kind, value, end };
  }
  return undefined;
}

const asWritten = (text: string): string => text;

const VALUES: Readonly<Record<Exclude<TokenKind, 'end'>, (found: string) => string | undefined>> = {
  name: asWritten,
  number: asWritten,
  punctuation: asWritten,
  text: unquoted,
  day: parsePlainDate,
  moment: utcMoment,
};

/** PostgreSQL stores neither the character zero nor halves of characters. */
function unquoted(found: string): string | undefined {
  const text = found.slice(1, -1).replaceAll("''", "'");
  return /[\0\p{Cs}]/u.test(text) ? undefined : text;
}

function utcMoment(found: string): string | undefined {
  const time = parsePlainDate(found.slice(0, 10)) ? Date.parse(found) : Number.NaN;
  const year = Number.isNaN(time) ? 0 : new Date(time).getUTCFullYear();
  return year > 0 && year < 10_000 ? new Date(time).toISOString() : undefined;
}
