/** One retirement shared among several assets to the cent (rule C13, B18). */
import { allocate, type Cents } from '../../kernel/money.ts';
import type { AllocationMethod } from '../value-sets.ts';
import { assetRuleErrors } from './errors.ts';

/** What can weigh: at the retirement date, after the complementary annuity. */
export interface AllocationWeights {
  readonly netAcquisitionValue: Cents;
  readonly economicCumulated: Cents;
  readonly economicNetBookValue: Cents;
}

export interface BatchTotals {
  readonly saleAmount: Cents;
  readonly vatToPay: Cents | undefined;
  readonly vatToReceive: Cents | undefined;
}

const WEIGHT: Readonly<Record<AllocationMethod, keyof AllocationWeights>> = {
  AssetAmount: 'netAcquisitionValue',
  AmortizationAmount: 'economicCumulated',
  VNC: 'economicNetBookValue',
};

/**
 * The totals of each asset, in the order of `assets`, which breaks ties. Throws AllocationWeightsZero when the weights
 * sum to zero; a negative net value weighs nothing.
 */
export function allocateRetirement(
  method: AllocationMethod,
  totals: BatchTotals,
  assets: readonly AllocationWeights[],
): BatchTotals[] {
  const weights = assets.map((asset) => positive(asset[WEIGHT[method]]));
  if (weights.every((weight) => weight === 0n)) throw assetRuleErrors.AllocationWeightsZero({ method });
  const share = (total: Cents | undefined) => (total === undefined ? undefined : allocate(total, weights));
  const sales = allocate(totals.saleAmount, weights);
  const toPay = share(totals.vatToPay);
  const toReceive = share(totals.vatToReceive);
  return sales.map((saleAmount, index) => ({
    saleAmount,
    vatToPay: toPay?.[index],
    vatToReceive: toReceive?.[index],
  }));
}

const positive = (amount: Cents): Cents => (amount > 0n ? amount : 0n);
