/** What the register of fixed assets refuses, in English and French, with what to do next. */
import { conflict, defineErrors, invalid, notFound } from '../kernel/errors.ts';

export const assetErrors = defineErrors({
  AssetNotFound: notFound(
    'asset {assetId} does not exist in this folder',
    "l'immobilisation {assetId} n'existe pas dans ce dossier",
    'List the assets of the folder to find its number.',
    'Listez les immobilisations du dossier pour trouver son numéro.',
  ),
  DecompositionOutsideExercise: invalid(
    'a decomposition on {date} is outside the exercise from {start} to {end}',
    "une décomposition au {date} est hors de l'exercice du {start} au {end}",
    'Give a date inside the exercise, or the exercise that holds it.',
    'Donnez une date comprise dans l’exercice, ou l’exercice qui la contient.',
  ),
  TransferToSameAccount: invalid(
    'asset {assetId} is on account {account} already on {date}',
    "l'immobilisation {assetId} est déjà au compte {account} le {date}",
    'Choose another account.',
    'Choisissez un autre compte.',
  ),
  AccountsDisagree: invalid(
    'AccountId {accountId} is account {number}, not the AccountNumber {stated} given with it',
    'AccountId {accountId} est le compte {number}, et non AccountNumber {stated} donné avec lui',
    'Give one of the two, or both of the same account.',
    'Donnez l’un des deux, ou les deux du même compte.',
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
});
