/** What is checked when a statement ends: its balance, and the days of its movements. */
import { disagreement } from './continuity.ts';
import { dayText } from './day.ts';
import { BALANCE_FIELDS, MOVEMENT_FIELDS } from './layout-120.ts';
import type { DatedBalance, OpenStatement } from './open-statement.ts';
import type { RecordChecks } from './record-checks.ts';
import type { StatementTail } from './statement.ts';

/** Reports what does not hold and sums the statement up. `end` is null when the new balance is missing. */
export function closeStatement(open: OpenStatement, end: DatedBalance | null, checks: RecordChecks): StatementTail {
  const agrees = end !== null && balanceAgrees(open, end, checks);
  if (end !== null) checkDays(open, end.day, checks);
  return {
    endBalance: end?.balance ?? null,
    balanced: agrees && open.errors.size === 0,
    movements: open.movements,
    complements: open.complements,
    sum: open.complete ? open.sum.total : null,
    errors: open.errors,
  };
}

/** Old balance + movements = new balance, in minor units. Nothing is said when a record it rests on was not read. */
function balanceAgrees(open: OpenStatement, end: DatedBalance, checks: RecordChecks): boolean {
  const start = open.start.balance.units;
  const stated = end.balance.units;
  if (!open.complete || start === null || stated === null) return false;
  const computed = BigInt(start) + open.sum.total;
  if (computed === BigInt(stated)) return true;
  const gap = disagreement(computed, BigInt(stated), open.decimals);
  checks.report('balanceMismatch', { field: BALANCE_FIELDS.amount, params: { ...gap }, disagreement: gap });
  return false;
}

/**
 * A statement shows the movements after the day of the old balance, up to that of the new one. Many banks show some of
 * the first day too, so that day is let pass. One finding per day outside, at its first movement.
 */
function checkDays(open: OpenStatement, endDay: number, checks: RecordChecks): void {
  const startDay = open.start.day;
  if (startDay <= 0 || endDay <= 0) return;
  const bounds = { start: dayText(startDay) ?? '', end: dayText(endDay) ?? '' };
  if (endDay < startDay) {
    checks.report('endBeforeStart', { field: BALANCE_FIELDS.date, params: bounds });
    return;
  }
  for (const [day, { place, count }] of open.days) {
    if (day <= 0 || (day >= startDay && day <= endDay)) continue;
    const params = { ...bounds, date: dayText(day) ?? '', count };
    checks.report('datesOutside', { place, field: MOVEMENT_FIELDS.operationDate, params });
  }
}
