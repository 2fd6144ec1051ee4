/** Calls the status webhook of taxops as ChannelA does: with the token of its service account, again when it fails. */
import { request } from 'undici';
import type { FaultPlan } from '../stage/faults.ts';
import type { Agenda } from './agenda.ts';
import type { TokenSigner } from './signing-key.ts';

export interface CallbackOptions {
  /** Webhook address. Without one the address that a filing names is called, on this machine only. */
  readonly url: string | undefined;
  readonly clientId: string;
  readonly audience: string;
}

/** One attempt to deliver a status. */
export interface Delivery {
  readonly url: string;
  readonly body: string;
  /** Undefined when nobody answered. */
  readonly status: number | undefined;
}

export interface Callbacks {
  /** Delivers now, and plans further attempts when that fails. */
  deliver(named: string | undefined, payload: Readonly<Record<string, unknown>>): Promise<void>;
  /** A token of the service account that the webhook accepts. */
  token(): Promise<string>;
  readonly deliveries: readonly Delivery[];
}

export const WEBHOOK_SCOPE = 'taxdeclarationapi';

const RETRY_MS = [1_000, 5_000, 30_000, 120_000];
const TIMEOUT_MS = 10_000;
const TOKEN_LIFE_S = 3600;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function callbacks(
  { url, clientId, audience }: CallbackOptions,
  signer: TokenSigner,
  agenda: Agenda,
  faults: FaultPlan,
): Callbacks {
  const deliveries: Delivery[] = [];
  const token = () =>
    signer.sign({ sub: clientId, client_id: clientId, aud: audience, scope: WEBHOOK_SCOPE }, TOKEN_LIFE_S);

  const attempt = async (target: string, body: string, round: number): Promise<void> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await token()}` };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const status = await request(target, { method: 'POST', headers, body, signal }).then(
      async (answer) => {
        await answer.body.dump();
        return answer.statusCode;
      },
      () => undefined,
    );
    deliveries.push({ url: target, body, status });
    const delay = RETRY_MS[round];
    const mayHelp = status === undefined || status >= 500 || status === 429;
    if (mayHelp && delay !== undefined) agenda.after(delay, () => attempt(target, body, round + 1));
  };

  return {
    deliveries,
    token,
    deliver: async (named, payload) => {
      const target =
        url ?? (named && URL.canParse(named) && LOOPBACK.test(new URL(named).hostname) ? named : undefined);
      if (!target) return;
      const body = JSON.stringify(payload);
      const isDouble = faults.next('callback')?.fault === 'duplicate';
      await attempt(target, body, 0);
      if (isDouble) await attempt(target, body, 0);
    },
  };
}
