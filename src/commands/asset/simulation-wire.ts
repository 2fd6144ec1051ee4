/** Figures of an asset on the wire: its simulation, scenarios side by side, the reasons of its figures. */
import * as z from 'zod';
import type { RetirementResult } from '../../services/assets/engine/retirement.ts';
import type { ComponentFigures } from '../../services/assets/simulation/result.ts';
import { date, eurosText, flag, int, maybe, text } from '../operation/outputs.ts';
import { computed, from } from '../operation/wire.ts';

const End = date('Fin');
const period = { Start: date('Début'), End };

const ScheduleLine = z.object({
  ...period,
  Annuity: eurosText('Dotation'),
  Cumulated: eurosText('Cumul'),
  NetBookValue: eurosText('Valeur nette'),
});

const DerogatoryLine = z.object({
  End,
  Balance: eurosText(),
  Allowance: eurosText(),
  Reversal: eurosText(),
  AddBack: eurosText(),
  LaterDeduction: eurosText(),
});

const DeductionLine = z.object({
  End,
  Limit: maybe(eurosText()).describe('Null when no price limit applies'),
  Amount: from('nonDeductible', eurosText()),
  PrivateShare: eurosText(),
  Deductible: eurosText(),
});

const VehicleTaxLine = z.object({
  Year: int(),
  Co2: maybe(eurosText()).describe('Null when no scale is known for the year'),
  Pollutant: maybe(eurosText()),
});

const RetirementFigures = z.object({
  ComplementaryEconomicAnnuity: from('complementaryEconomic', eurosText()),
  EconomicCumulated: eurosText(),
  FiscalCumulated: eurosText(),
  EconomicNetBookValue: eurosText(),
  FiscalNetBookValue: eurosText(),
  Balance145Reversed: eurosText(),
  EconomicGainOrLoss: from('economic', eurosText()),
  GainOrLossAmount: from('total', eurosText()),
  ShortTermGainOrLossAmount: from('shortTerm', eurosText()),
  LongTermGainOrLossAmount: from('longTerm', eurosText()),
  VatToPay: computed(eurosText(), ({ vat }: RetirementResult) => vat.toPay),
  VatToReceive: computed(eurosText(), ({ vat }: RetirementResult) => vat.toReceive),
});

const Entry = z.object({
  Date: date(),
  Operation: text(),
  Label: text(),
  Lines: z.array(z.object({ Account: text(), Label: text(), Debit: eurosText(), Credit: eurosText() })),
});

const schedules = { Economic: z.array(ScheduleLine), Fiscal: z.array(ScheduleLine) };
const entries = { Entries: z.array(z.object({ ...period, Entries: z.array(Entry) })) };

const Component = z.object({
  Label: text(),
  Account: text(),
  AcquisitionValue: eurosText(),
  AmortizationDurationInYears: computed(z.number(), ({ months }: ComponentFigures) => months / 12),
  ComputedActualValue: from('actualValue', eurosText()),
  PastAmortization: eurosText(),
  Difference: eurosText(),
  ...schedules,
  ...entries,
});

const AlertShape = z.object({
  IsCritical: flag(),
  Name: text(),
  ErrorMessage: from('message', text()),
  Parameters: text(),
  Domain: text(),
});

export const Simulation = z
  .object({
    ...schedules,
    Derogatory: z.array(DerogatoryLine),
    OverAmortization: z.array(
      z.object({ ...period, Annuity: eurosText(), Cumulated: eurosText(), Remaining: eurosText() }),
    ),
    Grants: z.array(z.object({ ...period, Share: eurosText(), Remaining: eurosText() })),
    NonDeductible: from('deductions', z.array(DeductionLine)),
    Octies151: z.array(z.object({ End, Share: eurosText(), Remaining: eurosText() })),
    Windows: z.array(
      z.object({ ...period, Past: eurosText(), Current: eurosText(), Cumulated: eurosText(), Vnc: eurosText() }),
    ),
    VehicleTaxes: z.array(VehicleTaxLine),
    Retirement: maybe(RetirementFigures),
    Components: z.array(Component),
    ...entries,
    Errors: from('alerts', z.array(AlertShape)),
  })
  .meta({ id: 'AssetSimulation' });

const ComparedExercise = z.object({
  End,
  EconomicAnnuity: eurosText(),
  FiscalAnnuity: eurosText(),
  Deducted: eurosText(),
  GainOrLoss: eurosText(),
  TaxableEffect: eurosText(),
  CumulatedTaxableEffect: eurosText(),
});

export const Comparison = z
  .object({
    Scenarios: z.array(
      z.object({
        Name: text('Nom'),
        Mode: text(),
        RetirementDate: maybe(date()),
        Exercises: z.array(ComparedExercise),
        EconomicNetBookValue: eurosText(),
        FiscalNetBookValue: eurosText(),
        GainOrLossAmount: from('gainOrLoss', maybe(eurosText())),
        ShortTermGainOrLossAmount: from('shortTermGainOrLoss', maybe(eurosText())),
        LongTermGainOrLossAmount: from('longTermGainOrLoss', maybe(eurosText())),
        TotalDeducted: eurosText(),
        TotalTaxableEffect: eurosText(),
        DifferenceWithFirst: eurosText(),
      }),
    ),
  })
  .meta({ id: 'AssetComparison' });

const Explanation = z.object({
  Figure: text(),
  Rule: text(),
  Reference: text(),
  Inputs: z.record(z.string(), z.string()),
  Arithmetic: text(),
  Result: text(),
});

export const Explanations = z.object({ Figures: z.array(Explanation) }).meta({ id: 'AssetExplanations' });
