import { defineErrors } from '../../services/kernel/errors.ts';

/** Failures of the command line and of the listener themselves; each domain has its own catalogue. */
export const commandErrors = defineErrors({
  Usage: {
    kind: 'invalid',
    en: '{message}',
    fr: '{message}',
    hint: { en: 'See {command} --help', fr: 'Voyez {command} --help' },
  },
  ConfirmationNeeded: {
    kind: 'invalid',
    en: 'This command changes things for good and nobody is there to confirm.',
    fr: 'Cette commande change les choses pour de bon et personne n’est là pour confirmer.',
    hint: { en: 'Add --yes to confirm.', fr: 'Ajoutez --yes pour confirmer.' },
  },
  NotConfirmed: {
    kind: 'invalid',
    en: 'Not confirmed: nothing was done.',
    fr: 'Non confirmé : rien n’a été fait.',
  },
  SettingInvalid: {
    kind: 'invalid',
    en: 'The configuration cannot be used: {reason}',
    fr: 'La configuration est inutilisable : {reason}',
    hint: {
      en: 'Correct it; taxops config explain then shows where each value comes from.',
      fr: 'Corrigez-la ; taxops config explain montre ensuite d’où vient chaque valeur.',
    },
  },
  ConfigurationExists: {
    kind: 'conflict',
    en: '{path} exists already.',
    fr: '{path} existe déjà.',
    hint: { en: 'Add --force to replace it.', fr: 'Ajoutez --force pour le remplacer.' },
  },
  DatabaseNotPrivate: {
    kind: 'conflict',
    en: 'The database is a server of its own (TAXOPS_DATABASE_URL): taxops does not start or stop it.',
    fr: 'La base est un serveur à part (TAXOPS_DATABASE_URL) : taxops ne le démarre ni ne l’arrête.',
    hint: { en: 'Ask whoever runs that server.', fr: 'Voyez qui exploite ce serveur.' },
  },
  TooManyRequests: {
    kind: 'rateLimited',
    en: 'Too many requests.',
    fr: 'Trop de requêtes.',
    hint: { en: 'Wait for the time given in Retry-After.', fr: 'Attendez le temps donné par Retry-After.' },
  },
  FileNameInvalid: {
    kind: 'invalid',
    en: 'The file name {name} cannot be used: {reason}.',
    fr: 'Le nom de fichier {name} est inutilisable : {reason}.',
    hint: {
      en: 'Send the name of the file alone, without its folders.',
      fr: 'Envoyez le nom du fichier seul, sans ses dossiers.',
    },
  },
  IdempotencyKeyInvalid: {
    kind: 'invalid',
    en: 'An Idempotency-Key has 1 to 255 characters.',
    fr: 'Une Idempotency-Key a de 1 à 255 caractères.',
  },
  IdempotencyKeyReused: {
    kind: 'unprocessable',
    en: 'This Idempotency-Key was used with another request.',
    fr: 'Cette Idempotency-Key a servi à une autre requête.',
    hint: { en: 'Send a new key with a new request.', fr: 'Envoyez une nouvelle clé avec une nouvelle requête.' },
  },
  IdempotencyKeyRunning: {
    kind: 'conflict',
    en: 'The first request with this Idempotency-Key is still running.',
    fr: 'La première requête de cette Idempotency-Key est encore en cours.',
    hint: { en: 'Ask again in a moment.', fr: 'Redemandez dans un instant.' },
  },
  OperationUnknown: {
    kind: 'notFound',
    en: 'No operation {id}. {suggestion}',
    fr: 'Pas d’opération {id}. {suggestion}',
    hint: { en: 'List them: taxops operation list', fr: 'Listez-les : taxops operation list' },
  },
  CodeUnknown: {
    kind: 'notFound',
    en: 'No code {code}. {suggestion}',
    fr: 'Pas de code {code}. {suggestion}',
    hint: {
      en: 'Codes are shown in brackets under each failure, and with each finding of a check.',
      fr: 'Les codes figurent entre parenthèses sous chaque échec, et avec chaque constat d’un contrôle.',
    },
  },
  Internal: {
    kind: 'internal',
    en: 'Something failed that should not have.',
    fr: 'Une défaillance imprévue s’est produite.',
    hint: {
      en: 'Nothing was half-written. Report it with the correlation identifier {correlationId}.',
      fr: 'Rien n’est écrit à moitié. Signalez-la avec l’identifiant de corrélation {correlationId}.',
    },
  },
  NoSuchRoute: {
    kind: 'notFound',
    en: 'There is nothing at {path}.',
    fr: 'Il n’y a rien à {path}.',
    hint: { en: 'See /docs for the operations served here.', fr: 'Voyez /docs pour les opérations servies ici.' },
  },
  MethodNotAllowed: {
    kind: 'invalid',
    en: 'This address does not take {method}; it takes {allowed}.',
    fr: 'Cette adresse n’accepte pas {method} ; elle accepte {allowed}.',
  },
  HostUnknown: {
    kind: 'misdirected',
    en: 'This listener does not serve {host}.',
    fr: 'Ce serveur ne répond pas pour {host}.',
    hint: {
      en: 'Use its own address, or set TAXOPS_PUBLIC_URL to the one people reach it by.',
      fr: 'Utilisez sa propre adresse, ou réglez TAXOPS_PUBLIC_URL sur celle par laquelle on l’atteint.',
    },
  },
  CrossSiteRefused: {
    kind: 'forbidden',
    en: 'A page of another site sent this request.',
    fr: 'Une page d’un autre site a envoyé cette requête.',
    hint: {
      en: 'Send it from a page of this listener, or from a program with a token.',
      fr: 'Envoyez-la depuis une page de ce serveur, ou depuis un programme avec un jeton.',
    },
  },
  BodyNotJson: {
    kind: 'invalid',
    en: 'The body is not JSON: {reason}',
    fr: 'Le corps n’est pas du JSON : {reason}',
  },
  BodyTooLarge: {
    kind: 'tooLarge',
    en: 'The body is larger than {limit} bytes.',
    fr: 'Le corps dépasse {limit} octets.',
    hint: {
      en: 'Send a smaller file, or raise the limit of the listener.',
      fr: 'Envoyez un fichier plus petit, ou relevez la limite.',
    },
  },
  MediaTypeUnknown: {
    kind: 'unsupportedMedia',
    en: 'This operation takes {expected}, not {given}.',
    fr: 'Cette opération accepte {expected}, pas {given}.',
  },
  ListenerRefused: {
    kind: 'invalid',
    en: 'Not started: {reason}',
    fr: 'Non démarré : {reason}',
    hint: { en: '{advice}', fr: '{advice}' },
  },
  FileMissing: {
    kind: 'invalid',
    en: 'No file was given.',
    fr: 'Aucun fichier n’est donné.',
    hint: { en: 'Name files, or - for standard input.', fr: 'Nommez des fichiers, ou - pour l’entrée standard.' },
  },
});
