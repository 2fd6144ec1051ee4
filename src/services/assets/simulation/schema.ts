/**
 * The body of `asset simulate`: one asset in the field names of the specification (tables B2 to B5) with the exercises
 * and windows wanted. Unknown names are refused, so that a misspelt field is never silently left out; fields the
 * platform computes are accepted and ignored, so that an asset read from it can be sent back as it is.
 *
 * Amounts are JSON numbers or decimal strings, read as text into exact cents. Days are `YYYY-MM-DD` or date-times,
 * which count for their day in Paris.
 */
import * as z from 'zod';
// biome-ignore lint/style/noRestrictedImports: until the schemas of inputs live in commands/asset
import { amount, day as anyDay, line, numeral } from '../../../commands/operation/fields.ts';
import { parseRatio } from '../../kernel/ratio.ts';
import * as sets from '../value-sets.ts';

export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const listOf = <T extends z.ZodType>(schema: T, most: number) =>
  z
    .array(schema)
    .max(most)
    .nullish()
    .transform((value) => value ?? []);
/** What the platform computes and answers: read past. */
export const ignored = () => z.unknown().optional();

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

export const day = () =>
  anyDay()
    .refine((date) => date >= FIRST_DAY && date <= LAST_DAY, { error: 'not a day from 1900 to 2199' })
    .meta({ format: 'date' });

export const positive = () =>
  amount().refine((cents) => cents >= 0n, { error: 'an amount of zero or more is expected' });

/** A decimal as an exact fraction. */
export const decimal = () =>
  numeral((text) => {
    const ratio = parseRatio(text);
    if (!ratio || ratio.numerator < 0n || ratio.numerator > 1_000_000_000_000n) return undefined;
    return ratio.denominator <= 1_000_000n ? ratio : undefined;
  }, 'not a decimal of zero or more: write 1.75, six decimals at most');

/** Up to a billion units of production: their millionths stay whole in a number. */
const units = () =>
  decimal().refine(({ numerator, denominator }) => numerator <= denominator * 1_000_000_000n, {
    error: 'at most a billion units',
  });

const count = (most: number) => z.int().min(0).max(most);

/** Digits of an account, from its text, its number, or an account object. */
const digits = z.union([z.string().regex(/^\d{2,12}$/), z.int().min(10).max(999_999_999_999)]).transform(String);
const accountObject = z
  .strictObject({
    AccountId: ignored(),
    AccountNumber: optional(digits),
    SubAccountId: ignored(),
    SubAccountCode: ignored(),
    AccountName: ignored(),
    Account: optional(digits),
    AccountLabel: ignored(),
    IsFinancialAsset: ignored(),
    IsAmortizable: ignored(),
    IsTransferAccount: ignored(),
    Exists: ignored(),
  })
  .transform(({ Account, AccountNumber }) => Account ?? AccountNumber);
/** Account objects made of more than an account (B7) keep only what is read here. */
const componentAccount = z
  .looseObject({ Account: optional(digits), AccountNumber: optional(digits) })
  .transform(({ Account, AccountNumber }) => Account ?? AccountNumber);
const account = z.union([digits, accountObject]);

const period = z.strictObject({ Start: day(), End: day() });

const duration = z.strictObject({
  YearCount: optional(count(100)),
  MonthCount: optional(count(1200)),
  /** The whole duration in months, or whether it was entered in months. */
  InMonth: optional(z.union([count(1200), z.boolean()])),
});

const planAttributes = {
  Duration: optional(duration),
  Base: optional(positive()),
  CustomBase: optional(positive()),
  Mode: optional(z.enum(sets.MODES)),
  DateType: optional(z.enum(sets.DATE_TYPES)),
  Coefficient: optional(decimal()),
  ProrataTemporis: optional(z.enum(sets.PRORATA_TEMPORIS)),
  PastAmortization: optional(z.strictObject({ Amount: positive(), EndDate: day() })),
  IsComputedByPlatform: optional(z.boolean()),
  /** Ours: what a plan by units of production needs and the specification does not name. */
  ProductionUnits: optional(
    z.strictObject({
      Total: units(),
      Periods: z.array(z.strictObject({ Start: day(), End: day(), Units: units() })).max(400),
    }),
  ),
};

const economicAttributes = z.strictObject({
  ...planAttributes,
  /** 40 for 40 %. */
  OverAmortization: optional(z.strictObject({ Percentage: decimal() })),
});

const fiscalAttributes = z.strictObject({
  ...planAttributes,
  TaxDeductibilityLimit: optional(z.strictObject({ Amount: optional(positive()) })),
  /** Value: 20 for 20 % in mode Percent, an amount per full exercise in mode Amount. */
  PrivatePortion: optional(
    z
      .strictObject({ Mode: z.enum(sets.PRIVATE_PORTION_MODES), Value: positive(), CalculatedAmount: ignored() })
      .refine(({ Mode, Value }) => Mode === 'Amount' || Value <= 100_00n, {
        error: 'at most 100 in mode Percent',
        path: ['Value'],
      }),
  ),
  Octies151: optional(
    z.strictObject({
      Amount: positive(),
      SpreadingDurationInExercises: optional(z.int().min(1).max(100)),
      PartnerId: ignored(),
      AlreadyReintegratedPortion: optional(positive()),
      RemainingAmount: ignored(),
    }),
  ),
  LimitedBase: ignored(),
});

const amortization = z.strictObject({
  Id: ignored(),
  EconomicAttributes: optional(economicAttributes),
  FiscalAttributes: optional(fiscalAttributes),
  AmortizationCalculationMethod: optional(z.enum(sets.CALCULATION_METHODS)),
  ResidualValue: optional(positive()),
  EffectiveDate: optional(day()),
  ProspectiveRevisionType: optional(z.enum(sets.REVISION_TYPES)),
  IsFiscalSameAsEconomic: optional(z.boolean()),
});

const creditNote = z.strictObject({
  EffectiveDate: day(),
  /** 20 or 0.2 for 20 %. */
  VatRate: optional(decimal()),
  AmountExcludingTax: positive(),
  QuantityToBeDeducted: optional(count(2_147_483_647)),
  AmountInclTax: ignored(),
  VatAmount: ignored(),
  PeriodEnd: ignored(),
});

export const retirement = z.strictObject({
  Id: ignored(),
  Type: optional(z.enum(sets.RETIREMENT_TYPES)),
  Date: day(),
  SaleAttributes: optional(
    z.strictObject({
      SaleAmount: optional(positive()),
      VatToReceive: optional(positive()),
      VatToPay: optional(positive()),
      Type: optional(z.enum(sets.SALE_TYPES)),
      LongTermSaleQualification: optional(z.enum(sets.LONG_TERM_QUALIFICATIONS)),
      /** Ours: VAT rate of a taxed sale, for its entry; 20 % unless told otherwise. */
      VatRate: optional(decimal()),
    }),
  ),
  DisposalAttributes: optional(
    z.strictObject({ DepreciationAccountingMethod: optional(z.enum(sets.DEPRECIATION_ACCOUNTING_METHODS)) }),
  ),
  IsCustomValue: optional(z.boolean()),
  EconomicGainOrLoss: optional(amount()),
  GainOrLossAmount: optional(amount()),
  ShortTermGainOrLossAmount: optional(amount()),
  LongTermGainOrLossAmount: optional(amount()),
});

const grantLink = z.strictObject({
  Id: ignored(),
  Grant: optional(
    z.strictObject({
      Id: ignored(),
      Name: optional(line(200)),
      Account: ignored(),
      TotalAmount: optional(positive()),
      AvailableAmount: optional(positive()),
      GrantDate: optional(day()),
      Funder: ignored(),
      PastGrant: optional(z.strictObject({ Amount: positive(), Date: day() })),
    }),
  ),
  Amount: positive(),
  StaggeringYears: optional(z.int().min(1).max(100)),
});

const decomposition = z.strictObject({
  ExerciseStart: optional(day()),
  ExerciseEnd: ignored(),
  DecompositionDate: optional(day()),
  ComponentGroupId: ignored(),
  ComponentGroupName: ignored(),
  UpdatedFixedAsset: optional(z.strictObject({ AcquisitionValue: positive() })),
  CreatedComponents: z
    .array(
      z.strictObject({
        Label: optional(line(200)),
        AmortizationDurationInYears: decimal(),
        AcquisitionValue: positive(),
        Account: optional(z.union([digits, componentAccount])),
      }),
    )
    .min(1)
    .max(200),
});

const revision = z.strictObject({
  EffectiveDate: day(),
  ProspectiveRevisionType: optional(z.enum(sets.REVISION_TYPES)),
  /** What remains from EffectiveDate. */
  Duration: optional(duration),
  Base: optional(positive()),
});

const vehicle = z.strictObject({
  ImmatriculationNumber: ignored(),
  ImmatriculationDate: optional(day()),
  FirstCirculationDate: optional(day()),
  CO2GPerKm: optional(z.number().min(0).max(10_000)),
  FiscalPower: optional(z.number().min(0).max(1_000)),
  EuropeanEmissionStandard: optional(count(6)),
  EnergyType: optional(
    z.strictObject({
      Id: optional(z.int()),
      Code: optional(z.enum(sets.ENERGY_CODES)),
      Label: ignored(),
    }),
  ),
  TvsType: optional(z.enum(sets.TVS_TYPES)),
});

/** One way to compare: what it changes of the asset. */
const scenario = z.strictObject({
  Name: z.string().min(1).max(100),
  /** Of the tax plan when the asset has one, else of its only plan. */
  Mode: optional(z.enum(['Linear', 'Declining'])),
  Coefficient: optional(decimal()),
  RetirementDate: optional(day()),
  SaleAmount: optional(positive()),
});

const asset = {
  Id: ignored(),
  EnterpriseId: ignored(),
  Number: ignored(),
  Name: ignored(),
  GroupName: ignored(),
  Notes: ignored(),
  ExternalId: ignored(),
  AcquisitionValue: positive(),
  ResidualValue: optional(positive()),
  AcquisitionQuantity: optional(z.union([z.number(), z.string().max(32)])),
  DeductibleVat: optional(positive()),
  /** Ours: VAT of the purchase that was not deducted, when AmountIncludingTax does not tell it. */
  NonDeductibleVat: optional(positive()),
  AmountIncludingTax: optional(positive()),
  NetAcquisitionValue: ignored(),
  NetDeductibleVat: ignored(),
  NetAmountIncludingTax: ignored(),
  NetAcquisitionQuantity: ignored(),
  AcquisitionDate: day(),
  DeploymentDate: optional(day()),
  DecompositionDate: optional(day()),
  AcquisitionMethod: optional(z.enum(sets.ACQUISITION_METHODS)),
  Nature: optional(z.enum(sets.NATURES)),
  Status: ignored(),
  ComponentType: ignored(),
  FixedAssetAccount: optional(account),
  IsCreatedAutomatically: ignored(),
  IsValidatedByUser: ignored(),
  IsAmortizable: optional(z.boolean()),
  HasAnyProspectiveRevision: ignored(),
  GeographicalLocation: ignored(),
  QuantityDetails: ignored(),
  ComponentGroup: ignored(),
  PreviousAccountDetails: ignored(),
  Retirement: optional(retirement),
  Amortization: optional(amortization),
  VehicleProperties: optional(vehicle),
  AssociationState: ignored(),
  AccountingEntryLines: ignored(),
  Grants: listOf(grantLink, 100),
  CreditNotes: listOf(creditNote, 500),
  AvailableQuantity: ignored(),
  Errors: ignored(),
  AmortizationDefaults: ignored(),
};

export const simulationSchema = z.strictObject({
  ...asset,
  /** Exercises wanted, contiguous; civil years over the life of the asset when absent. */
  Exercises: listOf(period, 200),
  Windows: listOf(period, 500),
  TaxRegime: optional(z.enum(sets.TAX_REGIMES)),
  Revisions: listOf(revision, 100),
  /** A negative amount is a recovery. */
  Impairments: listOf(z.strictObject({ Date: day(), Amount: amount() }), 100),
  Transfers: listOf(
    z.strictObject({ TransferDate: day(), Account: account, PeriodStart: ignored(), PeriodEnd: ignored() }),
    100,
  ),
  Decomposition: optional(decomposition),
  Scenarios: listOf(scenario, 20),
});

/** What the schema makes of a body: cents in bigint, exact fractions, days. */
export type SimulationInput = z.output<typeof simulationSchema>;
