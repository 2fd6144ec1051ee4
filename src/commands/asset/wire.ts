/** Shapes of fixed assets on the wire that several operations share: tables B1 to B5 of the specification. */
import * as z from 'zod';
import { assetErrors } from '../../services/assets/errors.ts';
import type { FixedAsset } from '../../services/assets/fixed-asset.ts';
import { readFixedAsset } from '../../services/assets/register/read-asset.ts';
import * as sets from '../../services/assets/value-sets.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import type { Context } from '../../services/operation/context.ts';
import { dayText, identifier } from '../operation/fields.ts';

/** What the account that a body names may be refused for. */
export const ACCOUNT_ERRORS = ['AccountNotFound', 'AccountsDisagree', 'SubAccountNotFound'] as const;

/** Start of every route of a folder's assets, under either name of the folder. */
export const FOLDER_ROUTE = '/api/fixed-assets/accounting-folders/{accountingFolderId}';
export const ENTERPRISE_ROUTE = '/api/fixed-assets/enterprises/{enterpriseId}';

export const FolderPath = z.object({ accountingFolderId: identifier() });
export const EnterprisePath = z.object({ enterpriseId: identifier() });
export const AssetPath = FolderPath.extend({ assetId: identifier() });
/** The same path where the specification calls it so. */
export const FixedAssetPath = FolderPath.extend({ fixedAssetId: identifier() });

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();

export const AccountInfo = z
  .object({
    AccountId: z.int().nullable(),
    AccountNumber: z.int().nullable(),
    SubAccountId: z.int().nullable(),
    SubAccountCode: z.string().nullable(),
    AccountName: z.string(),
    Account: z.string(),
    AccountLabel: z.string(),
    IsFinancialAsset: z.boolean(),
    IsAmortizable: z.boolean(),
    IsTransferAccount: z.boolean().describe('Where an asset in progress usually goes'),
    Exists: z.boolean(),
  })
  .meta({ id: 'AccountInfo' });

const Duration = z.object({ YearCount: z.int(), MonthCount: z.int(), InMonth: z.int() });

const planShape = {
  Duration,
  Base: z.number(),
  CustomBase: maybe(z.number()),
  Mode: z.enum(sets.MODES),
  DateType: z.enum(sets.DATE_TYPES),
  Coefficient: maybe(z.number()),
  ProrataTemporis: z.enum(sets.PRORATA_TEMPORIS),
  PastAmortization: maybe(z.object({ Amount: z.number(), EndDate: dayText() })),
  IsComputedByPlatform: z.boolean(),
  ProductionUnits: maybe(
    z.object({
      Total: z.string(),
      Periods: z.array(z.object({ Start: dayText(), End: dayText(), Units: z.string() })),
    }),
  ),
};

const Amortization = z.object({
  Id: z.int(),
  EconomicAttributes: maybe(z.object({ ...planShape, OverAmortization: maybe(z.object({ Percentage: z.number() })) })),
  FiscalAttributes: maybe(
    z.object({
      ...planShape,
      TaxDeductibilityLimit: maybe(z.object({ Amount: z.number() })).describe('The one stated by the user'),
      PrivatePortion: maybe(
        z.object({ Mode: z.enum(sets.PRIVATE_PORTION_MODES), Value: z.number(), CalculatedAmount: z.number() }),
      ),
      Octies151: maybe(
        z.object({
          Amount: z.number(),
          SpreadingDurationInExercises: maybe(z.int()),
          PartnerId: maybe(z.int()),
          AlreadyReintegratedPortion: z.number(),
          RemainingAmount: z.number(),
        }),
      ),
      LimitedBase: maybe(z.number()).describe('Price including VAT, up to the limit stated or that of the law'),
    }),
  ),
  AmortizationCalculationMethod: z.enum(sets.CALCULATION_METHODS),
  ResidualValue: z.number(),
  EffectiveDate: maybe(dayText()),
  ProspectiveRevisionType: z.enum(sets.REVISION_TYPES),
  IsFiscalSameAsEconomic: z.boolean(),
});

export const RetirementShape = z
  .object({
    Id: z.int(),
    Type: z.enum(sets.RETIREMENT_TYPES),
    Date: dayText(),
    SaleAttributes: z.object({
      SaleAmount: z.number(),
      VatToReceive: z.number(),
      VatToPay: z.number(),
      Type: z.enum(sets.SALE_TYPES),
      LongTermSaleQualification: z.enum(sets.LONG_TERM_QUALIFICATIONS),
      VatRate: z.number().describe('Ours: percent, of a taxed sale'),
    }),
    DisposalAttributes: z.object({ DepreciationAccountingMethod: z.enum(sets.DEPRECIATION_ACCOUNTING_METHODS) }),
    EconomicGainOrLoss: z.number(),
    GainOrLossAmount: z.number(),
    ShortTermGainOrLossAmount: z.number(),
    LongTermGainOrLossAmount: z.number(),
    IsCustomValue: z.boolean(),
  })
  .meta({ id: 'AssetRetirement' });

export const CreditNote = z
  .object({
    EffectiveDate: dayText(),
    VatRate: z.number().describe('Percent: 20'),
    AmountExcludingTax: z.number(),
    QuantityToBeDeducted: maybe(z.int()),
    AmountInclTax: z.number(),
    VatAmount: z.number(),
  })
  .meta({ id: 'AssetCreditNote' });

const Vehicle = z.object({
  ImmatriculationNumber: maybe(z.string()),
  ImmatriculationDate: maybe(dayText()),
  FirstCirculationDate: maybe(dayText()),
  CO2GPerKm: maybe(z.number()),
  FiscalPower: maybe(z.number()),
  EuropeanEmissionStandard: maybe(z.number()),
  EnergyType: maybe(z.object({ Id: z.int(), Code: z.string(), Label: z.string() })),
  TvsType: z.enum(sets.TVS_TYPES),
});

const AssociationState = z.object({
  State: z.enum(sets.ASSOCIATION_STATES),
  AccountingAmount: z.number(),
  AccountingAccountsDifferentFromAsset: z.array(
    z.object({
      Label: z.string(),
      Account: maybe(z.int()),
      AccountId: z.int(),
      SubAccountId: maybe(z.int()),
      SubAccountCode: maybe(z.string()),
      AccountName: z.string(),
    }),
  ),
  AccountingLineIds: z.array(z.int()),
  DeletedAccountingLineIds: z.array(z.int()),
});

const Grant = z.object({
  Id: z.int(),
  Grant: z.object({
    Id: z.int(),
    Name: z.string(),
    Account: maybe(z.object({ AccountNumber: z.int() })),
    TotalAmount: z.number(),
    AvailableAmount: z.number(),
    GrantDate: maybe(dayText()),
    Funder: maybe(z.string()),
    PastGrant: maybe(z.object({ Amount: z.number(), Date: dayText() })),
  }),
  Amount: z.number(),
  StaggeringYears: maybe(z.int()),
});

const Analytics = z.object({
  Axis: z.array(
    z.object({
      Id: z.int(),
      AxisId: z.int(),
      AxisName: z.string(),
      Unit: z.string(),
      Tags: z.array(z.object({ Id: z.int(), TagId: z.int(), TagName: z.string(), Value: z.string() })),
    }),
  ),
});

export const FixedAssetShape = z
  .object({
    Id: z.int(),
    EnterpriseId: z.int(),
    Number: z.int(),
    Name: z.string(),
    GroupName: maybe(z.string()),
    Notes: maybe(z.string()),
    ExternalId: maybe(z.string()),
    GeographicalLocation: maybe(z.object({ Id: maybe(z.int()), Location: z.string() })),
    QuantityDetails: maybe(z.object({ Unit: z.enum(sets.QUANTITY_UNITS), Value: z.number() })),
    ComponentGroup: maybe(z.object({ Id: z.int(), GroupId: z.int(), Name: z.string() })),
    AcquisitionValue: z.number(),
    ResidualValue: z.number(),
    AcquisitionQuantity: z.number(),
    DeductibleVat: z.number(),
    AmountIncludingTax: z.number(),
    NetAcquisitionValue: z.number(),
    NetDeductibleVat: z.number(),
    NetAmountIncludingTax: z.number(),
    NetAcquisitionQuantity: z.number(),
    AvailableQuantity: z.number(),
    AcquisitionDate: dayText(),
    DeploymentDate: dayText(),
    DecompositionDate: maybe(dayText()),
    AcquisitionMethod: z.enum(sets.ACQUISITION_METHODS),
    Nature: z.enum(sets.NATURES),
    Status: z.enum(sets.STATUSES),
    ComponentType: z.enum(sets.COMPONENT_TYPES),
    IsCreatedAutomatically: z.boolean(),
    IsValidatedByUser: z.boolean(),
    IsAmortizable: z.boolean(),
    HasAnyProspectiveRevision: z.boolean(),
    FixedAssetAccount: AccountInfo,
    PreviousAccountDetails: maybe(z.object({ LastTransferDate: dayText(), AccountBeforePeriod: AccountInfo })),
    Retirement: maybe(RetirementShape),
    Amortization,
    VehicleProperties: maybe(Vehicle),
    AssociationState,
    AccountingEntryLines: z.array(z.object({ EntryLineId: z.int(), EntryId: z.int() })),
    Grants: z.array(Grant),
    CreditNotes: z.array(CreditNote),
    Analytics: maybe(Analytics).describe('Ours: as in the list of assets'),
    Errors: z.array(
      z.object({
        IsCritical: z.boolean(),
        Name: z.string(),
        ErrorMessage: z.string(),
        Parameters: z.string(),
        Domain: z.string(),
      }),
    ),
    AmortizationDefaults: z.object({
      EconomicDurationYears: maybe(z.int()),
      EconomicBase: z.number(),
      FiscalDurationYears: maybe(z.int()),
      FiscalBase: z.number(),
    }),
  })
  .meta({ id: 'FixedAsset' });

/** An amount as tables write it, with its two decimals. */
export const amountCell = (amount: number | null | undefined): string | undefined => amount?.toFixed(2);

/** The asset as of a day, in the language of the caller: what every change answers. */
export const answerAsset = async (
  ctx: Context,
  folderId: number,
  assetId: number,
  date: PlainDate,
): Promise<FixedAsset> => readFixedAsset(await ctx.db(), folderId, assetId, date, ctx.language);

/** The same identifier in the body as in the path. Throws IdentifiersDisagree. */
export function refuseOther(name: string, inBody: number, inPath: number): void {
  if (inBody !== inPath) throw assetErrors.IdentifiersDisagree({ name, inBody, inPath });
}
