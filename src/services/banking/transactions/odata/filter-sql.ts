/**
 * A filter as SQL. Only columns of the model, operators of this file and placeholders make its text; every value is bound.
 * Nulls as OData has them: comparisons are never null (`null eq null` is true, `null lt 1` false), functions of null are.
 */
import { escapeLike } from '../../../db/rows.ts';
import type { Comparison, Expression, Family } from './expression.ts';
import { familyOf, isNullable } from './expression.ts';
import { FUNCTIONS } from './functions.ts';

export interface Sql {
  readonly text: string;
  readonly bindings: readonly (string | readonly string[])[];
}

const OPERATORS: Readonly<Record<Comparison, string>> = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' };

const CASTS: Readonly<Record<Family, string>> = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  day: 'date',
  moment: 'timestamptz',
};

export function filterSql(expression: Expression): Sql {
  switch (expression.kind) {
    case 'literal':
      return literal(expression);
    case 'property':
      return { text: expression.property.column, bindings: [] };
    case 'compare':
      return compare(expression);
    case 'logic':
      return join([expression.left, expression.right], (left, right) => `(${left} ${expression.operator} ${right})`);
    case 'not':
      return join([expression.operand], (operand) => `(not ${operand})`);
    case 'in':
      return member(expression);
    case 'call':
      return call(expression);
  }
}

type Of<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>;

/** Whole numbers keep to integers, so that indexes on identifiers serve. */
const castOf = (family: Family, values: readonly string[]): string =>
  family === 'number' && !values.some((value) => value.includes('.')) ? 'bigint' : CASTS[family];

const literal = ({ family, value }: Of<'literal'>): Sql =>
  family === 'null' ? { text: 'null', bindings: [] } : { text: `?::${castOf(family, [value])}`, bindings: [value] };

function join(parts: readonly Expression[], write: (...texts: string[]) => string): Sql {
  const all = parts.map(filterSql);
  return { text: write(...all.map(({ text }) => text)), bindings: all.flatMap(({ bindings }) => bindings) };
}

const isNull = (expression: Expression): boolean => familyOf(expression) === 'null';

function compare({ operator, left, right }: Of<'compare'>): Sql {
  if (isNull(left) || isNull(right)) return compareNull(operator, isNull(left) ? right : left);
  const sign = OPERATORS[operator];
  const order = familyOf(left) === 'text' && !isEquality(operator) ? ' collate "C"' : '';
  if (!isNullable(left) && !isNullable(right)) return join([left, right], (a, b) => `(${a}${order} ${sign} ${b})`);
  if (operator === 'eq') return join([left, right], (a, b) => `(${a} is not distinct from ${b})`);
  if (operator === 'ne') return join([left, right], (a, b) => `(${a} is distinct from ${b})`);
  return join([left, right], (a, b) => `coalesce(${a}${order} ${sign} ${b}, false)`);
}

const isEquality = (operator: Comparison): boolean => operator === 'eq' || operator === 'ne';

function compareNull(operator: Comparison, other: Expression): Sql {
  if (!isEquality(operator)) return { text: 'false', bindings: [] };
  const isOrIsNot = operator === 'eq' ? 'is' : 'is not';
  return isNull(other)
    ? { text: operator === 'eq' ? 'true' : 'false', bindings: [] }
    : join([other], (text) => `(${text} ${isOrIsNot} null)`);
}

/** One comparison with a list: were the operand written once per item, lists inside lists would have no bounds. */
function member({ operand, items }: Of<'in'>): Sql {
  const family = familyOf(operand);
  const hasNull = items.some(isNull);
  const values = items.flatMap((item) => (item.kind === 'literal' && !isNull(item) ? [item.value] : []));
  if (family === 'null') return { text: String(hasNull), bindings: [] };
  if (values.length === 0) return compareNull('eq', operand);
  const { text, bindings } = filterSql(operand);
  const found = `${text} = any(?::${castOf(family, values)}[])`;
  return {
    // Null only when the operand is.
    text: isNullable(operand) ? `coalesce(${found}, ${hasNull})` : `(${found})`,
    bindings: [...bindings, values],
  };
}

function call({ name, args }: Of<'call'>): Sql {
  const write = FUNCTIONS.get(name)?.sql;
  if (!write) throw new Error(`no function ${name}`); // the parser lets none pass
  const sql = join(args, write);
  return name === 'contains' ? withIndex(args, sql) : sql;
}

/** The trigram index needs three characters to be of use. Of other scripts, case depends on the letters around. */
const FOLDS_ALONE = /^[ -ÿ]{3,}$/;

/** `contains(Label, 'é')` is first looked for where case and accents are folded: there is an index, which loses nothing. */
function withIndex([text, part]: readonly Expression[], sql: Sql): Sql {
  const plain = text?.kind === 'call' && (text.name === 'tolower' || text.name === 'toupper') ? text.args[0] : text;
  const folded = plain?.kind === 'property' ? plain.property.folded : undefined;
  if (!folded || part?.kind !== 'literal' || !FOLDS_ALONE.test(part.value)) return { ...sql, text: `(${sql.text})` };
  return {
    text: `(${folded} like '%' || fold_text(?) || '%' and ${sql.text})`,
    bindings: [escapeLike(part.value), ...sql.bindings],
  };
}
