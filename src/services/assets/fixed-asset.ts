/** An asset as of a day (table B2), with what its plans, its folder and the ledger say of it. */
import { dayNumber, type PlainDate } from '../kernel/dates.ts';
import type { Language } from '../kernel/errors.ts';
import type { Cents } from '../kernel/money.ts';
import type { SubAccount } from '../ledger/sub-accounts.ts';
import { amortizationOf } from './amortization.ts';
import type { Asset } from './asset.ts';
import { describeAlert } from './engine/alerts.ts';
import { isAmortizableOn } from './engine/amortizable.ts';
import type { AssetBook } from './engine/asset-book.ts';
import type { AssetFacts } from './engine/asset-facts.ts';
import { netAcquisitionValue, splitOffBy } from './engine/bases.ts';
import { exerciseAt } from './engine/calendar.ts';
import { creditNoteAmounts, netVat } from './engine/credit-notes.ts';
import { energyType } from './engine/energy-types.ts';
import { retirementResult } from './engine/retirement.ts';
import { accountAt, previousAccount } from './engine/transfers.ts';
import { usualYears } from './engine/usual-durations.ts';
import type { Association } from './register/association.ts';
import type { FolderBasis } from './register/basis.ts';
import { accountInfo, type FolderChart, findAccount, subAccountName } from './register/chart.ts';
import type { ComponentGroup } from './register/component-groups.ts';
import { alertsAt, bookOf, isOnBooks, statusOf } from './register/figures.ts';
import type { LinkedGrant } from './register/grants.ts';
import { ledgerAlerts, ledgerSide } from './register/ledger-alerts.ts';
import type { ComponentType } from './value-sets.ts';

/** What stands around an asset. */
export interface AssetSurroundings {
  readonly basis: FolderBasis;
  readonly chart: FolderChart;
  readonly subAccounts: readonly SubAccount[];
  readonly group: ComponentGroup | undefined;
  readonly grants: readonly LinkedGrant[];
  readonly association: Association;
}

export type FixedAsset = ReturnType<typeof fixedAsset>;
export type ShownRetirement = NonNullable<ReturnType<typeof retirementShown>>;
export type ShownGrant = FixedAsset['grants'][number];

/** `date` is the end of the exercise asked for: nothing later is shown. */
export function fixedAsset(asset: Asset, around: AssetSurroundings, date: PlainDate, language: Language) {
  const { facts, details } = asset;
  const book = bookOf(asset, around.basis, [date]);
  const index = Math.min(exerciseAt(book.calendar, dayNumber(date)), book.calendar.ends.length - 1);
  return {
    ...asset,
    ...facts,
    ...valuesOf(asset, date),
    ...accountsOf(asset, around, date),
    group: around.group,
    status: statusOf(asset, book, date),
    componentType: componentType(asset),
    isAmortizable: isAmortizableOn(facts, date),
    hasAnyProspectiveRevision: facts.revisions.some((revision) => revision.date <= date),
    retirement: retirementShown(asset, book, date),
    amortization: amortizationOf(asset, { ...book, first: index, last: index }, date),
    vehicle: facts.vehicle && {
      ...facts.vehicle,
      registrationNumber: details.registrationNumber,
      energyType: energyType(facts.vehicle.energy),
    },
    association: around.association,
    grants: around.grants.map((grant) => ({
      ...grant,
      amount: facts.grants[grant.rank]?.amount ?? 0n,
      staggeringYears: facts.grants[grant.rank]?.staggeringYears,
    })),
    creditNotes: facts.creditNotes.filter((note) => note.date <= date),
    alerts: alertsOf(asset, book, around, date).map((alert) => describeAlert(alert, language)),
    usual: usualTerms(facts, date),
  };
}

/** Components have their value: what is shown is what the asset keeps. */
function valuesOf(asset: Asset, date: PlainDate) {
  const { facts } = asset;
  const due = facts.creditNotes.filter((note) => note.date <= date);
  const credited = sum(due.map((note) => creditNoteAmounts(note).amountInclTax));
  const split = splitOffBy(facts, date);
  const gone = facts.retirement !== undefined && facts.retirement.date <= date;
  const quantity = due.reduce((left, note) => left - (note.quantity ?? 0), Number(asset.quantity));
  return {
    acquisitionValue: facts.acquisitionValue - split,
    amountIncludingTax: facts.amountIncludingTax - split,
    netAcquisitionValue: isOnBooks(asset, date) ? netAcquisitionValue(facts, date) : 0n,
    netDeductibleVat: netVat(facts, date).deductible,
    netAmountIncludingTax: positive(facts.amountIncludingTax - split - credited),
    netAcquisitionQuantity: quantity,
    availableQuantity: gone || !isOnBooks(asset, date) ? 0 : quantity,
    decompositionDate: facts.decomposition?.date,
  };
}

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0n);
const positive = (amount: Cents): Cents => (amount > 0n ? amount : 0n);

function componentType({ parentId, facts }: Asset): ComponentType {
  if (parentId !== null) return 'Component';
  return facts.decomposition ? 'MainComponent' : 'None';
}

function accountsOf(asset: Asset, { chart, subAccounts }: AssetSurroundings, date: PlainDate) {
  const previous = previousAccount(asset.facts, date);
  const before = previous && asset.facts.transfers.filter((one) => one.date < previous.lastTransferDate).at(-1);
  const info = (number: string, transfer: PlainDate | undefined) => {
    const account = findAccount(chart, number);
    const code = transfer ? asset.details.transferSubAccounts?.[transfer] : asset.subAccountCode;
    return accountInfo(number, account, date, { subAccount: subAccountName(code, account, subAccounts) });
  };
  return {
    fixedAssetAccount: info(accountAt(asset.facts, date), previous?.lastTransferDate),
    previousAccount: previous && {
      lastTransferDate: previous.lastTransferDate,
      accountBefore: info(previous.accountBefore, before?.date),
    },
  };
}

/** Shown once it happened. The asset has one retirement at most: it bears its number. */
export function retirementShown(asset: Asset, book: AssetBook, date: PlainDate) {
  const { retirement } = asset.facts;
  const result = retirement && retirement.date <= date ? retirementResult(book) : undefined;
  if (!retirement || !result) return null;
  const { vat, economic, total, shortTerm, longTerm, saleAmount } = result;
  const figures = { economic, total, shortTerm, longTerm, saleAmount };
  return { ...retirement, ...figures, id: asset.id, vatToPay: vat.toPay, vatToReceive: vat.toReceive };
}

/** Critical first, whoever found them. */
function alertsOf(asset: Asset, book: AssetBook, { basis, chart, association }: AssetSurroundings, date: PlainDate) {
  const found = ledgerAlerts(ledgerSide(asset, date), association, { chart, exercises: basis.exercises });
  const alerts = [...(isOnBooks(asset, date) ? alertsAt(book, date) : []), ...found];
  return [...alerts.filter((alert) => alert.isCritical), ...alerts.filter((alert) => !alert.isCritical)];
}

/** The shortest usual duration of the account, for both plans; null where usage says nothing. */
function usualTerms(facts: AssetFacts, date: PlainDate) {
  const value = facts.acquisitionValue - splitOffBy(facts, date);
  return {
    years: usualYears(accountAt(facts, date))?.least,
    economicBase: value - facts.residualValue,
    fiscalBase: value,
  };
}
