import { identityErrors } from '../../services/identity/errors.ts';
import { fetchKeysFrom } from '../../services/identity/fetch-keys.ts';
import { keyStore } from '../../services/identity/key-store.ts';
import { refusalCount } from '../../services/identity/refusal-count.ts';
import { rolesOf } from '../../services/identity/roles.ts';
import { tokenVerifier, type Verifier } from '../../services/identity/token.ts';
import type { Clock } from '../../services/kernel/clock.ts';
import { KINDS, TaxopsError } from '../../services/kernel/errors.ts';
import type { Setting, Settings } from '../../services/kernel/settings.ts';
import type { Actor } from '../../services/operation/actor.ts';
import { commandErrors } from '../program/errors.ts';

/** Says who sends a request, or throws. `address` is where it comes from, when known. */
export type Authenticate = (request: Request, address: string) => Promise<Actor>;

/** `--no-auth`: whoever reaches the loopback address acts as the local operator. */
export const trustLoopback: Authenticate = async () => ({ kind: 'local', name: 'loopback' });

const REFUSALS_PER_MINUTE = 300;

/** Reads bearer tokens; an address that keeps sending bad ones is made to wait. */
export function bearerAuthentication(
  verifier: Verifier,
  clock: Clock,
  refusalsPerMinute = REFUSALS_PER_MINUTE,
): Authenticate {
  const refusals = refusalCount(refusalsPerMinute, clock);
  return async (request, address) => {
    const authorization = request.headers.get('authorization');
    const known = authorization === null ? undefined : verifier.recall(authorization);
    // A guesser does not shut out those whose token was seen to be good: a proxy gives them all one address.
    if (known) return known;
    if (refusals.isBlocked(address)) throw commandErrors.TooManyRequests({ rate: 0 });
    if (authorization === null) return { kind: 'anonymous' };
    try {
      return await verifier.verify(authorization);
    } catch (error) {
      if (error instanceof TaxopsError && KINDS[error.kind].status === 401) refusals.add(address);
      throw error;
    }
  };
}

/** The service account of the status webhook and its scope, as the specification names it. */
const WEBHOOK_SCOPE = 'taxdeclarationapi';

/** Authentication as configured; undefined when nothing is. Throws as `configuredVerifier`. */
export function configuredAuthentication(
  settings: Settings,
  clock: Clock,
  log: (line: string) => void,
): Authenticate | undefined {
  const verifier = configuredVerifier(settings, clock, log);
  return verifier && bearerAuthentication(verifier, clock);
}

/**
 * What reads tokens, as configured; undefined when nothing is. Throws IdentityMisconfigured when it is half configured, and
 * RolesInvalid.
 */
export function configuredVerifier(
  settings: Settings,
  clock: Clock,
  log: (line: string) => void,
): Verifier | undefined {
  const { issuer, audience, jwksUrl } = settings;
  const roles = rolesOf(settings);
  const missing = Object.entries({ TAXOPS_ISSUER: issuer, TAXOPS_AUDIENCE: audience, TAXOPS_JWKS_URL: jwksUrl })
    .filter(([, { value }]) => !value)
    .map(([name]) => name);
  if (missing.length === 3) return undefined;
  if (missing.length > 0)
    throw identityErrors.IdentityMisconfigured({
      reason: { en: `${missing.join(', ')} missing`, fr: `il manque ${missing.join(', ')}` },
    });
  const rules = {
    issuer: issuer.value ?? '',
    audience: audience.value ?? '',
    algorithms: asymmetric(settings.tokenAlgorithms),
    roles,
    service: {
      clientIds: new Set(words(settings.webhookClientId)),
      scope: WEBHOOK_SCOPE,
      extraScopes: settings.webhookExtraScopes.value === 'true',
    },
    user: {
      clientIds: settings.userClients.value === undefined ? undefined : new Set(words(settings.userClients)),
      scope: settings.userScope.value,
    },
    claims: {
      folders: settings.claimFolders.value ?? '',
      company: settings.claimCompany.value ?? '',
      access: settings.claimAccess.value ?? '',
      roles: settings.claimRoles.value ?? '',
    },
  };
  const keys = keyStore(fetchKeysFrom(jwksUrl.value ?? ''), clock);
  return tokenVerifier(rules, keys, clock, log);
}

const words = ({ value = '' }: Setting): string[] => value.split(/[\s,]+/).filter(Boolean);

/** Neither `none` nor shared secrets can be configured: with them anybody could sign. */
function asymmetric(list: Setting): string[] {
  const algorithms = words(list);
  const weak = algorithms.filter((name) => !/^(RS|PS|ES)(256|384|512)$|^EdDSA$/.test(name));
  if (weak.length > 0 || algorithms.length === 0) {
    throw identityErrors.IdentityMisconfigured({
      reason: {
        en: `TAXOPS_TOKEN_ALGORITHMS may not name ${weak.join(', ') || 'nothing'}`,
        fr: `TAXOPS_TOKEN_ALGORITHMS ne peut ${weak.length > 0 ? `nommer ${weak.join(', ')}` : 'être vide'}`,
      },
    });
  }
  return algorithms;
}
