/** From what is stated of an asset to the facts of the engine, with the defaults of the product. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { compare, divideRounded, multiply, type Ratio, ratio } from '../../kernel/ratio.ts';
import type {
  AssetFacts,
  ComponentTerms,
  CreditNote,
  CustomGains,
  Decomposition,
  GrantLink,
  PlanTerms,
  PrivatePortion,
  Retirement,
  Revision,
  Vehicle,
} from '../engine/asset-facts.ts';
import type { Exercise } from '../engine/calendar.ts';
import { ENERGY_TYPES } from '../engine/energy-types.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import type { CalculationMethod, EnergyCode, Nature } from '../value-sets.ts';

/** Fields that may be left out. */
type Stated<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Date = { readonly date: PlainDate };

export interface PlanInput extends Stated<Omit<PlanTerms, 'effectiveDate'>> {
  /** Wins over `base`, which the platform computed when `isComputedByPlatform`. */
  readonly customBase?: Cents | undefined;
  readonly isComputedByPlatform?: boolean | undefined;
}

export interface FiscalInput extends PlanInput {
  readonly deductibilityLimit?: Cents | undefined;
  readonly privatePortion?: Omit<PrivatePortion, 'ratio'> | undefined;
  readonly octies151?:
    | {
        readonly amount: Cents;
        readonly exercises?: number | undefined;
        readonly alreadyReintegrated?: Cents | undefined;
        readonly partnerId?: unknown;
      }
    | undefined;
}

export interface AmortizationInput {
  readonly economic?: (PlanInput & { readonly overAmortization?: Ratio | undefined }) | undefined;
  readonly fiscal?: FiscalInput | undefined;
  readonly method?: CalculationMethod | undefined;
  readonly residualValue?: Cents | undefined;
  readonly effectiveDate?: PlainDate | undefined;
  readonly isFiscalSameAsEconomic?: boolean | undefined;
}

export interface RetirementInput extends Date, Stated<Pick<Retirement, 'type' | 'bookValueMethod'> & CustomGains> {
  readonly sale?:
    | Stated<Pick<Retirement, 'amount' | 'saleType' | 'vatRate' | 'vatToPay' | 'vatToReceive' | 'qualification'>>
    | undefined;
  /** The gains given win over the computed ones. */
  readonly isCustomValue?: boolean | undefined;
}

export interface GrantInput {
  readonly amount: Cents;
  readonly staggeringYears?: number | undefined;
  /** Of the link, as it was read. */
  readonly id?: unknown;
  readonly grant?:
    | {
        readonly id?: unknown;
        readonly name?: string | undefined;
        readonly account?: string | undefined;
        readonly funder?: unknown;
        readonly totalAmount?: Cents | undefined;
        readonly availableAmount?: Cents | undefined;
        readonly grantDate?: PlainDate | undefined;
        readonly pastGrant?: { readonly amount: Cents; readonly date: PlainDate } | undefined;
      }
    | undefined;
}

export interface VehicleInput extends Stated<Omit<Vehicle, 'energy'>> {
  readonly registrationNumber?: unknown;
  readonly energyType?: { readonly id?: number | undefined; readonly code?: EnergyCode | undefined } | undefined;
}

type StatedFact =
  | ('residualValue' | 'deductibleVat' | 'nonDeductibleVat' | 'amountIncludingTax' | 'deploymentDate')
  | ('acquisitionMethod' | 'nature' | 'isAmortizable' | 'account' | 'taxRegime' | 'impairments');

/** What is stated of an asset; amounts in cents, durations in months. */
export interface AssetTerms extends Stated<Pick<AssetFacts, StatedFact>> {
  readonly acquisitionValue: Cents;
  readonly acquisitionDate: PlainDate;
  readonly decompositionDate?: PlainDate | undefined;
  readonly amortization?: AmortizationInput | undefined;
  readonly vehicle?: VehicleInput | undefined;
  readonly retirement?: RetirementInput | undefined;
  readonly grants?: readonly GrantInput[] | undefined;
  readonly creditNotes?: readonly (Stated<CreditNote> & Pick<CreditNote, 'date' | 'amount'>)[] | undefined;
  readonly revisions?: readonly (Stated<Revision> & Date)[] | undefined;
  /** Without account: that of the asset. */
  readonly transfers?: readonly (Date & { readonly account?: string | undefined })[] | undefined;
  readonly decomposition?:
    | (Stated<Omit<Decomposition, 'components'>> & {
        readonly components: readonly (Stated<ComponentTerms> & Pick<ComponentTerms, 'value' | 'months'>)[];
      })
    | undefined;
}

/** One way to compare: what it changes of the asset. */
export interface Scenario {
  readonly name: string;
  readonly mode?: 'Linear' | 'Declining' | undefined;
  readonly coefficient?: Ratio | undefined;
  readonly retirementDate?: PlainDate | undefined;
  readonly saleAmount?: Cents | undefined;
}

export interface SimulationInput extends AssetTerms {
  /** Contiguous; civil years over the life of the asset when there is none. */
  readonly exercises: readonly Exercise[];
  readonly windows: readonly Exercise[];
  readonly scenarios: readonly Scenario[];
}

const HALF = ratio(1, 2);
const PERCENT = ratio(1, 100);
const TWENTY_PERCENT = ratio(1, 5);

/** Throws FiscalPlanMissing. */
export function simulationFacts(terms: AssetTerms): AssetFacts {
  const { amortization = {} } = terms;
  const deductibleVat = terms.deductibleVat ?? 0n;
  const amountIncludingTax = terms.amountIncludingTax ?? terms.acquisitionValue + deductibleVat;
  const unexplained = amountIncludingTax - terms.acquisitionValue - deductibleVat;
  const account = terms.account ?? defaultAccount(terms);
  return {
    acquisitionValue: terms.acquisitionValue,
    residualValue: terms.residualValue ?? amortization.residualValue ?? 0n,
    deductibleVat,
    nonDeductibleVat: terms.nonDeductibleVat ?? (unexplained > 0n ? unexplained : 0n),
    amountIncludingTax,
    acquisitionDate: terms.acquisitionDate,
    deploymentDate: terms.deploymentDate ?? terms.acquisitionDate,
    acquisitionMethod: terms.acquisitionMethod ?? 'NewPurchase',
    nature: terms.nature ?? 'Aucun',
    isAmortizable: terms.isAmortizable,
    account,
    taxRegime: terms.taxRegime ?? 'CorporationTax',
    vehicle: terms.vehicle && vehicleOf(terms.vehicle),
    ...plansOf(amortization),
    ...eventsOf(terms, account),
    ...adjustmentsOf(amortization),
  };
}

type Events = Pick<
  AssetFacts,
  'creditNotes' | 'revisions' | 'impairments' | 'transfers' | 'grants' | 'decomposition' | 'retirement'
>;

const eventsOf = (terms: AssetTerms, account: string): Events => ({
  creditNotes: (terms.creditNotes ?? []).map(({ date, amount, vatRate: rate = ratio(0), quantity }) => ({
    date,
    amount,
    vatRate: rate,
    quantity,
  })),
  revisions: (terms.revisions ?? []).map(revisionOf),
  impairments: terms.impairments ?? [],
  transfers: (terms.transfers ?? []).map((transfer) => ({ date: transfer.date, account: transfer.account ?? account })),
  grants: (terms.grants ?? []).map(grantOf),
  decomposition: decompositionOf(terms),
  retirement: terms.retirement && retirementFrom(terms.retirement),
});

type Adjustments = Pick<AssetFacts, 'overAmortization' | 'deductibilityLimit' | 'privatePortion' | 'octies151'>;

const adjustmentsOf = ({ economic, fiscal }: AmortizationInput): Adjustments => ({
  overAmortization: economic?.overAmortization,
  deductibilityLimit: fiscal?.deductibilityLimit,
  privatePortion: privatePortionOf(fiscal),
  octies151: fiscal?.octies151 && {
    amount: fiscal.octies151.amount,
    exercises: fiscal.octies151.exercises,
    alreadyReintegrated: fiscal.octies151.alreadyReintegrated ?? 0n,
  },
});

/** In mode Percent a value of 20.00, read as 2,000 hundredths, is 20 %. */
function privatePortionOf({ privatePortion }: FiscalInput = {}): PrivatePortion | undefined {
  if (!privatePortion) return undefined;
  const { mode, amount } = privatePortion;
  return { mode, amount, ratio: ratio(amount, 10_000) };
}

/** Without account: a car, a building, land, shares, else other tangible assets. */
const ACCOUNT_OF_NATURE: Readonly<Record<Nature, string>> = {
  Aucun: '218',
  Immeuble: '213',
  FraisDAcquisitionSurTitresDeParticipation: '261',
  TerrainsABatir: '211',
};

const defaultAccount = ({ vehicle, nature = 'Aucun' }: AssetTerms): string =>
  vehicle ? '2182' : ACCOUNT_OF_NATURE[nature];

/** Rates are written 20 or 0.2: no French rate is above 50 %, and none in percent is below 0.9. */
export const vatRate = (rate: Ratio): Ratio => (compare(rate, HALF) < 0 ? rate : multiply(rate, PERCENT));

type Plans = Pick<AssetFacts, 'method' | 'economic' | 'fiscal'>;

/** `Unset` books a difference when a tax plan is given. */
function plansOf(amortization: AmortizationInput): Plans {
  const { economic: books, fiscal: tax, isFiscalSameAsEconomic, effectiveDate } = amortization;
  const economic = books && termsOf(books, undefined, effectiveDate);
  const ownFiscal = tax && termsOf(tax, books, effectiveDate);
  const hasPlan = tax?.months !== undefined || tax?.mode !== undefined;
  const asked = amortization.method ?? 'Unset';
  const method = asked === 'Unset' ? (hasPlan ? 'EconomicAndFiscal' : 'EconomicOnly') : asked;
  if (method === 'EconomicOnly' || isFiscalSameAsEconomic)
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

/** Terms of one plan; what a tax plan does not state is as in the economic one. Undefined without duration. */
function termsOf(
  plan: PlanInput,
  fallback: PlanInput | undefined,
  effectiveDate: PlainDate | undefined,
): PlanTerms | undefined {
  const { mode = 'Linear', months = fallback?.months, coefficient } = plan;
  if (!months && mode !== 'UnitsOfProduction' && mode !== 'NonAmortizable') return undefined;
  return {
    mode,
    months: months ?? 0,
    prorata: plan.prorata ?? fallback?.prorata ?? 'Days',
    dateType: plan.dateType ?? fallback?.dateType ?? 'Deployment',
    effectiveDate,
    coefficient: coefficient?.numerator ? coefficient : undefined, // 0 is none
    base: plan.customBase ?? (plan.isComputedByPlatform ? undefined : plan.base),
    past: plan.past,
    production: plan.production ?? fallback?.production,
  };
}

function revisionOf({ date, type, months, units, base }: Stated<Revision> & Date): Revision {
  const hasRest = months !== undefined || units !== undefined;
  const given = hasRest ? (base === undefined ? 'Duration' : 'DurationAndBase') : 'Base';
  return { date, type: type ?? given, months, ...(units !== undefined && { units }), base };
}

const grantOf = ({ grant, amount, staggeringYears }: GrantInput, index: number): GrantLink => ({
  name: grant?.name ?? String(index + 1),
  amount,
  available: grant?.availableAmount ?? grant?.totalAmount,
  date: grant?.grantDate,
  past: grant?.pastGrant,
  staggeringYears,
});

function decompositionOf({ decomposition, decompositionDate }: AssetTerms): Decomposition | undefined {
  if (!decomposition) return undefined;
  const { date = decompositionDate, exerciseStart, updatedValue } = decomposition;
  const components = decomposition.components.map(({ label, account, value, months }, index) => ({
    label: label ?? String(index + 1),
    account,
    value,
    months,
  }));
  return { date, exerciseStart, updatedValue, components };
}

/** Years may be decimal, as 3.58 for 43 months; a duration is whole months, the nearest. */
export const wholeMonths = ({ numerator, denominator }: Ratio): number =>
  Number(divideRounded(numerator * 12n, denominator, 'halfUp'));

const vehicleOf = ({ energyType, ...stated }: VehicleInput): Vehicle => ({
  registered: stated.registered,
  firstCirculation: stated.firstCirculation,
  co2: stated.co2,
  fiscalPower: stated.fiscalPower,
  euroStandard: stated.euroStandard,
  energy: energyType?.code ?? ENERGY_TYPES.find(({ id }) => id === energyType?.id)?.code,
  tvsType: stated.tvsType ?? 'Unknown',
});

/** A retirement with what it leaves out. */
export const retirementFrom = ({ type, date, sale, ...stated }: RetirementInput): Retirement => ({
  type: type ?? (sale ? 'Sale' : 'Unknown'),
  date,
  amount: sale?.amount,
  saleType: sale?.saleType ?? 'Unknown',
  vatRate: sale?.vatRate ?? TWENTY_PERCENT,
  vatToPay: sale?.vatToPay,
  vatToReceive: sale?.vatToReceive,
  qualification: sale?.qualification ?? 'Unknown',
  bookValueMethod: stated.bookValueMethod ?? 'RetirementAccount',
  custom: stated.isCustomValue ? customGains(stated) : undefined,
});

const customGains = ({ economic, total, shortTerm, longTerm }: Stated<CustomGains>): CustomGains => ({
  economic,
  total,
  shortTerm,
  longTerm,
});
