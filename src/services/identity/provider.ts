/**
 * Login of people at the identity provider: OpenID Connect, code flow with PKCE (S256), state and nonce. What comes back is
 * an access token, which the verifier of bearer tokens reads: who may do what is one rule for pages and API.
 */
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import type { Clock } from '../kernel/clock.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Actor } from '../operation/actor.ts';
import { identityErrors } from './errors.ts';
import { isSafeAddress } from './fetch-keys.ts';
import type { Verifier } from './token.ts';

/** What the answer of the provider must match; kept by the browser, sealed, until then. */
export interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page that the person wanted. */
  readonly back: string;
  readonly begunAt: string;
}

/** Tokens that the session keeps, sealed. */
export interface Tokens {
  readonly refresh?: string | undefined;
  readonly id?: string | undefined;
}

export interface Grant {
  readonly actor: Actor;
  /** When the access token ends, and with it what it says of rights. */
  readonly renewAt: string;
  readonly tokens: Tokens;
}

export interface Provider {
  /** Where the person logs in, and what the answer must match. Throws ProviderUnavailable. */
  begin(redirect: string, back: string): Promise<{ readonly address: string; readonly pending: Pending }>;
  /** Reads the answer, `answer` being the address that the browser came back by. Throws LoginRefused, ClaimMissing, … */
  finish(answer: URL, pending: Pending): Promise<Grant>;
  /** Throws LoginRefused when the provider no longer wants to, ProviderUnavailable when it is away. */
  renew(tokens: Tokens): Promise<Grant>;
  /** Ends it there: the tokens, and the address that ends the person's session; undefined when it has none. */
  end(tokens: Tokens, back: string): Promise<string | undefined>;
  /** What the provider says of itself. Throws ProviderUnavailable. */
  metadata(): Promise<oidc.ServerMetadata>;
  /** Where its pages are, for forms that are redirected to it. */
  readonly origin: string;
}

type LoginSettings = Pick<
  Settings,
  | 'issuer'
  | 'loginClientId'
  | 'loginClientSecret'
  | 'loginScopes'
  | 'claimFolders'
  | 'claimCompany'
  | 'claimAccess'
  | 'claimRoles'
>;

interface Around {
  readonly verifier: Verifier;
  readonly clock: Clock;
  /** Receives why a login failed: the page says less. */
  readonly log: (line: string) => void;
}

const TIMEOUT_S = 5;

/** The provider of the settings; undefined when people do not log in here. Throws IdentityMisconfigured. */
export function configuredProvider(settings: LoginSettings, around: Around): Provider | undefined {
  const clientId = settings.loginClientId.value;
  if (!clientId) return undefined;
  const { value: issuer = '' } = settings.issuer;
  if (!URL.canParse(issuer) || !isSafeAddress(new URL(issuer)))
    throw identityErrors.IdentityMisconfigured({
      reason: {
        en: 'TAXOPS_LOGIN_CLIENT_ID needs TAXOPS_ISSUER, an https address',
        fr: 'TAXOPS_LOGIN_CLIENT_ID demande TAXOPS_ISSUER, une adresse https',
      },
    });
  return openProvider(new URL(issuer), clientId, settings, around);
}

function openProvider(issuer: URL, clientId: string, settings: LoginSettings, around: Around): Provider {
  let known: Promise<oidc.Configuration> | undefined;
  let asking: Promise<oidc.Configuration> | undefined;
  const read = (): Promise<oidc.Configuration> => {
    asking ??= ask().finally(() => {
      asking = undefined; // those who come meanwhile share the answer: anybody may ask for a login, however often
    });
    return asking;
  };
  const ask = (): Promise<oidc.Configuration> => {
    known = discover(issuer, clientId, settings.loginClientSecret.value).catch((error) => {
      known = undefined; // the next one tries again
      throw away(error, around);
    });
    return known;
  };
  const configuration = () => known ?? read();
  const grantOf = (answer: oidc.TokenEndpointResponse, before: Tokens = {}) =>
    readGrant(answer, before, { settings, around });
  return {
    origin: issuer.origin,
    metadata: async () => (await configuration()).serverMetadata(),
    begin: async (redirect, back) => {
      const config = await read(); // nobody is sent to a provider that is away: the browser would show a page of its own
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: settings.loginScopes.value ?? 'openid',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, pending: { state, nonce, verifier, back, begunAt: around.clock.now() } };
    },
    finish: async (answer, { state, nonce, verifier }) => {
      const config = await configuration();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      return grantOf(await oidc.authorizationCodeGrant(config, answer, checks).catch(rethrown(around)));
    },
    renew: async (tokens) => {
      if (tokens.refresh === undefined) throw identityErrors.LoginRefused();
      const config = await configuration();
      return grantOf(await oidc.refreshTokenGrant(config, tokens.refresh).catch(rethrown(around)), tokens);
    },
    end: async ({ refresh, id }, back) => {
      const config = await configuration();
      const { revocation_endpoint, end_session_endpoint } = config.serverMetadata();
      if (refresh && revocation_endpoint) await oidc.tokenRevocation(config, refresh).catch(() => undefined);
      if (!end_session_endpoint) return undefined;
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: back, ...(id && { id_token_hint: id }) }).href;
    },
  };
}

async function discover(issuer: URL, clientId: string, secret: string | undefined): Promise<oidc.Configuration> {
  const authentication = secret ? oidc.ClientSecretBasic(secret) : oidc.None();
  const execute = [
    oidc.enableNonRepudiationChecks,
    ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
  ];
  return oidc.discovery(issuer, clientId, undefined, authentication, { execute, timeout: TIMEOUT_S });
}

/** The provider said no, or its answer is not the one that was waited for; anything else: it is away. */
const rethrown = (around: Around) => (error: Error & { readonly code?: string }) => {
  const isAnswer =
    error instanceof oidc.AuthorizationResponseError ||
    (error instanceof oidc.ResponseBodyError && error.status < 500) ||
    (error instanceof oidc.ClientError &&
      error.code !== 'OAUTH_TIMEOUT' &&
      error.code !== 'OAUTH_RESPONSE_IS_NOT_CONFORM');
  if (!isAnswer) throw away(error, around);
  around.log(`login refused: ${reasonOf(error)}`);
  throw identityErrors.LoginRefused();
};

function away(error: Error, { log }: Around): Error {
  log(`identity provider: ${reasonOf(error)}`);
  return identityErrors.ProviderUnavailable();
}

const reasonOf = (error: Error & { readonly code?: string; readonly error?: string }): string =>
  [error.error, error.code, error.message].filter(Boolean).join(' ');

async function readGrant(
  { access_token, refresh_token, id_token }: oidc.TokenEndpointResponse,
  before: Tokens,
  { settings, around }: { readonly settings: LoginSettings; readonly around: Around },
): Promise<Grant> {
  const actor = await around.verifier.verify(`Bearer ${access_token}`);
  const claims = decodeJwt(access_token);
  const missing = missingOf(actor, claims, settings);
  if (missing) throw identityErrors.ClaimMissing({ claim: missing });
  return {
    actor,
    renewAt: new Date((claims.exp ?? 0) * 1000).toISOString(),
    tokens: { refresh: refresh_token ?? before.refresh, id: id_token ?? before.id },
  };
}

/** The claim that a token lacks to say who its person is and what they may see and do, by its name. */
function missingOf(
  actor: Actor,
  claims: Readonly<Record<string, unknown>>,
  settings: LoginSettings,
): string | undefined {
  const { claimFolders, claimCompany, claimAccess, claimRoles } = settings;
  const lacks = (...names: readonly (string | undefined)[]) =>
    names.every((name) => (claims[name ?? ''] ?? null) === null);
  if (actor.kind !== 'user') return 'sub';
  if (lacks(claimRoles.value, claimAccess.value)) return `${claimRoles.value}, ${claimAccess.value}`;
  // Who operates the installation alone sees no folder.
  if (lacks(claimFolders.value, claimCompany.value) && !actor.rights.has('operate'))
    return `${claimFolders.value}, ${claimCompany.value}`;
  return undefined;
}
