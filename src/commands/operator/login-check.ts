/** Whether people can log in to the pages: the settings, and what the provider says of itself. */
import { configuredProvider } from '../../services/identity/provider.ts';
import type { Context } from '../../services/operation/context.ts';
import { configuredVerifier } from '../serve/authenticate.ts';
import { limitsOf } from '../serve/site/session.ts';
import type { Finding } from './doctor.ts';

/** Throws SettingInvalid, IdentityMisconfigured, ProviderUnavailable. */
export async function loginFinding({ settings, clock }: Context): Promise<Finding> {
  limitsOf(settings);
  const verifier = configuredVerifier(settings, clock, () => {});
  if (!settings.loginClientId.value)
    return settings.loginClientSecret.value ? WITHOUT_CLIENT : { state: 'ok', value: '-' };
  const provider = verifier && configuredProvider(settings, { verifier, clock, log: () => {} });
  if (!provider) return WITHOUT_ISSUER;
  const { issuer, code_challenge_methods_supported: methods } = await provider.metadata();
  const value = `${issuer}, ${settings.publicUrl.value ?? 'http://127.0.0.1:8787'}/login/callback`;
  if (methods && !methods.includes('S256')) return { ...WITHOUT_PKCE, value };
  return settings.publicUrl.value ? { state: 'ok', value } : { ...WITHOUT_ADDRESS, value };
}

const WITHOUT_CLIENT: Finding = {
  state: 'warning',
  value: 'TAXOPS_LOGIN_CLIENT_SECRET',
  fix: {
    en: 'Login is off: set TAXOPS_LOGIN_CLIENT_ID too.',
    fr: 'Personne ne se connecte : réglez aussi TAXOPS_LOGIN_CLIENT_ID.',
  },
};

const WITHOUT_ISSUER: Finding = {
  state: 'failed',
  value: 'TAXOPS_LOGIN_CLIENT_ID',
  fix: {
    en: 'Set TAXOPS_ISSUER, TAXOPS_AUDIENCE and TAXOPS_JWKS_URL too (docs/login.md).',
    fr: 'Réglez aussi TAXOPS_ISSUER, TAXOPS_AUDIENCE et TAXOPS_JWKS_URL (docs/login.md).',
  },
};

const WITHOUT_PKCE: Omit<Finding, 'value'> = {
  state: 'warning',
  fix: {
    en: 'The provider does not say that it knows PKCE with S256: a login may fail.',
    fr: 'Le fournisseur ne dit pas connaître PKCE avec S256 : une connexion peut échouer.',
  },
};

const WITHOUT_ADDRESS: Omit<Finding, 'value'> = {
  state: 'warning',
  fix: {
    en: 'People of other machines need TAXOPS_PUBLIC_URL; the provider must know the address shown here.',
    fr: 'Les autres machines ont besoin de TAXOPS_PUBLIC_URL ; le fournisseur doit connaître l’adresse affichée ici.',
  },
};
