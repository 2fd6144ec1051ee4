/**
 * Sessions of people in a browser. The browser holds 256 random bits, the database their digest, so that neither a copy of
 * the database nor a cookie planted before the login opens anything; every listener on the database knows them.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { camelRow } from '../db/rows.ts';
import { presentMoment } from '../kernel/clock.ts';
import type { Language } from '../kernel/errors.ts';
import type { Actor, Right } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import { identityErrors } from './errors.ts';

/** What sessions take of a context: a listener has it before it knows who asks. */
type Surroundings = Pick<Context, 'db' | 'clock' | 'ids'>;

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
}

export interface SessionLimits {
  /** A session that nobody used for so long has ended. */
  readonly idleMinutes: number;
  /** The longest life of one, however much it is used. */
  readonly hours: number;
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const newSecret = (): string => randomBytes(32).toString('base64url');

/** Opens a session and returns the secret that its cookie holds. */
export async function openSession(ctx: Surroundings, actor: Actor, browser: string): Promise<string> {
  const { knex } = await ctx.db();
  const secret = newSecret();
  const now = presentMoment(ctx);
  await knex('web_session').insert({
    id: ctx.ids.uuid(),
    cookie_sha256: digest(secret),
    owner: ownerOf(actor),
    actor: JSON.stringify(written(actor)),
    browser: browser.slice(0, LONGEST_BROWSER),
    opened_at: now,
    seen_at: now,
  });
  return secret;
}

const LONGEST_BROWSER = 200;

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

/** Ends the session of a cookie. */
export const closeSession = async (ctx: Surroundings, secret: string): Promise<void> => {
  await (await ctx.db()).knex('web_session').where('cookie_sha256', digest(secret)).del();
};

/** The sessions of who asks, the last used first. */
export async function listSessions(ctx: Context): Promise<WebSession[]> {
  const { knex } = await ctx.db();
  const rows = await knex('web_session').where('owner', ownerOf(ctx.actor)).orderBy('seen_at', 'desc').orderBy('id');
  return rows.map(sessionOf);
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

/** Spends a link. Throws LinkSpent when it was used, is too old or was never made. */
export async function spendLink(ctx: Surroundings, secret: string): Promise<void> {
  const { rows } = await (await ctx.db()).knex.raw(
    `with spent as (delete from web_link where link_sha256 = :digest returning made_at)
     select from spent where made_at > :now::timestamptz - make_interval(mins => :minutes)`,
    { digest: digest(secret), now: presentMoment(ctx), minutes: LINK_MINUTES },
  );
  if (rows.length === 0) throw identityErrors.LinkSpent();
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
const ownerOf = (actor: Actor): string =>
  actor.kind === 'user' ? `user:${actor.clientId}:${actor.userId}` : actor.kind;

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
  readonly actor: Stored;
  readonly browser: string;
  readonly opened_at: string;
  readonly seen_at: string;
  readonly language: Language | null;
  readonly theme: Theme | null;
}

const sessionOf = ({ actor, ...row }: SessionRow): WebSession => ({ ...camelRow(row), actor: actorOf(actor) });
