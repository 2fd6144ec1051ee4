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
  secretKey: {
    env: 'TAXOPS_SECRET_KEY',
    secret: true,
    about: {
      en: 'Keys that encrypt logins and pieces, the newest first; by default the key file of the data folder',
      fr: 'Clés qui chiffrent identifiants et pièces, la plus récente d’abord ; sinon le fichier de clé du dossier',
    },
  },
  issuer: {
    env: 'TAXOPS_ISSUER',
    about: { en: 'Issuer of accepted tokens, to the letter', fr: 'Émetteur des jetons acceptés, à la lettre' },
  },
  audience: {
    env: 'TAXOPS_AUDIENCE',
    about: { en: 'Audience that tokens must name', fr: 'Audience que les jetons doivent nommer' },
  },
  jwksUrl: {
    env: 'TAXOPS_JWKS_URL',
    about: { en: 'Address of the keys of the issuer', fr: 'Adresse des clés de l’émetteur' },
  },
  tokenAlgorithms: {
    env: 'TAXOPS_TOKEN_ALGORITHMS',
    default: 'RS256,PS256,ES256',
    about: { en: 'Accepted signature algorithms', fr: 'Algorithmes de signature acceptés' },
  },
  claimFolders: {
    env: 'TAXOPS_CLAIM_FOLDERS',
    default: 'folders',
    about: { en: 'Claim that lists the folders of a user', fr: 'Attribut qui liste les dossiers d’un utilisateur' },
  },
  claimCompany: {
    env: 'TAXOPS_CLAIM_COMPANY',
    default: 'company',
    about: { en: 'Claim that names the firm of a user', fr: 'Attribut qui nomme le cabinet d’un utilisateur' },
  },
  claimAccess: {
    env: 'TAXOPS_CLAIM_ACCESS',
    default: 'access',
    about: { en: 'Claim that gives Read or Write', fr: 'Attribut qui donne Read ou Write' },
  },
  webhookClientId: {
    env: 'TAXOPS_WEBHOOK_CLIENT_ID',
    about: {
      en: 'The only service account that the webhook accepts',
      fr: 'Le seul compte de service accepté par le webhook',
    },
  },
  webhookExtraScopes: {
    env: 'TAXOPS_WEBHOOK_EXTRA_SCOPES',
    default: 'false',
    about: {
      en: 'Accept a webhook token with more scopes than its own',
      fr: 'Accepter un jeton de webhook à portées multiples',
    },
  },
  webhookSegment: {
    env: 'TAXOPS_WEBHOOK_SEGMENT',
    default: 'channela',
    about: { en: 'Last part of the webhook address', fr: 'Dernière partie de l’adresse du webhook' },
  },
  requestRate: {
    env: 'TAXOPS_REQUEST_RATE',
    default: '15',
    about: { en: 'Requests per second per client and user', fr: 'Requêtes par seconde par client et utilisateur' },
  },
} as const satisfies Record<string, SettingSpec>;

export type SettingName = keyof typeof SETTINGS;

export interface Setting {
  readonly value: string | undefined;
  /** `flag`, `env TAXOPS_HOME`, a file's path, or `default`. */
  readonly source: string;
}

export type Settings = Readonly<Record<SettingName, Setting>>;
