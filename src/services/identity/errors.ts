import { defineErrors } from '../kernel/errors.ts';

export const identityErrors = defineErrors('src/services/identity/errors.tsv', [
  'TokenRefused',
  'AuthorizationAmbiguous',
  'KeysUnavailable',
  'IdentityMisconfigured',
  'RolesInvalid',
  'SessionUnknown',
  'LinkSpent',
  'ProviderUnavailable',
  'LoginRefused',
  'LoginLost',
  'ClaimMissing',
]);
