/** The periods of a folder: what is declared, what comes first, what is refused. */
import { expect, it } from 'vitest';
import { createFolder, updateFolder } from '../../../../src/services/folders/folders.ts';
import { createExercise, updateExercise } from '../../../../src/services/ledger/exercises.ts';
import { availablePeriods, type PeriodQuery } from '../../../../src/services/vat/periods/available.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import type { ProcedureType } from '../../../../src/services/vat/procedures/store.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db); // 1 March 2026
const day = (text: string) => text as never;

async function folderOf(vatSystem: string | null, ...exercises: readonly (readonly [string, string])[]) {
  const { id } = await createFolder(ctx, undefined, { name: 'ALPHA', siren: null, vatSystem, vatDeadlineDay: 19 });
  for (const [start, end] of exercises) await createExercise(ctx, id, { start: day(start), end: day(end) });
  return id;
}
const of = (folderId: number, change: Partial<PeriodQuery> = {}) =>
  availablePeriods(ctx, folderId, { procedureType: 'Liquidation', type: 'Manual', ...change });
const declare = (folderId: number, beginDate: string, endDate: string, procedureType: ProcedureType = 'Liquidation') =>
  assistGroup(ctx, folderId, { procedureType, beginDate: day(beginDate), endDate: day(endDate) });
const setStatus = (folderId: number, status: string) =>
  db.knex('vat_procedure').where({ folder_id: folderId }).update({ status });
const YEAR = ['2026-01-01', '2026-12-31'] as const;

it('lists the months of the open exercises, and recommends the oldest one not declared that has ended', async () => {
  const id = await folderOf('RealNormal', ['2025-01-01', '2025-12-31'], YEAR);
  const all = await of(id);
  expect(all.periods).toHaveLength(24);
  expect(all).toMatchObject({
    recommended: { beginDate: '2025-01-01', dueDate: '2025-02-19' },
    exercise: { start: '2025-01-01', end: '2026-12-31' },
    periodType: 'Monthly',
  });
  const named = await of(id, { exerciseStartDate: day('2026-01-01') });
  expect(named.periods).toHaveLength(12);
  expect(named.recommended).toMatchObject({ endDate: '2026-01-31' });
  expect(named.periods[1]).toMatchObject({
    form: '3310CA3',
    kind: 'CalendarMonth',
    periodType: 'Monthly',
    dueDate: '2026-03-19',
    forms: [
      { form: '3310CA3', millesime: 26, formVersion: 1 },
      { form: '3310A', millesime: 26, formVersion: 1 },
      { form: '3310TER', millesime: 26, formVersion: 1 },
      { form: '3310TIC', millesime: 26, formVersion: 1 },
    ],
  });
});

it('marks what is declared with its return, and leaves it out on demand', async () => {
  const id = await folderOf('RealNormal', YEAR);
  const group = await declare(id, '2026-01-01', '2026-01-31');
  const procedureId = group.procedures[0]?.id;
  const all = await of(id);
  expect(all.periods[0]).toMatchObject({ isAlreadyDeclared: true, existingProcedureId: procedureId });
  expect(all.periods[1]).toMatchObject({ isAlreadyDeclared: false, existingProcedureId: null });
  expect(all.recommended).toMatchObject({ endDate: '2026-02-28' });
  const open = await of(id, { onlyNonDeclaredPeriods: true });
  expect(open.periods.map(({ endDate }) => endDate)).not.toContain('2026-01-31');
  expect(open.periods).toHaveLength(11);
  await setStatus(id, 'Rejected');
  expect((await of(id)).periods[0]).toMatchObject({ isAlreadyDeclared: false, existingProcedureId: null });
});

it('a refund beside a return declares nothing of its form', async () => {
  const id = await folderOf('RealNormal', YEAR);
  await declare(id, '2026-01-01', '2026-01-31');
  await db.knex('vat_procedure').where({ folder_id: id }).update({ form: '3519' });
  expect((await of(id)).periods[0]).toMatchObject({ isAlreadyDeclared: false });
  expect((await of(id, { procedureType: 'Refund' })).periods[0]).toMatchObject({ isAlreadyDeclared: true });
});

it('a folder keeps the period of its last return', async () => {
  const id = await folderOf('MiniReal', YEAR);
  await declare(id, '2026-01-01', '2026-03-31');
  const { periods, periodType } = await of(id);
  expect([periods.length, periodType]).toEqual([4, 'Quarterly']);
  await declare(id, '2026-04-01', '2026-04-30');
  expect((await of(id)).periodType).toBe('Monthly');
});

it('a closed exercise is listed only when it is named, or the only one', async () => {
  const id = await folderOf('RealNormal', ['2025-01-01', '2025-12-31'], YEAR);
  const close = (exerciseId: number) => updateExercise(ctx, id, exerciseId, { isClosed: true });
  const [first, second] = await db.knex('exercise').where({ folder_id: id }).orderBy('end_date').pluck('id');
  await close(first);
  expect((await of(id)).exercise.start).toBe('2026-01-01');
  expect((await of(id, { exerciseEndDate: day('2025-12-31') })).exercise.start).toBe('2025-01-01');
  await close(second);
  expect((await of(id)).exercise.start).toBe('2026-01-01');
});

it('years and instalments of the simplified system, until it ends', async () => {
  const id = await folderOf('Simplified', ['2025-01-01', '2025-12-31'], YEAR, ['2027-01-01', '2027-12-31']);
  const { periods, recommended } = await of(id);
  expect(periods.map(({ form }) => form)).toEqual(['3517SCA12', '3517SCA12', ...Array(12).fill('3310CA3')]);
  expect(periods[0]).toMatchObject({ periodType: 'Yearly', kind: 'CalendarYear', dueDate: '2026-05-05' });
  expect(recommended).toBe(periods[0]);
  const deposits = await of(id, { procedureType: 'Deposit' });
  expect(deposits.periods.filter(({ form }) => form === '3514')).toMatchObject([
    { depositNumber: 1, dueDate: '2025-07-21' },
    { depositNumber: 2, dueDate: '2025-12-19' },
    { depositNumber: 1, dueDate: '2026-07-20' },
    { depositNumber: 2, dueDate: '2026-12-21' },
  ]);
  expect(deposits.recommended).toMatchObject({ depositNumber: 1, endDate: '2025-12-31' });
});

it('an instalment can be filed in its month', async () => {
  const id = await folderOf('Simplified', YEAR);
  const inMonth = (text: string) =>
    availablePeriods({ ...ctx, clock: { now: () => text } }, id, { procedureType: 'Deposit', type: 'PreConfigured' });
  expect((await inMonth('2026-06-30T10:00:00.000Z')).recommended).toBeNull();
  expect((await inMonth('2026-07-01T10:00:00.000Z')).recommended).toMatchObject({ depositNumber: 1 });
});

it('a farm files its year and four instalments, and may enter a period', async () => {
  const id = await folderOf('SimplifiedFarm', YEAR);
  expect((await of(id)).periods).toMatchObject([{ form: '3517AGRSD', dueDate: '2027-05-04' }]);
  const deposits = await of(id, { procedureType: 'Deposit' });
  expect(deposits.periods.map(({ dueDate }) => dueDate)).toEqual([
    '2026-05-05',
    '2026-08-05',
    '2026-11-05',
    '2027-02-05',
  ]);
  const { periods, periodType } = await of(id, { startDate: day('2025-05-01'), endDate: day('2026-04-30') });
  expect(periods[0]).toMatchObject({ kind: 'Entered', periodType: 'Free', beginDate: '2025-05-01' });
  expect([periods.length, periodType]).toEqual([2, 'Yearly']);
  await expect(of(id, { startDate: day('2025-05-01'), endDate: day('2026-05-01') })).rejects.toMatchObject({
    code: 'PeriodTooLong',
  });
  await expect(of(id, { startDate: day('2025-05-01') })).rejects.toMatchObject({ code: 'PeriodInvalid' });
});

it('the type of the return chooses its forms', async () => {
  const farm = await folderOf('SimplifiedFarm', YEAR);
  expect((await of(farm, { type: 'Assisted' })).periods).toHaveLength(1);
  await expect(of(farm, { type: 'PreConfigured' })).rejects.toMatchObject({ code: 'NotSupportedProcedureType' });
  const company = await folderOf('RealNormal', YEAR);
  expect((await of(company, { procedureType: 'Refund' })).periods[0]).toMatchObject({ form: '3519' });
  await expect(of(company, { type: 'Assisted' })).rejects.toMatchObject({ code: 'NotSupportedProcedureType' });
});

it('the exercise that the caller gives need not be stored, but the folder must have had books', async () => {
  const id = await folderOf('RealNormal', YEAR);
  const given = (start: string, end: string) => of(id, { exerciseStartDate: day(start), exerciseEndDate: day(end) });
  expect((await given('2027-01-01', '2027-06-30')).periods).toHaveLength(6);
  for (const [start, end] of [
    ['2025-01-01', '2025-12-31'],
    ['2026-12-31', '2026-01-01'],
    ['2026-01-01', '2028-01-01'],
  ] as const) {
    await expect(given(start, end)).rejects.toMatchObject({ code: 'PeriodInvalid' });
  }
  await expect(of(id, { exerciseStartDate: day('2026-02-01') })).rejects.toMatchObject({ code: 'PeriodInvalid' });
});

it.each(['Franchise', 'NotLiable'])('under %s nothing is filed', async (vatSystem) => {
  const id = await folderOf(vatSystem, YEAR);
  await expect(of(id)).rejects.toMatchObject({ code: 'NotSupportedProcedureType' });
});

it('without exercise there is no period, and without family name no day', async () => {
  await expect(of(await folderOf('RealNormal'))).rejects.toMatchObject({ code: 'FolderWithoutExercise' });
  const id = await folderOf('RealNormal', YEAR);
  await updateFolder(ctx, id, { legalForm: 'EI', vatDeadlineDay: null });
  expect((await of(id)).periods[0]?.dueDate).toBeNull();
});
