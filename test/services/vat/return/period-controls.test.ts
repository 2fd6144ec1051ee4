import { expect, it } from 'vitest';
import { periodFindings } from '../../../../src/services/vat/return/period-controls.ts';

it.each([
  ['3310CA3', '2025-01-01', '2025-12-31', []],
  ['3310CA3', '2025-01-01', '2026-01-01', ['178']],
  ['3310CA3', '2024-02-29', '2025-02-27', []],
  ['3514', '2025-01-01', '2025-07-31', []],
  ['3514', '2025-01-01', '2025-08-31', ['162']],
  ['3514', '2025-01-01', '2026-08-31', ['178', '162']],
])('a %s from %s to %s is faulted by %j', (form, startDate, endDate, codes) => {
  const found = periodFindings(form, { startDate: startDate as never, endDate: endDate as never });
  expect(found.map(({ code }) => code)).toEqual(codes);
});
