/** JSON in pieces is the JSON of the whole. */
import { expect, it } from 'vitest';
import { prettyJson } from '../../../src/commands/render/pretty-json.ts';
import { sized } from '../../support/length.ts';
import fc from '../../support/property.ts';

const whole = (value: unknown): string => [...prettyJson(value)].join('');

const leaf = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, new Date(0), () => 1),
);
/** Some lists are long ones. */
const long = fc
  .tuple(
    fc.array(fc.oneof(leaf, fc.dictionary(fc.string(), leaf, { maxKeys: 2 })), { maxLength: 3 }),
    fc.constantFrom(1, 251),
  )
  .map(([items, times]) => Array.from({ length: times }, () => items).flat());
const { value: anything } = fc.letrec((tie) => ({
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  value: fc.oneof({ maxDepth: 3 }, leaf, long, tie('list'), tie('object')),
}));

it('writes any value as it would be written at once', { tags: 'sized' }, () => {
  fc.assert(
    fc.property(anything, (value) => {
      if (value === undefined || typeof value === 'function') return;
      expect(whole(value)).toBe(JSON.stringify(value, null, 2));
    }),
    { numRuns: sized(100, 1000) },
  );
});

it('writes a long list in pieces, wherever it stands', () => {
  const lines = Array.from({ length: 20_001 }, (_, rank) => ({
    rank,
    text: 'é',
    none: undefined,
    empty: [],
    of: { rank },
  }));
  const value = { first: 1, none: undefined, deep: [{ lines, short: [1, 2] }, lines, []], last: lines };
  expect([...prettyJson(value)].length).toBeGreaterThan(10);
  expect(whole(value)).toBe(JSON.stringify(value, null, 2));
  expect(whole(lines)).toBe(JSON.stringify(lines, null, 2));
});
