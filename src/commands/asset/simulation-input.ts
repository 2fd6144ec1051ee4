/**
 * The body of `asset simulate`: one asset in the field names of the specification (tables B2 to B5) with the exercises
 * and windows wanted. Unknown names are refused, so that a misspelt field is never silently left out; fields the
 * platform computes are accepted and ignored, so that an asset read from it can be sent back as it is.
 *
 * Amounts are JSON numbers or decimal strings, read as text into exact cents. Days are `YYYY-MM-DD` or date-times,
 * which count for their day in Paris. What is read has the names and units of the engine.
 */
import * as z from 'zod';
import { vatRate, wholeMonths } from '../../services/assets/simulation/facts.ts';
import * as sets from '../../services/assets/value-sets.ts';
import { parseRatio, type Ratio, ratio } from '../../services/kernel/ratio.ts';
import { amount, day as anyDay, line, numeral } from '../operation/fields.ts';
import { fields, from } from '../operation/wire.ts';

export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const listOf = <T extends z.ZodType>(schema: T, most: number) =>
  z
    .array(schema)
    .max(most)
    .nullish()
    .transform((value) => value ?? []);

/** An identifier; 0 is none. */
export const optionalId = () =>
  z
    .int()
    .min(0)
    .max(2_147_483_647)
    .nullish()
    .transform((id) => id || undefined);

/** What the platform computes and answers: accepted and ignored. */
export const ignored = () =>
  z
    .unknown()
    .optional()
    .transform(() => undefined)
    .meta({ readOnly: true });
/** What is answered beside what is taken: an object that was read can be sent back. */
export const readPast = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, ignored()])) as Record<N, ReturnType<typeof ignored>>;

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
    const read = parseRatio(text);
    if (!read || read.numerator < 0n || read.numerator > 1_000_000_000_000n) return undefined;
    return read.denominator <= 1_000_000n ? read : undefined;
  }, 'not a decimal of zero or more: write 1.75, six decimals at most');

/** Percent as a fraction: 40 is 2/5. */
const percentage = () => decimal().transform(({ numerator, denominator }) => ratio(numerator, denominator * 100n));

/** Whole: a decimal here has six places at most. */
const millionths = ({ numerator, denominator }: Ratio): number => Number((numerator * 1_000_000n) / denominator);

/** Up to a billion units of production: their millionths stay whole in a number. */
const units = () =>
  decimal()
    .refine(({ numerator, denominator }) => numerator <= denominator * 1_000_000_000n, {
      error: 'at most a billion units',
    })
    .transform(millionths);

const count = (most: number) => z.int().min(0).max(most);

/** Digits of an account, from its text, its number, or an account object. */
const digits = z.union([z.string().regex(/^\d{2,12}$/), z.int().min(10).max(999_999_999_999)]).transform(String);
const accountObject = z
  .strictObject({
    AccountNumber: optional(digits),
    Account: optional(digits),
    ...readPast(['AccountId', 'SubAccountId', 'SubAccountCode', 'AccountName', 'AccountLabel', 'Exists']),
    ...readPast(['IsFinancialAsset', 'IsAmortizable', 'IsTransferAccount']),
  })
  .transform(({ Account, AccountNumber }) => Account ?? AccountNumber);
/** Account objects made of more than an account (B7) keep only what is read here. */
const componentAccount = z
  .looseObject({ Account: optional(digits), AccountNumber: optional(digits) })
  .transform(({ Account, AccountNumber }) => Account ?? AccountNumber);
const account = z.union([digits, accountObject]);

const period = fields({ Start: day(), End: day() });

/** In months, whether years, months, or the whole in months was given. */
const duration = z
  .strictObject({
    YearCount: optional(count(100)),
    MonthCount: optional(count(1200)),
    /** The whole duration in months, or whether it was entered in months. */
    InMonth: optional(z.union([count(1200), z.boolean()])),
  })
  .transform(({ YearCount, MonthCount, InMonth }) => {
    const months = (YearCount ?? 0) * 12 + (MonthCount ?? 0);
    return months === 0 && typeof InMonth === 'number' ? InMonth : months;
  });

const planAttributes = {
  Duration: from('months', optional(duration)),
  Base: optional(positive()),
  CustomBase: optional(positive()),
  Mode: optional(z.enum(sets.MODES)),
  DateType: optional(z.enum(sets.DATE_TYPES)),
  Coefficient: optional(decimal()),
  ProrataTemporis: from('prorata', optional(z.enum(sets.PRORATA_TEMPORIS))),
  PastAmortization: from('past', optional(fields({ Amount: positive(), EndDate: from('end', day()) }))),
  IsComputedByPlatform: optional(z.boolean()),
  /** Ours: what a plan by units of production needs and the specification does not name. */
  ProductionUnits: from(
    'production',
    optional(
      fields({
        Total: units(),
        Periods: z.array(fields({ Start: day(), End: day(), Units: units() })).max(400),
      }),
    ),
  ),
};

const economicAttributes = fields({
  ...planAttributes,
  /** 40 for 40 %. */
  OverAmortization: optional(z.strictObject({ Percentage: percentage() }).transform(({ Percentage }) => Percentage)),
});

/** In mode Percent a value of 20.00, read as 2,000 hundredths, is 20 %. */
const privatePortion = fields({
  Mode: z.enum(sets.PRIVATE_PORTION_MODES),
  /** 20 for 20 % in mode Percent, an amount per full exercise in mode Amount. */
  Value: from('amount', positive()),
  CalculatedAmount: ignored(),
}).refine(({ mode, amount: value }) => mode === 'Amount' || value <= 100_00n, {
  error: 'at most 100 in mode Percent',
  path: ['Value'],
});

const fiscalAttributes = fields({
  ...planAttributes,
  TaxDeductibilityLimit: from(
    'deductibilityLimit',
    optional(z.strictObject({ Amount: optional(positive()) }).transform(({ Amount }) => Amount)),
  ),
  PrivatePortion: optional(privatePortion),
  Octies151: optional(
    fields({
      Amount: positive(),
      SpreadingDurationInExercises: from('exercises', optional(z.int().min(1).max(100))),
      PartnerId: z.unknown().optional(),
      AlreadyReintegratedPortion: from('alreadyReintegrated', optional(positive())),
      RemainingAmount: ignored(),
    }),
  ),
  LimitedBase: ignored(),
});

const amortization = fields({
  Id: ignored(),
  EconomicAttributes: from('economic', optional(economicAttributes)),
  FiscalAttributes: from('fiscal', optional(fiscalAttributes)),
  AmortizationCalculationMethod: from('method', optional(z.enum(sets.CALCULATION_METHODS))),
  ResidualValue: optional(positive()),
  EffectiveDate: optional(day()),
  ProspectiveRevisionType: ignored(),
  IsFiscalSameAsEconomic: optional(z.boolean()),
});

/** 20 or 0.2 for 20 %. */
export const rate = () => decimal().transform(vatRate);

const creditNote = fields({
  EffectiveDate: from('date', day()),
  AmountExcludingTax: from('amount', positive()),
  VatRate: optional(rate()),
  QuantityToBeDeducted: from('quantity', optional(count(2_147_483_647))),
  ...readPast(['AmountInclTax', 'VatAmount', 'PeriodEnd']),
});

export const retirementShape = {
  Type: optional(z.enum(sets.RETIREMENT_TYPES)),
  Date: day(),
  SaleAttributes: from(
    'sale',
    optional(
      fields({
        SaleAmount: from('amount', optional(positive())),
        VatToReceive: optional(positive()),
        VatToPay: optional(positive()),
        Type: from('saleType', optional(z.enum(sets.SALE_TYPES))),
        LongTermSaleQualification: from('qualification', optional(z.enum(sets.LONG_TERM_QUALIFICATIONS))),
        /** Ours: VAT rate of a taxed sale, for its entry; 20 % unless another is given. */
        VatRate: optional(rate()),
      }),
    ),
  ),
  DisposalAttributes: from(
    'bookValueMethod',
    optional(
      z
        .strictObject({ DepreciationAccountingMethod: optional(z.enum(sets.DEPRECIATION_ACCOUNTING_METHODS)) })
        .transform(({ DepreciationAccountingMethod }) => DepreciationAccountingMethod),
    ),
  ),
};

const retirement = fields({
  ...retirementShape,
  Id: ignored(),
  IsCustomValue: optional(z.boolean()),
  EconomicGainOrLoss: from('economic', optional(amount())),
  GainOrLossAmount: from('total', optional(amount())),
  ShortTermGainOrLossAmount: from('shortTerm', optional(amount())),
  LongTermGainOrLossAmount: from('longTerm', optional(amount())),
});

/** Of an AccountCommand, what a grant keeps: the number of its account. What says another thing would be lost. */
const grantAccount = optional(
  z
    .looseObject({ AccountNumber: optionalId() })
    .refine(({ AccountId, AccountNumber }) => !AccountId || AccountNumber !== undefined, {
      error: 'give AccountNumber: a grant keeps the number of its account',
      path: ['AccountNumber'],
    })
    .refine(({ SubAccountId, SubAccountCode }) => !(SubAccountId || SubAccountCode), {
      error: 'a grant keeps no sub-account',
      path: ['SubAccountCode'],
    })
    .transform(({ AccountNumber }) => (AccountNumber === undefined ? undefined : String(AccountNumber))),
);

const grantLink = fields({
  Id: z.unknown().optional(),
  Grant: optional(
    fields({
      Id: z.unknown().optional(),
      Name: optional(line(200)),
      Account: grantAccount,
      TotalAmount: optional(positive()),
      AvailableAmount: optional(positive()),
      GrantDate: optional(day()),
      Funder: z.unknown().optional(),
      PastGrant: optional(fields({ Amount: positive(), Date: day() })),
    }),
  ),
  Amount: positive(),
  StaggeringYears: optional(z.int().min(1).max(100)),
});

const decomposition = fields({
  ExerciseStart: optional(day()),
  DecompositionDate: from('date', optional(day())),
  UpdatedFixedAsset: from(
    'updatedValue',
    optional(z.strictObject({ AcquisitionValue: positive() }).transform(({ AcquisitionValue }) => AcquisitionValue)),
  ),
  CreatedComponents: from(
    'components',
    z
      .array(
        fields({
          Label: optional(line(200)),
          /** May be decimal; a duration is whole months. */
          AmortizationDurationInYears: from('months', decimal().transform(wholeMonths)),
          AcquisitionValue: from('value', positive()),
          Account: optional(z.union([digits, componentAccount])),
        }),
      )
      .min(1)
      .max(200),
  ),
  ...readPast(['ExerciseEnd', 'ComponentGroupId', 'ComponentGroupName']),
});

const revision = fields({
  EffectiveDate: from('date', day()),
  ProspectiveRevisionType: from('type', optional(z.enum(sets.REVISION_TYPES))),
  /** What remains from EffectiveDate. */
  Duration: from('months', optional(duration)),
  /** Ours: the same of a plan by units of production. */
  Units: optional(units()),
  Base: optional(positive()),
});

const vehicle = fields({
  ImmatriculationNumber: from('registrationNumber', z.unknown().optional()),
  ImmatriculationDate: from('registered', optional(day())),
  FirstCirculationDate: from('firstCirculation', optional(day())),
  CO2GPerKm: from('co2', optional(z.number().min(0).max(10_000))),
  FiscalPower: optional(z.number().min(0).max(1_000)),
  EuropeanEmissionStandard: from('euroStandard', optional(count(6))),
  EnergyType: optional(fields({ Id: optional(z.int()), Code: optional(z.enum(sets.ENERGY_CODES)), Label: ignored() })),
  TvsType: optional(z.enum(sets.TVS_TYPES)),
});

/** One way to compare: what it changes of the asset. */
const scenario = fields({
  Name: z.string().min(1).max(100),
  /** Of the tax plan when the asset has one, else of its only plan. */
  Mode: optional(z.enum(['Linear', 'Declining'])),
  Coefficient: optional(decimal()),
  RetirementDate: optional(day()),
  SaleAmount: optional(positive()),
});

/** The fields of table B2 that state something, for whoever reads an asset. */
export const assetShape = {
  AcquisitionValue: positive(),
  ResidualValue: optional(positive()),
  DeductibleVat: optional(positive()),
  /** Ours: VAT of the purchase that was not deducted, when AmountIncludingTax does not tell it. */
  NonDeductibleVat: optional(positive()),
  AmountIncludingTax: optional(positive()),
  AcquisitionDate: day(),
  DeploymentDate: optional(day()),
  AcquisitionMethod: optional(z.enum(sets.ACQUISITION_METHODS)),
  Nature: optional(z.enum(sets.NATURES)),
  IsAmortizable: optional(z.boolean()),
  Retirement: optional(retirement),
  Amortization: optional(amortization),
  VehicleProperties: from('vehicle', optional(vehicle)),
  Grants: listOf(grantLink, 100),
  Revisions: listOf(revision, 100),
  /** A negative amount is a recovery. */
  Impairments: listOf(fields({ Date: day(), Amount: amount() }), 100),
};

export const simulationBody = fields({
  ...assetShape,
  DecompositionDate: optional(day()),
  FixedAssetAccount: from('account', optional(account)),
  CreditNotes: listOf(creditNote, 500),
  /** Exercises wanted, contiguous; civil years over the life of the asset when absent. */
  Exercises: listOf(period, 200),
  Windows: listOf(period, 500),
  TaxRegime: optional(z.enum(sets.TAX_REGIMES)),
  Transfers: listOf(
    fields({ TransferDate: from('date', day()), Account: account, PeriodStart: ignored(), PeriodEnd: ignored() }),
    100,
  ),
  Decomposition: optional(decomposition),
  Scenarios: listOf(scenario, 20),
  ...readPast(['Id', 'EnterpriseId', 'Number', 'Name', 'GroupName', 'Notes', 'ExternalId', 'Status', 'Errors']),
  ...readPast(['NetAcquisitionValue', 'NetDeductibleVat', 'NetAmountIncludingTax', 'NetAcquisitionQuantity']),
  ...readPast(['ComponentType', 'IsCreatedAutomatically', 'IsValidatedByUser', 'HasAnyProspectiveRevision']),
  ...readPast(['GeographicalLocation', 'QuantityDetails', 'ComponentGroup', 'PreviousAccountDetails']),
  ...readPast(['AssociationState', 'AccountingEntryLines', 'AmortizationDefaults']),
  ...readPast(['AcquisitionQuantity', 'AvailableQuantity']),
});
