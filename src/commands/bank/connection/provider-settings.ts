import type { ItemsApiSettings, ProviderSettings } from '../../../services/banking/feeds/providers/settings.ts';
import { PROVIDERS, type Provider } from '../../../services/banking/store.ts';
import type { Settings } from '../../../services/kernel/settings.ts';
import { partnerAccess, positive } from '../../channel/settings.ts';
import { commandErrors } from '../../program/errors.ts';

/** What providers of bank data need of the settings; those that are not set are left out. Throws SettingInvalid. */
export function providerSettings(settings: Settings): ProviderSettings {
  const rate = positive(settings, 'aggregatorARate');
  const own = aggregatorA(settings, rate);
  return {
    access: partnerAccess(settings),
    apis: new Map([...(own ? [['AggregatorA', own] as const] : []), ...gateways(settings, rate)]),
  };
}

function aggregatorA(settings: Settings, rate: number): ItemsApiSettings | undefined {
  const { aggregatorAUrl: url, aggregatorAClientId: id, aggregatorAClientSecret: secret } = settings;
  if (!url.value || !id.value || !secret.value) return undefined;
  const address = checkedAddress(url.value, 'TAXOPS_AGGREGATOR_A_URL');
  const headers = versionHeader(settings.aggregatorAVersion.value);
  const back = settings.aggregatorACallbackUrl.value;
  const callbackUrl = back ? checkedAddress(back, 'TAXOPS_AGGREGATOR_A_CALLBACK_URL') : undefined;
  const webhookSecrets = settings.aggregatorAWebhookSecrets.value?.split(/\s+/).filter(Boolean);
  const own = { url: address, clientId: id.value, clientSecret: secret.value, headers, rate };
  return { ...own, callbackUrl, webhookSecrets };
}

function versionHeader(text: string | undefined): Readonly<Record<string, string>> {
  if (!text) return {};
  const [, name, value] = /^([A-Za-z0-9-]+):\s*([\x21-\x7e]+)$/.exec(text.trim()) ?? [];
  if (name === undefined || value === undefined) {
    throw commandErrors.SettingInvalid({
      reason: {
        en: 'TAXOPS_AGGREGATOR_A_VERSION is no header: write Name: value',
        fr: 'TAXOPS_AGGREGATOR_A_VERSION n’est pas un en-tête : écrivez Nom: valeur',
      },
    });
  }
  return { [name.toLowerCase()]: value };
}

/** The value is secret: what is wrong with it is known by the number of its line. */
function gateways(settings: Settings, rate: number): [Provider, ItemsApiSettings][] {
  const lines = (settings.bankGateways.value ?? '').split(/[\n;]+/).filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const place = `TAXOPS_BANK_GATEWAYS, line ${index + 1}`;
    const [name, url, clientId, clientSecret, ...rest] = line.trim().split(/\s+/);
    const provider = PROVIDERS.find((candidate) => candidate === name);
    if (!provider || !url || !clientId || !clientSecret || rest.length > 0) {
      throw commandErrors.SettingInvalid({
        reason: {
          en: `${place}: write provider, address, client and secret`,
          fr: `${place} : écrivez fournisseur, adresse, client et secret`,
        },
      });
    }
    return [provider, { url: checkedAddress(url, place), clientId, clientSecret, headers: {}, rate }];
  });
}

function checkedAddress(url: string, place: string): string {
  if (URL.canParse(url)) return url;
  throw commandErrors.SettingInvalid({
    reason: { en: `${place} holds no address`, fr: `${place} ne contient pas d’adresse` },
  });
}
