/** From the wire names of a simulation to the facts of the engine, with the defaults of the product. */
import type { PlainDate } from '../../kernel/dates.ts';
import { compare, multiply, type Ratio, ratio } from '../../kernel/ratio.ts';
import type {
  AssetFacts,
  Decomposition,
  GrantLink,
  PlanTerms,
  PrivatePortion,
  Production,
  Retirement,
  Revision,
  Vehicle,
} from '../engine/asset-facts.ts';
import { ENERGY_TYPES } from '../engine/energy-types.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import type { CalculationMethod, Nature } from '../value-sets.ts';
import type { SimulationInput } from './schema.ts';

type Amortization = NonNullable<SimulationInput['Amortization']>;
type Attributes = NonNullable<Amortization['EconomicAttributes']> | NonNullable<Amortization['FiscalAttributes']>;
type Duration = NonNullable<Attributes['Duration']>;

const HALF = ratio(1, 2);
const PERCENT = ratio(1, 100);
const TWENTY_PERCENT = ratio(1, 5);
const ONE_MILLION = 1_000_000n;

export function simulationFacts(input: SimulationInput): AssetFacts {
  const { Amortization = {} as Amortization } = input;
  const deductibleVat = input.DeductibleVat ?? 0n;
  const amountIncludingTax = input.AmountIncludingTax ?? input.AcquisitionValue + deductibleVat;
  const unexplained = amountIncludingTax - input.AcquisitionValue - deductibleVat;
  const account = input.FixedAssetAccount ?? defaultAccount(input);
  return {
    acquisitionValue: input.AcquisitionValue,
    residualValue: input.ResidualValue ?? Amortization.ResidualValue ?? 0n,
    deductibleVat,
    nonDeductibleVat: input.NonDeductibleVat ?? (unexplained > 0n ? unexplained : 0n),
    amountIncludingTax,
    acquisitionDate: input.AcquisitionDate,
    deploymentDate: input.DeploymentDate ?? input.AcquisitionDate,
    acquisitionMethod: input.AcquisitionMethod ?? 'NewPurchase',
    nature: input.Nature ?? 'Aucun',
    isAmortizable: input.IsAmortizable,
    account,
    taxRegime: input.TaxRegime ?? 'CorporationTax',
    vehicle: vehicleOf(input.VehicleProperties),
    ...plansOf(Amortization),
    ...eventsOf(input, account),
    ...adjustmentsOf(Amortization),
  };
}

type Events = Pick<
  AssetFacts,
  'creditNotes' | 'revisions' | 'impairments' | 'transfers' | 'grants' | 'decomposition' | 'retirement'
>;

const eventsOf = (input: SimulationInput, account: string): Events => ({
  creditNotes: input.CreditNotes.map((note) => ({
    date: note.EffectiveDate,
    amount: note.AmountExcludingTax,
    vatRate: vatRate(note.VatRate ?? ratio(0)),
    quantity: note.QuantityToBeDeducted,
  })),
  revisions: input.Revisions.map(revisionOf),
  impairments: input.Impairments.map(({ Date: date, Amount: amount }) => ({ date, amount })),
  transfers: input.Transfers.map((transfer) => ({
    date: transfer.TransferDate,
    account: transfer.Account ?? account,
  })),
  grants: input.Grants.map(grantOf),
  decomposition: decompositionOf(input),
  retirement: input.Retirement && retirementFrom(input.Retirement),
});

type Adjustments = Pick<AssetFacts, 'overAmortization' | 'deductibilityLimit' | 'privatePortion' | 'octies151'>;

const adjustmentsOf = ({ EconomicAttributes: economic, FiscalAttributes: fiscal }: Amortization): Adjustments => ({
  overAmortization: economic?.OverAmortization && multiply(economic.OverAmortization.Percentage, PERCENT),
  deductibilityLimit: fiscal?.TaxDeductibilityLimit?.Amount,
  privatePortion: privatePortionOf(fiscal),
  octies151: fiscal?.Octies151 && {
    amount: fiscal.Octies151.Amount,
    exercises: fiscal.Octies151.SpreadingDurationInExercises,
    alreadyReintegrated: fiscal.Octies151.AlreadyReintegratedPortion ?? 0n,
  },
});

/** Without account: a car, a building, land, shares, else other tangible assets. */
const ACCOUNT_OF_NATURE: Readonly<Record<Nature, string>> = {
  Aucun: '218',
  Immeuble: '213',
  FraisDAcquisitionSurTitresDeParticipation: '261',
  TerrainsABatir: '211',
};

const defaultAccount = ({ VehicleProperties, Nature = 'Aucun' }: SimulationInput): string =>
  VehicleProperties ? '2182' : ACCOUNT_OF_NATURE[Nature];

/** Rates are written 20 or 0.2: no French rate is above 50 %, and none in percent is below 0.9. */
export const vatRate = (rate: Ratio): Ratio => (compare(rate, HALF) < 0 ? rate : multiply(rate, PERCENT));

type Plans = Pick<AssetFacts, 'method' | 'economic' | 'fiscal'>;

/** `Unset` books a difference when a tax plan is given. */
function plansOf(amortization: Amortization): Plans {
  const { EconomicAttributes, FiscalAttributes, IsFiscalSameAsEconomic, EffectiveDate } = amortization;
  const economic = EconomicAttributes && termsOf(EconomicAttributes, undefined, EffectiveDate);
  const ownFiscal = FiscalAttributes && termsOf(FiscalAttributes, EconomicAttributes, EffectiveDate);
  const hasPlan = FiscalAttributes?.Duration !== undefined || FiscalAttributes?.Mode !== undefined;
  const asked = amortization.AmortizationCalculationMethod ?? 'Unset';
  const method = asked === 'Unset' ? (hasPlan ? 'EconomicAndFiscal' : 'EconomicOnly') : asked;
  if (method === 'EconomicOnly' || IsFiscalSameAsEconomic)
    return { method: 'EconomicOnly', economic, fiscal: undefined };
  return { method, economic, fiscal: requiredFiscal(method, ownFiscal, economic) };
}

function requiredFiscal(
  method: CalculationMethod,
  fiscal: PlanTerms | undefined,
  economic: PlanTerms | undefined,
): PlanTerms | undefined {
  if (fiscal) return fiscal;
  if (method === 'EconomicAndFiscal') throw assetRuleErrors.FiscalPlanMissing({ method });
  return economic;
}

/** Terms of one plan; what a tax plan does not say is as in the economic one. Undefined without duration. */
function termsOf(
  attributes: Attributes,
  fallback: Attributes | undefined,
  effectiveDate: PlainDate | undefined,
): PlanTerms | undefined {
  const mode = attributes.Mode ?? 'Linear';
  const months = monthsOf(attributes.Duration) ?? monthsOf(fallback?.Duration);
  if (!months && mode !== 'UnitsOfProduction' && mode !== 'NonAmortizable') return undefined;
  const { PastAmortization: past, ProductionUnits: production } = attributes;
  return {
    mode,
    months: months ?? 0,
    prorata: attributes.ProrataTemporis ?? fallback?.ProrataTemporis ?? 'Days',
    dateType: attributes.DateType ?? fallback?.DateType ?? 'Deployment',
    effectiveDate,
    coefficient: attributes.Coefficient?.numerator ? attributes.Coefficient : undefined, // 0 is none
    base: attributes.CustomBase ?? (attributes.IsComputedByPlatform ? undefined : attributes.Base),
    past: past && { amount: past.Amount, end: past.EndDate },
    production: (production ?? fallback?.ProductionUnits) && productionOf(production ?? fallback?.ProductionUnits),
  };
}

function monthsOf(duration: Duration | undefined): number | undefined {
  if (!duration) return undefined;
  const months = (duration.YearCount ?? 0) * 12 + (duration.MonthCount ?? 0);
  return months === 0 && typeof duration.InMonth === 'number' ? duration.InMonth : months;
}

function productionOf(production: Attributes['ProductionUnits']): Production | undefined {
  return (
    production && {
      total: millionths(production.Total),
      periods: production.Periods.map(({ Start, End, Units }) => ({
        start: Start,
        end: End,
        units: millionths(Units),
      })),
    }
  );
}

/** Whole: a decimal here has six places at most. */
const millionths = ({ numerator, denominator }: Ratio): number => Number((numerator * ONE_MILLION) / denominator);

function revisionOf(revision: SimulationInput['Revisions'][number]): Revision {
  const months = monthsOf(revision.Duration);
  const given = months === undefined ? 'Base' : revision.Base === undefined ? 'Duration' : 'DurationAndBase';
  return { date: revision.EffectiveDate, type: revision.ProspectiveRevisionType ?? given, months, base: revision.Base };
}

function grantOf({ Grant, Amount, StaggeringYears }: SimulationInput['Grants'][number], index: number): GrantLink {
  return {
    name: Grant?.Name ?? String(index + 1),
    amount: Amount,
    available: Grant?.AvailableAmount ?? Grant?.TotalAmount,
    date: Grant?.GrantDate,
    past: Grant?.PastGrant && { amount: Grant.PastGrant.Amount, date: Grant.PastGrant.Date },
    staggeringYears: StaggeringYears,
  };
}

function decompositionOf({ Decomposition: wire, DecompositionDate }: SimulationInput): Decomposition | undefined {
  return (
    wire && {
      date: wire.DecompositionDate ?? DecompositionDate,
      exerciseStart: wire.ExerciseStart,
      updatedValue: wire.UpdatedFixedAsset?.AcquisitionValue,
      components: wire.CreatedComponents.map((component, index) => ({
        label: component.Label ?? String(index + 1),
        account: component.Account,
        value: component.AcquisitionValue,
        months: wholeMonths(component.AmortizationDurationInYears),
      })),
    }
  );
}

/** Years may be decimal; a duration is whole months. */
export const wholeMonths = ({ numerator, denominator }: Ratio): number => Number((numerator * 12n) / denominator);

function vehicleOf(wire: SimulationInput['VehicleProperties']): Vehicle | undefined {
  return (
    wire && {
      registered: wire.ImmatriculationDate,
      firstCirculation: wire.FirstCirculationDate,
      co2: wire.CO2GPerKm,
      fiscalPower: wire.FiscalPower,
      euroStandard: wire.EuropeanEmissionStandard,
      energy: wire.EnergyType?.Code ?? ENERGY_TYPES.find((type) => type.id === wire.EnergyType?.Id)?.code,
      tvsType: wire.TvsType ?? 'Unknown',
    }
  );
}

type RetirementInput = NonNullable<SimulationInput['Retirement']>;
type SharedRetirement = 'Type' | 'Date' | 'SaleAttributes' | 'DisposalAttributes';

/** A retirement from its wire names; the figures of the user may be missing altogether. */
export function retirementFrom(wire: Pick<RetirementInput, SharedRetirement> & Partial<RetirementInput>): Retirement {
  const { SaleAttributes: sale, DisposalAttributes: disposal } = wire;
  return {
    type: wire.Type ?? (sale ? 'Sale' : 'Unknown'),
    date: wire.Date,
    amount: sale?.SaleAmount,
    saleType: sale?.Type ?? 'Unknown',
    vatRate: sale?.VatRate ? vatRate(sale.VatRate) : TWENTY_PERCENT,
    vatToPay: sale?.VatToPay,
    vatToReceive: sale?.VatToReceive,
    qualification: sale?.LongTermSaleQualification ?? 'Unknown',
    bookValueMethod: disposal?.DepreciationAccountingMethod ?? 'RetirementAccount',
    custom: wire.IsCustomValue
      ? {
          economic: wire.EconomicGainOrLoss,
          total: wire.GainOrLossAmount,
          shortTerm: wire.ShortTermGainOrLossAmount,
          longTerm: wire.LongTermGainOrLossAmount,
        }
      : undefined,
  };
}

/** In mode Percent a value of 20.00, read as 2,000 hundredths, is 20 %. */
function privatePortionOf(fiscal: Amortization['FiscalAttributes']): PrivatePortion | undefined {
  const portion = fiscal?.PrivatePortion;
  return portion && { mode: portion.Mode, amount: portion.Value, ratio: ratio(portion.Value, 10_000) };
}
