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
  channelEnvironment: {
    env: 'TAXOPS_CHANNEL_ENVIRONMENT',
    default: 'stage',
    about: {
      en: 'stage sends tests only, prod real filings only',
      fr: 'stage n’envoie que des tests, prod que des dépôts réels',
    },
  },
  channelAUrl: {
    env: 'TAXOPS_CHANNEL_A_URL',
    about: { en: 'Address of the API of ChannelA', fr: 'Adresse de l’API de ChannelA' },
  },
  channelATokenUrl: {
    env: 'TAXOPS_CHANNEL_A_TOKEN_URL',
    about: {
      en: 'Where ChannelA gives tokens; by default /connect/token of its API',
      fr: 'Où ChannelA donne ses jetons ; par défaut /connect/token de son API',
    },
  },
  channelAPageUrl: {
    env: 'TAXOPS_CHANNEL_A_PAGE_URL',
    about: {
      en: 'Base of the pages of ChannelA for people; by default the address of its API',
      fr: 'Base des pages de ChannelA pour les personnes ; par défaut l’adresse de son API',
    },
  },
  channelAClientId: {
    env: 'TAXOPS_CHANNEL_A_CLIENT_ID',
    about: { en: 'Our client on ChannelA', fr: 'Notre client chez ChannelA' },
  },
  channelAClientSecret: {
    env: 'TAXOPS_CHANNEL_A_CLIENT_SECRET',
    secret: true,
    about: { en: 'Secret of our client on ChannelA', fr: 'Secret de notre client chez ChannelA' },
  },
  channelAAccount: {
    env: 'TAXOPS_CHANNEL_A_ACCOUNT',
    secret: true,
    about: { en: 'Account of the firm on ChannelA: an e-mail', fr: 'Compte du cabinet chez ChannelA : un courriel' },
  },
  channelACallbackUrl: {
    env: 'TAXOPS_CHANNEL_A_CALLBACK_URL',
    about: {
      en: 'Public address of our status webhook, told to ChannelA with each filing',
      fr: 'Adresse publique de notre webhook de statut, dite à ChannelA à chaque envoi',
    },
  },
  channelADocumentHosts: {
    env: 'TAXOPS_CHANNEL_A_DOCUMENT_HOSTS',
    about: {
      en: 'Hosts that documents of ChannelA may be fetched from, besides its API',
      fr: 'Hôtes d’où les documents de ChannelA peuvent être pris, outre son API',
    },
  },
  channelARate: {
    env: 'TAXOPS_CHANNEL_A_RATE',
    default: '10',
    about: {
      en: 'Requests per second that ChannelA allows; 80 % of it is used',
      fr: 'Requêtes par seconde que ChannelA permet ; 80 % en sont utilisés',
    },
  },
  channelBDepositUrl: {
    env: 'TAXOPS_CHANNEL_B_DEPOSIT_URL',
    about: { en: 'Where ChannelB takes deposits', fr: 'Où ChannelB prend les dépôts' },
  },
  channelBNoticeUrl: {
    env: 'TAXOPS_CHANNEL_B_NOTICE_URL',
    about: { en: 'Where ChannelB gives notices', fr: 'Où ChannelB donne les avis' },
  },
  channelBLogin: {
    env: 'TAXOPS_CHANNEL_B_LOGIN',
    secret: true,
    about: { en: 'Our login on ChannelB', fr: 'Notre identifiant chez ChannelB' },
  },
  channelBPassword: {
    env: 'TAXOPS_CHANNEL_B_PASSWORD',
    secret: true,
    about: { en: 'Our password on ChannelB', fr: 'Notre mot de passe chez ChannelB' },
  },
  channelBPublisher: {
    env: 'TAXOPS_CHANNEL_B_PUBLISHER',
    default: 'TAXOPS',
    about: { en: 'Software publisher told to ChannelB', fr: 'Éditeur de logiciel dit à ChannelB' },
  },
  channelBRate: {
    env: 'TAXOPS_CHANNEL_B_RATE',
    default: '5',
    about: {
      en: 'Requests per second that ChannelB allows; 80 % of it is used',
      fr: 'Requêtes par seconde que ChannelB permet ; 80 % en sont utilisés',
    },
  },
  aggregatorAUrl: {
    env: 'TAXOPS_AGGREGATOR_A_URL',
    about: { en: 'Address of the API of AggregatorA', fr: 'Adresse de l’API d’AggregatorA' },
  },
  aggregatorAClientId: {
    env: 'TAXOPS_AGGREGATOR_A_CLIENT_ID',
    about: { en: 'Our client on AggregatorA', fr: 'Notre client chez AggregatorA' },
  },
  aggregatorAClientSecret: {
    env: 'TAXOPS_AGGREGATOR_A_CLIENT_SECRET',
    secret: true,
    about: { en: 'Secret of our client on AggregatorA', fr: 'Secret de notre client chez AggregatorA' },
  },
  aggregatorAVersion: {
    env: 'TAXOPS_AGGREGATOR_A_VERSION',
    about: {
      en: 'Header that tells AggregatorA which version of its API is meant, as Name: value',
      fr: 'En-tête qui dit à AggregatorA la version voulue de son API, sous la forme Nom: valeur',
    },
  },
  aggregatorARate: {
    env: 'TAXOPS_AGGREGATOR_A_RATE',
    default: '10',
    about: {
      en: 'Requests per second that AggregatorA allows; 80 % of it is used',
      fr: 'Requêtes par seconde qu’AggregatorA permet ; 80 % en sont utilisés',
    },
  },
  bankGateways: {
    env: 'TAXOPS_BANK_GATEWAYS',
    secret: true,
    about: {
      en: 'Other providers, reached through services that speak the interface of AggregatorA: lines of provider, address, client and secret',
      fr: 'Autres fournisseurs, par des services qui parlent l’interface d’AggregatorA : lignes fournisseur, adresse, client et secret',
    },
  },
  internalFolder: {
    env: 'TAXOPS_INTERNAL_FOLDER',
    about: {
      en: 'Folder of files to hand over; by default handover in the data folder',
      fr: 'Dossier des fichiers à remettre ; par défaut handover dans le dossier des données',
    },
  },
  channelAuthorities: {
    env: 'TAXOPS_CHANNEL_AUTHORITIES',
    about: {
      en: 'Further certificate authorities of channels, PEM; mostly given by TAXOPS_CHANNEL_AUTHORITIES_FILE',
      fr: 'Autres autorités de certification des canaux, PEM ; plutôt par TAXOPS_CHANNEL_AUTHORITIES_FILE',
    },
  },
  channelTimeout: {
    env: 'TAXOPS_CHANNEL_TIMEOUT',
    default: '60',
    about: {
      en: 'Seconds that one call to a channel may take, retries included',
      fr: 'Secondes que peut durer un appel à un canal, reprises comprises',
    },
  },
  channelQuestionSeconds: {
    env: 'TAXOPS_CHANNEL_QUESTION_SECONDS',
    default: '60',
    about: {
      en: 'Seconds between the two questions after which a send without answer is taken for lost',
      fr: 'Secondes entre les deux questions après lesquelles un envoi sans réponse est tenu pour perdu',
    },
  },
  channelAllowPrivate: {
    env: 'TAXOPS_CHANNEL_ALLOW_PRIVATE',
    default: 'false',
    about: {
      en: 'For trials: let channels be at private addresses and speak plain http',
      fr: 'Pour essais : permettre des canaux à des adresses privées et en http simple',
    },
  },
  smtpHost: {
    env: 'TAXOPS_SMTP_HOST',
    about: { en: 'Mail server that messages leave by', fr: 'Serveur de messagerie par lequel partent les messages' },
  },
  smtpPort: {
    env: 'TAXOPS_SMTP_PORT',
    default: '587',
    about: { en: 'Port of the mail server', fr: 'Port du serveur de messagerie' },
  },
  smtpSecurity: {
    env: 'TAXOPS_SMTP_SECURITY',
    default: 'starttls',
    about: {
      en: 'starttls, tls (from the first byte), or none for a server on this machine',
      fr: 'starttls, tls (dès le premier octet), ou none pour un serveur de cette machine',
    },
  },
  smtpUser: {
    env: 'TAXOPS_SMTP_USER',
    about: { en: 'Our account on the mail server', fr: 'Notre compte sur le serveur de messagerie' },
  },
  smtpPassword: {
    env: 'TAXOPS_SMTP_PASSWORD',
    secret: true,
    about: { en: 'Password of that account', fr: 'Mot de passe de ce compte' },
  },
  smtpAuthorities: {
    env: 'TAXOPS_SMTP_AUTHORITIES',
    about: {
      en: 'Further certificate authorities of the mail server, PEM; mostly given by TAXOPS_SMTP_AUTHORITIES_FILE',
      fr: 'Autres autorités de certification du serveur, PEM ; plutôt par TAXOPS_SMTP_AUTHORITIES_FILE',
    },
  },
  mailFrom: {
    env: 'TAXOPS_MAIL_FROM',
    about: { en: 'Address that messages are sent from', fr: 'Adresse d’expédition des messages' },
  },
} as const satisfies Record<string, SettingSpec>;

export type SettingName = keyof typeof SETTINGS;

export interface Setting {
  readonly value: string | undefined;
  /** `flag`, `env TAXOPS_HOME`, a file's path, or `default`. */
  readonly source: string;
}

export type Settings = Readonly<Record<SettingName, Setting>>;
