import { expect, test } from 'vitest';
import { groupBy } from '../../../src/services/kernel/group-by.ts';

test('values stand under their key, both in the order in which they are met', () => {
  const groups = groupBy(['pear', 'plum', 'apple', 'peach'], (word) => word.charAt(0));
  expect([...groups]).toEqual([
    ['p', ['pear', 'plum', 'peach']],
    ['a', ['apple']],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
