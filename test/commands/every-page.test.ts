import { expect, it } from 'vitest';
import * as z from 'zod';
import type { RawInput } from '../../src/commands/operation/invoke.ts';
import type { Operation } from '../../src/commands/operation/operation.ts';
import { everyPage, withoutPage } from '../../src/commands/program/every-page.ts';

const IDS = Array.from({ length: 1_201 }, (_, index) => 1_201 - index);

/** A list read backwards, as the audit log is. */
const backwards = {
  query: z.object({ before: z.int().optional(), limit: z.int().max(500).default(50) }),
  output: z.object({ Items: z.array(z.int()), Next: z.int().nullable() }),
} as unknown as Operation;

async function read({ query }: RawInput) {
  const { before = Number.POSITIVE_INFINITY, limit = 50 } = query as { before?: number; limit?: number };
  const left = IDS.filter((id) => id < before);
  const Items = left.slice(0, limit);
  return { Items, Next: left.length > limit ? Items.at(-1) : null };
}

const idsOf = async (query: Readonly<Record<string, unknown>>) =>
  ((await everyPage(backwards, { query }, read)) as { Items: number[] }).Items;

it('a list that is read backwards is read to its first entry', async () => {
  expect(await everyPage(backwards, { query: {} }, read)).toEqual({ Items: IDS, Next: null });
  expect(await idsOf({ before: 3 })).toEqual([2, 1]);
  expect(await idsOf({ limit: 2 })).toEqual([1_201, 1_200]);
});

it('a page of a screen is no part of what a file is asked for', () => {
  expect(withoutPage({ query: { search: 'VIR', page: '2', limit: '50' } })).toEqual({ query: { search: 'VIR' } });
});
