import { afterEach, describe, expect, it } from 'vitest';
import { calendarFile } from '../../../../src/services/calendar/calendar-file.ts';
import { addDeclarations, updateDeclarations } from '../../../../src/services/declarations/change.ts';
import { dismissObligation, restoreObligation } from '../../../../src/services/declarations/dismissals.ts';
import { listUpdated } from '../../../../src/services/declarations/list.ts';
import { eventOf, remindersOf, stateOfPeriod } from '../../../../src/services/declarations/obligations.ts';
import { readWindow } from '../../../../src/services/declarations/rules/window.ts';
import { readSettings, writeSettings } from '../../../../src/services/declarations/settings.ts';
import { taskPage, tasksOf } from '../../../../src/services/declarations/tasks.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { type Instant, readInstant } from '../../../../src/services/kernel/paris-time.ts';
import { RIGHTS_OF_ACCESS } from '../../../../src/services/operation/actor.ts';
import { OTHER_SIREN, testFirm } from './firm.ts';

const firm = await testFirm();
const { ctx, db, folderId, list } = firm;
await firm.exercise(folderId, 2025);
afterEach(firm.clear);

const end = readInstant('2025-12-31') as Instant;
const liasse = { type: 'Liasse', end, name: 'Liasse 2025' } as const;

describe('adding', () => {
  it('is all or nothing', async () => {
    await addDeclarations(ctx, folderId, [{ ...liasse, channelAId: 1 }]);
    const again = addDeclarations(ctx, folderId, [{ name: 'New' }, { channelAId: 1 }]);
    await expect(again).rejects.toMatchObject({ code: 'ChannelAIdTaken' });
    expect((await list()).map(({ record }) => record.values.label)).toEqual(['Liasse 2025']);
  });

  it('gives the exercise that holds the end, and the latest period first', async () => {
    await addDeclarations(ctx, folderId, [liasse, { end: readInstant('2026-03-31') }, liasse]);
    const found = await list();
    expect(found.map(({ periodEnd }) => periodEnd)).toEqual(['2026-03-31', '2025-12-31', '2025-12-31']);
    expect(found.map(({ exerciseId }) => exerciseId !== undefined)).toEqual([false, true, true]);
    expect((found[1]?.id ?? 0) > (found[2]?.id ?? 0)).toBe(true);
  });
});

describe('updating', () => {
  it('finds by identifier, then by type and end, and adds what is not there', async () => {
    const [first] = await addDeclarations(ctx, folderId, [liasse]);
    const touched = await updateDeclarations(ctx, folderId, [
      { ...liasse, name: 'By period', channelAId: 5 },
      { channelAId: 5, name: 'By identifier' },
      { ...liasse, type: 'IS2572' },
    ]);
    expect(touched.map(({ id, record }) => [id === first?.id, record.values.label])).toEqual([
      [true, 'By identifier'],
      [false, 'Liasse 2025'],
    ]);
  });

  it('lets a status rise, fall only as it may from here, and be deleted only as a draft', async () => {
    const status = async (given: 'Accepted' | 'Draft' | 'Rejected' | 'Sent' | 'Deleted') =>
      (await updateDeclarations(ctx, folderId, [{ channelAId: 1, status: given }]))[0]?.status;
    expect(await status('Rejected')).toBe('Rejected');
    await expect(status('Sent')).rejects.toMatchObject({ code: 'StatusNotRising' });
    expect(await status('Draft')).toBe('Draft');
    expect(await status('Accepted')).toBe('Accepted');
    await expect(status('Draft')).rejects.toMatchObject({ code: 'StatusNotRising' });
    expect(await status('Accepted')).toBe('Accepted');
    await expect(status('Deleted')).rejects.toMatchObject({ code: 'DeclarationNotDeletable' });
  });

  it('keeps a period in order, whichever end of it is given', async () => {
    await addDeclarations(ctx, folderId, [{ channelAId: 1, start: readInstant('2025-01-01'), end }]);
    const shorter = updateDeclarations(ctx, folderId, [{ channelAId: 1, end: readInstant('2024-12-31') }]);
    await expect(shorter).rejects.toMatchObject({ code: 'PeriodReversed' });
    const later = updateDeclarations(ctx, folderId, [{ channelAId: 1, start: readInstant('2026-01-01') }]);
    await expect(later).rejects.toMatchObject({ code: 'PeriodReversed' });
  });

  it('gives no reasons of a rejection that comes too late', async () => {
    const say = (status: 'Rejected' | 'Accepted', rejectionReason?: string) =>
      updateDeclarations(ctx, folderId, [{ channelAId: 1, status, rejectionReason }]);
    const reasons = async () =>
      (await list()).map(({ record }) => record.values.reasons?.map(({ Libelle }) => Libelle));
    await say('Rejected', 'Why');
    expect(await reasons()).toEqual([['Why']]);
    await say('Accepted', '');
    await expect(say('Rejected', 'Again')).rejects.toMatchObject({ code: 'StatusNotRising' });
    expect(await reasons()).toEqual([[]]);
  });
});

describe('the window of changes', () => {
  const updated = (after: string, before: string, limit?: number, context = ctx) =>
    listUpdated(context, 1, readWindow(after, before), limit);

  it('includes its first moment and not its last, to the microsecond', async () => {
    await addDeclarations(ctx, folderId, [{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
    const ids = (await list()).map(({ id }) => id).toSorted((a, b) => a - b);
    const moments = ['2026-07-15T08:00:00.000002Z', '2026-07-15T08:00:00.000001Z', '2026-07-15T08:00:00.000001Z'];
    for (const [index, id] of ids.entries())
      await db.knex('declaration').where({ id }).update({ updated_at: moments[index] });
    const labels = async (after: string, before: string) =>
      (await updated(after, before)).updated.map(({ record }) => record.values.label);
    expect(await labels('2026-07-15T10:00:00', '2026-07-15T10:00:01')).toEqual(['B', 'C', 'A']); // Paris, summer
    expect(await labels('2026-07-15T08:00:00.000001Z', '2026-07-15T08:00:00.000002Z')).toEqual(['B', 'C']);
    expect(await labels('2026-07-15T08:00:00.000002Z', '2026-07-15T09:00:00Z')).toEqual(['A']);
    const cut = await updated('2026-07-15T08:00:00Z', '2026-07-15T09:00:00Z', 2);
    expect([cut.isTruncated, cut.updated.length, cut.updated[0]?.updatedAt]).toEqual([true, 2, moments[1]]);
  });

  it('moves when a value changes and not when nothing does', async () => {
    await addDeclarations(ctx, folderId, [{ ...liasse, channelAId: 1 }]);
    const [before] = await list();
    await updateDeclarations(ctx, folderId, [{ ...liasse, channelAId: 1 }]);
    expect((await list())[0]?.updatedAt).toBe(before?.updatedAt);
    await updateDeclarations(ctx, folderId, [{ channelAId: 1, name: 'Other' }]);
    expect((await list())[0]?.updatedAt).toBe('2026-05-20T12:00:00.000001Z'); // the clock stands still
  });

  it('shows only the folders of the firm that the caller has', async () => {
    const other = await firm.addFolder('BETA', OTHER_SIREN);
    await addDeclarations(ctx, other, [{ name: 'Hidden' }]);
    await addDeclarations(ctx, folderId, [{ name: 'Shown' }]);
    const actor = { kind: 'user', userId: 'u', clientId: 'c', companyId: 1, rights: RIGHTS_OF_ACCESS.read } as const;
    const mine = { ...ctx, actor: { ...actor, folders: new Set([folderId]) } };
    const { updated: found } = await updated('2026-01-01', '2027-01-01', undefined, mine);
    expect(found.map(({ record }) => record.values.label)).toEqual(['Shown']);
    await expect(listUpdated(ctx, 99, readWindow('2026-01-01', '2027-01-01'))).rejects.toMatchObject({
      code: 'CompanyNotFound',
    });
  });
});

describe('obligations', () => {
  const day = '2025-12-31' as PlainDate;

  it('follow the declarations of the folder', async () => {
    expect(await stateOfPeriod(ctx, folderId, 'Liasse', day)).toMatchObject({ status: 'None', canSend: true });
    expect((await remindersOf(ctx, folderId, 'Liasse', {})).map(({ level }) => level)).toEqual(['Warning']);
    await addDeclarations(ctx, folderId, [{ ...liasse, status: 'Rejected' }]);
    expect((await remindersOf(ctx, folderId, 'Liasse', {})).map(({ level }) => level)).toEqual(['Error', 'Warning']);
    const tasks = await tasksOf(ctx, { folderId });
    expect(tasks.filter(({ deadline }) => deadline.type === 'Liasse')).toMatchObject([{ state: 'Rejected' }]);
    expect(tasks.filter(({ deadline }) => deadline.type === 'IS2572')).toMatchObject([{ state: 'Late' }]);
    await firm.clear();
    await addDeclarations(ctx, folderId, [{ ...liasse, status: 'Sent' }]);
    expect(await stateOfPeriod(ctx, folderId, 'Liasse', day)).toMatchObject({ status: 'Sent', canSend: false });
    expect((await tasksOf(ctx, { companyId: 1 }))[0]?.state).toBe('Late');
  });

  it('are never too old while an answer is awaited', async () => {
    const before = ctx.clock.now();
    await firm.clear();
    await addDeclarations(ctx, folderId, [{ ...liasse, status: 'Sent' }]);
    firm.setClock('2031-06-01T10:00:00.000Z');
    const seen = await tasksOf(ctx, { folderId });
    expect(seen.map(({ state, deadline }) => `${state} ${deadline.type}`).sort()).toEqual([
      ...Array(4).fill('Late IS2571'),
      'Late IS2572',
      'Waiting Liasse',
    ]);
    expect(await tasksOf(ctx, { folderId }, { start: '2031-01-01' as PlainDate })).toEqual([]);
    firm.setClock(before);
  });

  it('stay late until they are filed or set aside with a reason, which can be taken back', async () => {
    const before = ctx.clock.now();
    firm.setClock('2031-06-01T10:00:00.000Z');
    const key = { folderId, type: 'Liasse', end: day } as const;
    const page = (filter: Parameters<typeof taskPage>[2]) =>
      taskPage(ctx, { folderId }, { types: ['Liasse'], ...filter }, { page: 1, limit: 50 });
    expect(await page({})).toMatchObject({ total: 1, counts: { Late: 1, Dismissed: 0 }, items: [{ state: 'Late' }] });
    await dismissObligation(ctx, key, 'Filed by the firm before us');
    expect(await page({})).toMatchObject({ total: 0, counts: { Late: 0, Dismissed: 1 } });
    expect((await page({ states: ['Dismissed'] })).items).toMatchObject([{ reason: 'Filed by the firm before us' }]);
    await restoreObligation(ctx, key);
    await expect(restoreObligation(ctx, key)).rejects.toMatchObject({ code: 'ObligationDue' });
    expect(await page({})).toMatchObject({ counts: { Late: 1 } });
    await addDeclarations(ctx, folderId, [{ ...liasse, status: 'Accepted' }]);
    await expect(dismissObligation(ctx, key, 'Too late')).rejects.toMatchObject({ code: 'ObligationMet' });
    firm.setClock(before);
  });

  it('come in pages, by state, type and due date', async () => {
    const before = ctx.clock.now();
    firm.setClock('2031-06-01T10:00:00.000Z');
    const page = async (number: number, filter: Parameters<typeof taskPage>[2] = {}) => {
      const found = await taskPage(ctx, { companyId: 1 }, filter, { page: number, limit: 2 });
      return [found.items.map(({ deadline }) => `${deadline.type} ${deadline.due}`), found.total, found.hasMore];
    };
    expect(await page(1)).toEqual([['IS2571 2025-03-15', 'IS2571 2025-06-15'], 6, true]);
    expect(await page(3)).toEqual([['IS2572 2026-05-15', 'Liasse 2026-05-20'], 6, false]);
    expect(await page(1, { types: ['IS2571'], dueFrom: '2025-09-15' as PlainDate })).toEqual([
      ['IS2571 2025-09-15', 'IS2571 2025-12-15'],
      2,
      false,
    ]);
    expect(await page(1, { dueTo: '2025-03-15' as PlainDate })).toEqual([['IS2571 2025-03-15'], 1, false]);
    expect(await page(1, { dueTo: '2025-03-14' as PlainDate })).toEqual([[], 0, false]);
    expect(await page(1, { states: ['Waiting'], dueTo: '2025-12-31' as PlainDate })).toEqual([[], 0, false]);
    firm.setClock(before);
  });

  it('are a calendar that others can read', async () => {
    const tasks = await tasksOf(ctx, { folderId });
    const events = tasks.map((task) => eventOf(task, 'fr'));
    const text = Buffer.concat([...calendarFile(events, ctx.clock.now())]).toString();
    const lines = text.split('\r\n');
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
    expect(text).toContain('DTSTART;VALUE=DATE:20260520\r\n');
    expect(text).toContain(`UID:${folderId}-Liasse-2025-12-31@declarations.taxops\r\n`);
    expect(text).toContain('(à déposer)\r\n');
    expect(new Set(lines.filter((line) => line.startsWith('UID:'))).size).toBe(tasks.length);
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  });
});

describe('settings', () => {
  it('are false until they are set, period by period', async () => {
    const [start, end] = ['2025-01-01' as PlainDate, '2025-12-31' as PlainDate];
    const none = { disableReadOnlyForms: false, allowSendingWithFscpError: false, disableReadOnlyPayloadFields: false };
    expect(await readSettings(ctx, folderId, { start, end })).toEqual({ folderId, start, end, ...none });
    const changed = { folderId, start, end, ...none, allowSendingWithFscpError: true };
    await writeSettings(ctx, changed);
    expect(await readSettings(ctx, folderId, { start, end })).toEqual(changed);
    expect(await readSettings(ctx, folderId, { start, end: '2025-06-30' as PlainDate })).toMatchObject(none);
  });
});
