/**
 * Bearer tokens, as a resource server must read them: RFC 6750 (header only), RFC 9068 (JWT access tokens), RFC 8725
 * (algorithms by configuration, never by token). What failed goes to the log, never to the caller.
 */
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../kernel/clock.ts';
import { TaxopsError } from '../kernel/errors.ts';
import { type Actor, accessErrors, RIGHTS_OF_ACCESS, type Right } from '../operation/actor.ts';
import { identityErrors } from './errors.ts';
import type { KeyStore } from './key-store.ts';
import type { Roles } from './roles.ts';
import { verifiedTokens } from './verified-tokens.ts';

export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly string[];
  /** The service accounts that may come in, and the scope they must hold. */
  readonly service: {
    readonly clientIds: ReadonlySet<string>;
    readonly scope: string;
    readonly extraScopes: boolean;
  };
  /** What tokens of users must have: one of these clients, this scope; undefined asks for none. */
  readonly user: { readonly clientIds: ReadonlySet<string> | undefined; readonly scope: string | undefined };
  /** Names of the claims that carry rights. */
  readonly claims: Readonly<Record<'folders' | 'company' | 'access' | 'roles', string>>;
  readonly roles: Roles;
}

export const DEFAULT_ALGORITHMS = ['RS256', 'PS256', 'ES256'];
export const DEFAULT_CLAIMS = { folders: 'folders', company: 'company', access: 'access', roles: 'roles' };

const MAX_TOKEN_BYTES = 8 * 1024;
const LEEWAY_S = 60;
const MAX_LIFE_S = 24 * 3600;
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);

export interface Verifier {
  /** Who sent this header before, if its token still counts: costs a hash. */
  recall(authorization: string): Actor | undefined;
  /** Throws Unauthenticated, AuthorizationAmbiguous, TokenRefused, KeysUnavailable. */
  verify(authorization: string | null): Promise<Actor>;
}

export function tokenVerifier(rules: TokenRules, keys: KeyStore, clock: Clock, log: (line: string) => void): Verifier {
  const known = verifiedTokens();
  const ignored = ignoredRoles(log);
  const nowSeconds = (): number => Date.parse(clock.now()) / 1000;
  return {
    recall: (authorization) => known.find(authorization, keys.inUse(), nowSeconds()),
    verify: async (authorization) => {
      const token = bearerToken(authorization);
      try {
        checkHeader(token);
        const { payload } = await jwtVerify(token, keys.keyFor, {
          issuer: rules.issuer,
          audience: rules.audience,
          algorithms: [...rules.algorithms],
          clockTolerance: LEEWAY_S,
          currentDate: new Date(clock.now()),
          requiredClaims: ['exp'],
        });
        checkLife(payload, nowSeconds());
        const verified = { actor: actorOf(payload, rules, ignored), notAfter: (payload.exp ?? 0) + LEEWAY_S };
        known.keep(authorization ?? '', { ...verified, keys: keys.inUse() ?? {} });
        return verified.actor;
      } catch (error) {
        if (error instanceof TaxopsError) throw error;
        log(`token refused: ${error instanceof errors.JOSEError ? error.code : (error as Error).message}`);
        throw identityErrors.TokenRefused();
      }
    },
  };
}

function bearerToken(authorization: string | null): string {
  if (authorization === null) throw accessErrors.Unauthenticated();
  if (authorization.includes(',')) throw identityErrors.AuthorizationAmbiguous();
  const [, scheme, token = ''] = /^(\S+)\s*(\S*)$/.exec(authorization.trim()) ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || token === '' || token.length > MAX_TOKEN_BYTES)
    throw identityErrors.TokenRefused();
  return token;
}

/** `jku`, `x5u`, `jwk` and `x5c` are ignored by construction: keys come from the key store alone. */
function checkHeader(token: string): void {
  const { crit, typ } = decodeProtectedHeader(token);
  if (crit !== undefined) throw new Error('crit header');
  if (typ !== undefined && !TYPES.has(String(typ).toLowerCase())) throw new Error(`typ ${typ}`);
}

function checkLife({ exp = 0, iat }: JWTPayload, nowSeconds: number): void {
  const start = iat ?? nowSeconds;
  if (exp - start > MAX_LIFE_S) throw new Error('token life above 24 h');
  if (start > nowSeconds + LEEWAY_S) throw new Error('issued in the future');
}

/** A token without `sub`, or whose `sub` is its client, belongs to a service; any other to a user. */
function actorOf(payload: JWTPayload, rules: TokenRules, ignore: (role: string) => void): Actor {
  const { claims } = rules;
  const clientId = nameIn(payload, 'client_id') ?? nameIn(payload, 'azp') ?? '';
  const subject = nameIn(payload, 'sub');
  if (subject === undefined || subject === clientId) {
    if (clientId === '') throw new Error('neither subject nor client');
    return {
      kind: 'service',
      clientId,
      scopes: grantedScopes(clientId, scopesOf(payload), rules),
      issuedAt: payload.iat,
    };
  }
  checkUser(clientId, payload, rules);
  return {
    kind: 'user',
    userId: subject,
    clientId,
    companyId: integer(payload[claims.company]),
    folders: new Set(integers(payload[claims.folders])),
    rights: rightsOf(payload, rules, ignore),
    issuedAt: payload.iat,
  };
}

/** Of a client that is not ours it is a token for another; a scope that lacks is a right that lacks (RFC 6750, 3.1). */
function checkUser(clientId: string, payload: JWTPayload, { user: { clientIds, scope } }: TokenRules): void {
  if (clientIds && !clientIds.has(clientId)) throw new Error('client of users not accepted');
  if (scope !== undefined && !scopesOf(payload).has(scope)) throw accessErrors.AccessDenied();
}

/** Roles alone count where the token has any, known or not: a name that is misspelled must not open more than it says. */
function rightsOf(
  payload: JWTPayload,
  { claims, roles }: TokenRules,
  ignore: (role: string) => void,
): ReadonlySet<Right> {
  const claimed = payload[claims.roles] ?? undefined;
  if (claimed === undefined)
    return RIGHTS_OF_ACCESS[String(payload[claims.access] ?? '').toLowerCase() === 'write' ? 'write' : 'read'];
  return new Set(
    (Array.isArray(claimed) ? claimed : [claimed]).flatMap((role) => {
      const rights = roles.get(String(role).toLowerCase());
      if (!rights) ignore(String(role));
      return [...(rights ?? [])];
    }),
  );
}

const MOST_IGNORED = 100;

/** Logs each role that no table knows once; of a flood of names only the first. */
function ignoredRoles(log: (line: string) => void): (role: string) => void {
  const seen = new Set<string>();
  return (role) => {
    if (seen.has(role) || seen.size >= MOST_IGNORED) return;
    seen.add(role);
    log(`role ignored, no table knows it: ${JSON.stringify(role.slice(0, 100))}`);
  };
}

/** What a service may really do: its scope, if it is an account provisioned for it and claims nothing else. */
function grantedScopes(clientId: string, claimed: ReadonlySet<string>, { service }: TokenRules): Set<string> {
  const own = service.clientIds.has(clientId) && claimed.has(service.scope);
  return own && (claimed.size === 1 || service.extraScopes) ? new Set([service.scope]) : new Set();
}

/** Space-separated text (RFC 9068) or an array, as several identity servers send it; `scp` is read too. */
function scopesOf(payload: JWTPayload): Set<string> {
  const words = (claim: unknown): string[] =>
    Array.isArray(claim) ? claim.map(String) : typeof claim === 'string' ? claim.split(' ') : [];
  return new Set([...words(payload.scope), ...words(payload.scp)].filter(Boolean));
}

/** Names go to logs, keys and the database. One that is there but is none must not pass for an absent one. */
function nameIn(payload: JWTPayload, claim: 'sub' | 'client_id' | 'azp'): string | undefined {
  const name = payload[claim] ?? undefined;
  if (name === undefined) return undefined;
  if (typeof name !== 'string' || name === '' || /\p{Cc}/u.test(name)) throw new Error(`${claim} is no name`);
  return name;
}

const integer = (claim: unknown): number | undefined => {
  const value = typeof claim === 'string' ? Number(claim) : claim;
  return Number.isInteger(value) && (value as number) > 0 ? (value as number) : undefined;
};

const integers = (claim: unknown): number[] =>
  (Array.isArray(claim) ? claim : claim === undefined ? [] : [claim])
    .map(integer)
    .filter((value) => value !== undefined);
