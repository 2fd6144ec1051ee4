/** Computes the arithmetic of an explanation with exact fractions, independently of the engine. */
import {
  add,
  compare,
  divide,
  divideRounded,
  multiply,
  parseRatio,
  type Ratio,
  ratio,
  subtract,
} from '../../../src/services/kernel/ratio.ts';

const TOKEN = /\s*(\d+(?:\.\d+)?|round|min|max|[()+\-×/,])/y;

/** The value of `round(12000.00 × 140 / 1080)` and the like. Throws on anything else. */
export function evaluate(text: string): Ratio {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    tokens.push(match[1] ?? '');
    if (TOKEN.lastIndex === text.length) break;
  }
  const value = sum(tokens);
  if (tokens.length > 0) throw new Error(`left over in ${text}: ${tokens.join(' ')}`);
  return value;
}

function sum(tokens: string[]): Ratio {
  let value = product(tokens);
  while (tokens[0] === '+' || tokens[0] === '-')
    value = tokens.shift() === '+' ? add(value, product(tokens)) : subtract(value, product(tokens));
  return value;
}

function product(tokens: string[]): Ratio {
  let value = factor(tokens);
  while (tokens[0] === '×' || tokens[0] === '/')
    value = tokens.shift() === '×' ? multiply(value, factor(tokens)) : divide(value, factor(tokens));
  return value;
}

const FUNCTIONS: Record<string, (values: Ratio[]) => Ratio> = {
  min: (values) => values.reduce((a, b) => (compare(a, b) < 0 ? a : b)),
  max: (values) => values.reduce((a, b) => (compare(a, b) > 0 ? a : b)),
  round: ([value = ratio(0)]) => ratio(divideRounded(value.numerator * 100n, value.denominator, 'halfUp'), 100),
};

function factor(tokens: string[]): Ratio {
  const token = tokens.shift() ?? '';
  const apply = FUNCTIONS[token];
  if (apply) return apply(bracketed(tokens));
  if (token === '(') {
    tokens.unshift(token);
    return bracketed(tokens)[0] ?? ratio(0);
  }
  if (token === '-') return subtract(ratio(0), factor(tokens));
  const value = parseRatio(token);
  if (!value) throw new Error(`unexpected ${token}`);
  return value;
}

function bracketed(tokens: string[]): Ratio[] {
  if (tokens.shift() !== '(') throw new Error('bracket expected');
  const values = [sum(tokens)];
  while (tokens[0] === ',') {
    tokens.shift();
    values.push(sum(tokens));
  }
  if (tokens.shift() !== ')') throw new Error('closing bracket expected');
  return values;
}
