/** Every setting of the program, in one table: where it may come from, what it is worth by default, what it is for. */
import type { Labels } from './errors.ts';

export interface SettingSpec {
  /** Environment variable; `<NAME>_FILE` names a file that holds the value. */
  readonly env: string;
  readonly default?: string;
  /** Never shown, never logged. */
  readonly secret?: boolean;
  /** A path: relative to the working folder, or to the file that names it, where it is read; absolute from then on. */
  readonly isPath?: true;
  readonly about: Labels;
}

type Worth = Omit<SettingSpec, 'env' | 'about'>;
const setting = (env: string, en: string, fr: string, worth: Worth = {}): SettingSpec => ({
  env,
  ...worth,
  about: { en, fr },
});

export const SETTINGS = {
  home: setting(
    'TAXOPS_HOME',
    'Folder of the data and of the private database',
    'Dossier des données et de la base privée',
    { isPath: true },
  ),
  databaseUrl: setting(
    'TAXOPS_DATABASE_URL',
    'PostgreSQL 15 or later to use instead of the private database',
    'PostgreSQL 15 ou plus à utiliser au lieu de la base privée',
    { secret: true },
  ),
  databaseKeepAlive: setting(
    'TAXOPS_DB_KEEP_ALIVE',
    'Keep the private database running between commands',
    'Garder la base privée en marche entre les commandes',
    { default: 'false' },
  ),
  postgresBin: setting(
    'TAXOPS_PG_BIN',
    'Folder of PostgreSQL binaries for the private database',
    'Dossier des programmes PostgreSQL de la base privée',
    { isPath: true },
  ),
  language: setting(
    'TAXOPS_LANG',
    'Language of labels and messages: en or fr',
    'Langue des libellés et des messages : en ou fr',
  ),
  folder: setting(
    'TAXOPS_FOLDER',
    'Folder used when --folder is not given',
    'Dossier pris quand --folder n’est pas donné',
  ),
  company: setting(
    'TAXOPS_COMPANY',
    'Firm used when --company is not given',
    'Cabinet pris quand --company n’est pas donné',
  ),
  secretKey: setting(
    'TAXOPS_SECRET_KEY',
    'Keys that encrypt logins and pieces, the newest first; by default the key file of the data folder',
    'Clés qui chiffrent identifiants et pièces, la plus récente d’abord ; sinon le fichier de clé du dossier',
    { secret: true },
  ),
  issuer: setting(
    'TAXOPS_ISSUER',
    'Issuer of accepted tokens, to the letter',
    'Émetteur des jetons acceptés, à la lettre',
  ),
  audience: setting('TAXOPS_AUDIENCE', 'Audience that tokens must name', 'Audience que les jetons doivent nommer'),
  jwksUrl: setting('TAXOPS_JWKS_URL', 'Address of the keys of the issuer', 'Adresse des clés de l’émetteur'),
  tokenAlgorithms: setting(
    'TAXOPS_TOKEN_ALGORITHMS',
    'Accepted signature algorithms',
    'Algorithmes de signature acceptés',
    { default: 'RS256,PS256,ES256' },
  ),
  claimFolders: setting(
    'TAXOPS_CLAIM_FOLDERS',
    'Claim that lists the folders of a user',
    'Attribut qui liste les dossiers d’un utilisateur',
    { default: 'folders' },
  ),
  claimCompany: setting(
    'TAXOPS_CLAIM_COMPANY',
    'Claim that names the firm of a user',
    'Attribut qui nomme le cabinet d’un utilisateur',
    { default: 'company' },
  ),
  claimAccess: setting('TAXOPS_CLAIM_ACCESS', 'Claim that gives Read or Write', 'Attribut qui donne Read ou Write', {
    default: 'access',
  }),
  webhookClientId: setting(
    'TAXOPS_WEBHOOK_CLIENT_ID',
    'The only service account that the webhook accepts',
    'Le seul compte de service accepté par le webhook',
  ),
  webhookExtraScopes: setting(
    'TAXOPS_WEBHOOK_EXTRA_SCOPES',
    'Accept a webhook token with more scopes than its own',
    'Accepter un jeton de webhook à portées multiples',
    { default: 'false' },
  ),
  publicUrl: setting(
    'TAXOPS_PUBLIC_URL',
    'Address by which people and partners reach the listener, such as https://taxops.example',
    'Adresse par laquelle on atteint le serveur, comme https://taxops.example',
  ),
  webhookSegment: setting(
    'TAXOPS_WEBHOOK_SEGMENT',
    'Last part of the webhook address',
    'Dernière partie de l’adresse du webhook',
    { default: 'channela' },
  ),
  requestRate: setting(
    'TAXOPS_REQUEST_RATE',
    'Requests per second per client and user',
    'Requêtes par seconde par client et utilisateur',
    { default: '15' },
  ),
  channelEnvironment: setting(
    'TAXOPS_CHANNEL_ENVIRONMENT',
    'stage sends tests only, prod real filings only',
    'stage n’envoie que des tests, prod que des dépôts réels',
    { default: 'stage' },
  ),
  channelAUrl: setting('TAXOPS_CHANNEL_A_URL', 'Address of the API of ChannelA', 'Adresse de l’API de ChannelA'),
  channelATokenUrl: setting(
    'TAXOPS_CHANNEL_A_TOKEN_URL',
    'Where ChannelA gives tokens; by default /connect/token of its API',
    'Où ChannelA donne ses jetons ; par défaut /connect/token de son API',
  ),
  channelAPageUrl: setting(
    'TAXOPS_CHANNEL_A_PAGE_URL',
    'Base of the pages of ChannelA for people; by default the address of its API',
    'Base des pages de ChannelA pour les personnes ; par défaut l’adresse de son API',
  ),
  channelAClientId: setting('TAXOPS_CHANNEL_A_CLIENT_ID', 'Our client on ChannelA', 'Notre client chez ChannelA'),
  channelAClientSecret: setting(
    'TAXOPS_CHANNEL_A_CLIENT_SECRET',
    'Secret of our client on ChannelA',
    'Secret de notre client chez ChannelA',
    { secret: true },
  ),
  channelAAccount: setting(
    'TAXOPS_CHANNEL_A_ACCOUNT',
    'Account of the firm on ChannelA: an e-mail',
    'Compte du cabinet chez ChannelA : un courriel',
    { secret: true },
  ),
  channelACallbackUrl: setting(
    'TAXOPS_CHANNEL_A_CALLBACK_URL',
    'Public address of our status webhook, told to ChannelA with each filing',
    'Adresse publique de notre webhook de statut, dite à ChannelA à chaque envoi',
  ),
  channelADocumentHosts: setting(
    'TAXOPS_CHANNEL_A_DOCUMENT_HOSTS',
    'Hosts that documents of ChannelA may be fetched from, besides its API',
    'Hôtes d’où les documents de ChannelA peuvent être pris, outre son API',
  ),
  channelARate: setting(
    'TAXOPS_CHANNEL_A_RATE',
    'Requests per second that ChannelA allows; 80 % of it is used',
    'Requêtes par seconde que ChannelA permet ; 80 % en sont utilisés',
    { default: '10' },
  ),
  channelBDepositUrl: setting(
    'TAXOPS_CHANNEL_B_DEPOSIT_URL',
    'Where ChannelB takes deposits',
    'Où ChannelB prend les dépôts',
  ),
  channelBNoticeUrl: setting(
    'TAXOPS_CHANNEL_B_NOTICE_URL',
    'Where ChannelB gives notices',
    'Où ChannelB donne les avis',
  ),
  channelBLogin: setting('TAXOPS_CHANNEL_B_LOGIN', 'Our login on ChannelB', 'Notre identifiant chez ChannelB', {
    secret: true,
  }),
  channelBPassword: setting(
    'TAXOPS_CHANNEL_B_PASSWORD',
    'Our password on ChannelB',
    'Notre mot de passe chez ChannelB',
    { secret: true },
  ),
  channelBPublisher: setting(
    'TAXOPS_CHANNEL_B_PUBLISHER',
    'Software publisher told to ChannelB',
    'Éditeur de logiciel dit à ChannelB',
    { default: 'TAXOPS' },
  ),
  channelBRate: setting(
    'TAXOPS_CHANNEL_B_RATE',
    'Requests per second that ChannelB allows; 80 % of it is used',
    'Requêtes par seconde que ChannelB permet ; 80 % en sont utilisés',
    { default: '5' },
  ),
  aggregatorAUrl: setting(
    'TAXOPS_AGGREGATOR_A_URL',
    'Address of the API of AggregatorA',
    'Adresse de l’API d’AggregatorA',
  ),
  aggregatorAClientId: setting(
    'TAXOPS_AGGREGATOR_A_CLIENT_ID',
    'Our client on AggregatorA',
    'Notre client chez AggregatorA',
  ),
  aggregatorAClientSecret: setting(
    'TAXOPS_AGGREGATOR_A_CLIENT_SECRET',
    'Secret of our client on AggregatorA',
    'Secret de notre client chez AggregatorA',
    { secret: true },
  ),
  aggregatorAVersion: setting(
    'TAXOPS_AGGREGATOR_A_VERSION',
    'Header that tells AggregatorA which version of its API is meant, as Name: value',
    'En-tête qui dit à AggregatorA la version voulue de son API, sous la forme Nom: valeur',
  ),
  aggregatorARate: setting(
    'TAXOPS_AGGREGATOR_A_RATE',
    'Requests per second that AggregatorA allows; 80 % of it is used',
    'Requêtes par seconde qu’AggregatorA permet ; 80 % en sont utilisés',
    { default: '10' },
  ),
  bankGateways: setting(
    'TAXOPS_BANK_GATEWAYS',
    'Other providers, reached through services that speak the interface of AggregatorA: lines of provider, address, client and secret',
    'Autres fournisseurs, par des services qui parlent l’interface d’AggregatorA : lignes fournisseur, adresse, client et secret',
    { secret: true },
  ),
  internalFolder: setting(
    'TAXOPS_INTERNAL_FOLDER',
    'Folder of files to hand over; by default handover in the data folder',
    'Dossier des fichiers à remettre ; par défaut handover dans le dossier des données',
    { isPath: true },
  ),
  channelAuthorities: setting(
    'TAXOPS_CHANNEL_AUTHORITIES',
    'Further certificate authorities of channels, PEM; mostly given by TAXOPS_CHANNEL_AUTHORITIES_FILE',
    'Autres autorités de certification des canaux, PEM ; plutôt par TAXOPS_CHANNEL_AUTHORITIES_FILE',
  ),
  channelTimeout: setting(
    'TAXOPS_CHANNEL_TIMEOUT',
    'Seconds that one call to a channel may take, retries included',
    'Secondes que peut durer un appel à un canal, reprises comprises',
    { default: '60' },
  ),
  channelQuestionSeconds: setting(
    'TAXOPS_CHANNEL_QUESTION_SECONDS',
    'Seconds between the two questions after which a send without answer is taken for lost',
    'Secondes entre les deux questions après lesquelles un envoi sans réponse est tenu pour perdu',
    { default: '60' },
  ),
  channelAllowPrivate: setting(
    'TAXOPS_CHANNEL_ALLOW_PRIVATE',
    'For trials: let channels be at private addresses and speak plain http',
    'Pour essais : permettre des canaux à des adresses privées et en http simple',
    { default: 'false' },
  ),
  smtpHost: setting(
    'TAXOPS_SMTP_HOST',
    'Mail server that messages leave by',
    'Serveur de messagerie par lequel partent les messages',
  ),
  smtpPort: setting('TAXOPS_SMTP_PORT', 'Port of the mail server', 'Port du serveur de messagerie', { default: '587' }),
  smtpSecurity: setting(
    'TAXOPS_SMTP_SECURITY',
    'starttls, tls (from the first byte), or none for a server on this machine',
    'starttls, tls (dès le premier octet), ou none pour un serveur de cette machine',
    { default: 'starttls' },
  ),
  smtpUser: setting('TAXOPS_SMTP_USER', 'Our account on the mail server', 'Notre compte sur le serveur de messagerie'),
  smtpPassword: setting('TAXOPS_SMTP_PASSWORD', 'Password of that account', 'Mot de passe de ce compte', {
    secret: true,
  }),
  smtpAuthorities: setting(
    'TAXOPS_SMTP_AUTHORITIES',
    'Further certificate authorities of the mail server, PEM; mostly given by TAXOPS_SMTP_AUTHORITIES_FILE',
    'Autres autorités de certification du serveur, PEM ; plutôt par TAXOPS_SMTP_AUTHORITIES_FILE',
  ),
  mailFrom: setting('TAXOPS_MAIL_FROM', 'Address that messages are sent from', 'Adresse d’expédition des messages'),
} as const satisfies Record<string, SettingSpec>;

export type SettingName = keyof typeof SETTINGS;

export interface Setting {
  readonly value: string | undefined;
  /** `flag`, `env TAXOPS_HOME`, a file's path, or `default`. */
  readonly source: string;
}

export type Settings = Readonly<Record<SettingName, Setting>>;
