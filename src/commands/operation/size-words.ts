/** What is wrong with the size of a field, in English: `messages.tsv` has the French. The library says `<=200 characters`. */
import type * as z from 'zod';

const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['element', 'elements'],
};
const NUMBERS: ReadonlySet<string> = new Set(['number', 'int', 'bigint']);

type Sized = Pick<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, 'origin' | 'inclusive' | 'exact'>;

/** Bounds of how many and of how much. */
const BOUNDS = {
  too_big: { counted: 'at most', inclusive: 'no more than', exclusive: 'below' },
  too_small: { counted: 'at least', inclusive: 'no less than', exclusive: 'above' },
} as const;

type Fault = z.core.$ZodRawIssue | z.core.$ZodIssue;

const limitOf = (issue: Fault): number | bigint | undefined =>
  issue.code === 'too_big' ? issue.maximum : issue.code === 'too_small' ? issue.minimum : undefined;

/** An error map: undefined for what is no fault of size, which the library words itself. */
export function sizeWords(issue: Fault): string | undefined {
  const limit = limitOf(issue);
  if (limit === undefined) return undefined;
  const bounds = BOUNDS[issue.code as keyof typeof BOUNDS];
  const { origin, inclusive, exact } = issue as Sized;
  if (NUMBERS.has(origin)) return `${inclusive ? bounds.inclusive : bounds.exclusive} ${limit}`;
  const names = COUNTED[origin];
  return names && `${exact ? 'exactly' : bounds.counted} ${limit} ${names[Number(limit) === 1 ? 0 : 1]}`;
}
