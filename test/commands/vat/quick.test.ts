/** What is read past the schemas is what the schemas read, and nothing that they refuse. */
import { expect, it } from 'vitest';
import * as v from '../../../src/commands/vat/values.ts';
import { sized } from '../../support/length.ts';
import fc from '../../support/property.ts';

const line = v.given({
  LineId: v.whole().nullish(),
  AccountNumber: v.textOf(5),
  Label: v.shortText(3).nullish(),
  Debit: v.amount().nullish(),
  Date: v.plainDay().nullish(),
  VatRate: v.oneOf(['_20', '_055']).nullish(),
  IsDeclared: v.flag().nullish(),
  Distributions: v.listOf(v.given({ VatAmount: v.amount() })),
});
/** A copy has lost its quick reader. */
const slow = line.clone();

const NAMES = ['LineId', 'AccountNumber', 'Label', 'Debit', 'Date', 'VatRate', 'IsDeclared', 'Distributions', 'Other'];
const VALUES = [
  ...[
    null,
    undefined,
    0,
    7,
    -1,
    1.5,
    2 ** 53,
    true,
    '',
    'abc',
    'abcd',
    '411000',
    '12.00',
    '12.0',
    '12',
    '-1.00',
    '.50',
  ],
  ...['1.005', '9999999999999.99', '99999999999999.99', '2026-05-31', '2026-02-30', '_20', '_055', '20', [], {}],
  ...[[{ VatAmount: '1.00' }], [{ VatAmount: '1.005' }], [{}], [null], 'constructor', '__proto__'],
];

const outcome = (schema: typeof line, value: unknown): unknown => {
  const { success, data, error } = schema.safeParse(value);
  return success ? { data } : error.issues;
};

it('reads like the schema, whatever an object holds', { tags: 'sized' }, () => {
  const values = fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom<unknown>(...VALUES), {
    noNullPrototype: true,
  });
  const plain = { LineId: 1, AccountNumber: '411', Debit: '12.00' };
  fc.assert(
    fc.property(values, (given) => {
      for (const value of [given, { ...plain, ...given }]) expect(outcome(line, value)).toEqual(outcome(slow, value));
    }),
    { numRuns: sized(100, 500) },
  );
  for (const value of [null, [], 'x', 3, undefined]) expect(outcome(line, value)).toEqual(outcome(slow, value));
});

it('asks a plain object for nothing but what it holds', () => {
  const plain = { LineId: 1, AccountNumber: '411', Debit: '12.00', Distributions: [{ VatAmount: '1.00' }] };
  const asked = new Set<PropertyKey>();
  const get = (target: object, name: PropertyKey) => Reflect.get(target, asked.add(name) && name);
  const watched = new Proxy(plain, { get });
  expect(line.parse(watched)).toEqual({
    lineId: 1,
    accountNumber: '411',
    debit: 1200n,
    distributions: [{ vatAmount: 100n }],
  });
  expect([...asked].sort()).toEqual(Object.keys(plain).sort());
});
