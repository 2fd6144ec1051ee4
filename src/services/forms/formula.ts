/**
 * The little language of form cells and controls, evaluated on exact fractions: nothing is rounded but by `round`.
 *
 *   AB, 2053.HN        a cell of this form, of another form; nothing there is 0
 *   1000000, 3.3, 15%  numbers
 *   $normalRate        a dated parameter; $held is what the accounts of the cell hold
 *   + - * ( )          as usual, and `-` before a term
 *   max(a, b, …) min(a, b, …)
 *   round(a)           to the whole euro, half away from zero
 *   or(a, b)           `a` unless it is 0, then `b`
 *   below(a, b)        `a` when it is below `b`, else 0; above(a, b) likewise
 *   sum(HK)            over the repeated lines of the form
 *   gains(GP)          the same, lines above 0 alone
 *   most(CM), count(PJ)  the largest of the repeated lines, how many there are
 *   set(FK)            1 when the cell holds a text, else 0
 *   some(a, b, …) every(a, b, …)  1 when one of them, when each of them is not 0
 *
 * A control is two such terms joined by `=`, `<=` or `>=`; a condition is such comparisons (also `<`, `>` and `<>`), each
 * worth 1 when it holds and 0 when it does not, joined by `not`, `and`, `or`, from the tightest to the loosest.
 */
import {
  add,
  compare,
  divideRounded,
  multiply,
  negate,
  ONE,
  parseRatio,
  type Ratio,
  ratio,
  subtract,
  ZERO,
} from '../kernel/ratio.ts';

/** A cell by form and code; `form` is empty in formulas that mean their own form. */
export interface CellRef {
  readonly form: string;
  readonly cell: string;
}

/** Where a formula takes its values from. */
export interface Scope {
  amount(ref: CellRef): Ratio;
  lines(ref: CellRef): readonly Ratio[];
  isSet(ref: CellRef): boolean;
  parameter(name: string): Ratio;
}

/** What a formula reads: a cell, what a function makes of it, or a parameter. */
export type Operand = (
  | { readonly ref: CellRef; readonly kind: keyof typeof READINGS }
  | { readonly parameter: string }
) & { readonly read: (scope: Scope) => Ratio };

export interface Formula {
  readonly text: string;
  readonly refs: readonly CellRef[];
  readonly parameters: readonly string[];
  readonly evaluate: (scope: Scope) => Ratio;
}

export interface Condition extends Omit<Formula, 'evaluate'> {
  readonly isMet: (scope: Scope) => boolean;
}

export interface Comparison extends Omit<Formula, 'evaluate'> {
  /** Each once, from left to right. */
  readonly operands: readonly Operand[];
  readonly holds: (scope: Scope) => boolean;
  /** What stands on the left and on the right. */
  readonly sides: (scope: Scope) => readonly [Ratio, Ratio];
}

type Term = (scope: Scope) => Ratio;

/** Throws SyntaxError: formulas are ours, so a faulty one is a bug that the tests of the tables show. */
export function parseFormula(text: string): Formula {
  const parser = new Parser(text);
  const evaluate = parser.sum();
  parser.end();
  return { text, refs: parser.refs, parameters: parser.parameters, evaluate };
}

export function parseCondition(text: string): Condition {
  const parser = new Parser(text);
  const term = parser.condition();
  parser.end();
  const { refs, parameters } = parser;
  return { text, refs, parameters, isMet: (scope) => isTrue(term(scope)) };
}

export function parseComparison(text: string): Comparison {
  const parser = new Parser(text);
  const left = parser.sum();
  const holds = COMPARISONS[parser.next()];
  if (!holds) throw new SyntaxError(`no comparison in "${text}"`);
  const right = parser.sum();
  parser.end();
  const { refs, parameters } = parser;
  const sides = (scope: Scope) => [left(scope), right(scope)] as const;
  return {
    text,
    refs,
    parameters,
    operands: [...parser.operands.values()],
    sides,
    holds: (scope) => holds(compare(...sides(scope))),
  };
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};

const RELATIONS: typeof COMPARISONS = {
  ...COMPARISONS,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<>': (order) => order !== 0,
};

const isTrue = ({ numerator }: Ratio): boolean => numerator !== 0n;
const isAboveZero = (value: Ratio): boolean => compare(value, ZERO) > 0;
const truth = (holds: boolean): Ratio => (holds ? ONE : ZERO);

export const roundToEuro = (value: Ratio): Ratio => ratio(divideRounded(value.numerator, value.denominator, 'halfUp'));

const largest = (values: readonly Ratio[]): Ratio =>
  values.reduce((a, b) => (compare(a, b) >= 0 ? a : b), values[0] ?? ZERO);
const smallest = (values: readonly Ratio[]): Ratio =>
  values.reduce((a, b) => (compare(a, b) <= 0 ? a : b), values[0] ?? ZERO);

const FUNCTIONS: Readonly<Record<string, (values: readonly Ratio[]) => Ratio>> = {
  max: largest,
  min: smallest,
  round: ([a = ZERO]) => roundToEuro(a),
  abs: ([a = ZERO]) => largest([a, negate(a)]),
  or: ([a = ZERO, b = ZERO]) => (a.numerator === 0n ? b : a),
  below: ([a = ZERO, b = ZERO]) => (compare(a, b) < 0 ? a : ZERO),
  above: ([a = ZERO, b = ZERO]) => (compare(a, b) > 0 ? a : ZERO),
  some: (values) => truth(values.some(isTrue)),
  every: (values) => truth(values.every(isTrue)),
};

const TOKEN =
  /\s*(?:(\d{4}[A-Z0-9]*\.[A-Z]{2}|[A-Z]{2}|\d+(?:\.\d+)?%?|\$[a-zA-Z]+|[a-z]+|<=|>=|<>|[-+*(),=<>])|(\S))/g;

function tokenise(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([, token, stray]) => {
    if (token === undefined) throw new SyntaxError(`"${stray}" in "${text}"`);
    return token;
  });
}

class Parser {
  readonly refs: CellRef[] = [];
  readonly parameters: string[] = [];
  /** By what stands in the text. */
  readonly operands = new Map<string, Operand>();
  private readonly text: string;
  private readonly tokens: readonly string[];
  private position = 0;

  constructor(text: string) {
    this.text = text;
    this.tokens = tokenise(text);
  }

  sum(): Term {
    let left = this.product();
    while (this.peek() === '+' || this.peek() === '-') {
      const [a, combine, b] = [left, this.next() === '+' ? add : subtract, this.product()];
      left = (scope) => combine(a(scope), b(scope));
    }
    return left;
  }

  condition(): Term {
    return this.joined('or', () => this.joined('and', () => this.negation()));
  }

  end(): void {
    if (this.peek() !== undefined) throw new SyntaxError(`"${this.peek()}" too much in "${this.text}"`);
  }

  next(): string {
    return this.tokens[this.position++] ?? '';
  }

  private joined(word: 'or' | 'and', operand: () => Term): Term {
    const terms = [operand()];
    while (this.peek() === word) {
      this.next();
      terms.push(operand());
    }
    if (terms.length === 1) return terms[0] as Term;
    const isMet = (scope: Scope) => (term: Term) => isTrue(term(scope));
    return (scope) => truth(word === 'or' ? terms.some(isMet(scope)) : terms.every(isMet(scope)));
  }

  private negation(): Term {
    if (this.peek() !== 'not') return this.relation();
    this.next();
    const term = this.negation();
    return (scope) => truth(!isTrue(term(scope)));
  }

  private relation(): Term {
    const left = this.sum();
    const holds = RELATIONS[this.peek() ?? ''];
    if (!holds) return left;
    this.next();
    const right = this.sum();
    return (scope) => truth(holds(compare(left(scope), right(scope))));
  }

  private product(): Term {
    let left = this.factor();
    while (this.peek() === '*') {
      this.next();
      const [a, b] = [left, this.factor()];
      left = (scope) => multiply(a(scope), b(scope));
    }
    return left;
  }

  private factor(): Term {
    const token = this.next();
    if (token === '-') {
      const term = this.factor();
      return (scope) => negate(term(scope));
    }
    if (token === '(') return this.closed(this.condition());
    if (/^\d{4}[A-Z0-9]*\.[A-Z]/.test(token) || /^[A-Z]{2}$/.test(token)) return this.reading(token, 'amount');
    if (/^\d/.test(token)) return constant(token);
    if (token.startsWith('$')) return this.parameter(token.slice(1));
    return this.call(token);
  }

  private call(name: string): Term {
    this.expect('(');
    if (isReading(name)) return this.closed(this.reading(this.next(), name));
    const apply = FUNCTIONS[name];
    if (!apply) throw new SyntaxError(`no function "${name}" in "${this.text}"`);
    const terms = [this.sum()];
    while (this.peek() === ',') {
      this.next();
      terms.push(this.sum());
    }
    return this.closed((scope) => apply(terms.map((term) => term(scope))));
  }

  private reading(token: string, kind: keyof typeof READINGS): Term {
    const [cell = '', form = ''] = token.split('.').reverse();
    if (!/^[A-Z]{2}$/.test(cell)) throw new SyntaxError(`"${token}" is no cell in "${this.text}"`);
    const ref = { form, cell };
    this.refs.push(ref);
    const read = (scope: Scope) => READINGS[kind](scope, ref);
    this.operands.set(`${kind} ${token}`, { ref, kind, read });
    return read;
  }

  private parameter(name: string): Term {
    this.parameters.push(name);
    const read = (scope: Scope) => scope.parameter(name);
    this.operands.set(`$${name}`, { parameter: name, read });
    return read;
  }

  private closed(term: Term): Term {
    this.expect(')');
    return term;
  }

  private expect(token: string): void {
    if (this.next() !== token) throw new SyntaxError(`"${token}" expected in "${this.text}"`);
  }

  private peek(): string | undefined {
    return this.tokens[this.position];
  }
}

/** What is read of one cell, by the name of the function; `amount` goes without. */
const READINGS = {
  amount: (scope: Scope, ref: CellRef) => scope.amount(ref),
  sum: (scope: Scope, ref: CellRef) => scope.lines(ref).reduce(add, ZERO),
  gains: (scope: Scope, ref: CellRef) => scope.lines(ref).filter(isAboveZero).reduce(add, ZERO),
  most: (scope: Scope, ref: CellRef) => largest(scope.lines(ref)),
  count: (scope: Scope, ref: CellRef) => ratio(scope.lines(ref).length),
  set: (scope: Scope, ref: CellRef) => truth(scope.isSet(ref)),
} as const;

const isReading = (name: string): name is keyof typeof READINGS => name !== 'amount' && Object.hasOwn(READINGS, name);

function constant(token: string): Term {
  const number = parseRatio(token.replace('%', '')) ?? ZERO;
  const value = token.endsWith('%') ? multiply(number, ratio(1, 100)) : number;
  return () => value;
}
