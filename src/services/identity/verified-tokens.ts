import { createHash } from 'node:crypto';
import type { Actor } from '../operation/actor.ts';

/** What was found out about a token, and until when it may be believed without looking again. */
export interface Verified {
  readonly actor: Actor;
  /** The key set that its signature was checked with: another one, and it is checked again. */
  readonly keys: object;
  /** Seconds since 1970. */
  readonly notAfter: number;
}

const MAX_TOKENS = 10_000;

/**
 * Authorization headers whose token was checked, by their hash, the least used forgotten first: a caller sends the same token with
 * every request, and a signature costs more than all else that is done before the database is asked.
 */
export function verifiedTokens(maxTokens = MAX_TOKENS) {
  const known = new Map<string, Verified>();
  const keyOf = (authorization: string): string => createHash('sha256').update(authorization).digest('base64');
  return {
    find: (authorization: string, keys: object | undefined, nowSeconds: number): Actor | undefined => {
      const key = keyOf(authorization);
      const found = known.get(key);
      if (!found) return undefined;
      known.delete(key);
      if (found.keys !== keys || found.notAfter <= nowSeconds) return undefined;
      known.set(key, found);
      return found.actor;
    },
    keep: (authorization: string, verified: Verified): void => {
      known.set(keyOf(authorization), verified);
      if (known.size > maxTokens) known.delete(known.keys().next().value ?? '');
    },
  };
}
