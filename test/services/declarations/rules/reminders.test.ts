import { describe, expect, it } from 'vitest';
import type { DeclarationType } from '../../../../src/services/declarations/kinds.ts';
import { deadlines } from '../../../../src/services/declarations/rules/deadlines.ts';
import type { Status } from '../../../../src/services/declarations/rules/enumerations.ts';
import {
  currentRecord,
  type PeriodRecord,
  periodState,
  periodsInWindow,
} from '../../../../src/services/declarations/rules/periods.ts';
import { reminders } from '../../../../src/services/declarations/rules/reminders.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';

const day = (text: string) => text as PlainDate;
const EXERCISE = { start: day('2025-01-01'), end: day('2025-12-31') };
const record = (status: Status, more: Partial<PeriodRecord> = {}): PeriodRecord => ({
  id: 1,
  type: 'Liasse',
  status,
  start: EXERCISE.start,
  end: EXERCISE.end,
  ...more,
});

const levels = (today: string, records: PeriodRecord[], balanced = true, type: DeclarationType = 'Liasse') =>
  reminders({ today: day(today), deadlines: deadlines(type, EXERCISE), records, balanced }).map(
    ({ level, message }) => `${level}: ${message.en}`,
  );

describe('reminders', () => {
  it.each([
    ['2025-11-30', [], []], // the exercise still runs, and the deadline is far
    ['2025-12-30', [], []],
    ['2025-12-31', [], ['Info: No Liasse yet for the period ending 2025-12-31.']], // nothing runs after its last day
    ['2026-01-10', [], ['Info: No Liasse yet for the period ending 2025-12-31.']],
    ['2026-01-10', [record('Draft')], []],
    ['2026-05-04', [], ['Info: No Liasse yet for the period ending 2025-12-31.']],
    ['2026-05-05', [], ['Warning: Liasse of the period ending 2025-12-31 is due on 2026-05-20.']],
    ['2026-05-20', [record('Draft')], ['Warning: Liasse of the period ending 2025-12-31 is due on 2026-05-20.']],
    ['2026-05-21', [record('SendUncertain')], ['Error: Liasse of the period ending 2025-12-31 was due on 2026-05-20.']],
    ['2026-06-30', [record('Accepted')], []],
    ['2026-06-30', [record('SentToChannel')], []],
    [
      '2026-02-01',
      [record('Rejected')],
      ['Error: Liasse of the period ending 2025-12-31 was rejected: correct it and send it again.'],
    ],
    ['2026-02-01', [record('Rejected', { ignoreWhenRejected: true })], []],
    ['2026-02-01', [record('Accepted', { type: 'IS2572' })], ['Info: No Liasse yet for the period ending 2025-12-31.']],
  ] as const)('on %s with %o', (today, records, expected) => expect(levels(today, [...records])).toEqual(expected));

  it('says that the books do not balance', () => {
    expect(levels('2026-06-30', [record('Accepted')], false)).toEqual([
      'Error: The books do not balance: debits and credits differ.',
    ]);
  });

  it('reminds of each advance', () => {
    expect(levels('2025-09-14', [], true, 'IS2571')).toEqual([
      'Error: IS2571 of the period ending 2025-03-31 was due on 2025-03-15.',
      'Error: IS2571 of the period ending 2025-06-30 was due on 2025-06-15.',
      'Warning: IS2571 of the period ending 2025-09-30 is due on 2025-09-15.',
    ]);
  });

  it('writes French days', () => {
    const [reminder] = reminders({
      today: day('2026-05-10'),
      deadlines: deadlines('Liasse', EXERCISE),
      records: [],
      balanced: true,
    });
    expect(reminder?.message.fr).toBe('Liasse au 31/12/2025 : à déposer avant le 20/05/2026.');
    expect(reminder?.types).toEqual(['Liasse']);
  });
});

describe('state of a period', () => {
  it('is None without a declaration', () => {
    expect(periodState([], 'Liasse', EXERCISE)).toEqual({
      type: 'Liasse',
      period: EXERCISE,
      status: 'None',
      canSend: true,
    });
  });

  it('refuses a second send as long as one declaration may be filed', () => {
    const records = [record('Sent', { id: 1 }), record('Rejected', { id: 2 }), record('Draft', { id: 3 })];
    expect(periodState(records, 'Liasse', EXERCISE)).toMatchObject({
      declarationId: 1,
      status: 'Sent',
      canSend: false,
    });
    expect(periodState(records.slice(1), 'Liasse', EXERCISE)).toMatchObject({ declarationId: 3, canSend: true });
    expect(periodState([record('Sending', { id: 1 }), record('Draft', { id: 2 })], 'Liasse', EXERCISE).canSend).toBe(
      false,
    );
  });

  it('forgets deleted declarations and other periods', () => {
    expect(
      currentRecord([record('Deleted'), record('Sent', { end: '2024-12-31' })], 'Liasse', EXERCISE.end),
    ).toBeUndefined();
  });
});

describe('periods of a window', () => {
  const exercises = [EXERCISE, { start: day('2026-01-01'), end: day('2026-12-31') }];

  it('are exercises for the liasse, quarters for advances, each once', () => {
    const window = { start: day('2025-05-01'), end: day('2025-08-31') };
    expect(
      periodsInWindow(exercises, ['Liasse', 'LiasseTeteDeGroupe', 'IS2572', 'IS2571', 'CVAEAcompte'], window),
    ).toEqual([EXERCISE, { start: '2025-04-01', end: '2025-06-30' }, { start: '2025-07-01', end: '2025-09-30' }]);
  });

  it('keep those that only touch it', () => {
    const window = { start: day('2025-12-31'), end: day('2026-01-01') };
    expect(periodsInWindow(exercises, ['Liasse'], window)).toEqual(exercises);
  });
});
