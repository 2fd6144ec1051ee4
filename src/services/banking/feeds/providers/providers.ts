/** The providers of this installation, opened when first asked for. */
import type { ChannelSurroundings } from '../../../channels/surroundings.ts';
import type { Provider } from '../../store.ts';
import { connectionErrors } from '../connections/errors.ts';
import { openItemsApi } from './items-api.ts';
import type { BankProvider, BankProviders } from './provider.ts';
import type { ProviderSettings } from './settings.ts';

export function openProviders(settings: ProviderSettings, surroundings: ChannelSurroundings): BankProviders {
  const opened = new Map<Provider, BankProvider>();
  const open = (provider: Provider): BankProvider => {
    const own = settings.apis.get(provider);
    if (!own) throw connectionErrors.ProviderNotConfigured({ provider });
    return openItemsApi(provider, own, settings.access, surroundings);
  };
  return {
    of: (provider) => {
      const known = opened.get(provider) ?? open(provider);
      opened.set(provider, known);
      return known;
    },
    isConfigured: (provider) => settings.apis.has(provider),
    close: async () => {
      await Promise.all([...opened.values()].map((provider) => provider.close()));
    },
  };
}
