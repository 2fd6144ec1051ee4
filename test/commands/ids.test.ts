import { expect, it } from 'vitest';
import { systemIds } from '../../src/commands/program/context.ts';

it('identifiers are UUIDs of version 7 that sort in the order they were made', () => {
  const made = Array.from({ length: 20_000 }, () => systemIds.uuid());
  expect(made.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
    true,
  );
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});
