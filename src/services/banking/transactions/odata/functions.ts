/** Functions of $filter: what they take, what they give, and their SQL. Each gives null when an argument is null. */
import type { Family } from './expression.ts';

export interface FilterFunction {
  /** One list per number of arguments it may have. */
  readonly signatures: readonly (readonly Family[])[];
  readonly result: Family;
  /** From the SQL of the arguments, each used once. */
  readonly sql: (...args: string[]) => string;
}

const ACCENTED = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŒŠŽŸ';
const PLAIN = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýœšžÿ';

/** The letters whose case changes, beside ASCII: the same on every server, whatever its locale. */
export const CASES = { upper: ACCENTED, lower: PLAIN } as const;

const ofText = (sql: FilterFunction['sql']): FilterFunction => ({ signatures: [['text']], result: 'text', sql });
const ofTexts = (sql: FilterFunction['sql'], result: Family = 'boolean'): FilterFunction => ({
  signatures: [['text', 'text']],
  result,
  sql,
});

/** A part of a day or of a moment; moments are in UTC. */
const part = (field: string): FilterFunction => ({
  signatures: [['day'], ['moment']],
  result: 'number',
  sql: (value) => `extract(${field} from ${value})::int`,
});

const clockPart = (field: string): FilterFunction => ({
  signatures: [['moment']],
  result: 'number',
  sql: (value) => `floor(extract(${field} from ${value}))::int`,
});

export const FUNCTIONS: ReadonlyMap<string, FilterFunction> = new Map<string, FilterFunction>([
  ['contains', ofTexts((text, searched) => `strpos(${text}, ${searched}) > 0`)],
  ['startswith', ofTexts((text, start) => `starts_with(${text}, ${start})`)],
  ['endswith', ofTexts((text, end) => `starts_with(reverse(${text}), reverse(${end}))`)],
  ['indexof', ofTexts((text, searched) => `(strpos(${text}, ${searched}) - 1)`, 'number')],
  ['concat', ofTexts((left, right) => `(${left} || ${right})`, 'text')],
  ['length', { signatures: [['text']], result: 'number', sql: (text) => `length(${text})` }],
  ['tolower', ofText((text) => `translate(lower(${text} collate "C"), '${ACCENTED}', '${PLAIN}')`)],
  ['toupper', ofText((text) => `translate(upper(${text} collate "C"), '${PLAIN}', '${ACCENTED}')`)],
  ['trim', ofText((text) => `btrim(${text}, ' ')`)],
  [
    'substring',
    {
      signatures: [
        ['text', 'number'],
        ['text', 'number', 'number'],
      ],
      result: 'text',
      sql: (text, from, length) =>
        length === undefined
          ? `substr(${text}, ${position(from)} + 1)`
          : `substr(${text}, ${position(from)} + 1, ${position(length)})`,
    },
  ],
  ['year', part('year')],
  ['month', part('month')],
  ['day', part('day')],
  ['hour', clockPart('hour')],
  ['minute', clockPart('minute')],
  ['second', clockPart('second')],
  ['date', { signatures: [['moment']], result: 'day', sql: (value) => `(${value} at time zone 'UTC')::date` }],
]);

/** A count of characters from zero: what is below counts as zero, no text has more than a million, and null stays null. */
const position = (value = 'null'): string =>
  `(select least(greatest(trunc(n), 0), 1000000)::int from (select ${value}::numeric as n) v where n is not null)`;
