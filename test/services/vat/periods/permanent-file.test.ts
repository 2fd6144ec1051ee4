import { expect, it } from 'vitest';
import { createFolder, type FolderChange } from '../../../../src/services/folders/folders.ts';
import { permanentFileDay } from '../../../../src/services/vat/periods/permanent-file.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { listGroups } from '../../../../src/services/vat/procedures/groups.ts';
import type { ProcedureType } from '../../../../src/services/vat/procedures/store.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
const folderOf = async (change: FolderChange) =>
  (await createFolder(ctx, undefined, { legalForm: 'SARL', department: '69', ...change, name: 'ALPHA' })).id;
const open = async (folderId: number, begin: string, end: string, procedureType: ProcedureType = 'Liquidation') =>
  (await assistGroup(ctx, folderId, { procedureType, beginDate: day(begin), endDate: day(end) })).procedures[0]?.id ??
  0;
const answer = (folderId: number, id: number, dgfip_deadline_day: number, dgfip_received_at: string) =>
  db.knex('vat_procedure').where({ folder_id: folderId, id }).update({ dgfip_deadline_day, dgfip_received_at });

it('puts three dates side by side: the table of a SARL of Lyon says 21', async () => {
  const id = await folderOf({ siren: '552081317', vatDeadlineDay: 17 });
  expect(await permanentFileDay(ctx, id)).toEqual({
    permanentFileDeadlineDay: 17,
    recommendedPermanentFileDeadlineDay: 21,
    declaration: null,
  });
  await open(id, '2026-01-01', '2026-01-31');
  const february = await open(id, '2026-02-01', '2026-02-28');
  await open(id, '2026-03-01', '2026-03-31', 'Refund');
  expect((await permanentFileDay(ctx, id)).declaration).toEqual({
    procedureId: february,
    procedureGroupId: february,
    form: '3310CA3',
    periodStartDate: '2026-02-01',
    periodEndDate: '2026-02-28',
    status: 'Draft',
    dgfipReceivedAt: null,
    dgfipDeadlineDay: 21,
    dgfipDayMatchesPermanentFile: false,
    dgfipDeadlineMatchesPermanentFile: false,
    dgfipDeadline: { date: '2026-03-23', rule: 'LegalTable' },
    permanentFileDeadline: { date: '2026-03-17', rule: 'PermanentFile' },
    teleportalDeadline: { date: '2026-03-23', rule: 'LegalTable' },
  });
});

it('the day of the last processing report is recommended, and is what the return and its group show', async () => {
  const id = await folderOf({ vatDeadlineDay: 22 });
  const [january, february] = [await open(id, '2026-01-01', '2026-01-31'), await open(id, '2026-02-01', '2026-02-28')];
  await answer(id, january, 24, '2026-02-25T08:00:00Z');
  await answer(id, february, 22, '2026-03-25T08:00:00Z');
  const of = (procedureId: number) => permanentFileDay(ctx, id, procedureId);
  expect(await of(january)).toMatchObject({
    recommendedPermanentFileDeadlineDay: 22,
    declaration: {
      dgfipReceivedAt: '2026-02-25T08:00:00.000Z',
      dgfipDeadlineDay: 24,
      dgfipDayMatchesPermanentFile: false,
      dgfipDeadlineMatchesPermanentFile: false,
      dgfipDeadline: { date: '2026-02-24', rule: 'DgfipProcessingReport' },
    },
  });
  // 22 March 2026 is a Sunday: days and dates agree.
  expect((await of(february)).declaration).toMatchObject({
    dgfipDayMatchesPermanentFile: true,
    dgfipDeadlineMatchesPermanentFile: true,
    dgfipDeadline: { date: '2026-03-23' },
    teleportalDeadline: { date: '2026-03-23', rule: 'LegalTable' },
  });
  const [group] = await listGroups(ctx, id);
  expect(group?.deadlines).toEqual({ filing: '2026-02-24', deposit: '2026-02-23', day: 24 });
  expect(group?.procedures[0]?.deadlines).toEqual(group?.deadlines);
});

it('days that differ may fall on one date', async () => {
  const id = await folderOf({ vatDeadlineDay: 22 });
  await open(id, '2026-02-01', '2026-02-28');
  expect((await permanentFileDay(ctx, id)).declaration).toMatchObject({
    dgfipDayMatchesPermanentFile: false,
    dgfipDeadlineMatchesPermanentFile: true,
  });
});

it('a yearly return has one date, whatever the day of the folder', async () => {
  const id = await folderOf({ vatSystem: 'Simplified', vatDeadlineDay: 15 });
  await open(id, '2025-01-01', '2025-12-31');
  expect((await permanentFileDay(ctx, id)).declaration).toMatchObject({
    form: '3517SCA12',
    dgfipDeadlineDay: null,
    dgfipDayMatchesPermanentFile: null,
    dgfipDeadlineMatchesPermanentFile: true,
    permanentFileDeadline: { date: '2026-05-05', rule: 'LegalTable' },
  });
});

it('without a day of the folder, nor what the table needs, nothing is compared', async () => {
  const id = await folderOf({ legalForm: 'EI' });
  await open(id, '2026-01-01', '2026-01-31');
  expect(await permanentFileDay(ctx, id)).toMatchObject({
    permanentFileDeadlineDay: null,
    recommendedPermanentFileDeadlineDay: null,
    declaration: { dgfipDeadline: null, permanentFileDeadline: null, dgfipDayMatchesPermanentFile: null },
  });
});

it('refuses a return of another form, and one that does not exist', async () => {
  const id = await folderOf({});
  const refund = await open(id, '2026-01-01', '2026-01-31', 'Refund');
  await expect(permanentFileDay(ctx, id, refund)).rejects.toMatchObject({ code: 'NotSupportedProcedureType' });
  await expect(permanentFileDay(ctx, id, 9999)).rejects.toMatchObject({ code: 'ProcedureNotFound' });
});
