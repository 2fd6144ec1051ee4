/** What a firm has to do, by deadline. */
import { expect, it } from 'vitest';
import type { Deadline } from '../../../../src/services/declarations/rules/deadlines.ts';
import type { PeriodRecord } from '../../../../src/services/declarations/rules/periods.ts';
import { expectedTypes, worklist } from '../../../../src/services/declarations/rules/worklist.ts';
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
  expect(worklist([deadline(due)], records, day('2025-05-20'))[0]?.state).toBe(state);
});

it('a period that is not over is for later, and the most pressing comes first', () => {
  const tasks = worklist([deadline('2025-05-20'), deadline('2024-03-01')], [], day('2024-06-01'));
  expect(tasks.map(({ state }) => state)).toEqual(['Late', 'Later']);
});

it.each([
  ['CorporationTax', [], ['Liasse', 'IS2571', 'IS2572']],
  ['IncomeTax', [], ['Liasse']],
  [null, [record('Sent', { type: 'IS2573' }), record('Sent', { type: 'Inconnu' })], ['Liasse', 'IS2573']],
])('a folder under %s is expected to file %j more', (regime, records, expected) => {
  expect(expectedTypes(regime, records as PeriodRecord[])).toEqual(expected);
});
