/** Regularisation of VAT at the exit of an asset (rule C19, CGI ann. II art. 207). */
import type { PlainDate } from '../../kernel/dates.ts';
import { type Cents, times } from '../../kernel/money.ts';
import { type Ratio, ratio } from '../../kernel/ratio.ts';
import type { SaleType } from '../value-sets.ts';
import type { AssetFacts, Retirement } from './asset-facts.ts';
import { netVat } from './credit-notes.ts';
import { retirementKind } from './retirement-types.ts';
import { accountAt } from './transfers.ts';

/** Civil years of the regularisation period. */
const YEARS = 5;
const BUILDING_YEARS = 20;
const BUILDING_ACCOUNTS = ['211', '213', '214'];

/** What a sale does to the VAT of the purchase: nothing, part of the deducted VAT due, or part of the rest given. */
export const SALE_VAT: Readonly<Record<SaleType, 'none' | 'toPay' | 'toReceive'>> = {
  Unknown: 'none',
  TaxedPrice: 'toReceive',
  Exempt: 'toPay',
  TaxedMargin: 'toPay',
  OutOfScope: 'toPay',
  SaleToDealer: 'toPay',
};

export interface VatAdjustment {
  readonly toPay: Cents;
  readonly toReceive: Cents;
}

export const isBuilding = ({ nature, account }: Pick<AssetFacts, 'nature' | 'account'>): boolean =>
  nature === 'Immeuble' || nature === 'TerrainsABatir' || BUILDING_ACCOUNTS.some((root) => account.startsWith(root));

/** Whether it is one on a day: an asset in progress may have become a building since its acquisition. */
export const isBuildingOn = (facts: AssetFacts, date: PlainDate): boolean =>
  isBuilding({ nature: facts.nature, account: accountAt(facts, date) });

/** Years left over years of the period: the first and the last year count whole. */
export function yearsLeft(facts: AssetFacts, retirement: Retirement): Ratio {
  const years = isBuildingOn(facts, retirement.date) ? BUILDING_YEARS : YEARS;
  const counted = Number(retirement.date.slice(0, 4)) - Number(facts.acquisitionDate.slice(0, 4)) + 1;
  return ratio(Math.max(years - counted, 0), years);
}

/** What the user states wins over what is computed; an exit that is no sale regularises nothing. */
export function vatAdjustment(facts: AssetFacts, retirement: Retirement): VatAdjustment {
  const effect = retirementKind(retirement.type).attributes === 'sale' ? SALE_VAT[retirement.saleType] : 'none';
  const { deductible, lost } = netVat(facts, retirement.date);
  const left = (vat: Cents): Cents => (vat === 0n ? 0n : times(vat, yearsLeft(facts, retirement), 'halfUp'));
  const toPay = effect === 'toPay' ? left(deductible) : 0n;
  const toReceive = effect === 'toReceive' ? left(lost) : 0n;
  return { toPay: retirement.vatToPay ?? toPay, toReceive: retirement.vatToReceive ?? toReceive };
}
