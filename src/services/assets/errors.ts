/** What can be refused in fixed assets: one entry per code, in English and French, with what to do next. */
import { defineErrors, type ErrorEntry, type ErrorKind, type Labels } from '../kernel/errors.ts';

const entry = (kind: ErrorKind, en: string, fr: string, hint: Labels): ErrorEntry => ({ kind, en, fr, hint });
const invalid = (en: string, fr: string, hintEn: string, hintFr: string): ErrorEntry =>
  entry('invalid', en, fr, { en: hintEn, fr: hintFr });
const conflict = (en: string, fr: string, hintEn: string, hintFr: string): ErrorEntry =>
  entry('conflict', en, fr, { en: hintEn, fr: hintFr });
const notFound = (en: string, fr: string, hintEn: string, hintFr: string): ErrorEntry =>
  entry('notFound', en, fr, { en: hintEn, fr: hintFr });

export const assetErrors = defineErrors({
  AssetNotFound: notFound(
    'asset {assetId} does not exist in this folder',
    "l'immobilisation {assetId} n'existe pas dans ce dossier",
    'List the assets of the folder to find its number.',
    'Listez les immobilisations du dossier pour trouver son numéro.',
  ),
  InvalidAsset: invalid(
    'the asset is not valid: {count} fault(s)',
    "l'immobilisation n'est pas valide : {count} erreur(s)",
    'Correct each place listed; amounts are numbers or decimal texts, days are YYYY-MM-DD.',
    'Corrigez chaque endroit listé ; les montants sont des nombres ou des textes décimaux, les jours AAAA-MM-JJ.',
  ),
  AmountTooLarge: invalid(
    'an amount of {amount} euros is beyond what an asset can hold',
    "un montant de {amount} euros dépasse ce qu'une immobilisation peut porter",
    'Check the amount: the limit is 10,000 billion euros.',
    'Vérifiez le montant : la limite est de 10 000 milliards d’euros.',
  ),

  ExerciseEndsBeforeStart: invalid(
    'an exercise that starts on {start} cannot end on {end}',
    'un exercice ouvert le {start} ne peut pas se clore le {end}',
    'Give an End on or after the Start.',
    'Donnez une fin égale ou postérieure au début.',
  ),
  ExerciseTooLong: invalid(
    'the exercise from {start} to {end} lasts more than 24 months',
    "l'exercice du {start} au {end} dure plus de 24 mois",
    'Split it at its real closings.',
    'Découpez-le à ses vraies clôtures.',
  ),
  ExercisesNotContiguous: invalid(
    'an exercise ends on {end} and the next one starts on {start}: exercises follow each other day after day',
    "un exercice se clôt le {end} et le suivant s'ouvre le {start} : les exercices se suivent au jour près",
    'Give every exercise between the first and the last, without gap nor overlap.',
    'Donnez tous les exercices entre le premier et le dernier, sans trou ni chevauchement.',
  ),
  TooManyExercises: invalid(
    '{count} exercises are needed, more than can be computed',
    '{count} exercices sont nécessaires, plus que ce qui peut être calculé',
    'Ask for fewer exercises, or check the years of the dates.',
    'Demandez moins d’exercices, ou vérifiez les années des dates.',
  ),
  WindowEndsBeforeStart: invalid(
    'a window that starts on {start} cannot end on {end}',
    'une période ouverte le {start} ne peut pas finir le {end}',
    'Give an End on or after the Start.',
    'Donnez une fin égale ou postérieure au début.',
  ),

  DeploymentBeforeAcquisition: invalid(
    'the asset is deployed on {deployment}, before its acquisition on {acquisition}',
    "l'immobilisation est mise en service le {deployment}, avant son acquisition le {acquisition}",
    'Correct DeploymentDate or AcquisitionDate.',
    'Corrigez la date de mise en service ou la date d’acquisition.',
  ),
  RetirementBeforeDeployment: invalid(
    'the asset is retired on {retirement}, before its deployment on {deployment}',
    "l'immobilisation est sortie le {retirement}, avant sa mise en service le {deployment}",
    'Correct the retirement date or DeploymentDate.',
    'Corrigez la date de sortie ou la date de mise en service.',
  ),
  PlanStartBeforeAcquisition: invalid(
    'the plan starts on {start}, before the acquisition on {acquisition}',
    "le plan commence le {start}, avant l'acquisition du {acquisition}",
    'Give an EffectiveDate on or after the acquisition date, or another DateType.',
    'Donnez une date d’effet égale ou postérieure à l’acquisition, ou un autre DateType.',
  ),
  ResidualValueExceedsCost: invalid(
    'the residual value {residual} is above the acquisition value {value}',
    "la valeur résiduelle {residual} dépasse la valeur d'acquisition {value}",
    'Give a residual value of at most the acquisition value.',
    'Donnez une valeur résiduelle au plus égale à la valeur d’acquisition.',
  ),
  PastAmortizationExceedsBase: invalid(
    'the past amortization {amount} is above the base {base} of the plan',
    "l'amortissement antérieur {amount} dépasse la base {base} du plan",
    'Correct PastAmortization.Amount, or the base.',
    'Corrigez le montant des amortissements antérieurs, ou la base.',
  ),
  CoefficientMissing: invalid(
    'a declining plan over {months} months has no legal coefficient',
    "un plan dégressif sur {months} mois n'a pas de coefficient légal",
    'Give Coefficient, or a duration of at least 3 years.',
    'Donnez le coefficient, ou une durée d’au moins 3 ans.',
  ),
  FiscalPlanMissing: invalid(
    'method {method} needs a fiscal plan with a duration',
    'la méthode {method} demande un plan fiscal avec une durée',
    'Give FiscalAttributes.Duration, or choose EconomicOnly.',
    'Donnez FiscalAttributes.Duration, ou choisissez EconomicOnly.',
  ),
  ProductionUnitsMissing: invalid(
    'a plan by units of production needs the total units and those of each period',
    "un plan par unités d'œuvre demande le total des unités et celles de chaque période",
    'Give ProductionUnits {Total, Periods: [{Start, End, Units}]}, periods in order and without overlap.',
    'Donnez ProductionUnits {Total, Periods: [{Start, End, Units}]}, périodes dans l’ordre et sans chevauchement.',
  ),
  DurationRevisionByUnits: invalid(
    'the duration of a plan by units of production cannot be revised in months',
    "la durée d'un plan par unités d'œuvre ne se révise pas en mois",
    'Revise the base, or correct the units of the periods.',
    'Révisez la base, ou corrigez les unités des périodes.',
  ),
  RevisionWithoutChange: invalid(
    'the revision of {date} of type {type} gives neither the duration nor the base this type needs',
    'la révision du {date} de type {type} ne donne pas la durée ou la base que ce type demande',
    'Give Duration for Duration, Base for Base, and both for DurationAndBase.',
    'Donnez Duration pour Duration, Base pour Base, et les deux pour DurationAndBase.',
  ),
  RevisionDateTaken: conflict(
    'the asset already has a revision on {date}',
    "l'immobilisation a déjà une révision au {date}",
    'Give one revision per date, with both the duration and the base if needed.',
    'Donnez une seule révision par date, avec la durée et la base si besoin.',
  ),
  ImpairmentBeforeAcquisition: invalid(
    'an impairment on {date} precedes the acquisition on {acquisition}',
    "une dépréciation au {date} précède l'acquisition du {acquisition}",
    'Give a date on or after the acquisition date.',
    'Donnez une date égale ou postérieure à l’acquisition.',
  ),
  ImpairmentAfterRetirement: invalid(
    'an impairment on {date} follows the retirement on {retirement}',
    'une dépréciation au {date} suit la sortie du {retirement}',
    'Give a date on or before the retirement.',
    'Donnez une date égale ou antérieure à la sortie.',
  ),
  ImpairmentExceedsNetValue: invalid(
    'the impairment of {amount} on {date} is above the net book value {net}',
    'la dépréciation de {amount} au {date} dépasse la valeur nette comptable {net}',
    'Give an impairment of at most the net book value.',
    'Donnez une dépréciation au plus égale à la valeur nette comptable.',
  ),
  ImpairmentRecoveryExceedsImpairment: invalid(
    'the recovery of {amount} on {date} is above the impairments booked before it ({booked})',
    'la reprise de {amount} au {date} dépasse les dépréciations comptabilisées avant elle ({booked})',
    'Give a recovery of at most the impairments booked.',
    'Donnez une reprise au plus égale aux dépréciations comptabilisées.',
  ),

  CreditNoteExceedsRemainingValue: invalid(
    'a credit note of {amount} on {date} is above the net acquisition value {remaining} before it',
    "un avoir de {amount} au {date} dépasse la valeur d'acquisition nette {remaining} qui le précède",
    'Give an amount excluding tax of at most that value.',
    'Donnez un montant hors taxe au plus égal à cette valeur.',
  ),
  CreditNoteDateTaken: conflict(
    'the asset already has a credit note effective on {date}',
    "l'immobilisation a déjà un avoir à effet du {date}",
    'Update that credit note, or choose another effective date.',
    'Modifiez cet avoir, ou choisissez une autre date d’effet.',
  ),
  CreditNoteBeforeAcquisition: invalid(
    'a credit note effective on {date} precedes the acquisition on {acquisition}',
    "un avoir à effet du {date} précède l'acquisition du {acquisition}",
    'Give an effective date on or after the acquisition date.',
    'Donnez une date d’effet égale ou postérieure à l’acquisition.',
  ),
  CreditNoteAfterRetirement: invalid(
    'a credit note effective on {date} follows the retirement on {retirement}',
    'un avoir à effet du {date} suit la sortie du {retirement}',
    'Give an effective date on or before the retirement.',
    'Donnez une date d’effet égale ou antérieure à la sortie.',
  ),
  CreditNoteWithoutAmount: invalid(
    'the credit note of {date} has no amount',
    "l'avoir du {date} n'a pas de montant",
    'Give an amount excluding tax above zero.',
    'Donnez un montant hors taxe supérieur à zéro.',
  ),
  CreditNoteVatRateOutOfRange: invalid(
    'the VAT rate of the credit note of {date} is not between 0 and 100 %',
    "le taux de TVA de l'avoir du {date} n'est pas compris entre 0 et 100 %",
    'Give the rate in percent (20) or as a fraction (0.2).',
    'Donnez le taux en pourcentage (20) ou en fraction (0.2).',
  ),
  CreditNoteQuantityExceedsRemaining: invalid(
    'a credit note of {date} deducts {quantity} units and only {remaining} remain',
    "l'avoir du {date} déduit {quantity} unités et il n'en reste que {remaining}",
    'Give a QuantityToBeDeducted of at most the remaining quantity.',
    'Donnez une quantité à déduire au plus égale à la quantité restante.',
  ),
  CreditNoteNotFound: notFound(
    'the asset has no credit note effective on {date}',
    "l'immobilisation n'a pas d'avoir à effet du {date}",
    'List the credit notes of the asset to find their dates.',
    'Listez les avoirs de l’immobilisation pour trouver leurs dates.',
  ),

  ComponentsExceedParent: invalid(
    'the components are worth {components}, not less than the {parent} of the asset',
    "les composants valent {components}, ce qui n'est pas inférieur aux {parent} de l'immobilisation",
    'Leave some value to the asset itself.',
    'Laissez une valeur à l’immobilisation elle-même.',
  ),
  ComponentWithoutValue: invalid(
    'component {label} has no value',
    "le composant {label} n'a pas de valeur",
    'Give every component an acquisition value above zero.',
    'Donnez à chaque composant une valeur d’acquisition supérieure à zéro.',
  ),
  ComponentsDoNotSumToParent: invalid(
    'the updated value {updated} and the components {components} do not sum to {parent}',
    'la valeur modifiée {updated} et les composants {components} ne totalisent pas {parent}',
    'Give UpdatedFixedAsset.AcquisitionValue as the value less the components.',
    'Donnez UpdatedFixedAsset.AcquisitionValue égale à la valeur moins les composants.',
  ),
  DecompositionBeforeDeployment: invalid(
    'a decomposition on {date} precedes the deployment on {deployment}',
    'une décomposition au {date} précède la mise en service du {deployment}',
    'Give a date on or after the deployment, or none to decompose from the origin.',
    'Donnez une date égale ou postérieure à la mise en service, ou aucune pour décomposer depuis l’origine.',
  ),
  DecompositionOutsideExercise: invalid(
    'a decomposition on {date} is outside the exercise from {start} to {end}',
    "une décomposition au {date} est hors de l'exercice du {start} au {end}",
    'Give a date inside the exercise, or the exercise that holds it.',
    'Donnez une date comprise dans l’exercice, ou l’exercice qui la contient.',
  ),
  DecompositionAfterRetirement: invalid(
    'a decomposition on {date} follows the retirement on {retirement}',
    'une décomposition au {date} suit la sortie du {retirement}',
    'Give a date on or before the retirement.',
    'Donnez une date égale ou antérieure à la sortie.',
  ),

  TransferBeforeAcquisition: invalid(
    'a transfer on {date} precedes the acquisition on {acquisition}',
    "un virement au {date} précède l'acquisition du {acquisition}",
    'Give a transfer date after the acquisition date.',
    'Donnez une date de virement postérieure à l’acquisition.',
  ),
  TransferAfterRetirement: invalid(
    'a transfer on {date} follows the retirement on {retirement}',
    'un virement au {date} suit la sortie du {retirement}',
    'Give a transfer date on or before the retirement.',
    'Donnez une date de virement égale ou antérieure à la sortie.',
  ),
  TransferDateTaken: conflict(
    'the asset already has a transfer on {date}',
    "l'immobilisation a déjà un virement au {date}",
    'Give another transfer date.',
    'Donnez une autre date de virement.',
  ),
  TransferToSameAccount: invalid(
    'asset {assetId} is on account {account} already on {date}',
    "l'immobilisation {assetId} est déjà au compte {account} le {date}",
    'Choose another account.',
    'Choisissez un autre compte.',
  ),
  NotFixedAssetAccount: invalid(
    'account {account} is not an account of fixed assets',
    "le compte {account} n'est pas un compte d'immobilisation",
    'Choose an account of classes 20 to 27 other than 229, 269 and 279.',
    'Choisissez un compte des classes 20 à 27 autre que 229, 269 et 279.',
  ),
  AccountsDisagree: invalid(
    'AccountId {accountId} is account {number}, not the AccountNumber {stated} given with it',
    'AccountId {accountId} est le compte {number}, et non AccountNumber {stated} donné avec lui',
    'Give one of the two, or both of the same account.',
    'Donnez l’un des deux, ou les deux du même compte.',
  ),
  TooFewSourceAssets: invalid(
    '{count} asset to group: at least 2 are needed',
    '{count} immobilisation à regrouper : il en faut au moins 2',
    'Choose two assets in progress or more.',
    'Choisissez au moins deux immobilisations en cours.',
  ),
  SourceNotInProgress: invalid(
    'asset {assetId} is on account {account}, not an account of class 23',
    "l'immobilisation {assetId} est au compte {account}, qui n'est pas un compte de classe 23",
    'Group only assets in progress.',
    'Ne regroupez que des immobilisations en cours.',
  ),
  SourceAlreadyTransferred: conflict(
    'asset {assetId} is already transferred',
    "l'immobilisation {assetId} est déjà virée",
    'Remove it from the assets to group.',
    'Retirez-la des immobilisations à regrouper.',
  ),
  SourceAlreadyRetired: conflict(
    'asset {assetId} is already retired',
    "l'immobilisation {assetId} est déjà sortie",
    'Remove it from the assets to group.',
    'Retirez-la des immobilisations à regrouper.',
  ),
  SourceRepeated: invalid(
    'asset {assetId} is named twice',
    "l'immobilisation {assetId} est nommée deux fois",
    'Name each asset once.',
    'Nommez chaque immobilisation une seule fois.',
  ),
  DestinationNotTangible: invalid(
    'account {account} is not an account of class 21',
    "le compte {account} n'est pas un compte de classe 21",
    'Choose a destination account of class 21.',
    'Choisissez un compte de destination de classe 21.',
  ),
  DeploymentBeforeSourceAcquisition: invalid(
    'the deployment on {deployment} precedes the acquisition of asset {assetId} on {acquisition}',
    "la mise en service du {deployment} précède l'acquisition de l'immobilisation {assetId} le {acquisition}",
    'Give a deployment date on or after every acquisition date.',
    'Donnez une date de mise en service égale ou postérieure à toutes les acquisitions.',
  ),
  SourceChangesLater: conflict(
    'asset {assetId} changes on {date}, after the deployment on {deployment}',
    "l'immobilisation {assetId} change le {date}, après la mise en service du {deployment}",
    'Delete that credit note, transfer or decomposition and state it on the new asset, or deploy on a later date.',
    'Supprimez cet avoir, ce virement ou cette décomposition pour le saisir sur la nouvelle immobilisation, ou mettez en service plus tard.',
  ),

  AlreadyRetired: conflict(
    'asset {assetId} is already retired',
    "l'immobilisation {assetId} est déjà sortie",
    'Delete its retirement first, or leave it out of the batch.',
    'Supprimez d’abord sa sortie, ou retirez-la du lot.',
  ),
  AllocationWeightsZero: invalid(
    'the amount cannot be shared by {method}: the weights of these assets sum to zero',
    'le montant ne peut pas être réparti par {method} : les poids de ces immobilisations totalisent zéro',
    'Choose another AllocationMethod, for example AssetAmount.',
    'Choisissez une autre méthode de répartition, par exemple AssetAmount.',
  ),
  CustomGainsDoNotSum: invalid(
    'short term {shortTerm} and long term {longTerm} do not sum to the gain or loss {gain}',
    'le court terme {shortTerm} et le long terme {longTerm} ne totalisent pas la plus ou moins-value {gain}',
    'Correct the custom figures, or leave IsCustomValue false.',
    'Corrigez les montants personnalisés, ou laissez IsCustomValue à faux.',
  ),
  GrantAmountNotAvailable: invalid(
    'a link of {amount} to grant {grant} is above the {available} available',
    'un lien de {amount} à la subvention {grant} dépasse les {available} disponibles',
    'Give an amount of at most what is available.',
    'Donnez un montant au plus égal au disponible.',
  ),

  AssetIsTransferred: conflict(
    'asset {assetId} went into asset {target} on {date} and no longer changes',
    "l'immobilisation {assetId} est passée dans l'immobilisation {target} le {date} et ne change plus",
    'Change the asset that replaced it.',
    'Modifiez l’immobilisation qui l’a remplacée.',
  ),
  AssetIsGroup: conflict(
    'asset {assetId} is the sum of assets in progress: its value is theirs',
    "l'immobilisation {assetId} est la somme d'immobilisations en cours : sa valeur est la leur",
    'Keep its acquisition value and date; add a credit note, or another asset for what was added.',
    'Gardez sa valeur et sa date d’acquisition ; ajoutez un avoir, ou une autre immobilisation pour ce qui s’y ajoute.',
  ),
  ComponentFollowsParent: conflict(
    'asset {assetId} is a component: its account, value, dates and plan come from asset {parentId}',
    "l'immobilisation {assetId} est un composant : son compte, sa valeur, ses dates et son plan viennent de l'immobilisation {parentId}",
    'Keep them as they are; transfer, revise or retire the component instead.',
    'Gardez-les tels quels ; virez, révisez ou sortez plutôt le composant.',
  ),
  AlreadyDecomposed: conflict(
    'asset {assetId} is already decomposed',
    "l'immobilisation {assetId} est déjà décomposée",
    'Decompose one of its components instead.',
    'Décomposez plutôt un de ses composants.',
  ),
  AssetHasComponents: conflict(
    'asset {assetId} has components: it cannot be deleted',
    "l'immobilisation {assetId} a des composants : elle ne peut pas être supprimée",
    'Retire it instead.',
    'Sortez-la plutôt.',
  ),
  AssetHasEntries: conflict(
    'asset {assetId} is associated with {count} entry line(s): it cannot be deleted',
    "l'immobilisation {assetId} est associée à {count} ligne(s) d'écriture : elle ne peut pas être supprimée",
    'Take the association away first, or retire the asset.',
    'Retirez d’abord l’association, ou sortez l’immobilisation.',
  ),
  IdentifiersDisagree: invalid(
    'the body names {name} {inBody} and the address {inPath}',
    "le corps nomme {name} {inBody} et l'adresse {inPath}",
    'Give the same identifier in both places.',
    'Donnez le même identifiant aux deux endroits.',
  ),
  ComponentGroupNotFound: notFound(
    'the folder has no component group {groupId}',
    "le dossier n'a pas de groupe de composants {groupId}",
    'Create the group first, or use the number of one that exists.',
    'Créez d’abord le groupe, ou donnez le numéro d’un groupe existant.',
  ),
  GrantNotFound: notFound(
    'grant {grantId} does not exist in this folder',
    "la subvention {grantId} n'existe pas dans ce dossier",
    'Give its name and amount to create it, or the identifier of one that exists.',
    'Donnez son nom et son montant pour la créer, ou l’identifiant d’une subvention existante.',
  ),
  TransferOutsidePeriod: invalid(
    'the transfer on {date} is outside the period from {start} to {end}',
    'le virement au {date} est hors de la période du {start} au {end}',
    'Give a transfer date inside the period.',
    'Donnez une date de virement comprise dans la période.',
  ),
  RetirementNotFound: notFound(
    'asset {assetId} is not retired',
    "l'immobilisation {assetId} n'est pas sortie",
    'Choose an asset that is retired.',
    'Choisissez une immobilisation sortie.',
  ),

  TransferNotFound: notFound(
    'the asset has no transfer on {date}',
    "l'immobilisation n'a pas de virement au {date}",
    'See its last transfer in PreviousAccountDetails.',
    'Voyez son dernier virement dans PreviousAccountDetails.',
  ),
  NotDecomposed: notFound(
    'asset {assetId} is not decomposed',
    "l'immobilisation {assetId} n'est pas décomposée",
    'Choose an asset whose ComponentType is MainComponent.',
    'Choisissez une immobilisation dont ComponentType est MainComponent.',
  ),
  ComponentHasHistory: conflict(
    'component {assetId} has a life of its own (credit note, transfer, revision, grant, retirement, components or entries)',
    'le composant {assetId} a sa propre vie (avoir, virement, révision, subvention, sortie, composants ou écritures)',
    'Take that away first, or keep the decomposition.',
    'Retirez cela d’abord, ou gardez la décomposition.',
  ),

  FigureNotFound: notFound(
    'the simulation has no figure {figure}',
    "la simulation n'a pas de montant {figure}",
    'Name it as in the answer: Economic[2025-12-31].Annuity, Derogatory[2025-12-31], Retirement.',
    'Nommez-le comme dans la réponse : Economic[2025-12-31].Annuity, Derogatory[2025-12-31], Retirement.',
  ),

  UnknownAssetProperty: invalid(
    'assets have no property {property}',
    "les immobilisations n'ont pas de propriété {property}",
    'List the headers of the asset table to see its properties.',
    'Listez les en-têtes du tableau des immobilisations pour voir leurs propriétés.',
  ),
  InvalidAssetFilter: invalid(
    'the filter {filter} is not of the form Property:operator:Value',
    "le filtre {filter} n'est pas de la forme Propriété:opérateur:Valeur",
    'Use eq, ne, lt, le, gt, ge or in; values of in are separated by #.',
    'Utilisez eq, ne, lt, le, gt, ge ou in ; les valeurs de in sont séparées par #.',
  ),
  PageOutOfRange: invalid(
    'page {page} does not exist: pages start at 1',
    "la page {page} n'existe pas : les pages commencent à 1",
    'Ask for page 1 or more.',
    'Demandez la page 1 ou plus.',
  ),
});
