/**
 * Reads a $filter into an expression, by recursive descent. Precedence as OData has it: `in` binds closest, then `not`,
 * then gt ge lt le, then eq ne, then `and`, then `or`; so `not A eq B` is `(not A) eq B`. Size, depth and number of parts
 * are bounded before anything is built of them.
 */
import { type EXPECTED, odataErrors, unexpected } from './errors.ts';
import { type Comparison, type Expression, type Family, familyOf } from './expression.ts';
import { FUNCTIONS } from './functions.ts';
import type { EntityType } from './model.ts';
import { findProperty } from './names.ts';
import { type Token, type TokenKind, tokenize } from './tokens.ts';

export const FILTER_LIMITS = { bytes: 2048, depth: 32, parts: 200 } as const;

const OPTION = '$filter';

/** Throws ODataUnexpected, ODataPropertyUnknown, ODataFunctionUnknown, ODataTypeMismatch, ODataTooLarge. */
export function parseFilter(text: string, entity: EntityType): Expression {
  if (Buffer.byteLength(text) > FILTER_LIMITS.bytes) throw tooLarge(`${FILTER_LIMITS.bytes} bytes`);
  return new FilterParser(tokenize(text, OPTION), entity).parse();
}

const tooLarge = (limit: string) => odataErrors.ODataTooLarge({ option: OPTION, limit });

const EQUALITY: readonly Comparison[] = ['eq', 'ne'];
const ORDER: readonly Comparison[] = ['gt', 'ge', 'lt', 'le'];
const LITERALS: Partial<Record<TokenKind, Family>> = { text: 'text', number: 'number', day: 'day', moment: 'moment' };

class FilterParser {
  private readonly tokens: readonly Token[];
  private readonly entity: EntityType;
  private at = 0;
  private depth = 0;
  private parts = 0;

  constructor(tokens: readonly Token[], entity: EntityType) {
    this.tokens = tokens;
    this.entity = entity;
  }

  parse(): Expression {
    const expression = this.boolean(() => this.either());
    if (this.next.kind !== 'end') throw this.unexpected('operator');
    return expression;
  }

  private either(): Expression {
    return this.logic('or', () => this.both());
  }

  private both(): Expression {
    return this.logic('and', () => this.comparison(EQUALITY, () => this.comparison(ORDER, () => this.unary())));
  }

  private logic(operator: 'and' | 'or', operand: () => Expression): Expression {
    const start = this.next;
    let left = operand();
    while (this.isWord(operator)) {
      requireFamily(left, 'boolean', start);
      this.take();
      left = this.counted({ kind: 'logic', operator, left, right: this.boolean(operand) });
    }
    return left;
  }

  private comparison(operators: readonly Comparison[], operand: () => Expression): Expression {
    let left = operand();
    for (let operator = this.word(operators); operator; operator = this.word(operators)) {
      const { position } = this.take();
      const right = operand();
      requireComparable(left, right, operator, position);
      left = this.counted({ kind: 'compare', operator, left, right });
    }
    return left;
  }

  private unary(): Expression {
    if (!this.isWord('not')) return this.membership();
    this.take();
    return this.deeper(() => this.counted({ kind: 'not', operand: this.boolean(() => this.unary()) }));
  }

  private membership(): Expression {
    const operand = this.primary();
    if (!this.isWord('in')) return operand;
    const { position } = this.take();
    const items = this.list(() => this.literal());
    for (const item of items) requireComparable(operand, item, 'eq', position);
    return this.counted({ kind: 'in', operand, items });
  }

  private primary(): Expression {
    if (this.next.kind === 'name' && !WORDS.has(this.next.value)) {
      return this.tokens[this.at + 1]?.value === '(' ? this.call() : this.property();
    }
    if (!this.isPunctuation('(')) return this.literal();
    this.take();
    const expression = this.deeper(() => this.either());
    this.expect(')');
    return expression;
  }

  private property(): Expression {
    const { value, position } = this.take();
    return this.counted({ kind: 'property', ...findProperty(this.entity, value, { option: OPTION, position }) });
  }

  private call(): Expression {
    const { value: name, position } = this.take();
    const found = FUNCTIONS.get(name);
    if (!found) {
      const known = [...FUNCTIONS.keys()].join(', ');
      throw odataErrors.ODataFunctionUnknown({ option: OPTION, position, name, known });
    }
    const args = this.deeper(() => this.list(() => this.either()));
    const fits = (signature: readonly Family[]) =>
      signature.length === args.length && args.every((arg, index) => familyOf(arg) === signature[index]);
    if (!found.signatures.some(fits)) {
      const wanted = found.signatures.map((signature) => `${name}(${signature.join(', ')})`).join(' / ');
      throw mismatch(position, wanted, `${name}(${args.map(familyOf).join(', ')})`);
    }
    return this.counted({ kind: 'call', name, family: found.result, args });
  }

  private list(item: () => Expression): Expression[] {
    this.expect('(');
    const items = [item()];
    while (this.isPunctuation(',')) {
      this.take();
      items.push(item());
    }
    this.expect(')');
    return items;
  }

  private literal(): Expression {
    const { kind, value } = this.next;
    const family = LITERALS[kind];
    if (family) this.take();
    if (family) return this.counted({ kind: 'literal', family, value });
    if (kind !== 'name' || !CONSTANTS.has(value)) throw this.unexpected('value');
    this.take();
    return this.counted({ kind: 'literal', family: value === 'null' ? 'null' : 'boolean', value });
  }

  private boolean(read: () => Expression): Expression {
    const start = this.next;
    const expression = read();
    requireFamily(expression, 'boolean', start);
    return expression;
  }

  private deeper<T>(read: () => T): T {
    if (++this.depth > FILTER_LIMITS.depth) throw tooLarge(`${FILTER_LIMITS.depth} levels`);
    const result = read();
    this.depth--;
    return result;
  }

  private counted(expression: Expression): Expression {
    if (++this.parts > FILTER_LIMITS.parts) throw tooLarge(`${FILTER_LIMITS.parts} parts`);
    return expression;
  }

  private get next(): Token {
    return this.tokens[this.at] ?? END;
  }

  private take(): Token {
    const token = this.next;
    this.at++;
    return token;
  }

  private isWord(word: string): boolean {
    return this.next.kind === 'name' && this.next.value === word;
  }

  private word(words: readonly Comparison[]): Comparison | undefined {
    return words.find((word) => this.isWord(word));
  }

  private isPunctuation(sign: string): boolean {
    return this.next.kind === 'punctuation' && this.next.value === sign;
  }

  private expect(sign: '(' | ')'): void {
    if (!this.isPunctuation(sign)) throw this.unexpected(sign);
    this.take();
  }

  private unexpected(expected: keyof typeof EXPECTED) {
    return unexpected(OPTION, this.next.position, this.next.kind === 'end' ? '' : this.next.value || "''", expected);
  }
}

const END: Token = { kind: 'end', value: '', position: 1 };
const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'null']);
const WORDS: ReadonlySet<string> = new Set([...CONSTANTS, ...EQUALITY, ...ORDER, 'and', 'or', 'not', 'in']);

/** Null is of every family. */
const isOf = (expression: Expression, family: Family): boolean => {
  const own = familyOf(expression);
  return own === 'null' || own === family;
};

const mismatch = (position: number, wanted: string, given: string) =>
  odataErrors.ODataTypeMismatch({ option: OPTION, position, wanted, given });

function requireFamily(expression: Expression, family: Family, { position }: Token): void {
  if (!isOf(expression, family)) throw mismatch(position, family, familyOf(expression));
}

function requireComparable(left: Expression, right: Expression, operator: Comparison, position: number): void {
  const [one, other] = [familyOf(left), familyOf(right)];
  if (one !== 'null' && other !== 'null' && one !== other) throw mismatch(position, one, other);
  // False is not less than true: OData orders no Booleans.
  if (ORDER.includes(operator) && (one === 'boolean' || other === 'boolean')) {
    throw mismatch(position, 'number, text, day, moment', 'boolean');
  }
}
