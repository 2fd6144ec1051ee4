import { join } from 'node:path';
import {
  CALL_LIMITS,
  type ChannelAccess,
  type ChannelASettings,
  type ChannelBSettings,
  type ChannelSettings,
} from '../../services/channels/settings.ts';
import { SETTINGS, type SettingName, type Settings } from '../../services/kernel/settings.ts';
import { commandErrors } from '../program/errors.ts';

/** What channels need of the settings; `version` is ours, given to partners. Throws SettingInvalid. */
export function channelSettings(settings: Settings, version: string): ChannelSettings {
  return {
    access: partnerAccess(settings),
    channelA: channelA(settings),
    channelB: channelB(settings, version),
    internal: { folder: settings.internalFolder.value ?? join(text(settings, 'home'), 'handover') },
  };
}

/** How any partner is called, filing channels and providers of bank data alike. Throws SettingInvalid. */
export const partnerAccess = (settings: Settings): ChannelAccess => ({
  environment: environmentOf(settings),
  allowPrivate: /^(1|true|yes)$/i.test(text(settings, 'channelAllowPrivate')),
  authorities: settings.channelAuthorities.value,
  limits: { ...CALL_LIMITS, totalMs: positive(settings, 'channelTimeout') * 1000 },
});

function channelA(settings: Settings): ChannelASettings | readonly string[] {
  const absent = missing(settings, ['channelAUrl', 'channelAClientId', 'channelAClientSecret', 'channelAAccount']);
  if (absent.length > 0) return absent;
  const url = text(settings, 'channelAUrl').replace(/\/+$/, '');
  return {
    url,
    tokenUrl: settings.channelATokenUrl.value ?? `${url}/connect/token`,
    clientId: text(settings, 'channelAClientId'),
    clientSecret: text(settings, 'channelAClientSecret'),
    account: text(settings, 'channelAAccount'),
    documentHosts: text(settings, 'channelADocumentHosts')
      .split(/[\s,]+/)
      .filter(Boolean),
    rate: positive(settings, 'channelARate'),
  };
}

function channelB(settings: Settings, version: string): ChannelBSettings | readonly string[] {
  const absent = missing(settings, ['channelBDepositUrl', 'channelBNoticeUrl', 'channelBLogin', 'channelBPassword']);
  if (absent.length > 0) return absent;
  return {
    depositUrl: text(settings, 'channelBDepositUrl'),
    noticeUrl: text(settings, 'channelBNoticeUrl'),
    login: text(settings, 'channelBLogin'),
    password: text(settings, 'channelBPassword'),
    publisher: text(settings, 'channelBPublisher'),
    software: 'taxops',
    version,
    rate: positive(settings, 'channelBRate'),
  };
}

const text = (settings: Settings, name: SettingName): string => settings[name].value ?? '';

const missing = (settings: Settings, names: readonly SettingName[]): string[] =>
  names.filter((name) => text(settings, name) === '').map((name) => SETTINGS[name].env);

export function positive(settings: Settings, name: SettingName): number {
  const number = Number(text(settings, name));
  if (number > 0 && number <= 100_000) return number;
  throw commandErrors.SettingInvalid({
    reason: {
      en: `${SETTINGS[name].env} is no number above 0`,
      fr: `${SETTINGS[name].env} n’est pas un nombre supérieur à 0`,
    },
  });
}

function environmentOf(settings: Settings): 'stage' | 'prod' {
  const environment = text(settings, 'channelEnvironment');
  if (environment === 'stage' || environment === 'prod') return environment;
  throw commandErrors.SettingInvalid({
    reason: {
      en: `${SETTINGS.channelEnvironment.env} is neither stage nor prod`,
      fr: `${SETTINGS.channelEnvironment.env} n’est ni stage ni prod`,
    },
  });
}
