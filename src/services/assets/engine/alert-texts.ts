/** Names, gravity and texts of the alerts of an asset (section 11): the rows of `alerts.tsv`. `{name}` is replaced by the parameter of that name. */
import { readNamed } from '../../kernel/package-file.ts';

const ALERTS = [
  'AmortizableWithoutPlan',
  'AccountMissingInChart',
  'DeploymentBeforeAcquisition',
  'RetirementBeforeDeployment',
  'CreditNoteAboveNetValue',
  'ComponentsDoNotSumToParent',
  'TransferredTwice',
  'BaseBelowPosted',
  'NotAssociatedToEntries',
  'AssociationAmountMismatch',
  'AssociationAccountMismatch',
  'AssociatedEntryDeleted',
  'NotValidatedByUser',
  'VehicleWithoutCo2',
  'VehicleLimitMissing',
  'DecliningNotAllowed',
  'CoefficientOutsideLegalSet',
  'DurationOutsideUsage',
  'BelowMinimumLinear',
  'ProductionAboveTotal',
  'InProgressForMoreThan12Months',
  'LandMarkedAmortizable',
  'GoodwillAmortized',
  'GrantAboveAssetValue',
  'GrantNotFullyUsed',
  'RetiredWithoutSalePrice',
  'RetirementWithoutVatRegularisation',
  'NegativeVnc',
  'BaseAboveValue',
  'PastAmortizationEndDateInPlanFuture',
  'ResidualValueAboveHalf',
  'FullyAmortizedStillActive',
  'LowValueAsset',
] as const;

export type AlertName = (typeof ALERTS)[number];

/** `domain`: what the alert is about. */
export const ALERT_TEXTS = readNamed('src/services/assets/engine/alerts.tsv', ALERTS, ['level', 'domain', 'en', 'fr']);

export const isCritical = (name: AlertName): boolean => ALERT_TEXTS[name].level === 'critical';
