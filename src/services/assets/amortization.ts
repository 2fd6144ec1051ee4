/** The plans of an asset on a day (table B4), so that what is read can be sent back as it is. */
import type { PlainDate } from '../kernel/dates.ts';
import type { Asset } from './asset.ts';
import type { AssetBook, PlanName } from './engine/asset-book.ts';
import type { PlanTerms } from './engine/asset-facts.ts';
import { carLimit, limitedPrice } from './engine/car-limits.ts';
import { deductionRows } from './engine/deductions.ts';
import { octies151Rows } from './engine/octies-151.ts';

export type ShownPlan = ReturnType<typeof planOf>;

/** `seen` is the book cut to the exercise that holds `date`. */
export function amortizationOf(asset: Asset, seen: AssetBook, date: PlainDate) {
  const { economic, fiscal = economic, method, residualValue, revisions, overAmortization } = asset.facts;
  return {
    id: asset.id,
    method,
    residualValue,
    economic: economic && {
      ...planOf(seen, 'economic', economic, date),
      overAmortization: overAmortization && { percentage: overAmortization },
    },
    fiscal: fiscal && { ...planOf(seen, 'fiscal', fiscal, date), ...taxPartOf(asset, seen, date) },
    effectiveDate: economic?.effectiveDate ?? fiscal?.effectiveDate,
    revisionType: revisions.filter((revision) => revision.date <= date).at(-1)?.type ?? 'None',
  };
}

/** `base` is the one stated by the user, `currentBase` the one of the day. */
const planOf = (book: AssetBook, name: PlanName, terms: PlanTerms, date: PlainDate) => ({
  ...terms,
  currentBase: book[name].base(date),
});

/** `deductibilityLimit` is the one stated by the user; `limitedBase` applies it, or that of the law. */
function taxPartOf(asset: Asset, seen: AssetBook, date: PlainDate) {
  const { deductibilityLimit } = asset.facts;
  const limit = carLimit(asset.facts);
  const price = limitedPrice(asset.facts, date);
  return {
    deductibilityLimit: deductibilityLimit === undefined ? undefined : { amount: deductibilityLimit },
    ...privateShares(asset, seen),
    limitedBase: limit === undefined || limit < price ? limit : price,
  };
}

/** What the tax plan leaves out: the private use, and the gain of a contribution that is spread over time. */
export function privateShares({ details }: Asset, seen: AssetBook) {
  const { privatePortion, octies151 } = seen.facts;
  return {
    privatePortion: privatePortion && {
      ...privatePortion,
      calculatedAmount: deductionRows(seen).at(-1)?.privateShare ?? 0n,
    },
    octies151: octies151 && {
      ...octies151,
      partnerId: details.octiesPartnerId,
      remaining: octies151Rows(seen).at(-1)?.remaining ?? 0n,
    },
  };
}
