/** Legal coefficients of declining plans by acquisition date and duration (CGI 39 A). */
import type { PlainDate } from '../../kernel/dates.ts';
import { compare, type Ratio, ratio } from '../../kernel/ratio.ts';

export interface CoefficientSet {
  readonly from: string;
  readonly to: string;
  /** For 3-4 years, 5-6 years, and more. */
  readonly coefficients: readonly [Ratio, Ratio, Ratio];
}

const set = (from: string, to: string, hundredths: readonly [number, number, number]): CoefficientSet => ({
  from,
  to,
  coefficients: [ratio(hundredths[0], 100), ratio(hundredths[1], 100), ratio(hundredths[2], 100)],
});

/** The first set that holds the acquisition date applies. */
export const COEFFICIENT_SETS: readonly CoefficientSet[] = [
  set('2008-12-04', '2009-12-31', [175, 225, 275]), // recovery plan, CGI 39 A 1 and its temporary increase
  set('2001-01-01', '9999-12-31', [125, 175, 225]), // CGI 39 A, finance act for 2001
  set('0001-01-01', '2000-12-31', [150, 200, 250]),
];

/** CGI 39 AA quinquies: equipment for scientific research keeps the sets of 1.5, 2 and 2.5. */
const RESEARCH = set('0001-01-01', '9999-12-31', [150, 200, 250]);

const rank = (months: number): 0 | 1 | 2 | undefined => {
  if (months < 36) return undefined;
  return months < 60 ? 0 : months <= 72 ? 1 : 2;
};

const setAt = (acquired: PlainDate): CoefficientSet | undefined =>
  COEFFICIENT_SETS.find(({ from, to }) => from <= acquired && acquired <= to);

/** The coefficient of a duration; undefined under 3 years, where the method is not available. */
export function legalCoefficient(months: number, acquired: PlainDate): Ratio | undefined {
  const at = rank(months);
  return at === undefined ? undefined : setAt(acquired)?.coefficients[at];
}

export function isLegalCoefficient(coefficient: Ratio, months: number, acquired: PlainDate): boolean {
  const at = rank(months);
  if (at === undefined) return false;
  return [setAt(acquired), RESEARCH].some((legal) => legal && compare(legal.coefficients[at], coefficient) === 0);
}
