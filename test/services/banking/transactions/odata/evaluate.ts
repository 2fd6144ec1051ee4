/** What a filter means, computed in memory without any of the code that writes SQL. */
import type { Expression } from '../../../../../src/services/banking/transactions/odata/expression.ts';
import { CASES } from '../../../../../src/services/banking/transactions/odata/functions.ts';

/** Numbers in units of 10^-18; days and moments as text. */
export type Value = string | bigint | boolean | null;
/** Values by path: `Amount`, `Account/Name`. */
export type Row = Readonly<Record<string, Value>>;

const SCALE = 18;

export function number(text: string): bigint {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + decimals.padEnd(SCALE, '0'));
  return text.startsWith('-') ? -units : units;
}

const whole = (count: number): bigint => number(String(count));

export function evaluate(expression: Expression, row: Row): Value {
  switch (expression.kind) {
    case 'literal':
      return literal(expression.family, expression.value);
    case 'property': {
      const { navigation, property } = expression;
      return row[navigation ? `${navigation.name}/${property.name}` : property.name] ?? null;
    }
    case 'compare':
      return compare(expression.operator, evaluate(expression.left, row), evaluate(expression.right, row));
    case 'in': {
      const value = evaluate(expression.operand, row);
      return expression.items.some((item) => compare('eq', value, evaluate(item, row)));
    }
    case 'not': {
      const value = evaluate(expression.operand, row);
      return value === null ? null : !value;
    }
    case 'logic':
      return logic(expression.operator, evaluate(expression.left, row), evaluate(expression.right, row));
    case 'call':
      return call(
        expression.name,
        expression.args.map((arg) => evaluate(arg, row)),
      );
  }
}

function literal(family: string, value: string): Value {
  if (family === 'null') return null;
  if (family === 'number') return number(value);
  return family === 'boolean' ? value === 'true' : value;
}

const order = (a: Value, b: Value): number => {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
};

const COMPARISONS: Readonly<Record<string, (sign: number) => boolean>> = {
  gt: (sign) => sign > 0,
  ge: (sign) => sign >= 0,
  lt: (sign) => sign < 0,
  le: (sign) => sign <= 0,
};

/** Never null: two nulls are equal, and null is neither before nor after anything. */
function compare(operator: string, a: Value, b: Value): boolean {
  if (operator === 'eq') return a === b;
  if (operator === 'ne') return a !== b;
  return a !== null && b !== null && (COMPARISONS[operator]?.(order(a, b)) ?? false);
}

function logic(operator: 'and' | 'or', a: Value, b: Value): Value {
  const decides = operator === 'or';
  if (a === decides || b === decides) return decides;
  return a === null || b === null ? null : !decides;
}

const mapCase = (text: string, from: string, to: string, ascii: (letter: string) => string): string =>
  [...text].map((letter) => (from.includes(letter) ? [...to][[...from].indexOf(letter)] : ascii(letter))).join('');

const lowerAscii = (letter: string): string => (/[A-Z]/.test(letter) ? letter.toLowerCase() : letter);
const upperAscii = (letter: string): string => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter);

/** Characters, not halves of them. */
const indexOf = (text: string, part: string): number => {
  const at = text.indexOf(part);
  return at < 0 ? -1 : [...text.slice(0, at)].length;
};

const clamp = (count: bigint): number => Math.max(0, Math.min(1_000_000, Number(count / 10n ** BigInt(SCALE))));

const FUNCTIONS: Readonly<Record<string, (args: never) => Value>> = {
  contains: ([text, part]: string[]) => text?.includes(part ?? '') ?? null,
  startswith: ([text, part]: string[]) => text?.startsWith(part ?? '') ?? null,
  endswith: ([text, part]: string[]) => text?.endsWith(part ?? '') ?? null,
  indexof: ([text = '', part = '']: string[]) => whole(indexOf(text, part)),
  concat: ([text, other]: string[]) => `${text}${other}`,
  length: ([text = '']: string[]) => whole([...text].length),
  tolower: ([text = '']: string[]) => mapCase(text, CASES.upper, CASES.lower, lowerAscii),
  toupper: ([text = '']: string[]) => mapCase(text, CASES.lower, CASES.upper, upperAscii),
  trim: ([text = '']: string[]) => text.replace(/^ +| +$/g, ''),
  substring: ([text, from, length]: [string, bigint, bigint?]) =>
    [...text]
      .slice(clamp(from))
      .slice(0, length === undefined ? undefined : clamp(length))
      .join(''),
  year: ([day = '']: string[]) => whole(Number(day.slice(0, 4))),
  month: ([day = '']: string[]) => whole(Number(day.slice(5, 7))),
  day: ([day = '']: string[]) => whole(Number(day.slice(8, 10))),
  hour: ([moment = '']: string[]) => whole(Number(moment.slice(11, 13))),
  minute: ([moment = '']: string[]) => whole(Number(moment.slice(14, 16))),
  second: ([moment = '']: string[]) => whole(Number(moment.slice(17, 19))),
  date: ([moment = '']: string[]) => moment.slice(0, 10),
};

function call(name: string, args: readonly Value[]): Value {
  if (args.includes(null)) return null;
  return FUNCTIONS[name]?.(args as never) ?? null;
}
