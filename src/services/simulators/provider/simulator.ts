/** A provider of bank data on this machine, over real HTTP, for trials and tests: it speaks Bridge API v3. */

import type { Clock } from '../../kernel/clock.ts';
import type { DoorOptions, DoorState } from '../stage/door.ts';
import { faultPlan } from '../stage/faults.ts';
import { seededRandom } from '../stage/seeded-random.ts';
import { openStage, type StageCall } from '../stage/stage.ts';
import { deskRoutes } from './desk.ts';
import { type Held, type HeldItem, held } from './held.ts';
import { type ProviderOperation, readFaults, readScript, type Script } from './script.ts';
import { type Delivery, webhook } from './webhook.ts';

/** How taxops is known at the simulated provider, and where it listens by default. */
export const SIMULATED_PROVIDER = {
  clientId: 'taxops',
  clientSecret: 'simulated-provider-secret',
  webhookSecret: 'simulated-webhook-secret',
  port: 8789,
} as const;

export interface ProviderSimulatorOptions {
  readonly clock: Clock;
  /** A free port of the loopback address by default. */
  readonly listen?: Partial<DoorOptions> | undefined;
  readonly script?: Script | undefined;
  /** Where events are sent: `bank connection push` of a `taxops serve`. */
  readonly webhook?: string | undefined;
  /** Told of every call. */
  readonly log?: ((call: StageCall<ProviderOperation>) => void) | undefined;
}

export interface ProviderSimulator {
  readonly url: string;
  readonly held: Held;
  /** Every call so far, in order. */
  readonly calls: readonly StageCall<ProviderOperation>[];
  /** Every attempt to deliver an event, in order. */
  readonly deliveries: readonly Delivery[];
  /** Sends the events of an item again; done once they are delivered. */
  tell(item: HeldItem): Promise<void>;
  /** Environment variables that make taxops use this simulator. */
  readonly settings: Readonly<Record<string, string>>;
  /** Replaces the faults. Throws SimulatorScriptInvalid. */
  setFaults(rules: readonly unknown[]): void;
  setDoor(state: DoorState): Promise<void>;
  close(): Promise<void>;
}

/** Throws SimulatorRefused when it cannot listen. */
export async function startProviderSimulator(options: ProviderSimulatorOptions): Promise<ProviderSimulator> {
  const { clock, listen, log, script = readScript() } = options;
  const faults = faultPlan(script.faults, seededRandom(script.seed));
  const stage = await openStage({ listen, faults, log });
  const { clientId, clientSecret, webhookSecret } = SIMULATED_PROVIDER;
  const events = webhook({ url: options.webhook, secret: webhookSecret, clock });
  const connected = (item: HeldItem): void => void events.tell(item);
  const own = held(script, clock);
  stage.play(deskRoutes({ url: stage.url, clock, held: own, clientId, clientSecret, connected }));
  return {
    url: stage.url,
    held: own,
    calls: stage.calls,
    deliveries: events.deliveries,
    tell: events.tell,
    setDoor: stage.setDoor,
    close: stage.close,
    settings: {
      TAXOPS_AGGREGATOR_A_URL: stage.url,
      TAXOPS_AGGREGATOR_A_CLIENT_ID: clientId,
      TAXOPS_AGGREGATOR_A_CLIENT_SECRET: clientSecret,
      TAXOPS_AGGREGATOR_A_WEBHOOK_SECRETS: webhookSecret,
      TAXOPS_CHANNEL_ALLOW_PRIVATE: 'true',
    },
    setFaults: (rules) => faults.set(readFaults(rules)),
  };
}
