/** What the register of fixed assets refuses, in English and French, with what to do next. */
import { defineErrors } from '../kernel/errors.ts';

export const assetErrors = defineErrors('src/services/assets/errors.tsv', [
  'AssetNotFound',
  'DecompositionOutsideExercise',
  'TransferToSameAccount',
  'AccountsDisagree',
  'SourceChangesLater',
  'AlreadyRetired',
  'AssetIsTransferred',
  'AssetIsGroup',
  'ComponentFollowsParent',
  'AlreadyDecomposed',
  'AssetHasComponents',
  'AssetHasEntries',
  'IdentifiersDisagree',
  'ComponentGroupNotFound',
  'GrantNotFound',
  'TransferOutsidePeriod',
  'RetirementNotFound',
  'TransferNotFound',
  'NotDecomposed',
  'ComponentHasHistory',
  'FigureNotFound',
  'AssetInClosedExercise',
]);
