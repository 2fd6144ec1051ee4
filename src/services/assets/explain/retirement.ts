/** Why the figures of an exit are what they are. */
import type { Cents } from '../../kernel/money.ts';
import type { AssetFacts } from '../engine/asset-facts.ts';
import type { RetirementResult } from '../engine/retirement.ts';
import { yearsLeft } from '../engine/vat-adjustment.ts';
import { type Explanation, explain, money } from './explanation.ts';

export function explainRetirement(facts: AssetFacts, result: RetirementResult): Explanation[] {
  return [...valueExplanations(result), ...gainExplanations(facts, result), ...vatExplanations(facts, result)];
}

function valueExplanations(result: RetirementResult): Explanation[] {
  const { economicCumulated, fiscalCumulated, complementaryEconomic, netValue } = result;
  const before = economicCumulated - complementaryEconomic;
  const net = (cumulated: Cents) => `${money(netValue)} - ${money(cumulated)}`;
  const taxBefore = fiscalCumulated - result.complementaryFiscal;
  return [
    explain(
      'Retirement.ComplementaryEconomicAnnuity',
      'complementary',
      { date: result.retirement.date, cumulatedAtOpening: before },
      `${money(economicCumulated)} - ${money(before)}`,
      complementaryEconomic,
    ),
    explain(
      'Retirement.EconomicCumulated',
      'cumulated',
      { before, complementaryEconomic },
      `${money(before)} + ${money(complementaryEconomic)}`,
      economicCumulated,
    ),
    explain(
      'Retirement.FiscalCumulated',
      'cumulated',
      { taxBefore, complementaryFiscal: result.complementaryFiscal },
      `${money(taxBefore)} + ${money(result.complementaryFiscal)}`,
      fiscalCumulated,
    ),
    explain(
      'Retirement.EconomicNetBookValue',
      'netValue',
      { netValue },
      net(economicCumulated),
      result.economicNetBookValue,
    ),
    explain('Retirement.FiscalNetBookValue', 'netValue', { netValue }, net(fiscalCumulated), result.fiscalNetBookValue),
    explain(
      'Retirement.Balance145Reversed',
      'derogatory',
      { economicCumulated, fiscalCumulated },
      balanceArithmetic(result),
      result.balance145Reversed,
    ),
  ];
}

/** An asset without derogatory amortization has no balance, whatever both amounts are. */
const balanceArithmetic = (result: RetirementResult): string =>
  result.balance145Reversed === 0n
    ? '0.00'
    : `max(${money(result.fiscalCumulated)} - ${money(result.economicCumulated)}, 0)`;

function gainExplanations(facts: AssetFacts, result: RetirementResult): Explanation[] {
  const { retirement, saleAmount, vat, shortTerm, longTerm, total, fiscalCumulated } = result;
  const rule = retirement.custom ? 'stated' : 'gain';
  const inputs = { saleAmount, vatToPay: vat.toPay, vatToReceive: vat.toReceive };
  const gain = (net: Cents) => `${money(saleAmount)} - ${money(net)} - ${money(vat.toPay)} + ${money(vat.toReceive)}`;
  const split = {
    regime: facts.taxRegime,
    acquired: facts.acquisitionDate,
    retired: retirement.date,
    amortizationDeducted: fiscalCumulated,
    qualification: retirement.qualification,
  };
  const stated = (amount: Cents, arithmetic: string) => (retirement.custom ? money(amount) : arithmetic);
  return [
    explain(
      'Retirement.EconomicGainOrLoss',
      rule,
      inputs,
      stated(result.economic, gain(result.economicNetBookValue)),
      result.economic,
    ),
    explain('Retirement.GainOrLossAmount', rule, inputs, stated(total, gain(result.fiscalNetBookValue)), total),
    explain(
      'Retirement.ShortTermGainOrLossAmount',
      'gainSplit',
      split,
      stated(shortTerm, shortTermArithmetic(result)),
      shortTerm,
    ),
    explain(
      'Retirement.LongTermGainOrLossAmount',
      'gainSplit',
      split,
      `${money(total)} - ${money(shortTerm)}`,
      longTerm,
    ),
  ];
}

function shortTermArithmetic({ total, shortTerm, longTerm, fiscalCumulated }: RetirementResult): string {
  if (longTerm === 0n) return money(total);
  return shortTerm === 0n ? '0.00' : `min(${money(total)}, ${money(fiscalCumulated)})`;
}

function vatExplanations(facts: AssetFacts, { retirement, vat }: RetirementResult): Explanation[] {
  const { numerator, denominator } = yearsLeft(facts, retirement);
  const years = `${numerator} / ${denominator}`;
  const one = (figure: string, amount: Cents, deducted: Cents, stated: Cents | undefined): Explanation => {
    const computed = amount === 0n ? '0.00' : `round(${money(deducted)} × ${years})`;
    const inputs = { vat: deducted, yearsLeft: years, saleType: retirement.saleType };
    return explain(
      figure,
      stated === undefined ? 'vat' : 'stated',
      inputs,
      stated === undefined ? computed : money(stated),
      amount,
    );
  };
  return [
    one('Retirement.VatToPay', vat.toPay, facts.deductibleVat, retirement.vatToPay),
    one('Retirement.VatToReceive', vat.toReceive, facts.nonDeductibleVat, retirement.vatToReceive),
  ];
}
