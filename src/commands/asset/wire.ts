/** Shapes of fixed assets on the wire that several operations share: tables B1 to B5 of the specification. */
import * as z from 'zod';
import type { ShownPlan } from '../../services/assets/amortization.ts';
import type { AnalyticAxis, Asset } from '../../services/assets/asset.ts';
import type { CreditNote as Note } from '../../services/assets/engine/asset-facts.ts';
import { creditNoteAmounts } from '../../services/assets/engine/credit-notes.ts';
import { assetErrors } from '../../services/assets/errors.ts';
import type { ShownGrant, ShownRetirement } from '../../services/assets/fixed-asset.ts';
import type { Association } from '../../services/assets/register/association.ts';
import * as sets from '../../services/assets/value-sets.ts';
import { formatRatio } from '../../services/kernel/ratio.ts';
import type { EntryLine } from '../../services/ledger/lines.ts';
import { identifier } from '../operation/fields.ts';
import { choice, date, decimal, euros, flag, int, maybe, ratio, text } from '../operation/outputs.ts';
import { coded, computed, from, headed } from '../operation/wire.ts';

/** What the account that a body names may be refused for. */
export const ACCOUNT_ERRORS = ['AccountNotFound', 'AccountsDisagree', 'SubAccountNotFound'] as const;

/** Start of the routes of a folder's assets. */
export const FOLDER_ROUTE = '/api/fixed-assets/accounting-folders/{accountingFolderId}';

export const FolderPath = z.object({ accountingFolderId: identifier() });

/** A decimal as a rule computes it. */
const number = (fr?: string) => headed(z.number(), fr, 'number');
const percent = (fr?: string) => ratio(fr, 100n);

export const AccountInfo = z
  .object({
    AccountId: maybe(int('N° compte')),
    AccountNumber: maybe(int('Compte')),
    SubAccountId: maybe(int('N° sous-compte')),
    SubAccountCode: maybe(text('Sous-compte')),
    AccountName: text('Intitulé'),
    Account: text('Compte'),
    AccountLabel: text('Libellé du compte'),
    IsFinancialAsset: flag('Financière'),
    IsAmortizable: flag('Amortissable'),
    IsTransferAccount: flag('Compte de virement').describe('Where an asset in progress usually goes'),
    Exists: flag('Existe'),
  })
  .meta({ id: 'AccountInfo' });

const Duration = computed(
  z.object({ YearCount: int(), MonthCount: int(), InMonth: int() }),
  ({ months }: ShownPlan) => ({ yearCount: Math.floor(months / 12), monthCount: months % 12, inMonth: months }),
);

/** Units of production; the domain counts their millionths. */
const units = () =>
  coded(z.string(), (millionths: number) => formatRatio({ numerator: BigInt(millionths), denominator: 1_000_000n }));

const PLAN = {
  Duration,
  Base: from('currentBase', euros('Base')),
  CustomBase: from('base', maybe(euros('Base saisie'))),
  Mode: choice(sets.MODES, 'Mode'),
  DateType: choice(sets.DATE_TYPES, 'Départ'),
  Coefficient: maybe(ratio('Coefficient')),
  ProrataTemporis: from('prorata', choice(sets.PRORATA_TEMPORIS, 'Prorata temporis')),
  PastAmortization: from('past', maybe(z.object({ Amount: euros('Montant'), EndDate: from('end', date('Fin')) }))),
  IsComputedByPlatform: computed(flag(), ({ base }: ShownPlan) => base === undefined),
  ProductionUnits: from(
    'production',
    maybe(
      z.object({
        Total: units(),
        Periods: z.array(z.object({ Start: date('Début'), End: date('Fin'), Units: units() })),
      }),
    ),
  ),
};

/** In mode Percent the amount is in hundredths of a percent: both are written alike. */
export const PrivatePortion = z.object({
  Mode: choice(sets.PRIVATE_PORTION_MODES, 'Mode'),
  Value: from('amount', euros('Valeur')),
  CalculatedAmount: euros('Montant calculé'),
});

export const Octies151 = z.object({
  Amount: euros('Montant'),
  SpreadingDurationInExercises: from('exercises', maybe(int('Exercices'))),
  PartnerId: maybe(int('Associé')),
  AlreadyReintegratedPortion: from('alreadyReintegrated', euros('Déjà réintégré')),
  RemainingAmount: from('remaining', euros('Reste')),
});

const Amortization = z.object({
  Id: int('Id'),
  EconomicAttributes: from(
    'economic',
    maybe(z.object({ ...PLAN, OverAmortization: maybe(z.object({ Percentage: percent() })) })),
  ),
  FiscalAttributes: from(
    'fiscal',
    maybe(
      z.object({
        ...PLAN,
        TaxDeductibilityLimit: from('deductibilityLimit', maybe(z.object({ Amount: euros('Montant') }))).describe(
          'The one stated by the user',
        ),
        PrivatePortion: maybe(PrivatePortion),
        Octies151: maybe(Octies151),
        LimitedBase: maybe(euros()).describe('Price including VAT, up to the limit stated or that of the law'),
      }),
    ),
  ),
  AmortizationCalculationMethod: from('method', choice(sets.CALCULATION_METHODS, 'Méthode')),
  ResidualValue: euros('Valeur résiduelle'),
  EffectiveDate: maybe(date('Date')),
  ProspectiveRevisionType: from('revisionType', choice(sets.REVISION_TYPES, 'Révision')),
  IsFiscalSameAsEconomic: computed(
    flag(),
    ({ method }: { readonly method: sets.CalculationMethod }) => method === 'EconomicOnly',
  ),
});

const SaleAttributes = z.object({
  SaleAmount: euros('Prix de cession'),
  VatToReceive: euros('TVA à récupérer'),
  VatToPay: euros('TVA à reverser'),
  Type: from('saleType', choice(sets.SALE_TYPES, 'TVA')),
  LongTermSaleQualification: from('qualification', choice(sets.LONG_TERM_QUALIFICATIONS, 'Qualification')),
  VatRate: percent('Taux de TVA').describe('Ours: percent, of a taxed sale'),
});

export const DisposalAttributes = z.object({
  DepreciationAccountingMethod: from('bookValueMethod', choice(sets.DEPRECIATION_ACCOUNTING_METHODS, 'Méthode')),
});

const itself = (retirement: ShownRetirement) => retirement;

export const RetirementShape = z
  .object({
    Id: int('Id'),
    Type: choice(sets.RETIREMENT_TYPES, 'Type'),
    Date: date('Date'),
    SaleAttributes: computed(SaleAttributes, itself),
    DisposalAttributes: computed(DisposalAttributes, itself),
    EconomicGainOrLoss: from('economic', euros('Résultat de cession')),
    GainOrLossAmount: from('total', euros('Plus ou moins-value')),
    ShortTermGainOrLossAmount: from('shortTerm', euros('Court terme')),
    LongTermGainOrLossAmount: from('longTerm', euros('Long terme')),
    IsCustomValue: computed(flag('Montants saisis'), ({ custom }: ShownRetirement) => custom !== undefined),
  })
  .meta({ id: 'AssetRetirement' });

export const CreditNote = z
  .object({
    EffectiveDate: from('date', date('Date')),
    VatRate: percent('Taux de TVA').describe('Percent: 20'),
    AmountExcludingTax: from('amount', euros('Montant HT')),
    QuantityToBeDeducted: from('quantity', maybe(int('Quantité'))),
    AmountInclTax: computed(euros('Montant TTC'), (note: Note) => creditNoteAmounts(note).amountInclTax),
    VatAmount: computed(euros('TVA'), (note: Note) => creditNoteAmounts(note).vatAmount),
  })
  .meta({ id: 'AssetCreditNote' });

export const EnergyType = z.object({ Id: int('Id'), Code: text('Code'), Label: text('Libellé') });

const Vehicle = z.object({
  ImmatriculationNumber: from('registrationNumber', maybe(text('Immatriculation'))),
  ImmatriculationDate: from('registered', maybe(date())),
  FirstCirculationDate: from('firstCirculation', maybe(date())),
  CO2GPerKm: from('co2', maybe(number('CO2 (g/km)'))),
  FiscalPower: maybe(number('Puissance fiscale')),
  EuropeanEmissionStandard: from('euroStandard', maybe(number('Norme Euro'))),
  EnergyType: maybe(EnergyType),
  TvsType: choice(sets.TVS_TYPES),
});

const SMALL_ACCOUNT = /^\d{1,9}$/;

const AssociationState = z.object({
  State: choice(sets.ASSOCIATION_STATES, 'État'),
  AccountingAmount: from('amount', euros('Montant comptable')),
  AccountingAccountsDifferentFromAsset: from(
    'otherAccounts',
    z.array(
      z.object({
        Label: text('Libellé'),
        Account: computed(maybe(int('Compte')), ({ accountNumber }: EntryLine) =>
          SMALL_ACCOUNT.test(accountNumber) ? Number(accountNumber) : null,
        ),
        AccountId: int('N° compte'),
        SubAccountId: maybe(int('N° sous-compte')),
        SubAccountCode: maybe(text('Sous-compte')),
        AccountName: from('accountLabel', text('Intitulé')),
      }),
    ),
  ),
  AccountingLineIds: computed(z.array(int()), ({ lines }: Association) => lines.map(({ id }) => id)),
  DeletedAccountingLineIds: from('deletedLineIds', z.array(int())),
});

const Grant = z.object({
  Id: from('linkId', int('Id')),
  Grant: computed(
    z.object({
      Id: from('grantId', int('Id')),
      Name: text('Nom'),
      Account: headed(
        maybe(coded(z.object({ AccountNumber: z.int() }), (account: string) => ({ AccountNumber: Number(account) }))),
        'Compte',
      ),
      TotalAmount: from('total', euros('Montant')),
      AvailableAmount: from('available', euros('Disponible')),
      GrantDate: from('date', maybe(date('Date'))),
      Funder: maybe(text('Financeur')),
      PastGrant: from('past', maybe(z.object({ Amount: euros('Montant'), Date: date('Date') }))),
    }),
    (grant: ShownGrant) => grant,
  ),
  Amount: euros('Montant'),
  StaggeringYears: maybe(int('Années')),
});

export const ComponentGroup = z.object({ Id: int('Id'), GroupId: int('Groupe'), Name: text('Nom') });

const Analytics = z.object({
  Axis: z.array(
    z.object({
      Id: int('Id'),
      AxisId: int('Axe'),
      AxisName: text('Nom'),
      Unit: text('Unité'),
      Tags: z.array(z.object({ Id: int('Id'), TagId: int(), TagName: text(), Value: text('Valeur') })),
    }),
  ),
});

/** Axes and tags are numbered in their order. */
const numbered = <T extends object>(items: readonly T[]) => items.map((item, at) => ({ ...item, id: at + 1 }));
const numberedAxes = (axes: readonly AnalyticAxis[]) => ({
  axis: numbered(axes).map((axis) => ({ ...axis, tags: numbered(axis.tags) })),
});

export const FixedAssetShape = z
  .object({
    Id: int('Id'),
    EnterpriseId: from('folderId', int('Dossier')),
    Number: int('Numéro'),
    Name: text('Nom'),
    GroupName: maybe(text('Groupe')),
    Notes: maybe(text('Notes')),
    ExternalId: maybe(text('Référence externe')),
    GeographicalLocation: computed(
      headed(maybe(z.object({ Id: from('locationId', maybe(int('Id'))), Location: text('Localisation') })), 'Lieu'),
      ({ locationId, location }: Asset) => (location === null ? null : { locationId, location }),
    ),
    QuantityDetails: computed(
      headed(maybe(z.object({ Unit: choice(sets.QUANTITY_UNITS, 'Unité'), Value: decimal('Valeur') })), 'Quantité'),
      ({ quantityUnit, quantityValue }: Pick<Asset, 'quantityUnit' | 'quantityValue'>) =>
        quantityUnit === null ? null : { unit: quantityUnit, value: quantityValue ?? '0' },
    ),
    ComponentGroup: from('group', headed(maybe(ComponentGroup), 'Groupe de composants')),
    AcquisitionValue: euros('Valeur d’acquisition'),
    ResidualValue: euros('Valeur résiduelle'),
    AcquisitionQuantity: from('quantity', decimal('Quantité')),
    DeductibleVat: euros('TVA déductible'),
    AmountIncludingTax: euros('Prix TTC'),
    NetAcquisitionValue: euros('Valeur nette d’avoirs'),
    NetDeductibleVat: euros('TVA nette'),
    NetAmountIncludingTax: euros('TTC net'),
    NetAcquisitionQuantity: number('Quantité nette'),
    AvailableQuantity: number('Quantité disponible'),
    AcquisitionDate: date('Acquisition'),
    DeploymentDate: date('Mise en service'),
    DecompositionDate: maybe(date('Décomposition')),
    AcquisitionMethod: choice(sets.ACQUISITION_METHODS, 'Mode d’acquisition'),
    Nature: choice(sets.NATURES, 'Nature'),
    Status: choice(sets.STATUSES, 'État'),
    ComponentType: choice(sets.COMPONENT_TYPES, 'Composant'),
    IsCreatedAutomatically: flag('Créée automatiquement'),
    IsValidatedByUser: flag('Validée'),
    IsAmortizable: flag('Amortissable'),
    HasAnyProspectiveRevision: flag('Révisée'),
    FixedAssetAccount: headed(AccountInfo, 'Compte d’immobilisation'),
    PreviousAccountDetails: from(
      'previousAccount',
      headed(
        maybe(z.object({ LastTransferDate: date(), AccountBeforePeriod: from('accountBefore', AccountInfo) })),
        'Compte précédent',
      ),
    ),
    Retirement: headed(maybe(RetirementShape), 'Sortie'),
    Amortization: headed(Amortization, 'Amortissement'),
    VehicleProperties: from('vehicle', headed(maybe(Vehicle), 'Véhicule')),
    AssociationState: from('association', headed(AssociationState, 'Rapprochement')),
    AccountingEntryLines: computed(
      headed(z.array(z.object({ EntryLineId: from('id', int()), EntryId: int('Écriture') })), 'Lignes d’écriture'),
      ({ association }: { readonly association: Association }) => association.lines,
    ),
    Grants: headed(z.array(Grant), 'Subventions'),
    CreditNotes: headed(z.array(CreditNote), 'Avoirs'),
    Analytics: headed(
      computed(maybe(Analytics), ({ details }: Pick<Asset, 'details'>) =>
        details.analytics ? numberedAxes(details.analytics) : null,
      ).describe('Ours: as in the list of assets'),
      'Analytique',
    ),
    Errors: from(
      'alerts',
      headed(
        z.array(
          z.object({
            IsCritical: flag('Critique'),
            Name: text('Nom'),
            ErrorMessage: from('message', text('Message')),
            Parameters: text('Paramètres'),
            Domain: text('Domaine'),
          }),
        ),
        'Erreurs',
      ),
    ),
    AmortizationDefaults: from(
      'usual',
      headed(
        z.object({
          EconomicDurationYears: from('years', maybe(int())),
          EconomicBase: euros(),
          FiscalDurationYears: from('years', maybe(int())),
          FiscalBase: euros(),
        }),
        'Amortissement par défaut',
      ),
    ),
  })
  .meta({ id: 'FixedAsset' });

/** An amount as tables write it, with its two decimals. */
export const amountCell = (amount: number | null | undefined): string | undefined => amount?.toFixed(2);

/** The same identifier in the body as in the path. Throws IdentifiersDisagree. */
export function refuseOther(name: string, inBody: number, inPath: number): void {
  if (inBody !== inPath) throw assetErrors.IdentifiersDisagree({ name, inBody, inPath });
}
