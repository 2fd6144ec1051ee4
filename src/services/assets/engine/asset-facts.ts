/** What is known of one asset: plain values in domain names, from the store or from a simulation. Amounts in cents. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Ratio } from '../../kernel/ratio.ts';
import type {
  AcquisitionMethod,
  CalculationMethod,
  DateType,
  DepreciationAccountingMethod,
  EnergyCode,
  LongTermQualification,
  Mode,
  Nature,
  PrivatePortionMode,
  ProrataTemporis,
  RetirementType,
  RevisionType,
  SaleType,
  TaxRegime,
  TvsType,
} from '../value-sets.ts';

export interface AssetFacts {
  readonly acquisitionValue: Cents;
  readonly residualValue: Cents;
  readonly deductibleVat: Cents;
  /** VAT on the purchase that could not be deducted. */
  readonly nonDeductibleVat: Cents;
  readonly amountIncludingTax: Cents;
  readonly acquisitionDate: PlainDate;
  readonly deploymentDate: PlainDate;
  readonly acquisitionMethod: AcquisitionMethod;
  readonly nature: Nature;
  /** As stated by the user; otherwise `isAmortizableOn` decides. */
  readonly isAmortizable: boolean | undefined;
  /** Account of the asset at its acquisition, in digits. */
  readonly account: string;
  readonly taxRegime: TaxRegime;
  readonly method: CalculationMethod;
  readonly economic: PlanTerms | undefined;
  /** The tax plan of its own, when there is one. */
  readonly fiscal: PlanTerms | undefined;
  readonly creditNotes: readonly CreditNote[];
  readonly revisions: readonly Revision[];
  readonly impairments: readonly Impairment[];
  readonly transfers: readonly Transfer[];
  readonly grants: readonly GrantLink[];
  readonly decomposition: Decomposition | undefined;
  readonly vehicle: Vehicle | undefined;
  readonly retirement: Retirement | undefined;
  /** Extra deduction as a share of the value: 2/5 for 40 %. */
  readonly overAmortization: Ratio | undefined;
  readonly deductibilityLimit: Cents | undefined;
  readonly privatePortion: PrivatePortion | undefined;
  readonly octies151: Octies151 | undefined;
}

/** The terms of one plan, economic or fiscal. */
export interface PlanTerms {
  readonly mode: Mode;
  readonly prorata: ProrataTemporis;
  readonly months: number;
  readonly dateType: DateType;
  /** Start for `Custom`. */
  readonly effectiveDate: PlainDate | undefined;
  readonly coefficient: Ratio | undefined;
  /** The base set by the user, instead of cost − residual value (economic) or cost (fiscal). */
  readonly base: Cents | undefined;
  readonly past: { readonly amount: Cents; readonly end: PlainDate } | undefined;
  readonly production: Production | undefined;
}

/** Units of production: whole numbers of millionths of a unit. */
export interface Production {
  readonly total: number;
  readonly periods: readonly { readonly start: PlainDate; readonly end: PlainDate; readonly units: number }[];
}

export interface CreditNote {
  readonly date: PlainDate;
  readonly amount: Cents;
  /** As a fraction: 1/5 for 20 %. */
  readonly vatRate: Ratio;
  readonly quantity: number | undefined;
}

export interface Revision {
  readonly date: PlainDate;
  readonly type: RevisionType;
  /** Remaining duration from `date`. */
  readonly months: number | undefined;
  /** Of a plan by units of production, what remains to be produced from `date`, in millionths of a unit. */
  readonly units?: number | undefined;
  readonly base: Cents | undefined;
}

/** A negative amount is a recovery. */
export interface Impairment {
  readonly date: PlainDate;
  readonly amount: Cents;
}

export interface Transfer {
  readonly date: PlainDate;
  readonly account: string;
}

export interface GrantLink {
  readonly name: string;
  readonly amount: Cents;
  readonly available: Cents | undefined;
  readonly date: PlainDate | undefined;
  readonly past: { readonly amount: Cents; readonly date: PlainDate } | undefined;
  readonly staggeringYears: number | undefined;
}

export interface Decomposition {
  /** Absent: as if the components had existed from the origin. */
  readonly date: PlainDate | undefined;
  /** Opening of the exercise under way: what precedes it is already posted. */
  readonly exerciseStart: PlainDate | undefined;
  /** Value left to the asset, when the user states it. */
  readonly updatedValue: Cents | undefined;
  readonly components: readonly ComponentTerms[];
}

export interface ComponentTerms {
  readonly label: string;
  readonly account: string | undefined;
  readonly value: Cents;
  readonly months: number;
}

export interface Vehicle {
  readonly registered: PlainDate | undefined;
  readonly firstCirculation: PlainDate | undefined;
  readonly co2: number | undefined;
  readonly fiscalPower: number | undefined;
  readonly euroStandard: number | undefined;
  readonly energy: EnergyCode | undefined;
  readonly tvsType: TvsType;
}

export interface Retirement {
  readonly type: RetirementType;
  readonly date: PlainDate;
  /** Price, indemnity or value, excluding VAT. */
  readonly amount: Cents | undefined;
  readonly saleType: SaleType;
  /** VAT rate of the sale price. */
  readonly vatRate: Ratio;
  /** Regularisations stated by the user, instead of the computed ones. */
  readonly vatToPay: Cents | undefined;
  readonly vatToReceive: Cents | undefined;
  readonly qualification: LongTermQualification;
  readonly bookValueMethod: DepreciationAccountingMethod;
  /** Figures of the user, which win. */
  readonly custom: CustomGains | undefined;
}

export interface CustomGains {
  readonly economic: Cents | undefined;
  readonly total: Cents | undefined;
  readonly shortTerm: Cents | undefined;
  readonly longTerm: Cents | undefined;
}

export interface PrivatePortion {
  readonly mode: PrivatePortionMode;
  /** The fraction when the mode is Percent. */
  readonly ratio: Ratio;
  /** Cents per full exercise when the mode is Amount. */
  readonly amount: Cents;
}

export interface Octies151 {
  readonly amount: Cents;
  readonly exercises: number | undefined;
  readonly alreadyReintegrated: Cents;
}
