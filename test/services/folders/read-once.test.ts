import pg from 'pg';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { z } from 'zod';
import { invoke } from '../../../src/commands/operation/invoke.ts';
import type { Operation } from '../../../src/commands/operation/operation.ts';
import { createFolder, getFolder, updateFolder } from '../../../src/services/folders/folders.ts';
import type { Right } from '../../../src/services/operation/actor.ts';
import type { Context } from '../../../src/services/operation/context.ts';
import { within } from '../../../src/services/operation/within.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const { id } = await createFolder(db, undefined, { name: 'ALPHA' });

const READ = /^select \* from "folder" where/;
let query: MockInstance<(...args: unknown[]) => unknown>;
beforeEach(() => {
  query = vi.spyOn(pg.Client.prototype as { query: (...args: unknown[]) => unknown }, 'query');
});
afterEach(() => query.mockRestore());
const reads = () => query.mock.calls.filter(([asked]) => READ.test((asked as { text?: string }).text ?? '')).length;

/** What an operation of this right answers that does `run`. */
function answer(right: Right, run: (ctx: Context) => Promise<unknown>): Promise<unknown> {
  const empty = z.object({});
  const operation = { policy: { right, of: 'nobody' }, params: empty, query: empty, run } as unknown as Operation;
  return invoke(operation, testContext(db), {});
}

const name = async (ctx: Context) => (await getFolder(ctx, id)).name;

it.each(['read', 'write', 'send', 'administer'] as const)(
  'an operation with the right %s reads it once',
  async (right) => {
    await answer(right, async (ctx) => [await name(ctx), await name(ctx)]);
    expect(reads()).toBe(1);
  },
);

it('one that runs for days reads it each time', async () => {
  await answer('operate', async (ctx) => [await name(ctx), await name(ctx)]);
  expect(reads()).toBe(2);
});

it('one that changes it reads what it has become', async () => {
  const names = await answer('write', async (ctx) => {
    const before = await name(ctx);
    await updateFolder(ctx, id, { name: 'BETA' });
    return [before, await name(ctx)];
  });
  expect(names).toEqual(['ALPHA', 'BETA']);
});

it.each(['read', 'write'] as const)(
  'in a transaction an operation with the right %s sees what others changed',
  async (right) => {
    const names = await answer(right, async (ctx) => {
      const before = await name(ctx);
      await updateFolder(db, id, { name: before === 'DELTA' ? 'OMEGA' : 'DELTA' }); // another, while a lock is waited for
      return [before, await db.transaction(async (trx) => name(within(ctx, trx)))] as const;
    });
    const [before, after] = names as readonly [string, string];
    expect(after).toBe(before === 'DELTA' ? 'OMEGA' : 'DELTA');
  },
);

it('two operations share nothing', async () => {
  await answer('read', name);
  await updateFolder(db, id, { name: 'GAMMA' });
  expect(await answer('read', name)).toBe('GAMMA');
});
