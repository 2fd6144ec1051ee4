import { defineErrors } from '../kernel/errors.ts';

export const secretErrors = defineErrors('src/services/secrets/errors.tsv', [
  'SecretKeyInvalid',
  'SecretKeyMissing',
  'SecretKeyForeign',
  'SecretKeySet',
  'SecretUnreadable',
]);
