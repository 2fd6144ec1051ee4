/** Every setting of the program: where it may come from, what it is worth by default, what it is for (`settings.tsv`). */
import type { Labels } from './errors.ts';
import { readNamed } from './package-file.ts';

const NAMES = [
  'home',
  'databaseUrl',
  'databaseKeepAlive',
  'postgresBin',
  'language',
  'folder',
  'company',
  'secretKey',
  'issuer',
  'audience',
  'jwksUrl',
  'tokenAlgorithms',
  'claimFolders',
  'claimCompany',
  'claimAccess',
  'claimRoles',
  'roles',
  'userClients',
  'userScope',
  'auditHead',
  'webhookClientId',
  'webhookExtraScopes',
  'publicUrl',
  'webhookSegment',
  'requestRate',
  'loginClientId',
  'loginClientSecret',
  'loginScopes',
  'sessionIdleMinutes',
  'sessionHours',
  'logLevel',
  'channelEnvironment',
  'channelAUrl',
  'channelATokenUrl',
  'channelAPageUrl',
  'channelAClientId',
  'channelAClientSecret',
  'channelAAccount',
  'channelACallbackUrl',
  'channelADocumentHosts',
  'channelARate',
  'channelBDepositUrl',
  'channelBNoticeUrl',
  'channelBLogin',
  'channelBPassword',
  'channelBPublisher',
  'channelBRate',
  'aggregatorAUrl',
  'aggregatorAClientId',
  'aggregatorAClientSecret',
  'aggregatorAVersion',
  'aggregatorACallbackUrl',
  'aggregatorAWebhookSecrets',
  'aggregatorARate',
  'bankGateways',
  'internalFolder',
  'channelAuthorities',
  'channelTimeout',
  'channelQuestionSeconds',
  'channelAllowPrivate',
  'smtpHost',
  'smtpPort',
  'smtpSecurity',
  'smtpUser',
  'smtpPassword',
  'smtpAuthorities',
  'mailFrom',
] as const;

export type SettingName = (typeof NAMES)[number];

export interface SettingSpec {
  /** Environment variable; `<NAME>_FILE` names a file that holds the value. */
  readonly env: string;
  readonly default: string | undefined;
  /** Never shown, never logged. */
  readonly isSecret: boolean;
  /** A path: relative to the working folder, or to the file that names it, where it is read; absolute from then on. */
  readonly isPath: boolean;
  /** A table of taxops.toml; JSON in the environment. */
  readonly isTable: boolean;
  readonly about: Labels;
}

const ROWS = readNamed('src/services/kernel/settings.tsv', NAMES, ['env', 'default', 'kind', 'en', 'fr']);

export const SETTINGS = Object.fromEntries(
  NAMES.map((name) => {
    const { env, default: usual, kind, en, fr } = ROWS[name];
    const is = { isSecret: kind === 'secret', isPath: kind === 'path', isTable: kind === 'table' };
    return [name, { env, default: usual || undefined, ...is, about: { en, fr } }];
  }),
) as Readonly<Record<SettingName, SettingSpec>>;

export interface Setting {
  readonly value: string | undefined;
  /** `flag`, `env TAXOPS_HOME`, a file's path, or `default`. */
  readonly source: string;
}

export type Settings = Readonly<Record<SettingName, Setting>>;
