import { expect, test } from 'vitest';
import { grouped } from '../../../src/services/kernel/grouped.ts';

test('values stand under their key, both in the order in which they are met', () => {
  const groups = grouped(['pear', 'plum', 'apple', 'peach'], (word) => word.charAt(0));
  expect([...groups]).toEqual([
    ['p', ['pear', 'plum', 'peach']],
    ['a', ['apple']],
  ]);
  expect(grouped([], String).size).toBe(0);
});
