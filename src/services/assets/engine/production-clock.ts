/** Units of production as a clock: time is what was produced, so a plan by units is a linear plan (PCG 214-13). */
import { dayNumber } from '../../kernel/dates.ts';
import type { Production } from './asset-facts.ts';
import type { Calendar, PlanClock } from './calendar.ts';
import { DAY_CLOCKS } from './day-count.ts';
import { assetRuleErrors } from './errors.ts';

interface Period {
  readonly start: number;
  readonly end: number;
  readonly units: number;
  readonly before: number;
}

/** Inside a period, units are taken in proportion to its 30-day months, down to a millionth of a unit. */
export function productionClock(calendar: Calendar, production: Production): PlanClock {
  const periods = layOut(production);
  const endOf = (day: number): number => unitsAt(periods, day);
  return {
    startOf: () => 0,
    endOf,
    closings: Float64Array.from(calendar.ends, endOf),
    unitsPerMonth: 0,
    unit: 'millionths of a unit produced',
  };
}

function layOut(production: Production): Period[] {
  const periods: Period[] = [];
  let before = 0;
  for (const { start, end, units } of production.periods) {
    const previous = periods.at(-1);
    if (end < start || (previous && dayNumber(start) <= previous.end)) throw assetRuleErrors.ProductionUnitsMissing();
    periods.push({ start: dayNumber(start), end: dayNumber(end), units, before });
    before += units;
  }
  return periods;
}

function unitsAt(periods: readonly Period[], day: number): number {
  const period = periods.findLast(({ start }) => start <= day);
  if (!period) return 0;
  if (day >= period.end) return period.before + period.units;
  const { startOf, endOf } = DAY_CLOCKS.Days;
  const from = startOf(period.start);
  const elapsed = BigInt(endOf(day) - from) * BigInt(period.units);
  return period.before + Number(elapsed / BigInt(endOf(period.end) - from));
}
