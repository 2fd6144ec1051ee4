/** Which windows stay when there are too many. */
import { expect, test } from 'vitest';
import { createAsset, deleteAsset, updateAsset } from '../../../src/services/assets/register/change-asset.ts';
import { keepWindow } from '../../../src/services/assets/register/kept-windows.ts';
import { figures, windows } from '../../../src/services/assets/register/store.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { folderWith, inputOf } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db);

/** The same at another moment. */
const at = (now: string) => ({ ...ctx, clock: { now: () => now } });
const year = (number: number) => ({ start: `${number}-01-01` as PlainDate, end: `${number}-12-31` as PlainDate });
const starts = (folderId: number) =>
  windows(db.knex).where({ folder_id: folderId }).orderBy('start_date').pluck('start_date');

test('the window in use outlives those nobody asked for since', async () => {
  const folderId = await folderWith(db);
  const keep = (number: number, minute: number) =>
    keepWindow(at(`2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`), folderId, year(number));
  for (let use = 0; use < 24; use++) await keep(2000 + use, use);
  await keep(2000, 30);
  await keep(2100, 31);
  const kept = await starts(folderId);
  expect(kept).toHaveLength(24);
  expect(kept.slice(0, 2)).toEqual(['2000-01-01', '2002-01-01']);
});

test('a window that somebody may be reading is never dropped', async () => {
  const folderId = await folderWith(db);
  for (let use = 0; use < 30; use++) await keepWindow(ctx, folderId, year(2000 + use));
  expect(await starts(folderId)).toHaveLength(30);
  await keepWindow(at('2026-03-01T10:05:00.000Z'), folderId, year(2100));
  expect(await starts(folderId)).toHaveLength(24);
});

test('figures go with their window, and with their asset in every window', async () => {
  const [folderId, other] = [await folderWith(db), await folderWith(db)];
  const add = (folder: number) => createAsset(ctx, folder, inputOf());
  const [gone, kept] = [await add(folderId), await add(folderId), await add(other)];
  for (const folder of [folderId, other])
    for (const number of [2024, 2025]) await keepWindow(ctx, folder, year(number));
  await deleteAsset(ctx, folderId, gone.id);
  await windows(db.knex)
    .where({ folder_id: folderId, start_date: year(2024).start })
    .delete();
  const left = await figures(db.knex).where({ folder_id: folderId }).select('asset_id', 'start_date');
  expect(left).toEqual([{ asset_id: kept.id, start_date: year(2025).start }]);
  expect(await figures(db.knex).where({ folder_id: other })).toHaveLength(2);
});

test('a change after the exercises have changed leaves the old window whole for who reads it, and it is computed again', async () => {
  const folderId = await folderWith(db, 2024, 2024);
  const [one] = [await createAsset(ctx, folderId, inputOf()), await createAsset(ctx, folderId, inputOf())];
  const rows = () =>
    figures(db.knex)
      .where({ folder_id: folderId, ...window })
      .pluck('asset_id');
  const window = { start_date: '2024-01-01' as PlainDate, end_date: '2024-12-31' as PlainDate };
  await keepWindow(ctx, folderId, year(2024));
  await createExercise(db, folderId, year(2025));
  await updateAsset(ctx, folderId, { assetId: one.id, date: year(2024).end }, inputOf({ Name: 'Tour' }));
  expect(await rows()).toHaveLength(2);
  const { signature } = await keepWindow(ctx, folderId, year(2024));
  expect(
    await windows(db.knex)
      .where({ folder_id: folderId, ...window })
      .first(),
  ).toMatchObject({ basis: signature });
});

test('what a release with other rules kept is computed anew: its figures and alerts would stand for ever', async () => {
  const folderId = await folderWith(db, 2024, 2024);
  await createAsset(ctx, folderId, inputOf());
  const { signature } = await keepWindow(ctx, folderId, year(2024));
  const [rules, ...rest] = signature.split(' CorporationTax');
  expect(rules).toMatch(/^rules \d+$/);
  await windows(db.knex)
    .where({ folder_id: folderId })
    .update({ basis: `CorporationTax${rest.join('')}` });
  await figures(db.knex).where({ folder_id: folderId }).update({ economic_cumulated_cents: 1n });
  await keepWindow(ctx, folderId, year(2024));
  const kept = await figures(db.knex).where({ folder_id: folderId }).pluck('economic_cumulated_cents');
  expect(kept).toEqual([2400_00n]);
});
