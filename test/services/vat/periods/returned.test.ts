import { expect, it } from 'vitest';
import { covering, isOf, type Returned, rhythmOf } from '../../../../src/services/vat/periods/returned.ts';

const day = (text: string) => text as never;
const returned = (form: string, begin: string, end: string, depositNumber: number | null = null): Returned => ({
  folderId: 1,
  procedureId: 4,
  form,
  beginDate: day(begin),
  endDate: day(end),
  depositNumber,
  isFiled: true,
});
const span = (begin: string, end: string, depositNumber: number | null = null) =>
  ({ beginDate: day(begin), endDate: day(end), depositNumber, kind: 'Exercise' }) as const;

it('a return covers what it has a day of, of its form and its instalment', () => {
  const january = returned('3310CA3', '2026-01-01', '2026-01-31');
  expect(isOf(january, '3310CA3', span('2026-01-31', '2026-02-28'))).toBe(true);
  expect(isOf(january, '3310CA3', span('2026-02-01', '2026-02-28'))).toBe(false);
  expect(isOf(january, '3519', span('2026-01-01', '2026-01-31'))).toBe(false);
  const july = returned('3514', '2026-01-01', '2026-12-31', 1);
  expect(covering([january, july], '3514', span('2026-01-01', '2026-12-31', 1))).toBe(july);
  expect(covering([january, july], '3514', span('2026-01-01', '2026-12-31', 2))).toBeUndefined();
  const byHand = returned('3514', '2026-12-01', '2026-12-31');
  expect(covering([july, byHand], '3514', span('2026-01-01', '2026-12-31', 2))).toBe(byHand);
  expect(covering([byHand], '3514', span('2026-01-01', '2026-12-31', 1))).toBeUndefined();
});

it.each([
  [false, [], 'Monthly'],
  [true, [], 'Yearly'],
  [false, [returned('3310CA3', '2026-01-01', '2026-03-31'), returned('3519', '2026-04-01', '2026-04-30')], 'Quarterly'],
  [
    false,
    [returned('3310CA3', '2026-01-01', '2026-03-31'), returned('3310CA3', '2026-04-01', '2026-04-30')],
    'Monthly',
  ],
  [false, [returned('3310CA3', '2026-01-05', '2026-03-31')], 'Monthly'],
  [true, [returned('3517AGRSD', '2026-01-01', '2026-03-31')], 'Quarterly'],
])('a farm: %s, after %j: %s', (isFarm, all, rhythm) => expect(rhythmOf(isFarm, all)).toBe(rhythm));
