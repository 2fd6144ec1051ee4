/** What there is to do in many folders, against the same rules applied one obligation at a time. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeclarationKind } from '../../../src/services/declarations/kinds.ts';
import { DECLARATION_KINDS } from '../../../src/services/declarations/kinds.ts';
import { type Deadline, deadlines } from '../../../src/services/declarations/rules/deadlines.ts';
import { STATUSES } from '../../../src/services/declarations/rules/enumerations.ts';
import { currentRecord, type PeriodRecord } from '../../../src/services/declarations/rules/periods.ts';
import {
  bareState,
  expectedTypes,
  hasDuty,
  outcomeOf,
  TASK_STATES,
  type TaskState,
} from '../../../src/services/declarations/rules/worklist.ts';
import { countingRecords } from '../../../src/services/declarations/standing.ts';
import { taskQuery } from '../../../src/services/declarations/task-query.ts';
import { taskGrid, taskPage, tasksOf } from '../../../src/services/declarations/tasks.ts';
import { listFolders } from '../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { readExercises } from '../../../src/services/ledger/exercises.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';

const TODAY = '2025-05-10' as PlainDate;
const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => `${TODAY}T10:00:00.000Z` } });
const [ALL, EVER] = [
  { page: 1, limit: 100_000 },
  { start: '2000-01-01' as PlainDate, end: '2099-12-31' as PlainDate },
];

/** Repeatable, and without pattern: one of `many`. */
let seed = 7;
const pick = <T>(...many: readonly T[]): T => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return many[(seed >> 8) % many.length] as T;
};

beforeAll(async () => {
  const { knex } = db;
  const [firm] = await knex('company').insert({ name: 'Firm' }).returning('id');
  for (let index = 0; index < 60; index++) {
    const [{ id }] = await knex('folder')
      .insert({
        company_id: firm.id,
        name: `Folder ${index}`,
        is_active: index % 15 !== 14,
        tax_regime: pick('CorporationTax', 'IncomeTax', null),
        subject_to_cvae: pick(true, false, null),
        cvae_advance_deposit: pick(true, null),
        is_balance: pick(null, null, false),
      })
      .returning('id');
    const close = pick('12-31', '06-30');
    for (const year of [2023, 2024, 2025]) {
      const [start, end] =
        close === '12-31' ? [`${year}-01-01`, `${year}-12-31`] : [`${year - 1}-07-01`, `${year}-06-30`];
      await knex('exercise').insert({ folder_id: id, start_date: start, end_date: end });
      for (let record = pick(0, 0, 1, 4); record > 0; record--) await addRecord(id, `${end}`);
      if (pick(true, false, false)) await dismiss(id, `${end}`);
    }
  }
});

async function addRecord(folder_id: number, period_end: string): Promise<void> {
  await db.knex('declaration').insert({
    folder_id,
    period_end,
    channel: 'ChannelA',
    source_type: 'Platform',
    status: pick(...STATUSES),
    type: pick<string>(...DECLARATION_KINDS, 'Inconnu'),
    ignore_when_rejected: pick(true, false),
    said: '{}',
    stamps: '{}',
    created_at: TODAY,
    updated_at: TODAY,
  });
}

const dismiss = (folder_id: number, period_end: string) =>
  db.knex('declaration_dismissal').insert({
    folder_id,
    period_end,
    type: pick<DeclarationKind>('Liasse', 'IS2572', 'IS2573'),
    reason: 'why',
    actor: 'test',
    dismissed_at: TODAY,
  });

/** Folder by folder, period by period, from the pure rules. */
async function derived(): Promise<string[]> {
  const folders = (await listFolders(ctx)).filter(({ isActive }) => isActive);
  const dismissed = await db.knex('declaration_dismissal').select('folder_id', 'type', 'period_end');
  const asides = new Set(dismissed.map((one) => `${one.folder_id} ${one.type} ${one.period_end}`));
  const found: string[] = [];
  for (const folder of folders) {
    const records = await countingRecords(ctx, [folder.id]);
    const exercises = await readExercises(db.knex, folder.id);
    for (const deadline of exercises.flatMap((one) =>
      expectedTypes(folder, records).flatMap((type) => deadlines(type, one)),
    )) {
      const { type, period, due } = deadline;
      const record = currentRecord(records, type, period.end);
      if (!record && hasDuty(type, folder) === false) continue;
      const key = `${folder.id} ${type} ${period.end}`;
      const state = stateOf(deadline, record, asides.has(key));
      found.push(`${TASK_STATES.indexOf(state)} ${due} ${key} ${record?.id} ${record?.status ?? 'None'}`);
    }
  }
  return found.sort();
}

function stateOf(deadline: Deadline, record: PeriodRecord | undefined, isAside: boolean): TaskState {
  const outcome = record && outcomeOf(record.status, record.ignoreWhenRejected);
  if (outcome === 'Done' || outcome === 'Waiting') return outcome;
  return isAside ? 'Dismissed' : (outcome ?? bareState(deadline, TODAY));
}

type Shown = Awaited<ReturnType<typeof tasksOf>>[number];
const shown = ({ state, deadline: { type, due, period }, folder, declarationId, status }: Shown): string =>
  `${TASK_STATES.indexOf(state)} ${due} ${folder.id} ${type} ${period.end} ${declarationId} ${status}`;

describe('obligations of many folders', () => {
  it('are those of the rules, one by one, with their records', async () => {
    const expected = await derived();
    expect(expected.length).toBeGreaterThan(500);
    expect((await tasksOf(ctx, {}, EVER)).map(shown).sort()).toEqual(expected);
    expect((await taskPage(ctx, {}, { states: TASK_STATES }, ALL)).items.map(shown).sort()).toEqual(expected);
  });

  it('are counted as they are', async () => {
    const expected = await derived();
    const { counts, total } = await taskPage(ctx, {}, { states: TASK_STATES }, { page: 1, limit: 1 });
    for (const [rank, state] of TASK_STATES.entries())
      expect([state, counts[state]]).toEqual([state, expected.filter((one) => one.startsWith(`${rank} `)).length]);
    expect(total).toBe(expected.length);
    const { piles } = await taskQuery(ctx, {});
    expect((await piles()).reduce((sum, { count }) => sum + count, 0)).toBe(expected.length);
  });

  it('come page after page, each once, the most pressing first', async () => {
    const filter = { states: ['Late', 'ToSend', 'Waiting'], dueFrom: '2024-01-01' as PlainDate } as const;
    const whole = (await taskPage(ctx, {}, filter, ALL)).items.map(shown);
    const paged: string[] = [];
    for (let page = 1, hasMore = true; hasMore; page++) {
      const found = await taskPage(ctx, {}, filter, { page, limit: 37 });
      paged.push(...found.items.map(shown));
      hasMore = found.hasMore;
    }
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(whole.length);
    const keys = whole.map((one) => one.split(' ', 2).join(' '));
    expect(keys).toEqual(keys.toSorted());
  });

  it('come folder by folder, by name, each whole, with the states of all', { tags: 'long' }, async () => {
    const filter = { states: ['Late', 'ToSend', 'Done'], dueFrom: '2024-01-01' as PlainDate } as const;
    const whole = await tasksOf(ctx, {}, {}, filter);
    const all = await tasksOf(ctx, {}, {}, { dueFrom: filter.dueFrom });
    const names: string[] = [];
    const paged: string[] = [];
    for (let page = 1, hasMore = true; hasMore; page++) {
      const found = await taskGrid(ctx, {}, filter, { page, limit: 7 });
      expect(found.total).toBe(new Set(whole.map(({ folder }) => folder.id)).size);
      for (const state of TASK_STATES)
        expect([state, found.counts[state]]).toEqual([state, all.filter((one) => one.state === state).length]);
      names.push(...new Set(found.items.map(({ folder }) => folder.name)));
      expect(found.pageItems).toBe(found.hasMore ? 7 : found.total - (page - 1) * 7);
      paged.push(...found.items.map(shown));
      hasMore = found.hasMore;
    }
    expect(paged.toSorted()).toEqual(whole.map(shown).toSorted());
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'fr')));
    expect(await taskGrid(ctx, {}, filter, { page: 1000, limit: 7 })).toMatchObject({ items: [], hasMore: false });
    expect((await taskGrid(ctx, {}, filter, { page: 1000, limit: 7 })).total).toBeGreaterThan(7);
  });

  it('are only those of folders that the caller sees', async () => {
    const [first] = await listFolders(ctx);
    const folders = new Set([first?.id ?? 0]);
    const mine = { ...ctx, actor: { kind: 'user', name: 'u', folders, companies: new Set(), rights: 'read' } } as never;
    const seen = (await taskPage(mine, {}, { states: TASK_STATES }, ALL)).items;
    expect(new Set(seen.map(({ folder }) => folder.id))).toEqual(folders);
    await expect(taskPage(ctx, { folderId: 99_999 }, {}, ALL)).rejects.toMatchObject({ code: 'FolderNotFound' });
  });
});
