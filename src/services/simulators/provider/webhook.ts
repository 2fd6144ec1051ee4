/** Events that the simulated provider sends, signed as Bridge documents it, again when nobody takes them. */
import { createHmac } from 'node:crypto';
import { request } from 'undici';
import type { Clock } from '../../kernel/clock.ts';
import { balanceOf, type HeldItem } from './held.ts';

export interface WebhookOptions {
  /** Without one nothing is sent. */
  readonly url: string | undefined;
  readonly secret: string;
  readonly clock: Clock;
}

/** One attempt to deliver an event. */
export interface Delivery {
  readonly type: string;
  readonly body: string;
  readonly signature: string;
  /** Undefined when nobody answered. */
  readonly status: number | undefined;
}

export interface Webhook {
  /** The events of an item that was connected or read again, one after the other. */
  tell(item: HeldItem): Promise<void>;
  readonly deliveries: readonly Delivery[];
}

const ATTEMPTS = 3;
const TIMEOUT_MS = 10_000;

export function webhook({ url, secret, clock }: WebhookOptions): Webhook {
  const deliveries: Delivery[] = [];
  let last: Promise<void> = Promise.resolve();

  const send = async (target: string, type: string, content: object): Promise<void> => {
    const body = JSON.stringify({ content, timestamp: Date.parse(clock.now()), type });
    const hex = createHmac('sha256', secret).update(body).digest('hex').toUpperCase();
    const signature = `v1=${hex}`;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const status = await post(target, body, signature);
      deliveries.push({ type, body, signature, status });
      if (status !== undefined && status < 500) return;
    }
  };
  const tellAll = async (target: string, item: HeldItem): Promise<void> => {
    const who = { user_uuid: item.user, item_id: item.id };
    await send(target, 'item.created', who);
    for (const account of item.accounts) {
      const content = { account_id: account.id, balance: balanceOf(account), ...who };
      await send(target, 'item.account.created', content);
    }
    const refreshed = { status: item.status, status_code: item.status, full_refresh: true, refresh_trigger: 'connect' };
    await send(target, 'item.refreshed', { ...refreshed, ...who });
  };
  return {
    deliveries,
    tell: (item) => {
      if (url !== undefined) last = last.then(() => tellAll(url, item));
      return last;
    },
  };
}

const post = (url: string, body: string, signature: string): Promise<number | undefined> =>
  request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'BridgeApi-Signature': signature },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    async (answer) => {
      await answer.body.dump();
      return answer.statusCode;
    },
    () => undefined,
  );
