/** What is due in folders: previous and next of each tax, and the days ahead. */
import { expect, it } from 'vitest';
import { duesOf, enterpriseDeadlines, eventOf } from '../../../src/services/dues/dues.ts';
import { createFolder, type FolderChange } from '../../../src/services/folders/folders.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { assistGroup } from '../../../src/services/vat/procedures/create-group.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { eachOf } from '../../support/length.ts';

const db = await testDatabase();
const on = (day: string) => testContext(db, { clock: { now: () => `${day}T10:00:00.000Z` } });
const ctx = on('2026-03-01');
const day = (text: string) => text as never;
const YEARS = [2024, 2025, 2026].map((year) => [`${year}-01-01`, `${year}-12-31`] as const);

async function folderOf(change: FolderChange, exercises: readonly (readonly [string, string])[] = YEARS) {
  const { id } = await createFolder(ctx, undefined, { vatDeadlineDay: 19, ...change, name: 'ALPHA' });
  for (const [start, end] of exercises) await createExercise(ctx, id, { start: day(start), end: day(end) });
  return id;
}

const file = async (folderId: number, beginDate: string, endDate: string, status = 'Sent') => {
  const period = { beginDate: day(beginDate), endDate: day(endDate) };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  await db.knex('vat_procedure').where({ folder_id: folderId, group_id: group.id }).update({ status });
};

/** `Tva 2026-02-19 Late, 2026-03-19 ToDo`. */
async function textOf(folderId: number, at = ctx): Promise<string[]> {
  const [one] = await enterpriseDeadlines(at, [folderId]);
  const text = (due: { dueDate: string; status: string } | null) => (due ? `${due.dueDate} ${due.status}` : '-');
  return (one?.taxes ?? []).map(({ category, previous, next }) => `${category} ${text(previous)}, ${text(next)}`);
}

eachOf(
  [
    [{ vatSystem: 'RealNormal' }, ['Tva 2026-02-19 Late, 2026-03-19 ToDo']],
    [{ vatSystem: null }, ['Tva 2026-02-19 Late, 2026-03-19 ToDo']],
    [
      { vatSystem: 'Simplified' },
      ['Tva 2025-05-05 Late, 2026-05-05 ToDo', 'AcompteCA12 2025-12-19 Late, 2026-07-20 ToDo'],
    ],
    [
      { vatSystem: 'SimplifiedFarm' },
      ['Tva 2025-05-05 Late, 2026-05-05 ToDo', 'AcompteCA12 2026-02-05 Late, 2026-05-05 ToDo'],
    ],
    [{ vatSystem: 'Franchise' }, []],
    [
      { vatSystem: 'NotLiable', taxRegime: 'CorporationTax' },
      ['PaiementAcomptesIs 2025-12-15 Late, 2026-03-15 ToDo', 'PaiementSoldeIs 2025-05-15 Late, 2026-05-15 ToDo'],
    ],
    [{ vatSystem: 'NotLiable', taxRegime: 'CorporationTax', isBalance: false }, []],
    [
      { vatSystem: 'NotLiable', subjectToCvae: true, cvaeAdvanceDeposit: true },
      ['Cvae 2025-05-05 Late, 2026-05-05 ToDo', 'AcompteCvae 2025-09-15 Late, 2026-06-15 ToDo'],
    ],
    [
      { vatSystem: 'NotLiable', subjectToCvae: true, cvaeAdvanceDeposit: false },
      ['Cvae 2025-05-05 Late, 2026-05-05 ToDo'],
    ],
  ],
  4,
)('%j on 1 March 2026: %j', async (change, expected) => expect(await textOf(await folderOf(change))).toEqual(expected));

it('is done once it was filed, not as a draft nor as a test', async () => {
  const id = await folderOf({ vatSystem: 'RealNormal' });
  await file(id, '2026-01-01', '2026-01-31', 'Draft');
  expect(await textOf(id)).toEqual(['Tva 2026-02-19 Late, 2026-03-19 ToDo']);
  await db.knex('vat_procedure').where({ folder_id: id }).update({ status: 'Sent', test_mode: true });
  expect(await textOf(id)).toEqual(['Tva 2026-02-19 Late, 2026-03-19 ToDo']);
  await db.knex('vat_procedure').where({ folder_id: id }).update({ test_mode: false });
  expect(await textOf(id)).toEqual(['Tva 2026-02-19 Done, 2026-03-19 ToDo']);
  await file(id, '2026-02-01', '2026-02-28', 'Accepted');
  expect(await textOf(id)).toEqual(['Tva 2026-02-19 Done, 2026-03-19 Done']);
});

it('follows the period of the last return', async () => {
  const id = await folderOf({ vatSystem: 'RealNormal' });
  await file(id, '2025-10-01', '2025-12-31');
  expect(await textOf(id)).toEqual(['Tva 2026-01-19 Done, 2026-04-20 ToDo']);
});

it('a date is in time until the working day that follows', async () => {
  const id = await folderOf({ vatSystem: 'NotLiable', taxRegime: 'CorporationTax', subjectToCvae: false });
  // 15 March 2026 is a Sunday.
  expect((await textOf(id, on('2026-03-16')))[0]).toBe('PaiementAcomptesIs 2026-03-15 ToDo, 2026-06-15 ToDo');
  expect((await textOf(id, on('2026-03-17')))[0]).toBe('PaiementAcomptesIs 2026-03-15 Late, 2026-06-15 ToDo');
});

it('the simplified system ends, exercises go on after the last one, and nothing is owed of a time before the first', async () => {
  const simplified = await folderOf({ vatSystem: 'Simplified' });
  expect(await textOf(simplified, on('2027-03-01'))).toEqual([
    'Tva 2027-02-19 Late, 2027-03-19 ToDo',
    'AcompteCA12 2026-12-21 Late, -',
  ]);
  const young = await folderOf({ vatSystem: 'RealNormal' }, [['2026-02-01', '2026-12-31']]);
  expect(await textOf(young)).toEqual(['Tva -, 2026-03-19 ToDo']);
  expect(await textOf(young, on('2028-03-01'))).toEqual(['Tva 2028-02-21 Late, 2028-03-20 ToDo']);
});

it('of a folder without books nothing is known to be late', async () => {
  expect(await textOf(await folderOf({ vatSystem: 'RealNormal' }, []))).toEqual(['Tva -, 2026-03-19 ToDo']);
});

it('answers in the order given, each once, and refuses what does not exist', async () => {
  const [a, b] = [await folderOf({}), await folderOf({})];
  const answered = await enterpriseDeadlines(ctx, [b, a, b]);
  expect(answered.map(({ folder }) => folder.id)).toEqual([b, a]);
  await expect(enterpriseDeadlines(ctx, [a, 9999])).rejects.toMatchObject({ code: 'FolderNotFound' });
});

it('what was filed of a declaration is done, what was refused is not', async () => {
  const id = await folderOf({ vatSystem: 'NotLiable', taxRegime: 'CorporationTax' });
  const declaration = {
    folder_id: id,
    channel: 'None',
    source_type: 'Manual',
    status: 'Sent',
    type: 'IS2571',
    period_end: '2025-12-31',
    said: {},
    stamps: {},
    created_at: '2025-12-01',
    updated_at: '2025-12-01',
  };
  const insert = (change: object) => db.knex('declaration').insert({ ...declaration, ...change });
  await insert({ status: 'Rejected' });
  expect((await textOf(id))[0]).toBe('PaiementAcomptesIs 2025-12-15 Late, 2026-03-15 ToDo');
  await insert({});
  expect((await textOf(id))[0]).toBe('PaiementAcomptesIs 2025-12-15 Done, 2026-03-15 ToDo');
});

it('lists the days ahead in order, with what is late, and names folders of unknown day', async () => {
  const { companyId } = await createFolder(ctx, undefined, { name: 'OMEGA', legalForm: 'EI' });
  const firm = (await db.knex('company').insert({ name: 'Cabinet Beta' }).returning('id'))[0].id;
  const inFirm = (folderId: number) => db.knex('folder').where({ id: folderId }).update({ company_id: firm });
  const [late, done, sole] = [
    await folderOf({ vatSystem: 'RealNormal' }),
    await folderOf({ vatSystem: 'RealNormal' }),
    await folderOf({ vatSystem: 'RealNormal', legalForm: 'EI', vatDeadlineDay: null }),
  ];
  for (const id of [late, done, sole]) await inFirm(id);
  await file(done, '2026-01-01', '2026-01-31');
  const week = (days: number, lateDays: number, at = ctx) => duesOf(at, { companyId: firm }, { days, lateDays });
  const { dues, dayUnknown } = await week(20, 20);
  expect(companyId).not.toBe(firm);
  expect(dues.map(({ dueDate, status, folder }) => [dueDate, status, folder.id])).toEqual([
    ['2026-02-19', 'Late', late],
    ['2026-03-19', 'ToDo', late],
    ['2026-03-19', 'ToDo', done],
  ]);
  expect(dayUnknown).toEqual([sole]);
  expect((await week(17, 0)).dues).toEqual([]);
  expect((await week(18, 0)).dues).toHaveLength(2);
  // What is done is shown to the end of its day, what was late from the day after.
  const january = async (at: string) =>
    (await week(0, 1, on(at))).dues.map(({ folder, status }) => [folder.id === late ? 'late' : 'done', status]);
  expect(await january('2026-02-19')).toEqual([
    ['late', 'ToDo'],
    ['done', 'Done'],
  ]);
  expect(await january('2026-02-20')).toEqual([['late', 'Late']]);
  const [first] = dues;
  expect(first && eventOf(first, 'fr')).toEqual({
    id: `due-${late}-3310CA3-2026-01-31-2026-02`,
    day: '2026-02-19',
    summary: 'Déclaration de TVA ALPHA (en retard)',
    description: '3310CA3: 2026-01-01 / 2026-01-31',
  });
});

it('an event keeps its name when the day of the folder changes, and no two have the same', async () => {
  const id = await folderOf({ vatSystem: 'Simplified', subjectToCvae: true, cvaeAdvanceDeposit: true });
  const namesOf = async () => {
    const { dues } = await duesOf(ctx, { folderId: id }, { days: 366, lateDays: 366 });
    return dues.map((due) => eventOf(due, 'en').id);
  };
  const names = await namesOf();
  expect(names.length).toBeGreaterThan(4);
  expect(new Set(names).size).toBe(names.length);
  await db.knex('folder').where({ id }).update({ vat_deadline_day: 24 });
  expect(await namesOf()).toEqual(names);
});
