import { describe, expect, it } from 'vitest';
import { ASSET_COLUMNS } from '../../../../src/services/assets/search/columns.ts';
import { parseFilters, parseGroups, parseSorts } from '../../../../src/services/assets/search/grammar.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import fc, { anyText } from '../../../support/property.ts';

const read = (...q: string[]) =>
  parseFilters(q).map(({ column, operator, values }) => [column.name, operator, ...values]);
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof TaxopsError ? error.code : String(error);
  }
};

describe('filters', () => {
  it.each([
    ['AcquisitionValue:gt:1234.5', ['AcquisitionValue', 'gt', '123450']],
    ['EconomicVNCPeriodAmount:le:-0.01', ['EconomicVNCPeriodAmount', 'le', '-1']],
    ['Name:eq:a:b', ['Name', 'eq', 'a:b']],
    ['Name:eq:', ['Name', 'eq', null]],
    ['AcquisitionDate:ge:2024-02-29T00:00:00Z', ['AcquisitionDate', 'ge', '2024-02-29']],
    ['EconomicMethod:in:Linear#Declining', ['EconomicMethod', 'in', 'Linear', 'Declining']],
    ['RetirementDate:in:#2025-06-30', ['RetirementDate', 'in', null, '2025-06-30']],
    ['IsRetired:ne:true', ['IsRetired', 'ne', 'true']],
    ['Number:lt:12', ['Number', 'lt', '12']],
  ])('reads %s', (text, expected) => expect(read(text)).toEqual([expected]));

  it('puts back the commas that a query cut at', () => {
    expect(read('Name:eq:Dupont', ' Martin', 'Number:eq:1')).toEqual([
      ['Name', 'eq', 'Dupont, Martin'],
      ['Number', 'eq', '1'],
    ]);
  });

  it.each([
    ['nothing', 'InvalidAssetFilter'],
    ['', 'InvalidAssetFilter'],
    ['Name:like:x', 'InvalidAssetFilter'],
    ['IsRetired:lt:true', 'InvalidAssetFilter'],
    ["Name'; drop table asset; --:eq:x", 'InvalidAssetFilter'],
    ['Nope:eq:1', 'UnknownAssetProperty'],
    ['__proto__:eq:1', 'UnknownAssetProperty'],
    ['constructor:eq:1', 'UnknownAssetProperty'],
    ['AcquisitionValue:eq:12.345', 'InvalidAssetFilterValue'],
    ['AcquisitionValue:eq:1 or 1=1', 'InvalidAssetFilterValue'],
    ['AcquisitionDate:eq:2023-02-29', 'InvalidAssetFilterValue'],
    ['EconomicMethod:eq:Sideways', 'InvalidAssetFilterValue'],
    ['IsRetired:eq:yes', 'InvalidAssetFilterValue'],
    ['Id:eq:1e9', 'InvalidAssetFilterValue'],
    ['Name:eq:a\0b', 'InvalidAssetFilterValue'],
    ['Analytics:eq:x', 'AssetPropertyUnusable'],
  ])('refuses %j with %s', (text, code) => expect(codeOf(() => parseFilters([text]))).toBe(code));

  it('never fails but with a code, whatever it reads', () => {
    const known = fc.constantFrom(...ASSET_COLUMNS.map(({ name }) => name), 'x', '');
    const operator = fc.constantFrom('eq', 'ne', 'lt', 'in', 'like', '');
    const text = fc.tuple(known, operator, anyText()).map((parts) => parts.join(':'));
    fc.assert(
      fc.property(fc.array(fc.oneof(text, anyText()), { minLength: 1, maxLength: 4 }), (q) => {
        expect([
          'none',
          'InvalidAssetFilter',
          'InvalidAssetFilterValue',
          'UnknownAssetProperty',
          'AssetPropertyUnusable',
        ]).toContain(codeOf(() => parseFilters(q)));
      }),
    );
  });
});

describe('sorts and groups', () => {
  it('are read', () => {
    expect(
      parseSorts(['Name:desc', ' Number:asc']).map(({ column, isDescending }) => [column.name, isDescending]),
    ).toEqual([
      ['Name', true],
      ['Number', false],
    ]);
    expect(parseSorts(['Name:desc, Number:asc', 'Account:asc'])).toEqual(
      parseSorts(['Name:desc', 'Number:asc', 'Account:asc']),
    );
    expect(parseGroups(['Account', 'IsRetired']).map(({ name }) => name)).toEqual(['Account', 'IsRetired']);
  });

  it.each([
    [() => parseSorts(['Name']), 'InvalidAssetSort'],
    [() => parseSorts(['Name:asc,']), 'InvalidAssetSort'],
    [() => parseSorts(['Name:up']), 'InvalidAssetSort'],
    [() => parseSorts(['Name asc; drop table asset:asc']), 'InvalidAssetSort'],
    [() => parseSorts(['Nope:asc']), 'UnknownAssetProperty'],
    [() => parseSorts(['Retirement:asc']), 'AssetPropertyUnusable'],
    [() => parseGroups(['Nope']), 'UnknownAssetProperty'],
    [() => parseGroups(['AcquisitionValue']), 'AssetPropertyUnusable'],
  ])('refuse %s with %s', (work, code) => expect(codeOf(work)).toBe(code));
});
