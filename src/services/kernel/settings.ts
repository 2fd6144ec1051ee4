/** Every setting of the program, in one table: where it may come from, what it is worth by default, what it is for. */
import type { Labels } from './errors.ts';

export interface SettingSpec {
  /** Environment variable; `<NAME>_FILE` names a file that holds the value. */
  readonly env: string;
  readonly default?: string;
  /** Never shown, never logged. */
  readonly secret?: boolean;
  readonly about: Labels;
}

export const SETTINGS = {
  home: {
    env: 'TAXOPS_HOME',
    about: { en: 'Folder of the data and of the private database', fr: 'Dossier des données et de la base privée' },
  },
  databaseUrl: {
    env: 'TAXOPS_DATABASE_URL',
    secret: true,
    about: {
      en: 'PostgreSQL 15 or later to use instead of the private database',
      fr: 'PostgreSQL 15 ou plus à utiliser au lieu de la base privée',
    },
  },
  databaseKeepAlive: {
    env: 'TAXOPS_DB_KEEP_ALIVE',
    default: 'false',
    about: {
      en: 'Keep the private database running between commands',
      fr: 'Garder la base privée en marche entre les commandes',
    },
  },
  postgresBin: {
    env: 'TAXOPS_PG_BIN',
    about: {
      en: 'Folder of PostgreSQL binaries for the private database',
      fr: 'Dossier des programmes PostgreSQL de la base privée',
    },
  },
  language: {
    env: 'TAXOPS_LANG',
    about: { en: 'Language of labels and messages: en or fr', fr: 'Langue des libellés et des messages : en ou fr' },
  },
  folder: {
    env: 'TAXOPS_FOLDER',
    about: { en: 'Folder used when --folder is not given', fr: 'Dossier pris quand --folder n’est pas donné' },
  },
  company: {
    env: 'TAXOPS_COMPANY',
    about: { en: 'Firm used when --company is not given', fr: 'Cabinet pris quand --company n’est pas donné' },
  },
} as const satisfies Record<string, SettingSpec>;

export type SettingName = keyof typeof SETTINGS;

export interface Setting {
  readonly value: string | undefined;
  /** `flag`, `env TAXOPS_HOME`, a file's path, or `default`. */
  readonly source: string;
}

export type Settings = Readonly<Record<SettingName, Setting>>;
