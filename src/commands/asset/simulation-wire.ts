/** Figures of an asset on the wire: its simulation, scenarios side by side, the reasons of its figures. */
import * as z from 'zod';
import type { RetirementResult } from '../../services/assets/engine/retirement.ts';
import type { ComponentFigures } from '../../services/assets/simulation/result.ts';
import { date, eurosText, flag, int, maybe, text } from '../operation/outputs.ts';
import { computed, from, headed } from '../operation/wire.ts';

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
  Balance: eurosText('Solde'),
  Allowance: eurosText(),
  Reversal: eurosText(),
  AddBack: eurosText(),
  LaterDeduction: eurosText(),
});

const DeductionLine = z.object({
  End,
  Limit: maybe(eurosText()).describe('Null when no price limit applies'),
  Amount: from('nonDeductible', eurosText('Montant')),
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
  EconomicNetBookValue: eurosText('VNC comptable'),
  FiscalNetBookValue: eurosText('VNC fiscale'),
  Balance145Reversed: eurosText(),
  EconomicGainOrLoss: from('economic', eurosText('Résultat de cession')),
  GainOrLossAmount: from('total', eurosText('Plus ou moins-value')),
  ShortTermGainOrLossAmount: from('shortTerm', eurosText()),
  LongTermGainOrLossAmount: from('longTerm', eurosText()),
  VatToPay: computed(eurosText(), ({ vat }: RetirementResult) => vat.toPay),
  VatToReceive: computed(eurosText(), ({ vat }: RetirementResult) => vat.toReceive),
});

const Entry = z.object({
  Date: date('Date'),
  Operation: text(),
  Label: text('Libellé'),
  Lines: headed(
    z.array(
      z.object({
        Account: text('Compte'),
        Label: text('Libellé'),
        Debit: eurosText('Débit'),
        Credit: eurosText('Crédit'),
      }),
    ),
    'Lignes',
  ),
});

const schedules = {
  Economic: headed(z.array(ScheduleLine), 'Plan économique'),
  Fiscal: headed(z.array(ScheduleLine), 'Plan fiscal'),
};
const entries = { Entries: z.array(z.object({ ...period, Entries: z.array(Entry) })) };

const Component = z.object({
  Label: text('Libellé'),
  Account: text('Compte'),
  AcquisitionValue: eurosText('Valeur d’acquisition'),
  AmortizationDurationInYears: computed(z.number(), ({ months }: ComponentFigures) => months / 12),
  ComputedActualValue: from('actualValue', eurosText()),
  PastAmortization: eurosText(),
  Difference: eurosText('Écart'),
  ...schedules,
  ...entries,
});

const AlertShape = z.object({
  IsCritical: flag(),
  Name: text('Nom'),
  ErrorMessage: from('message', text()),
  Parameters: text(),
  Domain: text(),
});

export const Simulation = z
  .object({
    ...schedules,
    Derogatory: z.array(DerogatoryLine),
    OverAmortization: z.array(
      z.object({ ...period, Annuity: eurosText('Dotation'), Cumulated: eurosText('Cumul'), Remaining: eurosText() }),
    ),
    Grants: headed(z.array(z.object({ ...period, Share: eurosText(), Remaining: eurosText() })), 'Subventions'),
    NonDeductible: from('deductions', z.array(DeductionLine)),
    Octies151: z.array(z.object({ End, Share: eurosText(), Remaining: eurosText() })),
    Windows: z.array(
      z.object({ ...period, Past: eurosText(), Current: eurosText(), Cumulated: eurosText('Cumul'), Vnc: eurosText() }),
    ),
    VehicleTaxes: z.array(VehicleTaxLine),
    Retirement: headed(maybe(RetirementFigures), 'Sortie'),
    Components: z.array(Component),
    ...entries,
    Errors: from('alerts', headed(z.array(AlertShape), 'Erreurs')),
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
        EconomicNetBookValue: eurosText('VNC comptable'),
        FiscalNetBookValue: eurosText('VNC fiscale'),
        GainOrLossAmount: from('gainOrLoss', maybe(eurosText('Plus ou moins-value'))),
        ShortTermGainOrLossAmount: from('shortTermGainOrLoss', maybe(eurosText())),
        LongTermGainOrLossAmount: from('longTermGainOrLoss', maybe(eurosText())),
        TotalDeducted: eurosText('Total déduit'),
        TotalTaxableEffect: eurosText('Effet sur le résultat fiscal'),
        DifferenceWithFirst: eurosText('Écart avec le premier'),
      }),
    ),
  })
  .meta({ id: 'AssetComparison' });

const Explanation = z.object({
  Figure: text(),
  Rule: text(),
  Reference: text('Pièce'),
  Inputs: z.record(z.string(), z.string()),
  Arithmetic: text(),
  Result: text('Résultat'),
});

export const Explanations = z.object({ Figures: z.array(Explanation) }).meta({ id: 'AssetExplanations' });
