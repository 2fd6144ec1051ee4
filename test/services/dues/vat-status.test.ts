/** The VAT of a firm, one line for each folder. */
import { beforeAll, expect, it } from 'vitest';
import { vatStatusOf } from '../../../src/services/dues/vat-status.ts';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { readInstant } from '../../../src/services/kernel/paris-time.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import type { Right } from '../../../src/services/operation/actor.ts';
import { companyGroups } from '../../../src/services/vat/procedures/company-groups.ts';
import { assistGroup } from '../../../src/services/vat/procedures/create-group.ts';
import { getProcedure } from '../../../src/services/vat/procedures/procedures.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { fill } from '../filing/world.ts';
import { siren } from '../ledger/books.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => '2026-02-10T10:00:00.000Z' } });
const day = (text: string) => text as never;
const ids: number[] = [];
let companyId = 0;

beforeAll(async () => {
  for (const name of ['ALPHA', 'BETA', 'GAMMA']) {
    const folder = { name, siren: siren(ids.length + 1), vatSystem: 'RealNormal' };
    const made = await createFolder(ctx, companyId || undefined, folder);
    companyId = made.companyId;
    ids.push(made.id);
  }
  await createExercise(db, ids[0] ?? 0, { start: day('2026-01-01'), end: day('2026-12-31') });
  await createExercise(db, ids[1] ?? 0, { start: day('2026-01-01'), end: day('2026-12-31') });
});

const status = async () => (await vatStatusOf(ctx, { companyId })).map((one) => [one.folder, one.state, one.blocks]);
const update = (change: object) => db.knex('vat_procedure').where({ folder_id: ids[1] }).update(change);

it('names what each folder has to file, and what blocks it', async () => {
  expect(await vatStatusOf(ctx, { companyId })).toMatchObject([
    {
      folder: 'ALPHA',
      form: '3310CA3',
      endDate: '2026-01-31',
      state: 'None',
      toPay: null,
      blocks: 'NotPrepared',
      next: expect.stringContaining('procedure-group assist'),
    },
    { folder: 'BETA', state: 'None' },
    { folder: 'GAMMA', form: null, due: null, next: null },
  ]);
});

it('a draft says what it lacks, and what is to pay', async () => {
  const [, id = 0] = ids;
  const period = { beginDate: day('2026-01-01'), endDate: day('2026-01-31') };
  const { procedures: made } = await assistGroup(ctx, id, { procedureType: 'Liquidation', ...period });
  const lines = { '708900': -100_00n, '512000': 100_00n };
  await fill(db, id, lines, { date: '2026-01-15' });
  expect((await status())[1]).toEqual(['BETA', 'Draft', 'BooksChanged, DraftEntries']);
  await getProcedure(ctx, id, made[0]?.id ?? 0);
  expect((await status())[1]).toEqual(['BETA', 'Draft', 'DraftEntries, MissingCategory']);
  await db.knex('entry').where({ folder_id: id }).update({ validation_date: '2026-02-01' });
  await update({ computed: { findings: [{ severity: 'blocking', code: '012' }] } });
  await update({ computed_boxes: { '3310CA3': { KE: 200 } } });
  const line = (await vatStatusOf(ctx, { companyId }))[1];
  expect(line).toMatchObject({ toPay: 200_00n, blocks: expect.stringContaining('012') });
  expect(line?.daysLeft).toBeGreaterThan(0);
});

it.each([
  [{}, true],
  [{ GA: 'FR1420041010050500013M02606, PSSTFRPPXXX, BETA', HA: 199 }, true],
  [{ GA: 'FR1420041010050500013M02606, PSSTFRPPXXX, BETA', HA: 200 }, false],
])('a draft that is to pay 200 with %o is blocked by its payments: %s', async (payments, isBlocked) => {
  await update({ typed_boxes: { 'T-IDENTIF': payments } });
  expect(((await status())[1]?.[2] ?? '').includes('PaymentsInvalid')).toBe(isBlocked);
});

it.each([
  [{ status: 'Rejected', answers: JSON.stringify([{ type: 'Ars', code: '048' }]) }, 'Rejected, 048'],
  [{ status: 'SendUncertain' }, 'SendUncertain'],
  [{ status: 'Accepted', wants_closing_entry: true, computed: { closing: { lines: [{}] } } }, 'ClosingEntry'],
  [{ status: 'Accepted', wants_closing_entry: false }, null],
])('%o is blocked by %s', async (change, blocks) => {
  await update(change);
  expect((await status())[1]).toEqual(['BETA', change.status, blocks]);
});

it('stays with the last exercise of a folder, and says that there is none after it', async () => {
  const later = testContext(db, { clock: { now: () => '2027-03-20T10:00:00.000Z' } });
  const [, id = 0] = ids;
  const all = await vatStatusOf(later, { folderId: id });
  expect(all).toMatchObject([{ endDate: '2026-02-28', blocks: 'NotPrepared', lacksExercise: true }]);
  await db.knex('exercise').where({ folder_id: id }).update({ end_date: '2026-01-31' });
  const next = `taxops exercise create --folder ${id} --start-date 2026-02-01 --end-date 2027-01-31`;
  const filed = { state: 'Accepted', endDate: '2026-01-31', blocks: null, lacksExercise: true, next };
  expect(
    await vatStatusOf(testContext(db, { clock: { now: () => '2026-04-10T10:00:00.000Z' } }), { folderId: id }),
  ).toMatchObject([filed]);
  expect(await vatStatusOf(later, { folderId: id })).toMatchObject([{ form: null, blocks: 'NoExercise', next }]);
  await db.knex('exercise').where({ folder_id: id }).update({ end_date: '2026-12-31' });
});

const listed = (change: object) => companyGroups(ctx, { companyId, page: 1, pageSize: 50, ...change });

it('lists the returns of the firm, the newest period first, page by page', async () => {
  const period = { beginDate: day('2026-02-01'), endDate: day('2026-02-28') };
  await assistGroup(ctx, ids[0] ?? 0, { procedureType: 'Liquidation', ...period });
  const { items, totalCount } = await listed({});
  expect([items.map(({ folderId, endDate }) => [folderId, endDate]), totalCount]).toEqual([
    [
      [ids[0], '2026-02-28'],
      [ids[1], '2026-01-31'],
    ],
    2,
  ]);
  expect(items[1]?.procedures).toMatchObject([{ status: 'Accepted', computed: null }]);
  expect(await listed({ page: 2, pageSize: 1 })).toMatchObject({ items: [{ endDate: '2026-01-31' }], totalCount: 2 });
  expect(await listed({ categories: [] })).toMatchObject({ items: [], totalCount: 0 });
  expect(await listed({ endDate: day('2026-01-15') })).toMatchObject({ items: [{ folderId: ids[1] }] });
});

it('lists what changed in a window, and only that', async () => {
  await db.knex('vat_procedure_group').update({ updated_at: '2020-01-01T00:00:00Z' });
  const since = { updatedAfter: readInstant('2020-01-02T00:00:00Z') };
  expect((await listed(since)).items).toEqual([]);
  await update({ computed_at: '2026-02-11T00:00:00Z' });
  expect((await listed(since)).items).toEqual([]);
  await update({ status: 'Rejected' });
  expect((await listed(since)).items.map(({ folderId }) => folderId)).toEqual([ids[1]]);
  expect((await listed({ updatedBefore: readInstant('2020-01-02T00:00:00Z') })).totalCount).toBe(1);
  // With a fraction: texts alone would stand in another order.
  const [from, to] = ['2020-01-02T00:00:00.5Z', '2020-01-02T00:00:00Z'].map(readInstant);
  await expect(listed({ updatedAfter: from, updatedBefore: to })).rejects.toMatchObject({ code: 'PeriodInvalid' });
  expect((await listed({ updatedAfter: to, updatedBefore: from })).items).toEqual([]);
});

it('shows a caller the folders that he sees', async () => {
  const actor = {
    kind: 'user',
    userId: 'ann',
    clientId: 'c',
    companyId,
    folders: new Set(ids.slice(0, 1)),
    rights: new Set<Right>(),
  } as const;
  const { items } = await companyGroups({ ...ctx, actor }, { companyId, page: 1, pageSize: 50 });
  expect(items.map(({ folderId }) => folderId)).toEqual([ids[0]]);
});
