/** What a firm has to do, by deadline. */
import { expect, it } from 'vitest';
import type { Deadline } from '../../../../src/services/declarations/rules/deadlines.ts';
import type { PeriodRecord } from '../../../../src/services/declarations/rules/periods.ts';
import { expectedTypes, inOrder, isOwed, taskOf } from '../../../../src/services/declarations/rules/worklist.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';

const day = (text: string) => text as PlainDate;
const deadline = (due: string) =>
  ({ type: 'Liasse', due: day(due), period: { start: day('2024-01-01'), end: day('2024-12-31') } }) as Deadline;
const record = (status: string, more: object = {}) =>
  ({ id: 7, type: 'Liasse', end: day('2024-12-31'), status, ...more }) as unknown as PeriodRecord;

it.each([
  ['Late', '2025-05-19', []],
  ['ToSend', '2025-05-20', []],
  ['ToSend', '2026-05-20', []],
  ['Done', '2025-05-19', [record('Accepted')]],
  ['Waiting', '2025-05-19', [record('Sent')]],
  ['Rejected', '2025-05-19', [record('Rejected')]],
  ['Late', '2025-05-19', [record('Rejected', { ignoreWhenRejected: true })]],
])('%s: due on %s with %j', (state, due, records) => {
  expect(taskOf(deadline(due), records[0], day('2025-05-20')).state).toBe(state);
});

it('a period that is not over is for later, and the most pressing comes first', () => {
  const tasks = [deadline('2025-05-20'), deadline('2024-03-01')]
    .map((one) => taskOf(one, undefined, day('2024-06-01')))
    .sort(inOrder);
  expect(tasks.map(({ state }) => state)).toEqual(['Late', 'Later']);
});

const unsaid = { taxRegime: null, subjectToCvae: null, cvaeAdvanceDeposit: null, isBalance: null };
const company = { ...unsaid, taxRegime: 'CorporationTax' };

it.each([
  [company, [], ['Liasse', 'IS2571', 'IS2572']],
  [{ ...unsaid, taxRegime: 'IncomeTax' }, [], ['Liasse']],
  [unsaid, [record('Sent', { type: 'IS2573' }), record('Sent', { type: 'Inconnu' })], ['Liasse', 'IS2573']],
  [{ ...company, isBalance: false }, [], ['Liasse']],
  [{ ...unsaid, isBalance: true }, [], ['Liasse', 'IS2571', 'IS2572']],
  [{ ...unsaid, subjectToCvae: true }, [], ['Liasse', 'CVAESolde']],
  [{ ...unsaid, subjectToCvae: true, cvaeAdvanceDeposit: true }, [], ['Liasse', 'CVAESolde', 'CVAEAcompte']],
  [{ ...unsaid, subjectToCvae: false, cvaeAdvanceDeposit: true }, [], ['Liasse']],
])('a folder that says %j is expected to file, after %j', (duties, records, expected) => {
  expect(expectedTypes(duties, records as PeriodRecord[])).toEqual(expected);
});

it.each([
  ['Dismissed', []],
  ['Dismissed', [record('Rejected')]],
  ['Waiting', [record('Sent')]],
  ['Done', [record('Accepted')]],
])('what was set aside is %s with %j', (state, records) => {
  const task = taskOf(deadline('2025-05-19'), records[0], day('2031-05-20'), 'why');
  expect([task.state, task.reason]).toEqual([state, state === 'Dismissed' ? 'why' : undefined]);
});

it('a duty that a folder has not is no task, unless something of it was filed', () => {
  const task = taskOf({ ...deadline('2025-05-20'), type: 'CVAESolde' }, undefined, day('2025-01-01'));
  const owed = (duties: object, change = {}) => isOwed({ ...task, ...change }, { ...unsaid, ...duties });
  expect(owed({})).toBe(true);
  expect(owed({ subjectToCvae: true })).toBe(true);
  expect(owed({ subjectToCvae: false })).toBe(false);
  expect(owed({ subjectToCvae: false }, { declarationId: 4 })).toBe(true);
});
