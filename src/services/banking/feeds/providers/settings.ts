import type { ChannelAccess } from '../../../channels/settings.ts';
import type { Provider } from '../../store.ts';

/** A service that speaks the items interface. */
export interface ItemsApiSettings {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Headers that tell which version of the interface is meant. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where a person is sent back to; without it the provider ends on a page of its own. */
  readonly callbackUrl?: string | undefined;
  /** Secrets of the events that it sends: two while one is being changed. */
  readonly webhookSecrets?: readonly string[] | undefined;
  /** Requests per second that it allows. */
  readonly rate: number;
}

export interface ProviderSettings {
  readonly access: ChannelAccess;
  /** Those that are configured. */
  readonly apis: ReadonlyMap<Provider, ItemsApiSettings>;
}
