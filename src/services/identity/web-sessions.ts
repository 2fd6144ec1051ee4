/**
 * Sessions of people in a browser. The browser holds 256 random bits, the database their digest, so that neither a copy of
 * the database nor a cookie planted before the login opens anything; every listener on the database knows them.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { camelRow } from '../db/rows.ts';
import { presentMoment } from '../kernel/clock.ts';
import { KINDS, type Language, TaxopsError } from '../kernel/errors.ts';
import { type Actor, ownerOf, type Right } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import type { SealedColumn } from '../secrets/reseal.ts';
import { identityErrors } from './errors.ts';
import type { Grant, Tokens } from './provider.ts';

/** What sessions take of a context: a listener has it before it knows who asks. */
type Surroundings = Pick<Context, 'db' | 'clock' | 'ids' | 'secrets'>;

export type Theme = 'light' | 'dark';

export interface WebSession {
  readonly id: string;
  readonly actor: Actor;
  readonly browser: string;
  readonly openedAt: string;
  readonly seenAt: string;
  /** What the person chose; null: as the browser asks. */
  readonly language: Language | null;
  readonly theme: Theme | null;
  /** When the token that says what the person may do ends; null for those of this machine. */
  readonly renewAt: string | null;
}

export interface SessionLimits {
  /** A session that nobody used for so long has ended. */
  readonly idleMinutes: number;
  /** The longest life of one, however much it is used. */
  readonly hours: number;
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const newSecret = (): string => randomBytes(32).toString('base64url');

/** Opens a session, of this machine or by a grant of the provider, and returns the secret that its cookie holds. */
export async function openSession(ctx: Surroundings, opener: Actor | Grant, browser: string): Promise<string> {
  const { knex } = await ctx.db();
  const secret = newSecret();
  const now = presentMoment(ctx);
  const id = ctx.ids.uuid();
  const grant = 'tokens' in opener ? opener : undefined;
  const actor = 'tokens' in opener ? opener.actor : opener;
  await knex('web_session').insert({
    id,
    cookie_sha256: digest(secret),
    owner: ownerOf(actor),
    actor: JSON.stringify(written(actor)),
    browser: browser.slice(0, LONGEST_BROWSER),
    opened_at: now,
    seen_at: now,
    ...(grant && (await granted(ctx, id, grant))),
  });
  return secret;
}

const LONGEST_BROWSER = 200;

/** What a grant says, as columns. */
const granted = async (ctx: Surroundings, id: string, { actor, renewAt, tokens }: Grant) => ({
  owner: ownerOf(actor),
  actor: JSON.stringify(written(actor)),
  renew_at: renewAt,
  tokens: (await ctx.secrets()).seal(JSON.stringify(tokens), tokensPlace({ id })),
});

/** The session of a cookie, which is thereby used; undefined when there is none or it has ended. */
export async function useSession(
  ctx: Surroundings,
  secret: string,
  { idleMinutes, hours }: SessionLimits,
): Promise<WebSession | undefined> {
  const { rows } = await (await ctx.db()).knex.raw(
    `update web_session set seen_at = :now::timestamptz
      where cookie_sha256 = :digest and seen_at > :now::timestamptz - make_interval(mins => :idleMinutes)
        and opened_at > :now::timestamptz - make_interval(hours => :hours)
      returning *`,
    { digest: digest(secret), now: presentMoment(ctx), idleMinutes, hours },
  );
  return rows[0] && sessionOf(rows[0]);
}

/**
 * A session whose token ended, with what `renew` makes of its tokens. One page at a time renews it, the others wait: a
 * refresh token is used once. Undefined, and the session ended, when there is nothing to renew it by or the provider
 * refuses. Throws what else `renew` throws.
 */
export async function renewSession(
  ctx: Surroundings,
  { id }: WebSession,
  renew: (tokens: Tokens) => Promise<Grant>,
): Promise<WebSession | undefined> {
  const { knex } = await ctx.db();
  return knex.transaction(async (trx) => {
    const row = await trx<SessionRow>('web_session').where({ id }).forUpdate().first();
    if (!row || row.tokens === null) return undefined;
    if (!hasEnded(sessionOf(row), ctx)) return sessionOf(row); // by another page
    try {
      const grant = await renew(await openTokens(ctx, row));
      const [renewed] = await trx('web_session')
        .where({ id })
        .update(await granted(ctx, id, grant))
        .returning('*');
      return sessionOf(renewed);
    } catch (error) {
      if (!(error instanceof TaxopsError) || KINDS[error.kind].status >= 500) throw error;
      await trx('web_session').where({ id }).del();
      return undefined;
    }
  });
}

/** Whether what is known of the rights of its person is out of date. */
export const hasEnded = ({ renewAt }: WebSession, { clock }: Pick<Context, 'clock'>): boolean =>
  renewAt !== null && Date.parse(renewAt) <= Date.parse(clock.now());

/** Ends the session of a cookie. Says whose it was, with the tokens that end it at the provider too. */
export async function closeSession(
  ctx: Surroundings,
  secret: string,
): Promise<{ readonly actor: Actor; readonly tokens: Tokens | undefined } | undefined> {
  const { knex } = await ctx.db();
  const [row] = await knex<SessionRow>('web_session').where('cookie_sha256', digest(secret)).del().returning('*');
  return row && { actor: actorOf(row.actor), tokens: row.tokens ? await openTokens(ctx, row) : undefined };
}

const openTokens = async (ctx: Surroundings, row: Pick<SessionRow, 'id' | 'tokens'>): Promise<Tokens> =>
  JSON.parse((await ctx.secrets()).open(row.tokens ?? Buffer.alloc(0), tokensPlace(row)).toString('utf8'));

const tokensPlace = ({ id }: { readonly id: string }): string => `web_session ${id} tokens`;

export const SESSION_SEALED: SealedColumn = {
  table: 'web_session',
  column: 'tokens',
  key: ['id'],
  place: (row) => tokensPlace(row as never),
};

/** The sessions of who asks, the last used first. */
export async function listSessions(ctx: Context): Promise<WebSession[]> {
  const { knex } = await ctx.db();
  const rows = await knex('web_session').where('owner', ownerOf(ctx.actor)).orderBy('seen_at', 'desc').orderBy('id');
  return rows.map(sessionOf);
}

/** The sessions of everybody, the last used first. */
export async function everySession(ctx: Context): Promise<WebSession[]> {
  const { knex } = await ctx.db();
  return (await knex('web_session').orderBy('seen_at', 'desc').orderBy('id')).map(sessionOf);
}

/** Ends a session of anybody. Throws SessionUnknown. */
export async function endSession(ctx: Context, id: string): Promise<undefined> {
  const { knex } = await ctx.db();
  if ((await knex('web_session').where({ id }).del()) === 0) throw identityErrors.SessionUnknown({ id });
  return undefined;
}

/** Ends a session of who asks. Throws SessionUnknown, also for those of others. */
export async function revokeSession(ctx: Context, id: string): Promise<undefined> {
  const { knex } = await ctx.db();
  const ended = await knex('web_session')
    .where({ id, owner: ownerOf(ctx.actor) })
    .del();
  if (ended === 0) throw identityErrors.SessionUnknown({ id });
  return undefined;
}

/** Keeps what the person of a session chose; null: as the browser asks. Throws SessionUnknown. */
export async function keepChoices(
  ctx: Context,
  id: string,
  choices: Pick<WebSession, 'language' | 'theme'>,
): Promise<undefined> {
  const { knex } = await ctx.db();
  const kept = await knex('web_session')
    .where({ id, owner: ownerOf(ctx.actor) })
    .update(choices);
  if (kept === 0) throw identityErrors.SessionUnknown({ id });
  return undefined;
}

const LINK_MINUTES = 10;

/** Makes a link that opens a session once, within ten minutes, and returns its secret. */
export async function makeLink(ctx: Pick<Context, 'db' | 'clock'>): Promise<string> {
  const secret = newSecret();
  const { knex } = await ctx.db();
  await knex('web_link').insert({ link_sha256: digest(secret), made_at: presentMoment(ctx) });
  return secret;
}

/** Spends a link; `command` makes another. Throws LinkSpent when it was used, is too old or was never made. */
export async function spendLink(ctx: Surroundings, secret: string, command: string): Promise<void> {
  const { rows } = await (await ctx.db()).knex.raw(
    `with spent as (delete from web_link where link_sha256 = :digest returning made_at)
     select from spent where made_at > :now::timestamptz - make_interval(mins => :minutes)`,
    { digest: digest(secret), now: presentMoment(ctx), minutes: LINK_MINUTES },
  );
  if (rows.length === 0) throw identityErrors.LinkSpent({ command });
}

/** Forgets the sessions that have ended, and old links. */
export async function sweepSessions(knex: Knex, now: string, { idleMinutes, hours }: SessionLimits): Promise<void> {
  await knex.raw(
    `delete from web_session where seen_at < :now::timestamptz - make_interval(mins => :idleMinutes)
        or opened_at < :now::timestamptz - make_interval(hours => :hours)`,
    { now, idleMinutes, hours },
  );
  await knex.raw(`delete from web_link where made_at < :now::timestamptz - interval '1 hour'`, { now });
}

/** Everybody at this machine is one owner: the name of the account differs between the command line and the listener. */
type User = Extract<Actor, { kind: 'user' }>;

/** An actor as JSON: sets as lists. */
type Stored =
  | Exclude<Actor, User>
  | (Omit<User, 'folders' | 'rights'> & { readonly folders: readonly number[]; readonly rights: readonly Right[] });

const written = (actor: Actor): Stored =>
  actor.kind === 'user' ? { ...actor, folders: [...actor.folders], rights: [...actor.rights] } : actor;

const actorOf = (stored: Stored): Actor =>
  stored.kind === 'user' ? { ...stored, folders: new Set(stored.folders), rights: new Set(stored.rights) } : stored;

interface SessionRow {
  readonly id: string;
  readonly cookie_sha256: Buffer;
  readonly owner: string;
  readonly actor: Stored;
  readonly browser: string;
  readonly opened_at: string;
  readonly seen_at: string;
  readonly language: Language | null;
  readonly theme: Theme | null;
  readonly renew_at: string | null;
  readonly tokens: Buffer | null;
}

const sessionOf = ({ actor, tokens: _, cookie_sha256: __, owner: ___, ...row }: SessionRow): WebSession => ({
  ...camelRow(row),
  actor: actorOf(actor),
});
