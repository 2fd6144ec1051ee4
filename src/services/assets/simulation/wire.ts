/** Writes a study under its wire names, amounts as text. */
import type { Language } from '../../kernel/errors.ts';
import { type Cents, formatAmount as text } from '../../kernel/money.ts';
import { type Alert, describeAlert } from '../engine/alerts.ts';
import { type AssetBook, askedExercises, exerciseOf, isHeld, netValueOf, type PlanName } from '../engine/asset-book.ts';
import type { Exercise } from '../engine/calendar.ts';
import type { ComponentResult } from '../engine/components.ts';
import { derogatoryRows } from '../engine/derogatory.ts';
import { type AssetFigures, accountingEntries } from '../engine/entries.ts';
import type { Entry } from '../engine/entry.ts';
import type { RetirementResult } from '../engine/retirement.ts';
import type {
  AccountingEntry,
  AssetAlert,
  ComponentFigures,
  ExerciseEntryLines,
  RetirementFigures,
  ScheduleLine,
  SimulationResult,
} from './result.ts';
import type { AssetStudy } from './study.ts';

export const resultOf = (study: AssetStudy, language: Language): SimulationResult => ({
  Economic: scheduleLines(study.book, 'economic'),
  Fiscal: scheduleLines(study.book, 'fiscal'),
  ...planAdjustments(study),
  ...taxAdjustments(study),
  Windows: study.windows.map((row) => ({
    ...period(row),
    Past: text(row.past),
    Current: text(row.current),
    Cumulated: text(row.cumulated),
    Vnc: text(row.vnc),
  })),
  VehicleTaxes: study.vehicleTaxes.map((row) => ({
    Year: row.year,
    Co2: textOrNull(row.co2),
    Pollutant: textOrNull(row.pollutant),
  })),
  Retirement: study.retirement ? retirementFigures(study.retirement) : null,
  Components: study.components.map(componentFigures),
  Entries: entryLines(study),
  Errors: study.alerts.map((alert) => alertOf(alert, language)),
});

const planAdjustments = (study: AssetStudy) => ({
  Derogatory: study.derogatory.map((row) => ({
    End: row.end,
    Balance: text(row.balance),
    Allowance: text(row.allowance),
    Reversal: text(row.reversal),
    AddBack: text(row.addBack),
    LaterDeduction: text(row.laterDeduction),
  })),
  OverAmortization: study.overAmortization.map((row) => ({
    ...period(row),
    Annuity: text(row.annuity),
    Cumulated: text(row.cumulated),
    Remaining: text(row.remaining),
  })),
  Grants: study.grants.map((row) => ({ ...period(row), Share: text(row.share), Remaining: text(row.remaining) })),
});

const taxAdjustments = (study: AssetStudy) => ({
  NonDeductible: study.deductions.map((row) => ({
    End: row.end,
    Limit: textOrNull(row.limit),
    Amount: text(row.nonDeductible),
    PrivateShare: text(row.privateShare),
    Deductible: text(row.deductible),
  })),
  Octies151: study.octies151.map((row) => ({ End: row.end, Share: text(row.share), Remaining: text(row.remaining) })),
});

const textOrNull = (amount: Cents | undefined): string | null => (amount === undefined ? null : text(amount));
const period = ({ start, end }: Exercise) => ({ Start: start, End: end });

/** One line per exercise asked for; zeros before the asset is acquired and after it has left. */
export const scheduleLines = (book: AssetBook, plan: PlanName): ScheduleLine[] =>
  askedExercises(book).map((index) => {
    const exercise = exerciseOf(book, index);
    if (!isHeld(book, index)) return { ...period(exercise), Annuity: '0.00', Cumulated: '0.00', NetBookValue: '0.00' };
    return {
      ...period(exercise),
      Annuity: text(book[plan].annuity(index)),
      Cumulated: text(book[plan].cumulated(index)),
      NetBookValue: text(netValueOf(book, plan, index)),
    };
  });

const retirementFigures = (result: RetirementResult): RetirementFigures => ({
  ComplementaryEconomicAnnuity: text(result.complementaryEconomic),
  EconomicCumulated: text(result.economicCumulated),
  FiscalCumulated: text(result.fiscalCumulated),
  EconomicNetBookValue: text(result.economicNetBookValue),
  FiscalNetBookValue: text(result.fiscalNetBookValue),
  Balance145Reversed: text(result.balance145Reversed),
  EconomicGainOrLoss: text(result.economic),
  GainOrLossAmount: text(result.total),
  ShortTermGainOrLossAmount: text(result.shortTerm),
  LongTermGainOrLossAmount: text(result.longTerm),
  VatToPay: text(result.vat.toPay),
  VatToReceive: text(result.vat.toReceive),
});

function componentFigures({ component, book, from, ...result }: ComponentResult): ComponentFigures {
  const since = <T extends { readonly End: string }>(lines: readonly T[]): T[] =>
    lines.filter((line) => line.End >= from);
  const figures = { book, derogatory: derogatoryRows(book), grants: [], components: [], retirement: undefined };
  return {
    Label: component.label,
    Account: book.facts.account,
    AcquisitionValue: text(component.value),
    AmortizationDurationInYears: component.months / 12,
    ComputedActualValue: text(result.actualValue),
    PastAmortization: text(result.pastAmortization),
    Difference: text(result.difference),
    Economic: since(scheduleLines(book, 'economic')),
    Fiscal: since(scheduleLines(book, 'fiscal')),
    Entries: since(entryLines(figures)),
  };
}

const entryLines = (figures: AssetFigures): ExerciseEntryLines[] =>
  accountingEntries(figures).map((exercise) => ({ ...period(exercise), Entries: exercise.entries.map(entryOf) }));

const entryOf = ({ date, operation, label, lines }: Entry): AccountingEntry => ({
  Date: date,
  Operation: operation,
  Label: label,
  Lines: lines.map((line) => ({
    Account: line.account,
    Label: line.label,
    Debit: text(line.debit),
    Credit: text(line.credit),
  })),
});

export function alertOf(alert: Alert, language: Language): AssetAlert {
  const { isCritical, name, message, parameters, domain } = describeAlert(alert, language);
  return { IsCritical: isCritical, Name: name, ErrorMessage: message, Parameters: parameters, Domain: domain };
}
