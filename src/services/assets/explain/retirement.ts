/** Why the figures of an exit are what they are. */
import type { Cents } from '../../kernel/money.ts';
import type { AssetFacts } from '../engine/asset-facts.ts';
import { netVat } from '../engine/credit-notes.ts';
import type { RetirementResult } from '../engine/retirement.ts';
import { yearsLeft } from '../engine/vat-adjustment.ts';
import { type Explanation, explain, type Inputs, money } from './explanation.ts';
import type { RuleName } from './rules.ts';

export const explainRetirement = (facts: AssetFacts, result: RetirementResult): Explanation[] =>
  [...valueReasons(result), ...gainReasons(result), ...splitReasons(facts, result), ...vatReasons(facts, result)].map(
    ([field, rule, inputs, arithmetic, amount]) => explain(`Retirement.${field}`, rule, inputs, [arithmetic, amount]),
  );

type Reason = readonly [field: string, rule: RuleName, inputs: Inputs, arithmetic: string, result: Cents];

function valueReasons(result: RetirementResult): Reason[] {
  const { economicCumulated: books, fiscalCumulated: tax, netValue } = result;
  const { complementaryEconomic, complementaryFiscal, balance145Reversed } = result;
  const before = { books: books - complementaryEconomic, tax: tax - complementaryFiscal };
  const opening = { date: result.retirement.date, cumulatedAtOpening: before.books };
  const sum = (a: Cents, b: Cents): string => `${money(a)} + ${money(b)}`;
  const less = (a: Cents, b: Cents): string => `${money(a)} - ${money(b)}`;
  // An asset without derogatory amortization has no balance, whatever both amounts are.
  const balance = balance145Reversed === 0n ? '0.00' : `max(${less(tax, books)}, 0)`;
  return [
    ['ComplementaryEconomicAnnuity', 'complementary', opening, less(books, before.books), complementaryEconomic],
    ['EconomicCumulated', 'cumulated', {}, sum(before.books, complementaryEconomic), books],
    ['FiscalCumulated', 'cumulated', {}, sum(before.tax, complementaryFiscal), tax],
    ['EconomicNetBookValue', 'netValue', { netValue }, less(netValue, books), result.economicNetBookValue],
    ['FiscalNetBookValue', 'netValue', { netValue }, less(netValue, tax), result.fiscalNetBookValue],
    ['Balance145Reversed', 'derogatory', { books, tax }, balance, balance145Reversed],
  ];
}

function gainReasons({ retirement, saleAmount, vat, ...result }: RetirementResult): Reason[] {
  const { custom } = retirement;
  const inputs = { saleAmount, vatToPay: vat.toPay, vatToReceive: vat.toReceive };
  const gain = (net: Cents) => `${money(saleAmount)} - ${money(net)} - ${money(vat.toPay)} + ${money(vat.toReceive)}`;
  return [
    statedOr(custom?.economic, [
      'EconomicGainOrLoss',
      'gain',
      inputs,
      gain(result.economicNetBookValue),
      result.economic,
    ]),
    statedOr(custom?.total, ['GainOrLossAmount', 'gain', inputs, gain(result.fiscalNetBookValue), result.total]),
  ];
}

function splitReasons(facts: AssetFacts, { retirement, total, ...result }: RetirementResult): Reason[] {
  const { custom, date: retired, qualification } = retirement;
  const { shortTerm, longTerm, fiscalCumulated } = result;
  const { taxRegime: regime, acquisitionDate: acquired } = facts;
  const inputs = { regime, acquired, retired, amortizationDeducted: fiscalCumulated, qualification };
  const mixed = `min(${money(total)}, ${money(fiscalCumulated)})`;
  const short = longTerm === 0n ? money(total) : shortTerm === 0n ? '0.00' : mixed;
  const rest = (other: Cents): string => `${money(total)} - ${money(other)}`;
  const arithmetic = custom ? rest(longTerm) : short;
  return [
    statedOr(custom?.shortTerm, ['ShortTermGainOrLossAmount', 'gainSplit', inputs, arithmetic, shortTerm]),
    statedOr(custom?.longTerm, ['LongTermGainOrLossAmount', 'gainSplit', inputs, rest(shortTerm), longTerm]),
  ];
}

function vatReasons(facts: AssetFacts, { retirement, vat }: RetirementResult): Reason[] {
  const { numerator, denominator } = yearsLeft(facts, retirement);
  const years = `${numerator} / ${denominator}`;
  const purchase = netVat(facts, retirement.date);
  const { saleType, vatToPay, vatToReceive } = retirement;
  const reason = (field: string, amount: Cents, of: Cents): Reason => [
    field,
    'vat',
    { vat: of, yearsLeft: years, saleType },
    amount === 0n ? '0.00' : `round(${money(of)} × ${years})`,
    amount,
  ];
  return [
    statedOr(vatToPay, reason('VatToPay', vat.toPay, purchase.deductible)),
    statedOr(vatToReceive, reason('VatToReceive', vat.toReceive, purchase.lost)),
  ];
}

/** A figure of the user needs no other reason. */
const statedOr = (stated: Cents | undefined, [field, rule, inputs, arithmetic, amount]: Reason): Reason =>
  stated === undefined ? [field, rule, inputs, arithmetic, amount] : [field, 'stated', {}, money(stated), amount];
