/** An asset as of a day, under the wire names of table B2. Days are text, amounts numbers. */
import { dayNumber, type PlainDate } from '../kernel/dates.ts';
import type { Language } from '../kernel/errors.ts';
import type { Cents } from '../kernel/money.ts';
import type { SubAccount } from '../ledger/sub-accounts.ts';
import type { Asset } from './asset.ts';
import { isAmortizableOn } from './engine/amortizable.ts';
import type { AssetBook } from './engine/asset-book.ts';
import type { AssetFacts, CreditNote, Vehicle } from './engine/asset-facts.ts';
import { netAcquisitionValue, splitOffBy } from './engine/bases.ts';
import { exerciseAt } from './engine/calendar.ts';
import { creditNoteAmounts, netVat } from './engine/credit-notes.ts';
import { energyType } from './engine/energy-types.ts';
import { retirementResult } from './engine/retirement.ts';
import { accountAt, previousAccount } from './engine/transfers.ts';
import { usualYears } from './engine/usual-durations.ts';
import { amortizationWire } from './plan-wire.ts';
import type { Association } from './register/association.ts';
import type { FolderBasis } from './register/basis.ts';
import { accountInfo, type FolderChart, findAccount, subAccountName } from './register/chart.ts';
import { alertsAt, bookOf, isOnBooks, statusOf } from './register/figures.ts';
import type { LinkedGrant } from './register/grants.ts';
import { ledgerAlerts, ledgerSide } from './register/ledger-alerts.ts';
import type { ComponentGroupRow } from './register/store.ts';
import { alertOf } from './simulation/wire.ts';
import type { ComponentType } from './value-sets.ts';
import { decimalNumber, euros } from './wire-number.ts';

/** What stands around an asset. */
export interface AssetSurroundings {
  readonly basis: FolderBasis;
  readonly chart: FolderChart;
  readonly subAccounts: readonly SubAccount[];
  readonly group: ComponentGroupRow | undefined;
  readonly grants: readonly LinkedGrant[];
  readonly association: Association;
}

export type FixedAsset = ReturnType<typeof fixedAsset>;

/** `date` is the end of the exercise asked for: nothing later is shown. */
export function fixedAsset(asset: Asset, around: AssetSurroundings, date: PlainDate, language: Language) {
  const book = bookOf(asset, around.basis, [date]);
  const index = Math.min(exerciseAt(book.calendar, dayNumber(date)), book.calendar.ends.length - 1);
  const seen = { ...book, first: index, last: index };
  return {
    ...identityWire(asset, around),
    ...valuesWire(asset, date),
    ...natureWire(asset, book, date),
    ...accountsWire(asset, around, date),
    Retirement: retirementWire(asset, book, date),
    Amortization: amortizationWire(asset, seen, date),
    VehicleProperties: asset.facts.vehicle ? vehicleWire(asset.facts.vehicle, asset) : null,
    ...associationWire(around.association),
    Grants: around.grants.map((grant) => grantWire(asset.facts, grant)),
    CreditNotes: asset.facts.creditNotes.filter((note) => note.date <= date).map(creditNoteWire),
    Analytics: analyticsWire(asset),
    Errors: alertsOf(asset, book, around, date).map((alert) => alertOf(alert, language)),
    AmortizationDefaults: defaultsWire(asset.facts, date),
  };
}

const identityWire = (asset: Asset, { group }: AssetSurroundings) => ({
  Id: asset.id,
  EnterpriseId: asset.folderId,
  Number: asset.number,
  Name: asset.name,
  GroupName: asset.groupName,
  Notes: asset.notes,
  ExternalId: asset.externalId,
  GeographicalLocation: asset.location === null ? null : { Id: asset.locationId, Location: asset.location },
  QuantityDetails:
    asset.quantityUnit === null ? null : { Unit: asset.quantityUnit, Value: Number(asset.quantityValue) },
  ComponentGroup: group ? { Id: group.id, GroupId: group.group_id, Name: group.name } : null,
});

/** Components have their value: what is shown is what the asset keeps. */
function valuesWire(asset: Asset, date: PlainDate) {
  const { facts } = asset;
  const due = facts.creditNotes.filter((note) => note.date <= date);
  const credited = sum(due.map((note) => creditNoteAmounts(note).amountInclTax));
  const split = splitOffBy(facts, date);
  const net = isOnBooks(asset, date) ? netAcquisitionValue(facts, date) : 0n;
  const gone = facts.retirement !== undefined && facts.retirement.date <= date;
  const quantity = netQuantity(asset, date);
  return {
    AcquisitionValue: euros(facts.acquisitionValue - split),
    ResidualValue: euros(facts.residualValue),
    AcquisitionQuantity: Number(asset.quantity),
    DeductibleVat: euros(facts.deductibleVat),
    AmountIncludingTax: euros(facts.amountIncludingTax - split),
    NetAcquisitionValue: euros(net),
    NetDeductibleVat: euros(netVat(facts, date).deductible),
    NetAmountIncludingTax: euros(positive(facts.amountIncludingTax - split - credited)),
    NetAcquisitionQuantity: quantity,
    AvailableQuantity: gone || !isOnBooks(asset, date) ? 0 : quantity,
    AcquisitionDate: facts.acquisitionDate,
    DeploymentDate: facts.deploymentDate,
    DecompositionDate: facts.decomposition?.date ?? null,
  };
}

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0n);
const positive = (amount: Cents): Cents => (amount > 0n ? amount : 0n);

/** Units left once credit notes took theirs. */
const netQuantity = ({ quantity, facts }: Asset, date: PlainDate): number =>
  facts.creditNotes
    .filter((note) => note.date <= date)
    .reduce((left, note) => left - (note.quantity ?? 0), Number(quantity));

function natureWire(asset: Asset, book: AssetBook, date: PlainDate) {
  const { facts } = asset;
  return {
    AcquisitionMethod: facts.acquisitionMethod,
    Nature: facts.nature,
    Status: statusOf(asset, book, date),
    ComponentType: componentType(asset),
    IsCreatedAutomatically: asset.isCreatedAutomatically,
    IsValidatedByUser: asset.isValidatedByUser,
    IsAmortizable: isAmortizableOn(facts, date),
    HasAnyProspectiveRevision: facts.revisions.some((revision) => revision.date <= date),
  };
}

function componentType({ parentId, facts }: Asset): ComponentType {
  if (parentId !== null) return 'Component';
  return facts.decomposition ? 'MainComponent' : 'None';
}

function accountsWire(asset: Asset, around: AssetSurroundings, date: PlainDate) {
  const previous = previousAccount(asset.facts, date);
  const before = previous && asset.facts.transfers.filter((one) => one.date < previous.lastTransferDate).at(-1);
  const info = (number: string, transfer: PlainDate | undefined) => accountWire(asset, around, number, transfer, date);
  return {
    FixedAssetAccount: info(accountAt(asset.facts, date), previous?.lastTransferDate),
    PreviousAccountDetails: previous
      ? { LastTransferDate: previous.lastTransferDate, AccountBeforePeriod: info(previous.accountBefore, before?.date) }
      : null,
  };
}

function accountWire(
  asset: Asset,
  { chart, subAccounts }: AssetSurroundings,
  number: string,
  transfer: PlainDate | undefined,
  date: PlainDate,
) {
  const account = findAccount(chart, number);
  const code = transfer ? asset.details.transferSubAccounts?.[transfer] : asset.subAccountCode;
  return accountInfo(number, account, date, { subAccount: subAccountName(code, account, subAccounts) });
}

/** Shown once it happened. The asset has one retirement at most: it bears its number. */
export function retirementWire(asset: Asset, book: AssetBook, date: PlainDate) {
  const { retirement } = asset.facts;
  const result = retirement && retirement.date <= date ? retirementResult(book) : undefined;
  if (!retirement || !result) return null;
  return {
    Id: asset.id,
    Type: retirement.type,
    Date: retirement.date,
    SaleAttributes: {
      SaleAmount: euros(result.saleAmount),
      VatToReceive: euros(result.vat.toReceive),
      VatToPay: euros(result.vat.toPay),
      Type: retirement.saleType,
      LongTermSaleQualification: retirement.qualification,
      VatRate: decimalNumber(retirement.vatRate, 100n),
    },
    DisposalAttributes: { DepreciationAccountingMethod: retirement.bookValueMethod },
    EconomicGainOrLoss: euros(result.economic),
    GainOrLossAmount: euros(result.total),
    ShortTermGainOrLossAmount: euros(result.shortTerm),
    LongTermGainOrLossAmount: euros(result.longTerm),
    IsCustomValue: retirement.custom !== undefined,
  };
}

function vehicleWire(vehicle: Vehicle, { details }: Asset) {
  const energy = energyType(vehicle.energy);
  return {
    ImmatriculationNumber: details.registrationNumber ?? null,
    ImmatriculationDate: vehicle.registered ?? null,
    FirstCirculationDate: vehicle.firstCirculation ?? null,
    CO2GPerKm: vehicle.co2 ?? null,
    FiscalPower: vehicle.fiscalPower ?? null,
    EuropeanEmissionStandard: vehicle.euroStandard ?? null,
    EnergyType: energy ? { Id: energy.id, Code: energy.code, Label: energy.label } : null,
    TvsType: vehicle.tvsType,
  };
}

export const associationWire = (association: Association) => ({
  AssociationState: {
    State: association.state,
    AccountingAmount: euros(association.amount),
    AccountingAccountsDifferentFromAsset: association.otherAccounts.map((line) => ({
      Label: line.label,
      Account: /^\d{1,9}$/.test(line.accountNumber) ? Number(line.accountNumber) : null,
      AccountId: line.accountId,
      SubAccountId: line.subAccountId,
      SubAccountCode: line.subAccountCode,
      AccountName: line.accountLabel,
    })),
    AccountingLineIds: association.lines.map(({ id }) => id),
    DeletedAccountingLineIds: [...association.deletedLineIds],
  },
  AccountingEntryLines: association.lines.map(({ id, entryId }) => ({ EntryLineId: id, EntryId: entryId })),
});

function grantWire(facts: AssetFacts, grant: LinkedGrant) {
  const link = facts.grants[grant.rank];
  return {
    Id: grant.linkId,
    Grant: {
      Id: grant.grantId,
      Name: grant.name,
      Account: grant.account === null ? null : { AccountNumber: Number(grant.account) },
      TotalAmount: euros(grant.total),
      AvailableAmount: euros(grant.available),
      GrantDate: grant.date,
      Funder: grant.funder,
      PastGrant: grant.past ? { Amount: euros(grant.past.amount), Date: grant.past.date } : null,
    },
    Amount: euros(link?.amount ?? 0n),
    StaggeringYears: link?.staggeringYears ?? null,
  };
}

/** Table B5. */
export function creditNoteWire(note: CreditNote) {
  const { vatAmount, amountInclTax } = creditNoteAmounts(note);
  return {
    EffectiveDate: note.date,
    VatRate: decimalNumber(note.vatRate, 100n),
    AmountExcludingTax: euros(note.amount),
    QuantityToBeDeducted: note.quantity ?? null,
    AmountInclTax: euros(amountInclTax),
    VatAmount: euros(vatAmount),
  };
}

export const analyticsWire = ({ details }: Asset) =>
  details.analytics
    ? {
        Axis: details.analytics.map(({ axisId, axisName, unit, tags }, axis) => ({
          Id: axis + 1,
          AxisId: axisId,
          AxisName: axisName,
          Unit: unit,
          Tags: tags.map(({ tagId, tagName, value }, tag) => ({
            Id: tag + 1,
            TagId: tagId,
            TagName: tagName,
            Value: value,
          })),
        })),
      }
    : null;

/** Critical first, whoever found them. */
function alertsOf(asset: Asset, book: AssetBook, { basis, chart, association }: AssetSurroundings, date: PlainDate) {
  const found = ledgerAlerts(ledgerSide(asset, date), association, { chart, exercises: basis.exercises });
  const alerts = [...(isOnBooks(asset, date) ? alertsAt(book, date) : []), ...found];
  return [...alerts.filter((alert) => alert.isCritical), ...alerts.filter((alert) => !alert.isCritical)];
}

/** The shortest usual duration of the account, for both plans; null where usage says nothing. */
function defaultsWire(facts: AssetFacts, date: PlainDate) {
  const years = usualYears(accountAt(facts, date))?.least ?? null;
  const value = facts.acquisitionValue - splitOffBy(facts, date);
  return {
    EconomicDurationYears: years,
    EconomicBase: euros(value - facts.residualValue),
    FiscalDurationYears: years,
    FiscalBase: euros(value),
  };
}
