/** The exit of an asset (rules C10 to C12 and C19): complementary annuity, net values, gains and VAT. */
import type { Cents } from '../../kernel/money.ts';
import { isAmortizableOn } from './amortizable.ts';
import type { AssetBook } from './asset-book.ts';
import type { Retirement } from './asset-facts.ts';
import { netAcquisitionValue } from './bases.ts';
import { balanceTakenBack } from './derogatory.ts';
import { type Gains, splitGain, withCustomGains } from './gains.ts';
import { retirementKind } from './retirement-types.ts';
import { type VatAdjustment, vatAdjustment } from './vat-adjustment.ts';

export interface RetirementResult extends Gains {
  readonly retirement: Retirement;
  readonly saleAmount: Cents;
  readonly netValue: Cents;
  readonly complementaryEconomic: Cents;
  readonly complementaryFiscal: Cents;
  readonly economicCumulated: Cents;
  readonly fiscalCumulated: Cents;
  readonly economicNetBookValue: Cents;
  readonly fiscalNetBookValue: Cents;
  readonly balance145Reversed: Cents;
  readonly vat: VatAdjustment;
}

/** Undefined for an asset that is not retired. Throws CustomGainsDoNotSum. */
export function retirementResult(book: AssetBook): RetirementResult | undefined {
  const { facts, exit } = book;
  const { retirement } = facts;
  if (!retirement || exit === undefined) return undefined;
  const netValue = netAcquisitionValue(facts, retirement.date);
  const economicCumulated = book.economic.cumulated(exit);
  const fiscalCumulated = book.fiscal.cumulated(exit);
  const values = { economic: netValue - economicCumulated, fiscal: netValue - fiscalCumulated };
  const vat = vatAdjustment(facts, retirement);
  const saleAmount = salePrice(retirement);
  return {
    retirement,
    saleAmount,
    netValue,
    complementaryEconomic: book.economic.annuity(exit),
    complementaryFiscal: book.fiscal.annuity(exit),
    economicCumulated,
    fiscalCumulated,
    economicNetBookValue: values.economic,
    fiscalNetBookValue: values.fiscal,
    balance145Reversed: balanceTakenBack(book, exit),
    vat,
    ...gainsOf(book, retirement, saleAmount - vat.toPay + vat.toReceive, values),
  };
}

/** `proceeds` is the price less VAT to pay plus VAT to receive, which move the origin value the other way (C19). */
function gainsOf(
  { facts, fiscal, exit = 0 }: AssetBook,
  retirement: Retirement,
  proceeds: Cents,
  values: { readonly economic: Cents; readonly fiscal: Cents },
): Gains {
  const total = proceeds - values.fiscal;
  const split = splitGain(total, {
    regime: facts.taxRegime,
    qualification: retirement.qualification,
    isAmortizable: isAmortizableOn(facts, retirement.date),
    fiscalCumulated: fiscal.cumulated(exit),
    acquired: facts.acquisitionDate,
    retired: retirement.date,
  });
  return withCustomGains({ economic: proceeds - values.economic, total, ...split }, retirement.custom);
}

/** An exit without price has none, whatever is stated. */
export const salePrice = ({ type, amount }: Retirement): Cents =>
  retirementKind(type).price === 'none' ? 0n : (amount ?? 0n);
