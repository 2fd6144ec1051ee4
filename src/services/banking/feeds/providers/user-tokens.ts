/** Access tokens of users at a provider: one per user until a minute before its end. */
import { asObject, textOf, unreadable } from '../../../channels/outbound/json-answer.ts';
import type { Call } from '../../../channels/outbound/partner-client.ts';
import type { Clock } from '../../../kernel/clock.ts';

const MARGIN_MS = 60_000;
const LONGEST_LIFE_MS = 24 * 3_600_000;
/** Users whose tokens are kept: the one known for longest goes first. */
const MOST_KNOWN = 1_000;

export interface UserTokens {
  /** Undefined for a user whom the provider does not know. */
  get(user: string, call: Call): Promise<string | undefined>;
  /** After a 401: this token is not used again. */
  forget(user: string, token: string): void;
}

interface Known {
  readonly token: string;
  readonly until: number;
}

/** `ask`: the answer, undefined for an unknown user. */
export function userTokens(clock: Clock, ask: (user: string, call: Call) => Promise<unknown>): UserTokens {
  const now = () => Date.parse(clock.now());
  const known = new Map<string, Known>();

  const fresh = async (user: string, call: Call): Promise<string | undefined> => {
    const given = await ask(user, call);
    known.delete(user);
    if (given === undefined) return undefined;
    const answer = readToken(given, now());
    known.set(user, answer);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    return answer.token;
  };

  return {
    get: async (user, call) => {
      const present = known.get(user);
      return present && now() < present.until ? present.token : fresh(user, call);
    },
    forget: (user, token) => {
      if (known.get(user)?.token === token) known.delete(user);
    },
  };
}

function readToken(answer: unknown, now: number): Known {
  const { access_token: token, expires_at: end } = asObject(answer);
  // What goes into a header: visible characters only.
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token)) throw unreadable('no access_token');
  const until = Date.parse(textOf(end) ?? '');
  return { token, until: Math.min(Number.isNaN(until) ? 0 : until - MARGIN_MS, now + LONGEST_LIFE_MS) };
}
