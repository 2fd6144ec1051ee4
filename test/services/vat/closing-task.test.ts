import { expect, it } from 'vitest';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { createExercise, updateExercise } from '../../../src/services/ledger/exercises.ts';
import { closingTask } from '../../../src/services/vat/closing-task.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;

it.each([
  // The second working day after 1 May; the last day of the third month; the 5th of the fifth month for a farm.
  ['RealNormal', null, '2025-12-31', '2026-05-05'],
  ['Simplified', null, '2026-06-30', '2026-09-30'],
  ['Simplified', null, '2026-02-28', '2026-06-01'],
  ['SimplifiedFarm', null, '2026-06-30', '2026-11-05'],
  ['RealNormal', 'Farm', '2026-06-30', '2026-11-05'],
  ['SimplifiedFarm', null, '2025-12-31', '2026-05-05'],
] as const)('%s, %s, closing on %s: %s', async (vatSystem, taxpayerKind, closingDate, deadline) => {
  const { id } = await createFolder(ctx, undefined, { name: 'ALPHA', vatSystem, taxpayerKind });
  expect(await closingTask(ctx, id, day(closingDate))).toMatchObject({ deadline, exerciseId: null });
});

it('is that of the oldest exercise which is not closed', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'BETA' });
  await expect(closingTask(ctx, id)).rejects.toMatchObject({ code: 'FolderWithoutExercise' });
  const year = (text: string) => ({ start: day(`${text}-01-01`), end: day(`${text}-12-31`) });
  const [first, second] = [await createExercise(ctx, id, year('2024')), await createExercise(ctx, id, year('2025'))];
  expect(await closingTask(ctx, id)).toMatchObject({ closingDate: '2024-12-31', exerciseId: first.id });
  await updateExercise(ctx, id, first.id, { isClosed: true });
  expect(await closingTask(ctx, id)).toMatchObject({ closingDate: '2025-12-31', exerciseId: second.id });
});
