/** What a firm has to do, by deadline. */
import { expect, it } from 'vitest';
import type { Deadline } from '../../../../src/services/declarations/rules/deadlines.ts';
import type { PeriodRecord } from '../../../../src/services/declarations/rules/periods.ts';
import {
  bareState,
  expectedTypes,
  inOrder,
  isExpected,
  outcomeOf,
  type Task,
} from '../../../../src/services/declarations/rules/worklist.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';

const day = (text: string) => text as PlainDate;
const deadline = (due: string) =>
  ({ type: 'Liasse', due: day(due), period: { start: day('2024-01-01'), end: day('2024-12-31') } }) as Deadline;
const record = (status: string, more: object = {}) =>
  ({ id: 7, type: 'Liasse', end: day('2024-12-31'), status, ...more }) as unknown as PeriodRecord;

it.each([
  ['Late', '2025-05-19'],
  ['ToSend', '2025-05-20'],
  ['ToSend', '2026-05-20'],
])('%s: due on %s, while nothing was done', (state, due) => {
  expect(bareState(deadline(due), day('2025-05-20'))).toBe(state);
});

it.each([
  ['ToSend', '2024-06-16', '2024-06-01'], // fifteen days are left
  ['Later', '2024-06-17', '2024-06-01'],
  ['Later', '2025-05-20', '2024-12-31'], // the last day of the period is still of it
  ['ToSend', '2025-05-20', '2025-01-01'],
])('%s: due on %s, seen on %s', (state, due, today) => {
  expect(bareState(deadline(due), day(today))).toBe(state);
});

it.each([
  ['Done', 'Accepted', false],
  ['Done', 'AcceptedWithAnomalies', false],
  ['Waiting', 'Sent', false],
  ['Waiting', 'SendUncertain', false],
  ['Rejected', 'Rejected', false],
  [undefined, 'Rejected', true],
  [undefined, 'Draft', false],
] as const)('%s: what a record that is %s makes of it, ignored when rejected: %s', (state, status, ignored) => {
  expect(outcomeOf(status, ignored)).toBe(state);
});

it('a period that is not over is for later, and the most pressing comes first', () => {
  const tasks = [deadline('2025-05-20'), deadline('2024-03-01')]
    .map((one) => ({ deadline: one, state: bareState(one, day('2024-06-01')) }) as Task)
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
  [{}, null],
  [{ subjectToCvae: true }, true],
  [{ subjectToCvae: false }, false],
])('a folder that says %j owes CVAE: %s', (duties, expected) => {
  expect(isExpected('CVAESolde', { ...unsaid, ...duties })).toBe(expected);
  expect(isExpected('Liasse', { ...unsaid, ...duties })).toBe(true);
});
