/**
 * Revoked tokens: those of a subject (a user, or the client of a service account) that were issued before a moment. Every
 * `serve` on the database knows them with the request that follows: they are read by the statement that counts requests.
 */
import type { Knex } from 'knex';
import { camelRow } from '../db/rows.ts';
import { presentMoment } from '../kernel/clock.ts';
import type { Context } from '../operation/context.ts';

export interface Revocation {
  readonly subject: string;
  readonly issuedBefore: string;
  readonly revokedAt: string;
  readonly revokedBy: string;
}

/** Refuses the tokens of `subject` issued before `issuedBefore`, now unless it says otherwise; never fewer than before. */
export async function revokeTokens(
  ctx: Context,
  {
    subject,
    issuedBefore,
    revokedBy,
  }: Pick<Revocation, 'subject' | 'revokedBy'> & { readonly issuedBefore?: string | undefined },
): Promise<Revocation> {
  const now = presentMoment(ctx);
  const { rows } = await (await ctx.db()).knex.raw(
    `insert into token_revocation as known (subject, issued_before, revoked_at, revoked_by) values (?, ?, ?, ?)
     on conflict (subject) do update set issued_before = greatest(known.issued_before, excluded.issued_before),
       revoked_at = excluded.revoked_at, revoked_by = excluded.revoked_by
     returning *`,
    [subject, issuedBefore ?? now, now, revokedBy],
  );
  return camelRow(rows[0]) as Revocation;
}

/** The revocations that still refuse a token, the newest first. */
export async function listRevocations(ctx: Context): Promise<Revocation[]> {
  const { knex } = await ctx.db();
  return (await knex('token_revocation').orderBy('revoked_at', 'desc').orderBy('subject')).map(
    camelRow,
  ) as Revocation[];
}

/** No token lives longer than a day (see token.ts), and clocks may differ by a minute: an hour more is enough. */
export const sweepRevocations = async (knex: Knex, now: string): Promise<void> => {
  await knex.raw(`delete from token_revocation where issued_before < ?::timestamptz - interval '25 hours'`, [now]);
};
