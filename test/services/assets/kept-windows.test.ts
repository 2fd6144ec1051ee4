/** Which windows stay when there are too many. */
import { expect, test } from 'vitest';
import { createAsset, updateAsset } from '../../../src/services/assets/register/change-asset.ts';
import { keepWindow } from '../../../src/services/assets/register/kept-windows.ts';
import { figures, windows } from '../../../src/services/assets/register/store.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { testDatabase } from '../../support/database.ts';
import { folderWith, inputOf, NOW } from './folder.ts';

const db = await testDatabase();

const year = (number: number) => ({ start: `${number}-01-01` as PlainDate, end: `${number}-12-31` as PlainDate });
const starts = (folderId: number) =>
  windows(db.knex).where({ folder_id: folderId }).orderBy('start_date').pluck('start_date');

test('the window in use outlives those nobody asked for since', async () => {
  const folderId = await folderWith(db);
  const keep = (number: number, minute: number) =>
    keepWindow(db, folderId, year(number), `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`);
  for (let use = 0; use < 24; use++) await keep(2000 + use, use);
  await keep(2000, 30);
  await keep(2100, 31);
  const kept = await starts(folderId);
  expect(kept).toHaveLength(24);
  expect(kept.slice(0, 2)).toEqual(['2000-01-01', '2002-01-01']);
});

test('a window that somebody may be reading is never dropped', async () => {
  const folderId = await folderWith(db);
  for (let use = 0; use < 30; use++) await keepWindow(db, folderId, year(2000 + use), NOW);
  expect(await starts(folderId)).toHaveLength(30);
  await keepWindow(db, folderId, year(2100), '2026-03-01T10:05:00.000Z');
  expect(await starts(folderId)).toHaveLength(24);
});

test('a change after the exercises have changed leaves the old window whole for who reads it, and it is computed again', async () => {
  const folderId = await folderWith(db, 2024, 2024);
  const [one] = [await createAsset(db, folderId, inputOf(), NOW), await createAsset(db, folderId, inputOf(), NOW)];
  const rows = () =>
    figures(db.knex)
      .where({ folder_id: folderId, ...window })
      .pluck('asset_id');
  const window = { start_date: '2024-01-01' as PlainDate, end_date: '2024-12-31' as PlainDate };
  await keepWindow(db, folderId, year(2024), NOW);
  await createExercise(db, folderId, year(2025));
  await updateAsset(db, folderId, one.id, inputOf({ Name: 'Tour' }), year(2024).end, NOW);
  expect(await rows()).toHaveLength(2);
  const { signature } = await keepWindow(db, folderId, year(2024), NOW);
  expect(
    await windows(db.knex)
      .where({ folder_id: folderId, ...window })
      .first(),
  ).toMatchObject({ basis: signature });
});
