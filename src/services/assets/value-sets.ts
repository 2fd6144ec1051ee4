/** The closed sets of values of fixed assets, as written on the wire; the first of each is the default or unknown. */

export const ACQUISITION_METHODS = [
  'NewPurchase',
  'UsedPurchase',
  'Contribution',
  'SelfDelivery',
  'Lease',
  'TransferBetweenAccounts',
] as const;
export const NATURES = ['Aucun', 'Immeuble', 'FraisDAcquisitionSurTitresDeParticipation', 'TerrainsABatir'] as const;
export const STATUSES = [
  'Unknown',
  'Draft',
  'InProgress',
  'Active',
  'FullyAmortized',
  'NonAmortizable',
  'Transferred',
  'Decomposed',
  'Retired',
] as const;
export const COMPONENT_TYPES = ['Unknown', 'None', 'MainComponent', 'Component'] as const;
export const QUANTITY_UNITS = ['Percent', 'Unit', 'SquareMeter', 'Hectare', 'Head', 'Share'] as const;
export const ASSOCIATION_STATES = [
  'Unknown',
  'NotAssociated',
  'Associated',
  'PartiallyAssociated',
  'AmountMismatch',
  'AccountMismatch',
  'EntryDeleted',
] as const;
export const SALE_TYPES = ['Unknown', 'TaxedPrice', 'Exempt', 'TaxedMargin', 'OutOfScope', 'SaleToDealer'] as const;
export const LONG_TERM_QUALIFICATIONS = [
  'Unknown',
  'None',
  'General',
  'BuildingAbatement',
  'ParticipationShares',
  'RealEstateCompanyShares',
  'IndustrialProperty',
  'BuildingLand',
] as const;
export const DEPRECIATION_ACCOUNTING_METHODS = ['Unknown', 'RetirementAccount', 'ExceptionalAmortization'] as const;
export const MODES = ['Linear', 'Declining', 'Exceptional', 'UnitsOfProduction', 'NonAmortizable'] as const;
export const DATE_TYPES = ['Acquisition', 'Deployment', 'Custom'] as const;
export const PRORATA_TEMPORIS = ['Days', 'ActualDays', 'Months', 'None'] as const;
export const CALCULATION_METHODS = ['Unset', 'EconomicOnly', 'EconomicAndFiscal', 'FiscalOnly'] as const;
export const REVISION_TYPES = ['None', 'Duration', 'Base', 'DurationAndBase', 'Impairment'] as const;
export const PRIVATE_PORTION_MODES = ['Amount', 'Percent'] as const;
export const TVS_TYPES = [
  'Unknown',
  'NotConcerned',
  'Liable',
  'ExemptElectric',
  'ExemptDisability',
  'ExemptActivity',
  'ShortTermRental',
] as const;
export const RETIREMENT_TYPES = [
  'Unknown',
  'Sale',
  'Contribution',
  'Exchange',
  'Expropriation',
  'Scrapping',
  'Destruction',
  'Theft',
  'PrivateWithdrawal',
  'Donation',
] as const;
export const ALLOCATION_METHODS = ['AssetAmount', 'AmortizationAmount', 'VNC'] as const;
export const HEADER_TYPES = ['Number', 'Text', 'Date', 'Boolean', 'Enum', 'Amount'] as const;
export const TAX_REGIMES = ['CorporationTax', 'IncomeTax'] as const;
export const ENERGY_CODES = [
  'ES',
  'GO',
  'EL',
  'H2',
  'EH',
  'EE',
  'GH',
  'GL',
  'GP',
  'GN',
  'FE',
  'EG',
  'EN',
  'FL',
  'FH',
  'AUTRE',
] as const;

type ValueOf<T extends readonly string[]> = T[number];

export type AcquisitionMethod = ValueOf<typeof ACQUISITION_METHODS>;
export type Nature = ValueOf<typeof NATURES>;
export type Status = ValueOf<typeof STATUSES>;
export type ComponentType = ValueOf<typeof COMPONENT_TYPES>;
export type QuantityUnit = ValueOf<typeof QUANTITY_UNITS>;
export type AssociationStateName = ValueOf<typeof ASSOCIATION_STATES>;
export type SaleType = ValueOf<typeof SALE_TYPES>;
export type LongTermQualification = ValueOf<typeof LONG_TERM_QUALIFICATIONS>;
export type DepreciationAccountingMethod = ValueOf<typeof DEPRECIATION_ACCOUNTING_METHODS>;
export type Mode = ValueOf<typeof MODES>;
export type DateType = ValueOf<typeof DATE_TYPES>;
export type ProrataTemporis = ValueOf<typeof PRORATA_TEMPORIS>;
export type CalculationMethod = ValueOf<typeof CALCULATION_METHODS>;
export type RevisionType = ValueOf<typeof REVISION_TYPES>;
export type PrivatePortionMode = ValueOf<typeof PRIVATE_PORTION_MODES>;
export type TvsType = ValueOf<typeof TVS_TYPES>;
export type RetirementType = ValueOf<typeof RETIREMENT_TYPES>;
export type AllocationMethod = ValueOf<typeof ALLOCATION_METHODS>;
export type HeaderType = ValueOf<typeof HEADER_TYPES>;
export type TaxRegime = ValueOf<typeof TAX_REGIMES>;
export type EnergyCode = ValueOf<typeof ENERGY_CODES>;
