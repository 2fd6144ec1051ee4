/** Units of production beyond what a plan expected: it has ended at its base, and the estimate was wrong (PCG 214-14). */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import { formatRatio } from '../../kernel/ratio.ts';
import type { AssetBook } from './asset-book.ts';

const inUnits = (millionths: number): string => formatRatio({ numerator: BigInt(millionths), denominator: 1_000_000n });

/** What was produced up to a day and the total expected on it, when the first is more. */
export function productionExcess({ economic: { plan, stop } }: AssetBook, date: PlainDate) {
  if (plan.mode !== 'Linear' || plan.clock.unitsPerMonth > 0) return undefined;
  const day = Math.min(dayNumber(date), stop);
  const revised = plan.history?.events.findLast((event) => event.units !== undefined && event.day <= day);
  const total = revised ? plan.clock.endOf(revised.day - 1) + (revised.units ?? 0) : plan.units;
  const produced = plan.clock.endOf(day);
  return produced > total ? { produced: inUnits(produced), total: inUnits(total) } : undefined;
}
