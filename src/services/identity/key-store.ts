import { createLocalJWKSet, type JSONWebKeySet, type JWSHeaderParameters, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../kernel/clock.ts';
import { identityErrors } from './errors.ts';

/** Fetches the key set; throws when it cannot. */
export type FetchKeys = () => Promise<JSONWebKeySet>;

export interface KeyStore {
  /** The key of a token, for `jwtVerify`. Throws KeysUnavailable when no usable set is known. */
  readonly keyFor: JWTVerifyGetKey;
  /** The set in use, renewed in the background when it grows old; undefined when no usable one is known. */
  inUse(): object | undefined;
}

const FRESH_MS = 10 * 60_000;
const REFETCH_MS = 30_000;
const USABLE_MS = 24 * 3_600_000;

interface KeySet {
  readonly find: ReturnType<typeof createLocalJWKSet>;
  readonly kids: ReadonlySet<string>;
  readonly fetchedAt: number;
}

/**
 * Keys of the identity provider: cached ten minutes, renewed in the background, asked again for an unknown `kid` at most
 * every 30 s. When they cannot be fetched the last good set serves for a day; without one nothing is let through.
 */
export function keyStore(fetchKeys: FetchKeys, clock: Clock): KeyStore {
  const now = () => Date.parse(clock.now());
  let known: KeySet | undefined;
  let lastAttempt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const refresh = (): Promise<void> => {
    lastAttempt = now();
    fetching ??= fetchKeys()
      .then((keys) => {
        known = {
          find: createLocalJWKSet(keys),
          kids: new Set(keys.keys.map(({ kid }) => kid ?? '')),
          fetchedAt: now(),
        };
      })
      .catch(() => undefined) // the last good set stays; `usable` decides
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  };

  const usable = (): KeySet => {
    if (!known || now() - known.fetchedAt > USABLE_MS) throw identityErrors.KeysUnavailable();
    return known;
  };

  const inUse = (): KeySet | undefined => {
    if (!known || now() - known.fetchedAt > USABLE_MS) return undefined;
    if (now() - known.fetchedAt > FRESH_MS && now() - lastAttempt > REFETCH_MS) void refresh();
    return known;
  };

  const keySetFor = async (header: JWSHeaderParameters): Promise<KeySet> => {
    if (!inUse()) await refreshUnlessJustTried();
    const unknown = header.kid !== undefined && !usable().kids.has(header.kid);
    if (unknown) await refreshUnlessJustTried();
    return usable();
  };

  const refreshUnlessJustTried = async (): Promise<void> => {
    if (fetching) await fetching;
    else if (now() - lastAttempt > REFETCH_MS) await refresh();
  };

  return {
    inUse,
    keyFor: async (header, token) =>
      (await keySetFor(header as JWSHeaderParameters)).find(header as JWSHeaderParameters, token),
  };
}
