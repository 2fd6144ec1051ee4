/** What is read past the schemas is what the schemas read, and nothing that they refuse. */
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { entries } from '../../../src/commands/vat/ledger-input.ts';
import { sized } from '../../support/length.ts';
import fc from '../../support/property.ts';

const quick = entries();

/** The same schema without its quick ways: a copy has lost them, and so have its parts. */
function slowly(schema: z.ZodType): z.ZodType {
  const parts = Object.entries(schema.def).map(([name, part]) => {
    if (name === 'shape') return [name, Object.fromEntries(Object.entries(part as object).map(slowField))];
    return part && typeof part === 'object' && '_zod' in part ? slowField([name, part]) : [name, part];
  });
  return schema.clone(Object.fromEntries(parts));
}
const slowField = ([name, part]: [string, unknown]) => [name, slowly(part as z.ZodType)];

const slow = slowly(quick);

/** What fields may hold, right or wrong. */
const TEXTS = [...['', 'abc', '411000', 'x'.repeat(20), 'x'.repeat(21), 'x'.repeat(51), 'x'.repeat(501)]];
const AMOUNTS = [...['12.00', '12.0', '12', '007.50', '-1.00', '-0', '.50', '1.005', '1e3', ' 1', '9999999999999.99']];
const NUMBERS = [
  ...[0, -0, 7, -1, 0.1, 1.1, 1.005, 1e-7, 19.99, 123456.78, 1e13, 9999999999999.99, 2 ** 53, Number.NaN],
];
const OTHERS = [...[null, undefined, true, [], {}, '2026-05-31', '2026-02-30', '_20', '20', 'VT_PREST', 'OnDebits']];
const SPREAD = [{ VatRate: '_20', TaxExcludedAmount: '100.00', VatAmount: '-20.00' }];
const anything = fc.constantFrom<unknown>(...TEXTS, ...AMOUNTS, '99999999999999.99', ...NUMBERS, ...OTHERS, SPREAD, [
  {},
]);

const LINE = [
  ...['LineId', 'AccountNumber', 'SubAccount', 'Label', 'Debit', 'Credit', 'Letter', 'LetterDate', 'VatRate'],
  ...['VatCategory', 'Exigibility', 'VatRateDistributions', 'IsDeclared', 'Other', 'constructor'],
];
const ENTRY = ['EntryId', 'Journal', 'JournalType', 'Date', 'Label', 'Lines', 'Other'];

const plainLine = { LineId: 1, AccountNumber: '411', Debit: '12.00' };
const objectOf = (names: readonly string[], plain: object) =>
  fc
    .dictionary(fc.constantFrom(...names), anything, { noNullPrototype: true, maxKeys: 2 })
    .chain((given) => fc.constantFrom<unknown>(given, plain, plain, { ...plain, ...given }));
const lines = fc.array(fc.oneof({ weight: 9, arbitrary: objectOf(LINE, plainLine) }, anything), { maxLength: 3 });
const entry = lines.chain((Lines) => objectOf(ENTRY, { EntryId: 1, Date: '2026-05-31', Lines }));

/** A value is the same however it is held: what is absent may be undefined. */
const outcome = (schema: z.ZodType, value: unknown): unknown => {
  const { success, data, error } = schema.safeParse(value);
  return success ? { data } : error.issues;
};

it('reads like the schemas, whatever entries and lines hold', { tags: 'sized' }, () => {
  let read = 0;
  const list = fc.array(fc.oneof({ weight: 9, arbitrary: entry }, anything), { maxLength: 2 });
  const property = fc.property(list, (given) => {
    const made = outcome(quick, given);
    expect(made).toEqual(outcome(slow, given));
    if (!Array.isArray(made) && given.length > 0) read++;
  });
  fc.assert(property, { numRuns: sized(1000, 20_000) });
  expect(read).toBeGreaterThan(0);
});

it('reads each field of each line like its schema', () => {
  const values = [...TEXTS, ...AMOUNTS, ...NUMBERS, ...OTHERS, SPREAD];
  for (const name of LINE) {
    for (const value of values) {
      const given = [{ Date: '2026-05-31', Lines: [{ ...plainLine, [name]: value }] }];
      expect(outcome(quick, given), `${name}: ${value}`).toEqual(outcome(slow, given));
    }
  }
});

it('reads what is plain without the schemas', () => {
  const line = { LineId: 7, AccountNumber: 411000, Debit: 19.99, VatRate: '_20', Letter: null };
  const plain = [{ Date: '2026-05-31', Lines: [line, { AccountNumber: '706', Credit: '19.9' }] }];
  const { element } = quick.def;
  const { run } = element._zod;
  element._zod.run = () => expect.fail('a schema was asked');
  try {
    expect(quick.parse(plain)).toMatchObject([
      {
        journal: '',
        date: '2026-05-31',
        lines: [
          { lineId: 7, accountNumber: '411000', debit: 1999n, credit: 0n, rate: '_20', letter: undefined },
          { lineId: undefined, accountNumber: '706', debit: 0n, credit: 1990n },
        ],
      },
    ]);
  } finally {
    element._zod.run = run;
  }
});
