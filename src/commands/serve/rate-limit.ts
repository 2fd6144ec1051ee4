import { takeToken } from '../../services/identity/rate-bucket.ts';
import type { Actor } from '../../services/operation/actor.ts';
import type { Around } from '../../services/operation/invoke.ts';
import { commandErrors } from '../errors.ts';

/** Headers of the present answer, filled by what surrounds the call. */
export type AnswerHeaders = Map<string, string>;

/** `rate` requests per second and (client, user), shared by every listener on the same database. */
export const limiting =
  (rate: number, headers: AnswerHeaders): Around =>
  async (_operation, ctx, _input, next) => {
    const key = bucketKey(ctx.actor);
    if (key === undefined) return next();
    const { allowed, left } = await takeToken((await ctx.db()).knex, key, rate);
    // IETF draft draft-ietf-httpapi-ratelimit-headers, structured form.
    headers.set('RateLimit-Policy', `"default";q=${rate};w=1`);
    headers.set('RateLimit', `"default";r=${left};t=1`);
    if (!allowed) throw commandErrors.TooManyRequests({ rate });
    return next();
  };

/** Only callers with a token are counted here: the local operator is not limited, refused tokens are counted by address. */
const bucketKey = (actor: Actor): string | undefined => {
  if (actor.kind === 'user') return `${actor.clientId}\u001f${actor.userId}`;
  return actor.kind === 'service' ? `${actor.clientId}\u001f-` : undefined;
};
