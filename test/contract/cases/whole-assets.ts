/** What can be stated of an asset, spread over four: for the simulation, and for the register beside a name and an account. */

const plan = (YearCount: number, more: object = {}) => ({
  Duration: { YearCount },
  Mode: 'Linear',
  ProrataTemporis: 'Days',
  ...more,
});

/** A car of a person: two plans, taken over from other books; price limit, private use, grant, revision, impairment. */
export const CAR = {
  AcquisitionValue: '30000.00',
  DeductibleVat: '1000.00',
  NonDeductibleVat: '5000.00',
  AmountIncludingTax: '36000.00',
  AcquisitionDate: '2024-01-15',
  DeploymentDate: '2024-02-01',
  AcquisitionMethod: 'UsedPurchase',
  IsAmortizable: true,
  ResidualValue: '3000.00',
  Amortization: {
    AmortizationCalculationMethod: 'EconomicAndFiscal',
    EffectiveDate: '2024-02-10',
    ResidualValue: '3000.00',
    IsFiscalSameAsEconomic: false,
    EconomicAttributes: {
      ...plan(0, { Duration: { InMonth: 60 }, CustomBase: '27000.00', DateType: 'Custom' }),
      PastAmortization: { Amount: '500.00', EndDate: '2024-12-31' },
      OverAmortization: { Percentage: 40 },
    },
    FiscalAttributes: {
      ...plan(0, { Duration: { MonthCount: 60 } }),
      DateType: 'Deployment',
      CustomBase: '29000.00',
      PastAmortization: { Amount: '600.00', EndDate: '2024-12-31' },
      TaxDeductibilityLimit: { Amount: '18300.00' },
      PrivatePortion: { Mode: 'Percent', Value: 20 },
    },
  },
  VehicleProperties: {
    ImmatriculationNumber: 'AB-123-CD',
    ImmatriculationDate: '2024-01-20',
    FirstCirculationDate: '2023-06-01',
    CO2GPerKm: 150,
    FiscalPower: 7,
    EuropeanEmissionStandard: 6,
    EnergyType: { Id: 2, Code: 'GO' },
    TvsType: 'Liable',
  },
  Grants: [
    {
      Grant: {
        Name: 'Région',
        Account: { AccountNumber: 131000 },
        TotalAmount: '5000.00',
        AvailableAmount: '4000.00',
        GrantDate: '2024-01-10',
        Funder: 'Conseil régional',
        PastGrant: { Amount: '100.00', Date: '2024-06-30' },
      },
      Amount: '1000.00',
      StaggeringYears: 5,
    },
  ],
  Revisions: [
    {
      EffectiveDate: '2026-01-01',
      ProspectiveRevisionType: 'DurationAndBase',
      Duration: { YearCount: 2, MonthCount: 6 },
      Base: '15000.00',
    },
  ],
  Impairments: [{ Date: '2025-12-31', Amount: '250.00' }],
};

/** A machine amortised by what it makes, sold with gains that a person computed. */
export const MILL = {
  AcquisitionValue: '10000.00',
  AcquisitionDate: '2024-01-01',
  Amortization: {
    AmortizationCalculationMethod: 'EconomicAndFiscal',
    EconomicAttributes: {
      Mode: 'UnitsOfProduction',
      Base: '9000.00',
      IsComputedByPlatform: false,
      ProductionUnits: { Total: 1000, Periods: [{ Start: '2024-01-01', End: '2024-12-31', Units: 250 }] },
    },
    FiscalAttributes: {
      Mode: 'UnitsOfProduction',
      Base: '9500.00',
      IsComputedByPlatform: false,
      ProductionUnits: { Total: 1000, Periods: [{ Start: '2024-01-01', End: '2024-12-31', Units: '300.5' }] },
    },
  },
  Revisions: [{ EffectiveDate: '2025-01-01', ProspectiveRevisionType: 'Duration', Units: '600.5' }],
  VehicleProperties: { EnergyType: { Id: 2 } },
  Retirement: {
    Type: 'Sale',
    Date: '2025-06-30',
    SaleAttributes: {
      SaleAmount: '8000.00',
      Type: 'TaxedPrice',
      VatRate: 20,
      VatToPay: '1600.00',
      VatToReceive: '10.00',
      LongTermSaleQualification: 'General',
    },
    DisposalAttributes: { DepreciationAccountingMethod: 'ExceptionalAmortization' },
    IsCustomValue: true,
    EconomicGainOrLoss: '500.00',
    GainOrLossAmount: '600.00',
    ShortTermGainOrLossAmount: '400.00',
    LongTermGainOrLossAmount: '200.00',
  },
};

/** Declining over a coefficient that was typed; the gain of a contribution is spread (CGI 151 octies). */
export const LATHE = {
  AcquisitionValue: '40000.00',
  AcquisitionDate: '2024-01-01',
  Amortization: {
    AmortizationCalculationMethod: 'EconomicAndFiscal',
    ResidualValue: '100.00',
    EconomicAttributes: plan(5, { Mode: 'Declining', Coefficient: '1.5' }),
    FiscalAttributes: {
      ...plan(5, { Mode: 'Declining', Coefficient: '1.75' }),
      Octies151: {
        Amount: '10000.00',
        SpreadingDurationInExercises: 5,
        PartnerId: 7,
        AlreadyReintegratedPortion: '500.00',
      },
    },
  },
  Grants: [{ Grant: { Name: 'Département', TotalAmount: '900.00' }, Amount: '300.00' }],
  Revisions: [{ EffectiveDate: '2027-01-01', Duration: { InMonth: 30 } }],
};

/** Land, which does not amortise. */
export const LAND = {
  AcquisitionValue: '90000.00',
  AcquisitionDate: '2024-01-01',
  Nature: 'TerrainsABatir',
  IsAmortizable: false,
};

/** What the register keeps beside: who, where, how many. */
export const ABOUT = {
  Name: 'Berline',
  DeploymentDate: '2024-01-01',
  AcquisitionQuantity: 1,
  GeographicalLocation: { Id: 3, Location: 'Lyon' },
  ExternalId: 'EXT-1',
  QuantityDetails: { Unit: 'Percent', Value: '50.5' },
  ComponentGroup: { GroupId: 7 },
  GroupName: 'Véhicules',
  Notes: 'Reprise',
  IsValidatedByUser: false,
  Analytics: {
    Axis: [{ AxisId: 1, AxisName: 'Site', Unit: '%', Tags: [{ TagId: 1, TagName: 'Lyon', Value: '100' }] }],
  },
};
