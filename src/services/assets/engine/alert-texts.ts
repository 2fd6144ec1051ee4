/** Names, gravity and texts of the alerts of an asset (section 11). `{name}` is replaced by the parameter of that name. */
import type { Labels } from '../../kernel/errors.ts';

interface AlertText extends Labels {
  readonly isCritical: boolean;
  /** What the alert is about. */
  readonly domain:
    | 'Amortization'
    | 'Account'
    | 'Dates'
    | 'CreditNote'
    | 'Component'
    | 'Association'
    | 'Vehicle'
    | 'Grant'
    | 'Retirement'
    | 'Value';
}

const critical = (domain: AlertText['domain'], fr: string, en: string): AlertText => ({
  isCritical: true,
  domain,
  fr,
  en,
});
const warning = (domain: AlertText['domain'], fr: string, en: string): AlertText => ({
  isCritical: false,
  domain,
  fr,
  en,
});

export const ALERT_TEXTS = {
  AmortizableWithoutPlan: critical(
    'Amortization',
    "Immobilisation amortissable sans plan d'amortissement",
    'Amortizable asset without plan',
  ),
  AccountMissingInChart: critical(
    'Account',
    'Le compte {account} manque au plan comptable du dossier',
    'Account {account} is missing from the chart of the folder',
  ),
  DeploymentBeforeAcquisition: critical(
    'Dates',
    "Mise en service antérieure à l'acquisition",
    'Deployed before its acquisition',
  ),
  RetirementBeforeDeployment: critical(
    'Dates',
    'Sortie antérieure à la mise en service',
    'Retired before its deployment',
  ),
  CreditNoteAboveNetValue: critical(
    'CreditNote',
    "Avoir supérieur à la valeur d'acquisition nette",
    'Credit note above the net acquisition value',
  ),
  ComponentsDoNotSumToParent: critical(
    'Component',
    "Les composants ne totalisent pas l'immobilisation d'origine",
    'The components do not sum to the asset',
  ),
  TransferredTwice: critical('Account', 'Immobilisation virée deux fois', 'Asset transferred twice'),
  BaseBelowPosted: critical(
    'Amortization',
    'La nouvelle base est inférieure aux amortissements comptabilisés : {amount} repris',
    'The new base is below what is posted: {amount} reversed',
  ),
  NotAssociatedToEntries: warning('Association', 'Aucune écriture comptable associée', 'Not associated to entries'),
  AssociationAmountMismatch: warning(
    'Association',
    'Le montant des écritures associées diffère de {difference}',
    'The associated entries differ by {difference}',
  ),
  AssociationAccountMismatch: warning(
    'Association',
    'Les écritures associées sont sur un autre compte',
    'The associated entries are on another account',
  ),
  AssociatedEntryDeleted: warning(
    'Association',
    'Une écriture associée a été supprimée',
    'An associated entry was deleted',
  ),
  NotValidatedByUser: warning(
    'Association',
    'Créée automatiquement, à valider',
    'Created automatically, to be validated',
  ),
  VehicleWithoutCo2: warning(
    'Vehicle',
    'Véhicule de plus de 9 900 € sans émissions de CO2',
    'Vehicle above 9,900 € without CO2 emissions',
  ),
  VehicleLimitMissing: warning(
    'Vehicle',
    'Plafond de déductibilité du véhicule inconnu',
    'Unknown deductibility limit of the vehicle',
  ),
  DecliningNotAllowed: warning(
    'Amortization',
    "Amortissement dégressif non autorisé : bien d'occasion, durée sous 3 ans, voiture ou immeuble",
    'Declining amortization not allowed: used goods, under 3 years, passenger car or building',
  ),
  CoefficientOutsideLegalSet: warning(
    'Amortization',
    'Coefficient dégressif hors barème légal pour {months} mois',
    'Declining coefficient outside the legal set for {months} months',
  ),
  DurationOutsideUsage: warning(
    'Amortization',
    'Durée de {months} mois hors des usages ({least} à {most} ans)',
    'Duration of {months} months outside usage ({least} to {most} years)',
  ),
  BelowMinimumLinear: warning(
    'Amortization',
    'Amortissements cumulés inférieurs au minimum linéaire au {date} (CGI 39 B)',
    'Accumulated amortization below the linear minimum on {date} (CGI 39 B)',
  ),
  InProgressForMoreThan12Months: warning(
    'Account',
    'En cours depuis plus de 12 mois (acquise le {date})',
    'In progress for more than 12 months (acquired {date})',
  ),
  LandMarkedAmortizable: warning('Account', 'Terrain déclaré amortissable', 'Land marked amortizable'),
  GoodwillAmortized: warning(
    'Account',
    'Fonds commercial ou droit au bail amorti',
    'Goodwill or leasehold right amortized',
  ),
  GrantAboveAssetValue: warning(
    'Grant',
    "Subventions de {amount}, au-delà de la valeur de l'immobilisation",
    'Grants of {amount}, above the value of the asset',
  ),
  GrantNotFullyUsed: warning(
    'Grant',
    'Subvention restant à rapporter : {amount}',
    'Grant left to take to income: {amount}',
  ),
  RetiredWithoutSalePrice: warning('Retirement', 'Cession sans prix', 'Sale without price'),
  RetirementWithoutVatRegularisation: warning(
    'Retirement',
    "Cession exonérée d'un immeuble de moins de 20 ans sans régularisation de TVA",
    'Exempt sale of a building under 20 years without VAT regularisation',
  ),
  NegativeVnc: warning('Value', 'Valeur nette comptable négative : {amount}', 'Negative net book value: {amount}'),
  PastAmortizationEndDateInPlanFuture: warning(
    'Dates',
    'Amortissements antérieurs arrêtés au {date}, après la période vue',
    'Past amortization ends on {date}, after the period shown',
  ),
  ResidualValueAboveHalf: warning(
    'Value',
    'Valeur résiduelle de {amount}, plus de la moitié de la valeur',
    'Residual value of {amount}, more than half of the value',
  ),
  FullyAmortizedStillActive: warning(
    'Amortization',
    'Totalement amortie et toujours présente',
    'Fully amortized and still active',
  ),
  LowValueAsset: warning(
    'Value',
    'Valeur de {amount} : peut être passée en charges',
    'Value of {amount}: may be expensed',
  ),
} as const satisfies Readonly<Record<string, AlertText>>;

export type AlertName = keyof typeof ALERT_TEXTS;
