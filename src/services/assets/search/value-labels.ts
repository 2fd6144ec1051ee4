/** What people read for the values of closed sets; a value without a label is shown as it is. */
import type { Labels, Language } from '../../kernel/errors.ts';
import { RETIREMENT_KINDS } from '../engine/retirement-types.ts';

const both = (en: string, fr: string): Labels => ({ en, fr });

const VALUE_LABELS: Readonly<Record<string, Labels>> = {
  ...Object.fromEntries(RETIREMENT_KINDS.map(({ type, label }) => [type, label])),
  Linear: both('Linear', 'Linéaire'),
  Declining: both('Declining', 'Dégressif'),
  Exceptional: both('Exceptional', 'Exceptionnel'),
  UnitsOfProduction: both('Units of production', 'Unités d’œuvre'),
  NonAmortizable: both('Not amortizable', 'Non amortissable'),
  Days: both('Days (30/360)', 'Jours (30/360)'),
  ActualDays: both('Actual days', 'Jours réels'),
  Months: both('Months', 'Mois'),
  Draft: both('Draft', 'Brouillon'),
  InProgress: both('In progress', 'En cours'),
  Active: both('Active', 'Active'),
  FullyAmortized: both('Fully amortized', 'Totalement amortie'),
  Transferred: both('Transferred', 'Virée'),
  Decomposed: both('Decomposed', 'Décomposée'),
  Retired: both('Retired', 'Sortie'),
  NewPurchase: both('New', 'Achat neuf'),
  UsedPurchase: both('Used', 'Achat d’occasion'),
  SelfDelivery: both('Own work', 'Livraison à soi-même'),
  Lease: both('Lease', 'Crédit-bail'),
  TransferBetweenAccounts: both('Transfer between accounts', 'Virement de poste'),
  Aucun: both('None', 'Aucune'),
  Immeuble: both('Building', 'Immeuble'),
  FraisDAcquisitionSurTitresDeParticipation: both('Costs of holdings', 'Frais d’acquisition de titres'),
  TerrainsABatir: both('Building land', 'Terrains à bâtir'),
};

export const valueLabel = (value: string, language: Language): string => VALUE_LABELS[value]?.[language] ?? value;
