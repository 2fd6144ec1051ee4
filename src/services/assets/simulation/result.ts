/** The answer of `asset simulate`, amounts as text with two decimals; names as the specification of the operation. */
import type { PlainDate } from '../../kernel/dates.ts';

/** An amount in euros with two decimals: `-1234.50`. */
export type AmountText = string;

export interface ScheduleLine {
  readonly Start: PlainDate;
  readonly End: PlainDate;
  readonly Annuity: AmountText;
  readonly Cumulated: AmountText;
  readonly NetBookValue: AmountText;
}

export interface DerogatoryLine {
  readonly End: PlainDate;
  readonly Balance: AmountText;
  readonly Allowance: AmountText;
  readonly Reversal: AmountText;
  readonly AddBack: AmountText;
  readonly LaterDeduction: AmountText;
}

export interface OverAmortizationLine {
  readonly Start: PlainDate;
  readonly End: PlainDate;
  readonly Annuity: AmountText;
  readonly Cumulated: AmountText;
  readonly Remaining: AmountText;
}

export interface GrantLine {
  readonly Start: PlainDate;
  readonly End: PlainDate;
  readonly Share: AmountText;
  readonly Remaining: AmountText;
}

export interface NonDeductibleLine {
  readonly End: PlainDate;
  /** Null when no price limit applies. */
  readonly Limit: AmountText | null;
  readonly Amount: AmountText;
  readonly PrivateShare: AmountText;
  readonly Deductible: AmountText;
}

export interface Octies151Line {
  readonly End: PlainDate;
  readonly Share: AmountText;
  readonly Remaining: AmountText;
}

export interface WindowLine {
  readonly Start: PlainDate;
  readonly End: PlainDate;
  readonly Past: AmountText;
  readonly Current: AmountText;
  readonly Cumulated: AmountText;
  readonly Vnc: AmountText;
}

export interface VehicleTaxLine {
  readonly Year: number;
  /** Null when no scale is known for the year. */
  readonly Co2: AmountText | null;
  readonly Pollutant: AmountText | null;
}

export interface RetirementFigures {
  readonly ComplementaryEconomicAnnuity: AmountText;
  readonly EconomicCumulated: AmountText;
  readonly FiscalCumulated: AmountText;
  readonly EconomicNetBookValue: AmountText;
  readonly FiscalNetBookValue: AmountText;
  readonly Balance145Reversed: AmountText;
  readonly EconomicGainOrLoss: AmountText;
  readonly GainOrLossAmount: AmountText;
  readonly ShortTermGainOrLossAmount: AmountText;
  readonly LongTermGainOrLossAmount: AmountText;
  readonly VatToPay: AmountText;
  readonly VatToReceive: AmountText;
}

export interface ComponentFigures {
  readonly Label: string;
  readonly Account: string;
  readonly AcquisitionValue: AmountText;
  readonly AmortizationDurationInYears: number;
  readonly ComputedActualValue: AmountText;
  readonly PastAmortization: AmountText;
  /** Undated decomposition: amortization of its own plan less what was posted for it. */
  readonly Difference: AmountText;
  readonly Economic: readonly ScheduleLine[];
  readonly Fiscal: readonly ScheduleLine[];
  readonly Entries: readonly ExerciseEntryLines[];
}

export interface AccountingLine {
  readonly Account: string;
  readonly Label: string;
  readonly Debit: AmountText;
  readonly Credit: AmountText;
}

export interface AccountingEntry {
  readonly Date: PlainDate;
  readonly Operation: string;
  readonly Label: string;
  readonly Lines: readonly AccountingLine[];
}

export interface ExerciseEntryLines {
  readonly Start: PlainDate;
  readonly End: PlainDate;
  readonly Entries: readonly AccountingEntry[];
}

export interface AssetAlert {
  readonly IsCritical: boolean;
  readonly Name: string;
  readonly ErrorMessage: string;
  /** `name=value` pairs separated by `; `. */
  readonly Parameters: string;
  readonly Domain: string;
}

export interface SimulationResult {
  readonly Economic: readonly ScheduleLine[];
  readonly Fiscal: readonly ScheduleLine[];
  readonly Derogatory: readonly DerogatoryLine[];
  readonly OverAmortization: readonly OverAmortizationLine[];
  readonly Grants: readonly GrantLine[];
  readonly NonDeductible: readonly NonDeductibleLine[];
  readonly Octies151: readonly Octies151Line[];
  readonly Windows: readonly WindowLine[];
  readonly VehicleTaxes: readonly VehicleTaxLine[];
  /** Null for an asset that is not retired. */
  readonly Retirement: RetirementFigures | null;
  readonly Components: readonly ComponentFigures[];
  readonly Entries: readonly ExerciseEntryLines[];
  readonly Errors: readonly AssetAlert[];
}
