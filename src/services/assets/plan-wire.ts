import { formatRatio } from '../kernel/ratio.ts';
/** Writes the plans of an asset under their wire names (table B4), so that what is read can be sent back as it is. */

import type { PlainDate } from '../kernel/dates.ts';
import type { Asset } from './asset.ts';
import type { AssetBook, PlanName } from './engine/asset-book.ts';
import type { AssetFacts, PlanTerms, Production } from './engine/asset-facts.ts';
import { carLimit, limitedPrice } from './engine/car-limits.ts';
import { deductionRows } from './engine/deductions.ts';
import { octies151Rows } from './engine/octies-151.ts';
import { decimalNumber, euros } from './wire-number.ts';

/** `seen` is the book cut to the exercise that holds `date`. */
export function amortizationWire(asset: Asset, seen: AssetBook, date: PlainDate) {
  const { facts } = asset;
  const { economic, fiscal = economic } = facts;
  return {
    Id: asset.id,
    EconomicAttributes: economic
      ? { ...planWire(seen, 'economic', economic, date), OverAmortization: overAmortizationWire(facts) }
      : null,
    FiscalAttributes: fiscal ? { ...planWire(seen, 'fiscal', fiscal, date), ...taxWire(asset, seen, date) } : null,
    AmortizationCalculationMethod: facts.method,
    ResidualValue: euros(facts.residualValue),
    EffectiveDate: economic?.effectiveDate ?? fiscal?.effectiveDate ?? null,
    ProspectiveRevisionType: facts.revisions.filter((revision) => revision.date <= date).at(-1)?.type ?? 'None',
    IsFiscalSameAsEconomic: facts.method === 'EconomicOnly',
  };
}

const planWire = (book: AssetBook, name: PlanName, terms: PlanTerms, date: PlainDate) => ({
  Duration: { YearCount: Math.floor(terms.months / 12), MonthCount: terms.months % 12, InMonth: terms.months },
  Base: euros(book[name].base(date)),
  CustomBase: terms.base === undefined ? null : euros(terms.base),
  Mode: terms.mode,
  DateType: terms.dateType,
  Coefficient: terms.coefficient ? decimalNumber(terms.coefficient) : null,
  ProrataTemporis: terms.prorata,
  PastAmortization: terms.past ? { Amount: euros(terms.past.amount), EndDate: terms.past.end } : null,
  IsComputedByPlatform: terms.base === undefined,
  ProductionUnits: terms.production ? productionWire(terms.production) : null,
});

const units = (millionths: number): string => formatRatio({ numerator: BigInt(millionths), denominator: 1_000_000n });

const productionWire = ({ total, periods }: Production) => ({
  Total: units(total),
  Periods: periods.map(({ start, end, units: made }) => ({ Start: start, End: end, Units: units(made) })),
});

const overAmortizationWire = ({ overAmortization }: AssetFacts) =>
  overAmortization ? { Percentage: decimalNumber(overAmortization, 100n) } : null;

/** TaxDeductibilityLimit is the one stated by the user; LimitedBase applies it, or that of the law. */
function taxWire(asset: Asset, seen: AssetBook, date: PlainDate) {
  const { deductibilityLimit } = asset.facts;
  const limit = carLimit(asset.facts);
  const price = limitedPrice(asset.facts, date);
  return {
    TaxDeductibilityLimit: deductibilityLimit === undefined ? null : { Amount: euros(deductibilityLimit) },
    PrivatePortion: privatePortionWire(seen),
    Octies151: octiesWire(asset, seen),
    LimitedBase: limit === undefined ? null : euros(limit < price ? limit : price),
  };
}

function privatePortionWire(seen: AssetBook) {
  const { privatePortion: portion } = seen.facts;
  if (!portion) return null;
  const value = portion.mode === 'Percent' ? decimalNumber(portion.ratio, 100n) : euros(portion.amount);
  const calculated = deductionRows(seen).at(-1)?.privateShare ?? 0n;
  return { Mode: portion.mode, Value: value, CalculatedAmount: euros(calculated) };
}

function octiesWire({ facts: { octies151 }, details }: Asset, seen: AssetBook) {
  if (!octies151) return null;
  return {
    Amount: euros(octies151.amount),
    SpreadingDurationInExercises: octies151.exercises ?? null,
    PartnerId: details.octiesPartnerId ?? null,
    AlreadyReintegratedPortion: euros(octies151.alreadyReintegrated),
    RemainingAmount: euros(octies151Rows(seen).at(-1)?.remaining ?? 0n),
  };
}
