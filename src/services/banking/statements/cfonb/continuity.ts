/**
 * Continuity of the statements of one account: the old balance of a statement is the new balance of the one before it,
 * at the same date. A difference means a statement missing or given twice: it is reported, and nothing is refused for it.
 */
import { formatUnits } from './amount.ts';
import type { Disagreement } from './findings.ts';
import type { Balance } from './statement.ts';

export type ContinuityGap =
  | { readonly message: 'balanceGap'; readonly disagreement: Disagreement }
  | { readonly message: 'dateGap'; readonly disagreement: Disagreement };

/** The gap between the end of a statement and the start of the next one; null when they join or one is unknown. */
export function continuityGap(end: Balance, start: Balance, decimals: number): ContinuityGap | null {
  if (end.units !== null && start.units !== null && end.units !== start.units) {
    return { message: 'balanceGap', disagreement: disagreement(BigInt(end.units), BigInt(start.units), decimals) };
  }
  if (end.date !== null && start.date !== null && end.date !== start.date) {
    return { message: 'dateGap', disagreement: { computed: end.date, stated: start.date, difference: '' } };
  }
  return null;
}

/** What was computed against what the file states, as decimal strings. */
export const disagreement = (computed: bigint, stated: bigint, decimals: number): Disagreement => ({
  computed: formatUnits(computed, decimals),
  stated: formatUnits(stated, decimals),
  difference: formatUnits(stated - computed, decimals),
});
