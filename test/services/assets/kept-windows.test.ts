/** Which windows stay when there are too many. */
import { expect, test } from 'vitest';
import { keepWindow } from '../../../src/services/assets/kept-windows.ts';
import { windows } from '../../../src/services/assets/store.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { testDatabase } from '../../support/database.ts';
import { folderWith } from './folder.ts';

const db = await testDatabase();

test('the window in use outlives those nobody asked for since', async () => {
  const folderId = await folderWith(db);
  const keep = (year: number, minute: number) =>
    keepWindow(
      db,
      folderId,
      { start: `${year}-01-01` as PlainDate, end: `${year}-12-31` as PlainDate },
      `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
    );
  for (let use = 0; use < 24; use++) await keep(2000 + use, use);
  await keep(2000, 30);
  await keep(2100, 31);
  const kept = await windows(db.knex).where({ folder_id: folderId }).orderBy('start_date').pluck('start_date');
  expect(kept).toHaveLength(24);
  expect(kept.slice(0, 2)).toEqual(['2000-01-01', '2002-01-01']);
});
