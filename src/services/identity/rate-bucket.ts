import type { Knex } from 'knex';

export interface RateDecision {
  readonly allowed: boolean;
  /** Requests that would still pass at once. */
  readonly left: number;
}

/**
 * Takes one token from a bucket that holds `rate` tokens and fills at `rate` per second. One statement on one row, so
 * every `serve` on the same database shares the count.
 */
export async function takeToken(db: Knex, key: string, rate: number): Promise<RateDecision> {
  const { rows } = await db.raw(
    `insert into rate_bucket as bucket (key, tokens, filled_at) values (:key, :rate - 1, clock_timestamp())
     on conflict (key) do update set
       tokens = greatest(least(:rate, bucket.tokens + extract(epoch from clock_timestamp() - bucket.filled_at)::float8 * :rate) - 1, -1),
       filled_at = clock_timestamp()
     returning tokens`,
    { key, rate },
  );
  const tokens = Number(rows[0].tokens);
  return { allowed: tokens >= 0, left: Math.max(0, Math.floor(tokens)) };
}

/** Forgets buckets that are full again. */
export const sweepBuckets = async (db: Knex): Promise<void> => {
  await db.raw(`delete from rate_bucket where filled_at < clock_timestamp() - interval '1 minute'`);
};
