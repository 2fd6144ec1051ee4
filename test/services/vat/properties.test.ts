/** What holds of every return, whatever the books. */
import { expect, it } from 'vitest';
import type { BoxValue } from '../../../src/services/forms/vat-sheets.ts';
import { type SimulatedReturn, simulateVat } from '../../../src/services/vat/simulate.ts';
import { sized } from '../../support/length.ts';
import fc from '../../support/property.ts';
import { anyLedger } from './engine/arbitrary.ts';
import { input, period } from './ledgers.ts';

const QUARTERS = [period('2026-01-01', '2026-03-31'), period('2026-04-01', '2026-06-30')];
const YEAR = [period('2026-01-01', '2026-12-31')];

const returns = fc
  .record({ ledger: anyLedger, form: fc.constantFrom('3310CA3', '3517SCA12') })
  .map(
    ({ ledger, form }) => simulateVat(input({ ledger, form, periods: form === '3310CA3' ? QUARTERS : YEAR })).returns,
  );

const each = (check: (made: SimulatedReturn) => void) =>
  fc.assert(
    fc.property(returns, (all) => {
      for (const made of all) check(made);
    }),
    { numRuns: sized(40, 600) },
  );

const amounts = (values: Iterable<BoxValue>) => [...values].filter((value) => typeof value === 'bigint');

it('no box is negative, boxes of 0 are absent', { tags: 'sized' }, () =>
  each(({ filled }) => {
    for (const boxes of filled.forms.values())
      for (const value of amounts(boxes.values())) expect(value).toBeGreaterThan(0n);
  }),
);

it('the trace of every box sums to its exact amount, and no line is in it twice', { tags: 'sized' }, () =>
  each(({ filled: { exact } }) => {
    for (const zone of exact.zones()) {
      const trace = exact.trace(zone);
      expect(trace.reduce((sum, { amount }) => sum + amount, 0n)).toBe(exact.amount(zone));
      expect(new Set(trace.map(({ entryId, lineId }) => `${entryId} ${lineId}`)).size).toBe(trace.length);
    }
  }),
);

it('no sum nor carry is wrong, and operations balance their bases', { tags: 'sized' }, () =>
  each(({ filled: { findings } }) => {
    const codes = findings.map(({ code }) => code);
    for (const code of ['156', '224', '042', '049', '013', '051', '204', 'T01']) expect(codes).not.toContain(code);
  }),
);

it('the closing entry is balanced, and but rounding nothing goes to 658 or 758', { tags: 'sized' }, () =>
  each(({ filled, closing }) => {
    const lines = closing?.lines ?? [];
    expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)).toBe(0n);
    const gap = lines.find(({ accountNumber }) => /^[67]58/.test(accountNumber));
    const most = 50n * BigInt(filled.exact.zones().length);
    expect((gap?.debit ?? 0n) + (gap?.credit ?? 0n)).toBeLessThanOrEqual(most);
  }),
);

it('a credit is carried from one period to the next', { tags: 'sized' }, () =>
  fc.assert(
    fc.property(anyLedger, (ledger) => {
      const [first, second] = simulateVat(input({ ledger, periods: QUARTERS })).returns;
      const carried = second?.filled.forms.get('3310CA3')?.get('HD') ?? 0n;
      expect(carried).toBe(first?.carried.credit);
    }),
    { numRuns: sized(20, 200) },
  ),
);
