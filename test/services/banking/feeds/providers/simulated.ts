/** A simulated provider and the adapter that talks to it, for one test file. */
import { afterAll } from 'vitest';
import { openItemsApi } from '../../../../../src/services/banking/feeds/providers/items-api.ts';
import type { BankProvider } from '../../../../../src/services/banking/feeds/providers/provider.ts';
import type { ItemsApiSettings } from '../../../../../src/services/banking/feeds/providers/settings.ts';
import type { CallLimits } from '../../../../../src/services/channels/settings.ts';
import { readScript } from '../../../../../src/services/simulators/provider/script.ts';
import {
  type ProviderSimulator,
  SIMULATED_PROVIDER,
  startProviderSimulator,
} from '../../../../../src/services/simulators/provider/simulator.ts';
import { channelAccess, patientTimer, silenceOf, surroundings } from '../../../channels/partners.ts';

export const NOW = '2026-03-01T10:00:00.000Z';

export interface SimulatedProvider {
  readonly simulator: ProviderSimulator;
  readonly provider: BankProvider;
  readonly timer: ReturnType<typeof patientTimer>;
  /** Of the provider. */
  readonly clock: { now(): string; set(moment: string): void };
}

export const itemsApiSettings = (url: string): ItemsApiSettings => ({
  url,
  clientId: SIMULATED_PROVIDER.clientId,
  clientSecret: SIMULATED_PROVIDER.clientSecret,
  headers: { 'bridge-version': '2025-01-15' },
  rate: 10_000,
});

export async function simulatedProvider(
  script: unknown = {},
  limits: Partial<CallLimits> = {},
  tls?: { readonly certificate: string; readonly key: string },
): Promise<SimulatedProvider> {
  let moment = NOW;
  const clock = {
    now: () => moment,
    set: (next: string) => {
      moment = next;
    },
  };
  const timer = patientTimer();
  const simulator = await startProviderSimulator({
    clock,
    log: silenceOf(timer),
    script: readScript(script),
    ...(tls && { listen: { tls } }),
  });
  const around = surroundings({ timer, clock: { now: () => NOW } });
  const access = channelAccess({ authorities: tls?.certificate }, limits);
  const provider = openItemsApi('AggregatorA', itemsApiSettings(simulator.url), access, around);
  afterAll(async () => {
    await provider.close();
    await simulator.close();
  });
  return { simulator, provider, timer, clock };
}
