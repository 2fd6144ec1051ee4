import { expect, test } from 'vitest';
import type { BookedAsset } from '../../../src/services/assets/register/asset-row.ts';
import { decodeFacts, encodeFacts, readFacts } from '../../../src/services/assets/register/facts-codec.ts';
import { keepWindow } from '../../../src/services/assets/register/kept-windows.ts';
import { figures, loadAsset, loadAssets, loadBooks } from '../../../src/services/assets/register/store.ts';
import { addAsset, addAssets, inRegister, saveAsset } from '../../../src/services/assets/register/write-asset.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { draftOf, folderWith } from './folder.ts';
import { body, declining, plan, twoPlans } from './sample.ts';

const MIGRATION = '../../../migrations/0071_facts_as_written.js';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as PlainDate;
const year2024 = { start: day('2024-01-01'), end: day('2024-12-31') };

const machine = (value = '12000.00') => draftOf(body(value, '2024-01-01', plan(5)));
const row = async (folderId: number, assetId: number, start = year2024.start) =>
  figures(db.knex).where({ folder_id: folderId, asset_id: assetId, start_date: start }).first();

test('facts come back from JSON as they were, whatever a user writes', () => {
  const { facts } = draftOf({
    ...twoPlans('38000.00', '2024-04-11', plan(5), declining(5, '1.75')),
    Grants: ['12n', '12nn', '-3n', 'n', '1.5n', '"acquisitionMethod":"\\'].map((Name) => ({
      Grant: { Name },
      Amount: 1,
    })),
  });
  const text = encodeFacts(facts);
  expect(decodeFacts(JSON.parse(text))).toEqual(facts);
  expect(readFacts(text)).toEqual(facts);
  const anew = Object.fromEntries(Object.entries(JSON.parse(text)).reverse());
  expect(readFacts(JSON.stringify(anew, undefined, 1))).toEqual(facts); // as the database may write it
  expect(Object.isFrozen(readFacts(text).economic)).toBe(true); // assets of all folders share it
});

/** As many as the server sends in several pieces, which cut rows. */
const VALUES = Array.from({ length: 60 }, (_, index) => `${index + 1}.00`);

test('assets are read for their figures as they are, in batches of any size', async () => {
  const folderId = await folderWith(db);
  await inRegister(ctx, folderId, (register) => addAssets(register, VALUES.map(machine)));
  const booked: BookedAsset[] = [];
  for await (const batch of loadAssets(db.knex, folderId))
    for (const { id, facts, booksFrom, transferDate, isCreatedAutomatically, isValidatedByUser } of batch)
      booked.push({ id, facts, booksFrom, transferDate, isCreatedAutomatically, isValidatedByUser });
  expect(booked).toHaveLength(VALUES.length);
  for (const size of [1, 2, 59, 60, 61]) {
    const books: BookedAsset[] = [];
    for await (const batch of loadBooks(db.knex, folderId, size)) books.push(...batch);
    expect(books).toEqual(booked);
  }
});

test('facts stored before they kept the order of their writer are read alike', async () => {
  const folderId = await folderWith(db);
  const named = draftOf({
    ...twoPlans('38000.00', '2024-04-11', plan(5), declining(5, '1.75')),
    Grants: [{ Grant: { Name: 'État, "acquisitionMethod":\\' }, Amount: 1 }],
  });
  const added = await inRegister(ctx, folderId, (register) => addAssets(register, [machine(), named]));
  await db.knex
    .transaction(async (trx) => {
      await trx.raw('alter table asset alter column facts type jsonb using facts::jsonb');
      await (await import(MIGRATION)).up(trx);
      const rows = await trx('asset')
        .where({ folder_id: folderId })
        .orderBy('id')
        .select(trx.raw('facts::text as text'));
      expect(rows.map(({ text }) => readFacts(text))).toEqual(added.map(({ facts }) => facts));
      await trx.rollback();
    })
    .catch((error: Error) => expect(error.message).toMatch('rejected'));
});

test('an asset is stored with its facts, its number and its searched columns', async () => {
  const folderId = await folderWith(db);
  const draft = draftOf(twoPlans('38000.00', '2024-04-11', plan(5), declining(5, '1.75')));
  const added = await inRegister(ctx, folderId, (register) => addAsset(register, draft));
  const read = await loadAsset(db.knex, folderId, added.id);
  expect(read).toMatchObject({ number: 1, name: 'Machine' });
  expect(read.facts).toEqual(draft.facts);
  const [stored] = await db.knex('asset').where({ id: added.id });
  expect(stored).toMatchObject({
    acquisition_cents: 38_000_00n,
    economic_months: 60,
    economic_start: '2024-04-11',
    fiscal_mode: 'Declining',
    fiscal_coefficient: '1.75',
  });
});

test('an asset of another folder is not found', async () => {
  const [mine, other] = [await folderWith(db), await folderWith(db)];
  const { id } = await inRegister(ctx, other, (register) => addAsset(register, machine()));
  await expect(loadAsset(db.knex, mine, id)).rejects.toMatchObject({ code: 'AssetNotFound' });
});

test('one wrong asset of many and none is written', async () => {
  const folderId = await folderWith(db);
  const wrong = machine();
  const drafts = [machine(), { ...wrong, facts: { ...wrong.facts, residualValue: 99_999_99n } }];
  await expect(inRegister(ctx, folderId, (register) => addAssets(register, drafts))).rejects.toMatchObject({
    code: 'ResidualValueExceedsCost',
  });
  expect(await db.knex('asset').where({ folder_id: folderId })).toEqual([]);
});

test('figures of a window are kept, and only the asset that changes is computed again', async () => {
  const folderId = await folderWith(db);
  const [first, second] = await inRegister(ctx, folderId, (register) =>
    addAssets(register, [machine(), machine('6000.00')]),
  );
  await keepWindow(ctx, folderId, year2024);
  expect(await row(folderId, first?.id ?? 0)).toMatchObject({
    economic_current_cents: 2_400_00n,
    economic_vnc_cents: 9_600_00n,
    status: 'Active',
  });
  await figures(db.knex)
    .where({ asset_id: second?.id ?? 0 })
    .update({ economic_vnc_cents: 1n }); // a mark
  await inRegister(ctx, folderId, async (register) => {
    const asset = await loadAsset(register.trx, folderId, first?.id ?? 0);
    await saveAsset(register, { ...asset, facts: { ...asset.facts, acquisitionValue: 24_000_00n } });
  });
  expect(await row(folderId, first?.id ?? 0)).toMatchObject({ economic_current_cents: 4_800_00n });
  expect(await row(folderId, second?.id ?? 0)).toMatchObject({ economic_vnc_cents: 1n });
});

test('figures follow the exercises of the ledger', async () => {
  const folderId = await folderWith(db, 2024, 2024);
  const { id } = await inRegister(ctx, folderId, (register) =>
    addAsset(register, draftOf(twoPlans('10000.00', '2024-07-01', plan(5), declining(5)))),
  );
  const window = { start: day('2025-01-01'), end: day('2025-12-31') };
  await keepWindow(ctx, folderId, window);
  const before = await row(folderId, id, window.start);
  await createExercise(db, folderId, { start: day('2025-01-01'), end: day('2025-06-30') });
  await keepWindow(ctx, folderId, window);
  const after = await row(folderId, id, window.start);
  expect(before?.fiscal_current_cents).not.toBe(after?.fiscal_current_cents);
});

test('assets come in batches, all of them', { tags: 'long' }, async () => {
  const folderId = await folderWith(db);
  await inRegister(ctx, folderId, (register) =>
    addAssets(
      register,
      Array.from({ length: 1203 }, () => machine()),
    ),
  );
  const sizes: number[] = [];
  for await (const batch of loadAssets(db.knex, folderId)) sizes.push(batch.length);
  expect(sizes).toEqual([500, 500, 203]);
});
