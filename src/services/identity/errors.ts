import { defineErrors } from '../kernel/errors.ts';

export const identityErrors = defineErrors({
  TokenRefused: {
    kind: 'unauthenticated',
    en: 'The token is not accepted.',
    fr: 'Le jeton n’est pas accepté.',
    hint: { en: 'Ask the identity provider for a new one.', fr: 'Demandez-en un nouveau au fournisseur d’identité.' },
  },
  AuthorizationAmbiguous: {
    kind: 'invalid',
    en: 'Send one Authorization header with one token.',
    fr: 'Envoyez un seul en-tête Authorization avec un seul jeton.',
  },
  KeysUnavailable: {
    kind: 'unavailable',
    en: 'The keys of the identity provider cannot be read at the moment.',
    fr: 'Les clés du fournisseur d’identité sont illisibles pour le moment.',
    hint: {
      en: 'Try again soon; the operator checks TAXOPS_JWKS_URL.',
      fr: 'Réessayez bientôt ; l’exploitant vérifie TAXOPS_JWKS_URL.',
    },
  },
  IdentityMisconfigured: {
    kind: 'invalid',
    en: 'Authentication cannot start: {reason}',
    fr: 'L’authentification ne peut démarrer : {reason}',
    hint: {
      en: 'Set TAXOPS_ISSUER, TAXOPS_AUDIENCE and TAXOPS_JWKS_URL together.',
      fr: 'Réglez ensemble TAXOPS_ISSUER, TAXOPS_AUDIENCE et TAXOPS_JWKS_URL.',
    },
  },
});
