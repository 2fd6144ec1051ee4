import { defineErrors } from '../../kernel/errors.ts';

export const assetLedgerErrors = defineErrors('src/services/assets/ledger/errors.tsv', [
  'AssetLineNotFound',
  'AssetLineTaken',
]);
