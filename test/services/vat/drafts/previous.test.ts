/** What returns before leave to a return: the days that none of them declared. */
import { describe, expect, it } from 'vitest';
import { decodeExact, encodeExact } from '../../../../src/services/vat/drafts/exact-json.ts';
import { sheetsOf, storedBoxes, undeclaredWindows } from '../../../../src/services/vat/drafts/previous.ts';
import { filledBoxes } from '../../../../src/services/vat/procedures/procedure-item.ts';
import { firstDayOf } from '../../../../src/services/vat/return/first-day.ts';
import type { PreviousProcedure } from '../../../../src/services/vat/return/inputs.ts';
import { CA3, CA12 } from '../../../../src/services/vat/return/layout.ts';

const day = (text: string) => text as never;
const window = (startDate: string, endDate: string) => ({ startDate: day(startDate), endDate: day(endDate) });
const filed = (startDate: string, endDate: string, form = CA3): PreviousProcedure => ({
  ...window(startDate, endDate),
  form,
  status: 'Sent',
  boxes: new Map(),
  declaredLines: [],
});
const APRIL = window('2026-04-01', '2026-04-30');
const shown = (previous: readonly PreviousProcedure[]) =>
  undeclaredWindows(APRIL, previous, firstDayOf({ ...APRIL, form: CA3 }, previous)).map(
    ({ startDate, endDate }) => `${startDate} ${endDate}`,
  );

describe('the days of a return', () => {
  it('are its period when it is the first, or the next', () => {
    expect(shown([])).toEqual(['2026-04-01 2026-04-30']);
    expect(shown([filed('2026-02-01', '2026-02-28'), filed('2026-03-01', '2026-03-31')])).toHaveLength(1);
  });
  it('hold the earlier ones that no return declared', () => {
    expect(shown([filed('2026-01-01', '2026-01-31'), filed('2026-03-01', '2026-03-20')])).toEqual([
      '2026-02-01 2026-02-28',
      '2026-03-21 2026-03-31',
      '2026-04-01 2026-04-30',
    ]);
  });
  it('an instalment declares no line, and later returns none of these days', () => {
    expect(shown([filed('2026-03-01', '2026-03-31', '3515SD'), filed('2026-05-01', '2026-05-31')])).toEqual([
      '2026-03-01 2026-03-31',
      '2026-04-01 2026-04-30',
    ]);
  });
});

describe('the first day of all', () => {
  const CA12_2024 = filed('2024-01-01', '2024-12-31', CA12);
  const firstDay = (startDate: string, previous: readonly PreviousProcedure[], form = CA3) =>
    firstDayOf({ startDate: day(startDate), form }, previous);
  it('is the earliest of a return and of those before it', () => {
    expect(firstDay('2026-04-01', [])).toBe('2026-04-01');
    expect(firstDay('2026-04-01', [filed('2026-01-01', '2026-01-31')])).toBe('2026-01-01');
    expect(firstDay('2025-01-01', [CA12_2024])).toBe('2024-01-01');
  });
  it('leaves to yearly returns the whole years between the last of them and the first monthly one', () => {
    expect(firstDay('2026-01-01', [CA12_2024])).toBe('2026-01-01');
    expect(firstDay('2026-02-01', [CA12_2024, filed('2026-01-01', '2026-01-31')])).toBe('2026-01-01');
    expect(firstDay('2027-03-01', [CA12_2024])).toBe('2027-01-01');
  });
  it('leaves no months to them, nor a year to a yearly return', () => {
    expect(firstDay('2025-12-01', [CA12_2024])).toBe('2024-01-01');
    expect(firstDay('2026-01-01', [CA12_2024, filed('2025-01-01', '2025-12-31', CA12)])).toBe('2024-01-01');
    expect(firstDay('2026-01-01', [CA12_2024], CA12)).toBe('2024-01-01');
  });
});

it('boxes and exact amounts come back as they were stored', () => {
  const boxes = { '3310CA3': { HB: 45, KF: 'X' }, '3310TER': { BM: ['a', 'b'], DM: [1, 2] } };
  expect(storedBoxes(sheetsOf(boxes))).toEqual(boxes);
  expect(
    filledBoxes({ computedBoxes: { '3310CA3': { HB: 1, HC: 2 } }, typedBoxes: { '3310CA3': { HB: 45 } } }),
  ).toEqual({
    '3310CA3': { HB: 45, HC: 2 },
  });
  const computed = { exact: { HB: 12345678901234567890n }, label: '12 n', lines: [-1n, null] };
  expect(decodeExact(JSON.parse(encodeExact(computed)))).toEqual(computed);
});
