import { defineErrors } from '../../../kernel/errors.ts';

/** What can fail with connections, clients and their providers. */
export const connectionErrors = defineErrors('src/services/banking/feeds/connections/errors.tsv', [
  'BankConnectionNotFound',
  'ClientConnectionNotFound',
  'EnterpriseMismatch',
  'ProviderNotConfigured',
  'ProviderByHand',
  'ItemGone',
  'ProviderUserMissing',
  'PushRefused',
]);
