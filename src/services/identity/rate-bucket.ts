import type { Knex } from 'knex';
import { prepared } from '../db/prepared.ts';

export interface RateDecision {
  readonly allowed: boolean;
  /** Requests that would still pass at once. */
  readonly left: number;
  /** The caller's tokens issued before are revoked, seconds since 1970; undefined when none is. */
  readonly revokedBefore: number | undefined;
}

interface Asked {
  readonly rate: number;
  /** Whose tokens may be revoked: the same statement says whether they are. */
  readonly subject: string;
}

/** Requests of one key that wait for the statement before theirs to end: the next one counts all of them. */
interface Waiting extends Asked {
  readonly answers: ((decision: Promise<RateDecision>) => void)[];
}

/** By pool, then by key; a key is there while a statement about it runs. */
const running = new WeakMap<Knex, Map<string, Waiting | undefined>>();

/**
 * Takes one token from a bucket that holds `rate` tokens and fills at `rate` per second. The count is one row of the
 * database, shared by every `serve` on it; requests of one key that come while it is written are counted together, in the
 * order they came, by the next statement. It also says whether tokens of `subject` are revoked.
 */
export function takeToken(db: Knex, key: string, rate: number, subject = ''): Promise<RateDecision> {
  const keys = running.get(db) ?? new Map<string, Waiting | undefined>();
  running.set(db, keys);
  return new Promise((answer) => {
    if (!keys.has(key)) return takeAll(db, keys, key, { rate, subject, answers: [answer] });
    const waiting = keys.get(key) ?? { rate, subject, answers: [] };
    waiting.answers.push(answer);
    keys.set(key, waiting);
  });
}

function takeAll(db: Knex, keys: Map<string, Waiting | undefined>, key: string, { answers, ...asked }: Waiting): void {
  keys.set(key, undefined);
  const taken = takeTokens(db, key, asked, answers.length);
  for (const [place, answer] of answers.entries()) answer(taken.then((found) => decisionOf(found, place)));
  const goOn = () => {
    const next = keys.get(key);
    if (next) takeAll(db, keys, key, next);
    else keys.delete(key);
  };
  taken.then(goOn, goOn);
}

interface Found {
  readonly held: number;
  readonly revokedBefore: number | undefined;
}

function decisionOf({ held, revokedBefore }: Found, place: number): RateDecision {
  const left = held - place - 1;
  return { allowed: left >= 0, left: Math.max(0, Math.floor(left)), revokedBefore };
}

/** What the bucket held before `count` were taken. Whatever was asked in vain, it owes one token at most. */
async function takeTokens(db: Knex, key: string, { rate, subject }: Asked, count: number): Promise<Found> {
  const { rows } = await prepared(
    db.raw(
      `insert into rate_bucket as bucket (key, tokens, filled_at) values (:key, :rate::float8 - :count::float8, clock_timestamp())
     on conflict (key) do update set
       tokens = least(:rate::float8, greatest(bucket.tokens, -1)
         + extract(epoch from clock_timestamp() - bucket.filled_at)::float8 * :rate::float8) - :count::float8,
       filled_at = clock_timestamp()
     returning tokens,
       (select extract(epoch from issued_before)::float8 from token_revocation where subject = :subject) as revoked`,
      { key, rate, count, subject },
    ),
  );
  const [{ tokens, revoked }] = rows as [{ tokens: number; revoked: number | null }];
  return { held: Number(tokens) + count, revokedBefore: revoked ?? undefined };
}

/** Forgets buckets that are full again. */
export const sweepBuckets = async (db: Knex): Promise<void> => {
  await db.raw(`delete from rate_bucket where filled_at < clock_timestamp() - interval '1 minute'`);
};
