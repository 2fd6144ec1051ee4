/** What needs somebody on a day: nothing that is due later, nothing of the folders of others. */
import { expect, it } from 'vitest';
import { todayPage } from '../../../src/services/dues/today.ts';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => '2026-03-10T10:00:00.000Z' } });
const day = (text: string) => text as never;

const { id } = await createFolder(ctx, undefined, { name: 'ALPHA', vatSystem: 'RealNormal', vatDeadlineDay: 19 });
await createExercise(ctx, id, { start: day('2025-12-01'), end: day('2026-11-30') });
const { id: other } = await createFolder(ctx, undefined, { name: 'BETA', vatSystem: 'NotLiable' });

const linesOf = async (paging = { page: 1, limit: 50 }, scope = {}) => {
  const { items, ...page } = await todayPage(ctx, scope, paging);
  return { ...page, lines: items.map(({ kind, folder, subject, due }) => `${kind} ${folder.name} ${subject} ${due}`) };
};

it('lists what is late and what is due within fifteen days, the late first', async () => {
  const { lines, total } = await linesOf();
  expect(lines).toEqual([
    'Late ALPHA 3310CA3 2026-01-19',
    'Late ALPHA 3310CA3 2026-02-19',
    'ToSend ALPHA 3310CA3 2026-03-19',
  ]);
  expect(total).toBe(3);
});

it('comes in pages', async () => {
  expect(await linesOf({ page: 2, limit: 2 })).toEqual({
    page: 2,
    limit: 2,
    total: 3,
    hasMore: false,
    lines: ['ToSend ALPHA 3310CA3 2026-03-19'],
  });
});

it('says nothing of folders outside of the scope', async () => {
  expect((await linesOf(undefined, { folderId: other })).lines).toEqual([]);
});
