import { defineErrors } from '../../../kernel/errors.ts';

/** What can fail on the way from a source of statement files. */
export const sourceErrors = defineErrors({
  SourceUnknown: {
    kind: 'notFound',
    en: 'There is no statement source {source}.',
    fr: 'Il n’y a pas de source de relevés {source}.',
    hint: { en: 'List them: taxops bank source list', fr: 'Listez-les : taxops bank source list' },
  },
  SourceExists: {
    kind: 'conflict',
    en: 'There is a statement source {source} already.',
    fr: 'Il y a déjà une source de relevés {source}.',
    hint: {
      en: 'Choose another name, or remove it: taxops bank source remove {source}',
      fr: 'Choisissez un autre nom, ou retirez-la : taxops bank source remove {source}',
    },
  },
  SourceShelfIsInbox: {
    kind: 'invalid',
    en: 'Files of {source} cannot be put away in the folder that they come from, {path}.',
    fr: 'Les fichiers de {source} ne peuvent être rangés dans le dossier d’où ils viennent, {path}.',
    hint: { en: 'Choose another --archive or --error-folder.', fr: 'Choisissez un autre --archive ou --error-folder.' },
  },
  SourceKindWrong: {
    kind: 'invalid',
    en: 'The source {source} is of kind {kind}; this command is for {wanted}.',
    fr: 'La source {source} est de type {kind} ; cette commande est pour {wanted}.',
  },
  SourceIncomplete: {
    kind: 'invalid',
    en: 'The source {source} cannot be used yet: {reason}.',
    fr: 'La source {source} n’est pas encore utilisable : {reason}.',
    hint: {
      en: 'See what is missing: taxops bank source test {source}',
      fr: 'Voyez : taxops bank source test {source}',
    },
  },
  SourceUnreachable: {
    kind: 'unavailable',
    en: 'The source {source} does not answer: {reason}.',
    fr: 'La source {source} ne répond pas : {reason}.',
    hint: { en: 'Try it: taxops bank source test {source}', fr: 'Essayez-la : taxops bank source test {source}' },
  },
  SourceRefused: {
    kind: 'upstream',
    en: 'The source {source} refuses: {reason}.',
    fr: 'La source {source} refuse : {reason}.',
    hint: { en: 'Try it: taxops bank source test {source}', fr: 'Essayez-la : taxops bank source test {source}' },
  },
  SourceAccessDenied: {
    kind: 'invalid',
    en: 'The source {source} does not let us in: {reason}.',
    fr: 'La source {source} ne nous laisse pas entrer : {reason}.',
    hint: {
      en: 'Check the user, the password or key, and the rights on the folder.',
      fr: 'Vérifiez l’utilisateur, le mot de passe ou la clé, et les droits sur le dossier.',
    },
  },
  SourceHostKeyChanged: {
    kind: 'invalid',
    en: 'The server of {source} shows the key {shown}, not the one that was pinned.',
    fr: 'Le serveur de {source} montre la clé {shown}, et non celle qui a été épinglée.',
    hint: {
      en: 'Somebody may stand between: ask the server’s owner for the fingerprint, then: taxops bank source pin {source} --host-key SHA256:…',
      fr: 'Quelqu’un s’interpose peut-être : demandez l’empreinte au propriétaire du serveur, puis : taxops bank source pin {source} --host-key SHA256:…',
    },
  },
  SourceFileTooLarge: {
    kind: 'tooLarge',
    en: 'The file {file} of {source} is larger than {bytes} bytes: it stays where it is.',
    fr: 'Le fichier {file} de {source} dépasse {bytes} octets : il reste où il est.',
    hint: { en: 'Cut it, or import it by hand.', fr: 'Coupez-le, ou importez-le à la main.' },
  },
  SourceFileChanged: {
    kind: 'unavailable',
    en: 'The file {file} of {source} changed while it was taken.',
    fr: 'Le fichier {file} de {source} a changé pendant qu’il était pris.',
    hint: { en: 'It is taken again once it is complete.', fr: 'Il sera repris une fois complet.' },
  },
  SourceFileLeftOut: {
    kind: 'unprocessable',
    en: 'The file {file} of {source} is not fully imported: {reason}',
    fr: 'Le fichier {file} de {source} n’est pas entièrement importé : {reason}',
    hint: {
      en: 'Read the report beside it in the error folder and correct; then put the file back, or: taxops bank statement import FILE',
      fr: 'Lisez le rapport à côté de lui dans le dossier d’erreurs et corrigez ; puis remettez le fichier, ou : taxops bank statement import FICHIER',
    },
  },
  EbicsAnswerRefused: {
    kind: 'upstream',
    en: 'The bank of {source} answered something that cannot be trusted: {reason}.',
    fr: 'La banque de {source} a répondu quelque chose d’indigne de confiance : {reason}.',
  },
  EbicsReturnCode: {
    kind: 'unprocessable',
    en: 'The bank of {source} refuses {order}: {returnCode} {symbol}.',
    fr: 'La banque de {source} refuse {order} : {returnCode} {symbol}.',
    hint: {
      en: 'Ask the bank with this code; a new user waits until it has the signed letters.',
      fr: 'Demandez à la banque avec ce code ; un nouvel utilisateur attend qu’elle ait les lettres signées.',
    },
  },
  EbicsKeysExist: {
    kind: 'conflict',
    en: 'The keys of {source} were sent to the bank already.',
    fr: 'Les clés de {source} ont déjà été envoyées à la banque.',
    hint: {
      en: 'Print the letters again: taxops bank ebics letter {source}',
      fr: 'Réimprimez les lettres : taxops bank ebics letter {source}',
    },
  },
  EbicsHashWrong: {
    kind: 'invalid',
    en: 'The hash given for the key {key} is not that of the key that the bank of {source} sent.',
    fr: 'L’empreinte donnée pour la clé {key} n’est pas celle de la clé envoyée par la banque de {source}.',
    hint: {
      en: 'Type the hash from the bank’s paper, not from the screen; if they differ, call the bank.',
      fr: 'Tapez l’empreinte du document de la banque, pas de l’écran ; si elles diffèrent, appelez la banque.',
    },
  },
});
