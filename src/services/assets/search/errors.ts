/** What can be wrong with a question about the assets of a folder. */
import { defineErrors } from '../../kernel/errors.ts';

export const assetQueryErrors = defineErrors('src/services/assets/search/errors.tsv', [
  'InvalidAssetFilterValue',
  'InvalidAssetSort',
  'AssetPropertyUnusable',
  'UnknownAssetProperty',
  'InvalidAssetFilter',
  'PageOutOfRange',
]);
