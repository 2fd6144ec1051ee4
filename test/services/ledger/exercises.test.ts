/** Days of exercises: which may be one, and to which a day belongs. */
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { createExercise, openingFor } from '../../../src/services/ledger/exercises.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';

const ctx = testContext(await testDatabase());
const day = (text: string) => text as never;
const folder = async () => (await createFolder(ctx, undefined, { name: 'ALPHA' })).id;
const create = (folderId: number, start: string, end: string) =>
  createExercise(ctx, folderId, { start: day(start), end: day(end) }).then(
    () => 'made',
    ({ code }) => code,
  );

describe('an exercise', () => {
  it.each([
    ['2024-01-01', '2024-01-01', 'made'],
    ['2024-01-01', '2023-12-31', 'ExerciseDatesInvalid'],
    ['2024-01-01', '2025-12-31', 'made'],
    ['2024-01-01', '2026-01-01', 'ExerciseDatesInvalid'],
  ])('from %s to %s is %s: a day at least, 24 months at most', async (start, end, outcome) => {
    expect(await create(await folder(), start, end)).toBe(outcome);
  });

  it('shares no day with another, and holds its first and its last', async () => {
    const folderId = await folder();
    expect(await create(folderId, '2024-01-01', '2024-12-31')).toBe('made');
    expect(await create(folderId, '2024-12-31', '2025-12-30')).toBe('ExerciseOverlaps');
    expect(await create(folderId, '2023-01-01', '2024-01-01')).toBe('ExerciseOverlaps');
    expect(await create(folderId, '2025-01-01', '2025-12-31')).toBe('made');
    const openings = ['2024-01-01', '2024-12-31', '2025-01-01'].map((one) => openingFor(ctx, folderId, day(one)));
    expect(await Promise.all(openings)).toEqual(['2024-01-01', '2024-01-01', '2025-01-01']);
  });
});
