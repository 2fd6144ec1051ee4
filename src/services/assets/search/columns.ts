/**
 * Every property of the asset table, in the order of the specification (B6, then what B15 adds): its label, its type, and
 * where it is read. Search, headers and exports know no other property: nothing else ever reaches the SQL.
 *
 * `sql` reads the rows of `asset` a, `asset_figure` f, `asset_component_group` g, `account` c and the parts split off p, joined by
 * `figureRows`.
 * Amounts are cents.
 */
import type { Labels } from '../../kernel/errors.ts';
import {
  ACQUISITION_METHODS,
  type HeaderType,
  MODES,
  NATURES,
  PRORATA_TEMPORIS,
  RETIREMENT_TYPES,
  STATUSES,
} from '../value-sets.ts';

export interface AssetColumn {
  /** As on the wire. */
  readonly name: string;
  readonly type: HeaderType;
  readonly label: Labels;
  /** Undefined for what is no single value and is only shown. */
  readonly sql: string | undefined;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  readonly about?: Labels;
  /** An asset may have none. */
  readonly isOptional: boolean;
  /** Of the numbers that count or identify. */
  readonly isWhole: boolean;
  readonly isSummable: boolean;
  readonly isGroupable: boolean;
  /** In an export whose columns nobody chose. */
  readonly isDefault: boolean;
}

type Extra = Partial<Omit<AssetColumn, 'name' | 'type' | 'label' | 'sql'>>;

const column =
  (type: HeaderType, usual: Extra) =>
  (name: string, [en, fr]: readonly [string, string], sql: string | undefined, extra: Extra = {}): AssetColumn => ({
    name,
    type,
    label: { en, fr },
    sql,
    isOptional: false,
    isWhole: false,
    isSummable: false,
    isGroupable: false,
    isDefault: false,
    ...usual,
    ...extra,
  });

const amount = column('Amount', { isSummable: true });
const number = column('Number', {});
const text = column('Text', {});
const day = column('Date', { isGroupable: true });
const flag = column('Boolean', { isGroupable: true });
const choice = column('Enum', { isGroupable: true });
const compound = (name: string, words: readonly [string, string]) => text(name, words, undefined);

const shown: Extra = { isDefault: true };
const grouped: Extra = { isGroupable: true };
const absent: Extra = { isOptional: true };
const whole: Extra = { isWhole: true };
const months: Labels = { en: 'In months', fr: 'En mois' };
const byExit = (sql: string): string => `case when f.is_retired then ${sql} end`;

/** Transfers may have changed it; those of `details` are by their date. */
const SUB_ACCOUNT = `coalesce((select moved.value from jsonb_each_text(a.details->'transferSubAccounts') moved
  where moved.key <= to_char(f.end_date, 'YYYY-MM-DD') order by moved.key desc limit 1), a.sub_account_code)`;

/** What is in another asset by the end of the period is counted there. */
const unlessTransferred = (sql: string): string => `case when f.is_transferred then 0 else ${sql} end`;

/** Components split off by the end of the period have theirs, and a group that of its sources: the lines sum to what was bought. */
const KEPT_VALUE = unlessTransferred('a.acquisition_cents - coalesce(p.cents, 0)');

const IS_ASSOCIATED = `exists (select from asset_entry_line e where e.folder_id = a.folder_id and e.asset_id = a.id)`;

export const ASSET_COLUMNS: readonly AssetColumn[] = [
  number('Id', ['Id', 'Id'], 'a.id', whole),
  number('Number', ['Number', 'N°'], 'a.number', { ...shown, ...whole }),
  text('Name', ['Name', 'Désignation'], 'a.name', shown),
  number('AcquisitionQuantity', ['Quantity', 'Quantité'], 'a.quantity'),
  text('ExternalId', ['External id', 'Référence externe'], 'a.external_id', absent),
  number('ComponentGroupId', ['Component group', 'N° groupe de composants'], 'g.group_id', {
    ...grouped,
    ...whole,
    ...absent,
  }),
  day('AcquisitionDate', ['Acquired', 'Acquisition'], 'a.acquisition_date', shown),
  day('DeploymentDate', ['In service', 'Mise en service'], 'a.deployment_date', shown),
  amount('AcquisitionValue', ['Acquisition value', 'Valeur d’acquisition'], KEPT_VALUE, {
    ...shown,
    about: {
      en: 'Price: credit notes and impairments lower the bases and the net values, not the price; 0 once in a group, which has it',
      fr: 'Prix : les avoirs et dépréciations diminuent les bases et les valeurs nettes, pas le prix ; 0 une fois dans un groupe, qui le porte',
    },
  }),
  amount('ResidualValue', ['Residual value', 'Valeur résiduelle'], 'a.residual_cents'),
  text('Account', ['Account', 'Compte'], 'f.account', {
    ...grouped,
    ...shown,
    about: { en: 'At the end of the period', fr: 'À la fin de la période' },
  }),
  number('AccountId', ['Account id', 'Id du compte'], 'c.id', { ...whole, ...absent }),
  text('SubAccountCode', ['Sub-account', 'Sous-compte'], SUB_ACCOUNT, { ...grouped, ...absent }),
  text('Notes', ['Notes', 'Notes'], 'a.notes', absent),
  flag('IsAssociated', ['Associated', 'Associée'], IS_ASSOCIATED),
  flag('IsRetired', ['Retired', 'Sortie'], 'f.is_retired'),
  flag('IsTransferred', ['Transferred', 'Virée'], 'f.is_transferred'),
  flag('IsValidatedByUser', ['Validated', 'Validée'], 'a.is_validated_by_user'),
  flag('IsCreatedAutomatically', ['Created automatically', 'Créée automatiquement'], 'a.is_created_automatically'),
  flag('IsActiveInPeriod', ['In the period', 'Présente sur la période'], 'f.is_active'),
  compound('AssociationState', ['Association', 'État d’association']),
  day('EconomicStartDate', ['Economic start', 'Début économique'], 'a.economic_start', absent),
  number('EconomicDuration', ['Economic duration', 'Durée économique'], 'a.economic_months', {
    ...whole,
    ...absent,
    ...grouped,
    ...shown,
    about: months,
  }),
  amount('EconomicBase', ['Economic base', 'Base économique'], 'f.economic_base_cents'),
  choice('EconomicMethod', ['Economic method', 'Mode économique'], 'a.economic_mode', {
    ...absent,
    ...shown,
    values: MODES,
  }),
  number(
    'EconomicDecliningCoefficient',
    ['Economic coefficient', 'Coefficient économique'],
    'a.economic_coefficient',
    absent,
  ),
  amount('EconomicCurrentPeriodAmount', ['Economic charge', 'Dotation économique'], 'f.economic_current_cents', shown),
  amount('EconomicPastPeriodAmount', ['Economic past', 'Antérieur économique'], 'f.economic_past_cents', shown),
  amount(
    'EconomicCumulatedPeriodAmount',
    ['Economic cumulated', 'Cumul économique'],
    'f.economic_cumulated_cents',
    shown,
  ),
  amount('EconomicVNCPeriodAmount', ['Net book value', 'Valeur nette'], 'f.economic_vnc_cents', shown),
  day('EconomicPastAmortizationEndDate', ['Economic takeover', 'Reprise économique'], 'a.economic_past_end', absent),
  choice('EconomicProrataTemporis', ['Economic prorata', 'Prorata économique'], 'a.economic_prorata', {
    ...absent,
    values: PRORATA_TEMPORIS,
  }),
  amount('FiscalBase', ['Fiscal base', 'Base fiscale'], 'f.fiscal_base_cents'),
  choice('FiscalMethod', ['Fiscal method', 'Mode fiscal'], 'a.fiscal_mode', { ...absent, values: MODES }),
  amount('FiscalCurrentPeriodAmount', ['Fiscal charge', 'Dotation fiscale'], 'f.fiscal_current_cents'),
  amount('FiscalPastPeriodAmount', ['Fiscal past', 'Antérieur fiscal'], 'f.fiscal_past_cents'),
  amount('FiscalCumulatedPeriodAmount', ['Fiscal cumulated', 'Cumul fiscal'], 'f.fiscal_cumulated_cents'),
  amount('FiscalVNCPeriodAmount', ['Fiscal net value', 'Valeur nette fiscale'], 'f.fiscal_vnc_cents'),
  number('FiscalDuration', ['Fiscal duration', 'Durée fiscale'], 'a.fiscal_months', {
    ...whole,
    ...absent,
    ...grouped,
    about: months,
  }),
  day('FiscalStartDate', ['Fiscal start', 'Début fiscal'], 'a.fiscal_start', absent),
  day('FiscalPastAmortizationEndDate', ['Fiscal takeover', 'Reprise fiscale'], 'a.fiscal_past_end', absent),
  number('FiscalDecliningCoefficient', ['Fiscal coefficient', 'Coefficient fiscal'], 'a.fiscal_coefficient', absent),
  choice('FiscalProrataTemporis', ['Fiscal prorata', 'Prorata fiscal'], 'a.fiscal_prorata', {
    ...absent,
    values: PRORATA_TEMPORIS,
  }),
  compound('Analytics', ['Analytics', 'Analytique']),
  text('Location', ['Location', 'Localisation'], 'a.location', { ...grouped, ...absent }),
  flag('HasVehicle', ['Vehicle', 'Véhicule'], 'a.has_vehicle'),
  number('OverAmortization', ['Extra deduction', 'Suramortissement'], 'a.over_amortization', {
    ...absent,
    about: { en: 'Percentage', fr: 'Pourcentage' },
  }),
  amount('TaxDeductibilityLimit', ['Deductible limit', 'Plafond déductible'], 'a.deductibility_limit_cents', {
    ...absent,
    isSummable: false,
  }),
  amount('DeductibleVat', ['Deductible VAT', 'TVA déductible'], unlessTransferred('a.deductible_vat_cents')),
  choice('RetirementType', ['Retirement', 'Sortie'], byExit('a.retirement_type'), {
    ...absent,
    values: RETIREMENT_TYPES,
  }),
  day('RetirementDate', ['Retired on', 'Date de sortie'], byExit('a.retirement_date'), absent),
  amount('RetirementSaleAmount', ['Sale price', 'Prix de cession'], byExit('a.retirement_sale_cents'), absent),
  compound('Retirement', ['Retirement', 'Sortie']),
  amount('GainOrLossAmount', ['Gain or loss', 'Plus ou moins-value'], 'f.gain_cents', absent),
  amount('GainOrLossEconomic', ['Economic gain', 'Plus-value économique'], 'f.gain_economic_cents', absent),
  amount('GainOrLossShortTerm', ['Short term', 'Court terme'], 'f.gain_short_term_cents', absent),
  amount('GainOrLossLongTerm', ['Long term', 'Long terme'], 'f.gain_long_term_cents', absent),
  amount('GainOrLossTaxable', ['Taxable gain', 'Plus-value imposable'], 'f.gain_taxable_cents', absent),
  amount('AmortizationResidualValue', ['Residual value of the plan', 'Valeur résiduelle du plan'], 'a.residual_cents'),
  choice('AcquisitionMethod', ['Acquisition method', 'Mode d’acquisition'], 'a.acquisition_method', {
    values: ACQUISITION_METHODS,
  }),
  choice('Nature', ['Nature', 'Nature'], 'a.nature', { values: NATURES }),
  compound('QuantityDetails', ['Share held', 'Quote-part']),
  compound('FiscalPrivatePortion', ['Private portion', 'Part privée']),
  compound('FiscalOcties151', ['Art. 151 octies', 'Art. 151 octies']),
  text('ComponentGroupName', ['Component group', 'Groupe de composants'], 'g.name', { ...grouped, ...absent }),
  choice('Status', ['Status', 'État'], 'f.status', { values: STATUSES }),
];

const BY_NAME = new Map(ASSET_COLUMNS.map((one) => [one.name, one]));

export const columnNamed = (name: string): AssetColumn | undefined => BY_NAME.get(name);
