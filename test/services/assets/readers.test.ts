/** What is read of stored assets: rows, schedules, groups, headings, and the questions of a search. */
import { describe, expect, it } from 'vitest';
import { lastClosing } from '../../../src/services/assets/edition/year-end.ts';
import { documentHeading } from '../../../src/services/assets/export/heading.ts';
import { fromRow, toRow } from '../../../src/services/assets/register/asset-row.ts';
import { explainStored, readSchedule } from '../../../src/services/assets/register/asset-schedule.ts';
import { createAsset } from '../../../src/services/assets/register/change-asset.ts';
import { saveAndListGroups } from '../../../src/services/assets/register/component-groups.ts';
import { assets } from '../../../src/services/assets/register/store.ts';
import { figureRows, inOrder } from '../../../src/services/assets/search/figure-rows.ts';
import { presentAssets } from '../../../src/services/assets/search/present-assets.ts';
import { prepareQuestion } from '../../../src/services/assets/search/question.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { folderWith, inputOf } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db);
const folderId = await folderWith(db);
const window = { start: '2025-01-01' as PlainDate, end: '2025-12-31' as PlainDate };
const nothing = await lastClosing(ctx, folderId);
const first = await createAsset(ctx, folderId, inputOf({ Notes: 'Neuve' }));
const second = await createAsset(ctx, folderId, inputOf({ Name: 'Atelier', AcquisitionValue: 500 }));

describe('a stored asset', () => {
  it('is the same from its row as it was written', async () => {
    const row = await assets(db.knex).where({ folder_id: folderId, id: first.id }).first();
    if (!row) throw new Error('a row');
    expect(fromRow(row)).toMatchObject({ id: first.id, notes: 'Neuve', facts: { acquisitionValue: 12_000_00n } });
    expect(JSON.parse(toRow(fromRow(row)).facts)).toEqual(JSON.parse(toRow(first).facts));
    expect(toRow(first)).toMatchObject({ name: 'Machine', notes: 'Neuve', account: '2154' });
  });

  it('is read in the order asked for, without those that are gone', async () => {
    const found = await presentAssets(db.knex, folderId, [second.id, 999_999, first.id]);
    expect(found.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it('has a schedule over the exercises of its life, and reasons for its figures', async () => {
    const { economic } = await readSchedule(ctx, folderId, first.id);
    expect(economic.map(({ end, annuity }) => [end, annuity])).toEqual(
      [2024, 2025, 2026, 2027, 2028].map((year) => [`${year}-12-31`, 2400_00n]),
    );
    const figures = await explainStored(ctx, folderId, first.id, 'Economic[2025-12-31]');
    expect(figures.length).toBeGreaterThan(0);
    await expect(explainStored(ctx, folderId, first.id, 'Nothing')).rejects.toMatchObject({ code: 'FigureNotFound' });
  });
});

it('groups of components take the next free number, and are renamed under theirs', async () => {
  const save = async (groupId: number | undefined, name: string) =>
    (await saveAndListGroups(ctx, folderId, { groupId, name })).map((group) => [group.groupId, group.name]);
  expect(await save(undefined, 'Façade')).toEqual([[1, 'Façade']]);
  expect(await save(7, 'Toiture')).toEqual([
    [1, 'Façade'],
    [7, 'Toiture'],
  ]);
  expect(await save(1, 'Murs')).toEqual([
    [1, 'Murs'],
    [7, 'Toiture'],
  ]);
});

it('a heading names the firm, the folder and the period', async () => {
  expect(await documentHeading({ ...ctx, language: 'fr' }, folderId, window)).toMatchObject({
    folderName: 'ALPHA',
    lines: ['Cabinet', 'ALPHA', 'Du 01/01/2025 au 31/12/2025'],
    foot: 'Cabinet - ALPHA',
  });
});

it('the last closing is that of an exercise that is over, once there is an asset', async () => {
  expect(nothing).toBeUndefined();
  expect(await lastClosing(ctx, folderId)).toMatchObject(window);
  expect(await lastClosing({ ...ctx, clock: { now: () => '2025-06-01T00:00:00Z' } }, folderId)).toMatchObject({
    end: '2024-12-31',
  });
});

describe('a question', () => {
  const ask = async (q: string[], sort: string[]) => {
    const { question, sorts } = await prepareQuestion(ctx, folderId, { window, q, sort });
    return inOrder(figureRows(db.knex, question).select('a.name'), sorts);
  };

  it.each([
    [[], [], ['Machine', 'Atelier']],
    [[], ['Name:asc'], ['Atelier', 'Machine']],
    [['AcquisitionValue:gt:1000'], [], ['Machine']],
    [['Name:eq:Atelier'], [], ['Atelier']],
  ])('%j sorted by %j finds %j', async (q, sort, names) => {
    expect((await ask(q, sort)).map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it('of a period that ends before it starts is refused', async () => {
    const backwards = { start: window.end, end: window.start };
    await expect(prepareQuestion(ctx, folderId, { window: backwards, q: [], sort: [] })).rejects.toMatchObject({
      code: 'WindowEndsBeforeStart',
    });
  });
});
