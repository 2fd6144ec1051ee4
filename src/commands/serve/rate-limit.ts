import { identityErrors } from '../../services/identity/errors.ts';
import { takeToken } from '../../services/identity/rate-bucket.ts';
import type { Actor } from '../../services/operation/actor.ts';
import type { Context } from '../../services/operation/context.ts';

/** Requests per second and (client, user), unless a setting says otherwise. */
export const DEFAULT_RATE = 15;

/** Whose tokens may be revoked: the user, or the client of a service account. */
const subjectOf = (actor: Actor): string | undefined =>
  actor.kind === 'user' ? actor.userId : actor.kind === 'service' ? actor.clientId : undefined;

/** A token that does not say when it was issued is older than any revocation. */
function refuseRevoked(actor: Actor, before: number | undefined): void {
  const issuedAt = 'issuedAt' in actor ? (actor.issuedAt ?? 0) : 0;
  if (before !== undefined && issuedAt < before) throw identityErrors.TokenRefused();
}

/**
 * Counts a request: at most `rate` per second and (client, user), shared by every listener on the same database. False
 * when there are too many; the answer says how many are left. Throws TokenRefused for a revoked token.
 */
export async function countRequest(ctx: Context, rate: number): Promise<boolean> {
  const key = bucketKey(ctx.actor);
  if (key === undefined) return true;
  const { allowed, left, revokedBefore } = await takeToken((await ctx.db()).knex, key, rate, subjectOf(ctx.actor));
  refuseRevoked(ctx.actor, revokedBefore);
  // IETF draft draft-ietf-httpapi-ratelimit-headers, structured form.
  ctx.headers.set('RateLimit-Policy', `"default";q=${rate};w=1`);
  ctx.headers.set('RateLimit', `"default";r=${left};t=1`);
  return allowed;
}

/** Only callers with a token are counted here: the local operator is not limited, refused tokens are counted by address. */
const bucketKey = (actor: Actor): string | undefined => {
  if (actor.kind === 'user') return `${actor.clientId}\u001f${actor.userId}`;
  return actor.kind === 'service' ? `${actor.clientId}\u001f-` : undefined;
};
