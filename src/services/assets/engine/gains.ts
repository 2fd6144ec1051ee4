/** Gains and losses on retirement and their split between short and long term (rules C11 and C12). */
import { addMonths, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import type { LongTermQualification, TaxRegime } from '../value-sets.ts';
import type { CustomGains } from './asset-facts.ts';
import { assetRuleErrors } from './errors.ts';

export interface GainTerms {
  readonly regime: TaxRegime;
  readonly qualification: LongTermQualification;
  readonly isAmortizable: boolean;
  /** Tax amortization cumulated at the exit. */
  readonly fiscalCumulated: Cents;
  readonly acquired: PlainDate;
  readonly retired: PlainDate;
}

export interface GainSplit {
  readonly shortTerm: Cents;
  readonly longTerm: Cents;
}

/** Corporation tax keeps a long-term regime for these alone. */
const LONG_TERM_FOR_COMPANIES: readonly LongTermQualification[] = [
  'ParticipationShares',
  'RealEstateCompanyShares',
  'IndustrialProperty',
];

/** CGI 39 duodecies: under two years everything is short term; then a gain is, up to the amortization deducted. */
export function splitGain(gain: Cents, terms: GainTerms): GainSplit {
  const shortTerm = (): GainSplit => ({ shortTerm: gain, longTerm: 0n });
  const longTerm = (): GainSplit => ({ shortTerm: 0n, longTerm: gain });
  if (terms.retired < addMonths(terms.acquired, 24)) return shortTerm();
  if (terms.regime === 'CorporationTax')
    return LONG_TERM_FOR_COMPANIES.includes(terms.qualification) ? longTerm() : shortTerm();
  if (!terms.isAmortizable) return longTerm();
  if (gain <= terms.fiscalCumulated) return shortTerm();
  return { shortTerm: terms.fiscalCumulated, longTerm: gain - terms.fiscalCumulated };
}

export interface Gains extends GainSplit {
  readonly economic: Cents;
  readonly total: Cents;
}

/** Figures of the user win; both terms must still sum to the gain. */
export function withCustomGains(computed: Gains, custom: CustomGains | undefined): Gains {
  if (!custom) return computed;
  const total = custom.total ?? computed.total;
  const shortTerm = custom.shortTerm ?? (custom.longTerm === undefined ? computed.shortTerm : total - custom.longTerm);
  const longTerm = custom.longTerm ?? total - shortTerm;
  if (shortTerm + longTerm !== total)
    throw assetRuleErrors.CustomGainsDoNotSum({
      shortTerm: formatAmount(shortTerm),
      longTerm: formatAmount(longTerm),
      gain: formatAmount(total),
    });
  return { economic: custom.economic ?? computed.economic, total, shortTerm, longTerm };
}
