import { describe, expect, it } from 'vitest';
import type { Expression } from '../../../../../src/services/banking/transactions/odata/expression.ts';
import { filterSql } from '../../../../../src/services/banking/transactions/odata/filter-sql.ts';
import { TRANSACTION } from '../../../../../src/services/banking/transactions/odata/model.ts';
import { FILTER_LIMITS, parseFilter } from '../../../../../src/services/banking/transactions/odata/parse-filter.ts';
import { TaxopsError } from '../../../../../src/services/kernel/errors.ts';
import fc, { anyText } from '../../../../support/property.ts';

const parse = (text: string) => parseFilter(text, TRANSACTION);

/** Fully parenthesised: shows what binds to what. */
function shown(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return expression.family === 'text' ? `'${expression.value}'` : expression.value;
    case 'property':
      return [expression.navigation?.name, expression.property.name].filter(Boolean).join('/');
    case 'compare':
    case 'logic':
      return `(${shown(expression.left)} ${expression.operator} ${shown(expression.right)})`;
    case 'not':
      return `(not ${shown(expression.operand)})`;
    case 'in':
      return `(${shown(expression.operand)} in [${expression.items.map(shown).join(' ')}])`;
    case 'call':
      return `${expression.name}(${expression.args.map(shown).join(', ')})`;
  }
}

describe('reads', () => {
  it.each([
    ['Id eq 1 or Id eq 2 and Id eq 3', '((Id eq 1) or ((Id eq 2) and (Id eq 3)))'],
    ['(Id eq 1 or Id eq 2) and Id eq 3', '(((Id eq 1) or (Id eq 2)) and (Id eq 3))'],
    ['not IsDeleted eq true', '((not IsDeleted) eq true)'],
    ['not (Amount gt -5.50)', '(not (Amount gt -5.50))'],
    ["not Label in ('a', 'b')", "(not (Label in ['a' 'b']))"],
    ['not not IsDeleted', '(not (not IsDeleted))'],
    ['Id lt 5 eq true', '((Id lt 5) eq true)'],
    ["Label eq 'l''été'", "(Label eq 'l'été')"],
    ["contains(tolower(Label),'x') eq false", "(contains(tolower(Label), 'x') eq false)"],
    ['Account/Name ne null', '(Account/Name ne null)'],
    ['CreatedAt ge 2026-01-01T01:00+01:00', '(CreatedAt ge 2026-01-01T00:00:00.000Z)'],
    ['year(OperationDate) eq 2026', '(year(OperationDate) eq 2026)'],
    ['\tIsDeleted\n', 'IsDeleted'],
  ])('%s', (text, expected) => {
    expect(shown(parse(text))).toBe(expected);
  });
});

describe('refuses, and says where', () => {
  it.each<[string, string, number | undefined]>([
    ['Id', 'ODataTypeMismatch', 1],
    ['Id eq', 'ODataUnexpected', 6],
    ['Id eq 1 and', 'ODataUnexpected', 12],
    ['Id eq 1)', 'ODataUnexpected', 8],
    ['(Id eq 1', 'ODataUnexpected', 9],
    ['Id == 1', 'ODataUnexpected', 4],
    ['Id eq 1 Id eq 2', 'ODataUnexpected', 9],
    ['Id in ()', 'ODataUnexpected', 8],
    ['Id in (AccountId)', 'ODataUnexpected', 8],
    ["Label eq 'open", 'ODataUnexpected', 10],
    ["Label eq 'a\0b'", 'ODataUnexpected', 10],
    ["Label eq '\ud800'", 'ODataUnexpected', 10],
    ['Amount gt 1e5', 'ODataUnexpected', 11],
    ['Amount gt 1234567890123456789', 'ODataUnexpected', 11],
    ['OperationDate eq 2026-02-30', 'ODataUnexpected', 18],
    ['OperationDate eq 0000-01-01', 'ODataUnexpected', 18],
    ['CreatedAt eq 0001-01-01T00:00+14:00', 'ODataUnexpected', 14],
    ['Amount gt 5 and folder_id eq 1', 'ODataPropertyUnknown', 17],
    ['Account/folder_id eq 1', 'ODataPropertyUnknown', 1],
    ['Account/Name/x eq null', 'ODataPropertyUnknown', 1],
    ['Account eq null', 'ODataPropertyUnknown', 1],
    ['DomainEvents eq null', 'ODataPropertyUnknown', 1],
    ['__proto__ eq 1', 'ODataPropertyUnknown', 1],
    ['1 eq 1 and evil(Label)', 'ODataFunctionUnknown', 12],
    ['toString(Label)', 'ODataFunctionUnknown', 1],
    ['contains(Label)', 'ODataTypeMismatch', 1],
    ['contains(Label,null)', 'ODataTypeMismatch', 1],
    ["Id eq '1'", 'ODataTypeMismatch', 4],
    ["Id in (1,'2')", 'ODataTypeMismatch', 4],
    ['OperationDate gt 2026-01-01T00:00:00Z', 'ODataTypeMismatch', 15],
    ['IsDeleted lt true', 'ODataTypeMismatch', 11],
    ['not Amount gt 5', 'ODataTypeMismatch', 5],
    ['Amount or IsDeleted', 'ODataTypeMismatch', 1],
    [`${'not '.repeat(FILTER_LIMITS.depth + 1)}IsDeleted`, 'ODataTooLarge', undefined],
    [`${'('.repeat(2000)}`, 'ODataTooLarge', undefined],
    [Array(70).fill('Id eq 1').join(' or '), 'ODataTooLarge', undefined],
    [`Label eq '${'é'.repeat(FILTER_LIMITS.bytes / 2)}'`, 'ODataTooLarge', undefined],
  ])('%j: %s', (text, code, position) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code, params: expect.objectContaining(position === undefined ? {} : { position }) }),
    );
  });
});

it('reads or refuses any text, and nothing else', () => {
  const words = [
    'Id',
    'Label',
    'eq',
    'and',
    'not',
    'in',
    '(',
    ')',
    ',',
    "'",
    'null',
    '1',
    '2026-01-01',
    'contains',
    '/',
    '-',
  ];
  const anything = fc.oneof(
    anyText(),
    fc.array(fc.constantFrom(...words)).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(anything, (text) => {
      try {
        parse(text);
      } catch (error) {
        expect(error).toBeInstanceOf(TaxopsError);
      }
    }),
    { numRuns: 2000 },
  );
});

it('puts no value into the text of a statement', () => {
  const hostile = "'); drop table folder; --%_\\?:x";
  const of = (value: string) => filterSql(parse(`Label eq '${value.replaceAll("'", "''")}' or contains(Label,'abc')`));
  expect(of(hostile).text).toBe(of('a').text);
  expect(of(hostile).bindings).toEqual([hostile, 'abc', 'abc']);
});

it('writes a statement in proportion to the filter', () => {
  const nested = (text: string, depth: number): string =>
    depth === 0 ? text : nested(`(${text} in (true,null,false))`, depth - 1);
  for (const filter of [nested('(Amount gt 1)', 30), nested("contains(Description,'x')", 30)]) {
    expect(filterSql(parse(filter)).text.length).toBeLessThan(4 * FILTER_LIMITS.bytes);
  }
});
