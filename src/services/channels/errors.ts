import { defineErrors } from '../kernel/errors.ts';

/** Failures of what is asked of partners. No text of ours carries a secret, a payload or an address beyond its host. */
export const channelErrors = defineErrors({
  ChannelNotConfigured: {
    kind: 'unavailable',
    en: '{channel} is not configured: {settings} missing.',
    fr: '{channel} n’est pas configuré : il manque {settings}.',
    hint: {
      en: 'Set them, or try the simulator: taxops channel simulate',
      fr: 'Réglez-les, ou essayez le simulateur : taxops channel simulate',
    },
  },
  ChannelMisconfigured: {
    kind: 'invalid',
    en: 'The settings of {channel} cannot be used: {reason}.',
    fr: 'Les réglages de {channel} sont inutilisables : {reason}.',
    hint: {
      en: 'See where each value comes from: taxops config explain',
      fr: 'Voyez d’où vient chaque valeur : taxops config explain',
    },
  },
  ChannelModeMismatch: {
    kind: 'conflict',
    en: '{channel} is set to {environment}, but the filing is {mode}.',
    fr: '{channel} est réglé sur {environment}, mais l’envoi est {mode}.',
    hint: {
      en: 'A test goes to stage, a real filing to prod: see TAXOPS_CHANNEL_ENVIRONMENT.',
      fr: 'Un test va vers stage, un envoi réel vers prod : voyez TAXOPS_CHANNEL_ENVIRONMENT.',
    },
  },
  ChannelAddressRefused: {
    kind: 'upstream',
    en: '{channel}: {host} is not asked, {reason}.',
    fr: '{channel} : {host} n’est pas interrogé, {reason}.',
    hint: {
      en: 'Only configured hosts on public addresses are asked, over https.',
      fr: 'Seuls les hôtes configurés, à une adresse publique et en https, sont interrogés.',
    },
  },
  ChannelUnreachable: {
    kind: 'unavailable',
    en: '{channel} cannot be reached: {reason}.',
    fr: '{channel} est injoignable : {reason}.',
    hint: { en: 'Check the network and try again later.', fr: 'Vérifiez le réseau et réessayez plus tard.' },
  },
  ChannelTimeout: {
    kind: 'unavailable',
    en: '{channel} did not answer in time.',
    fr: '{channel} n’a pas répondu à temps.',
    hint: { en: 'Try again later.', fr: 'Réessayez plus tard.' },
  },
  ChannelInterrupted: {
    kind: 'upstream',
    en: 'The connection to {channel} broke: {reason}.',
    fr: 'La connexion à {channel} s’est rompue : {reason}.',
    hint: { en: 'Try again later.', fr: 'Réessayez plus tard.' },
  },
  ChannelFailed: {
    kind: 'upstream',
    en: '{channel} failed with status {status}.',
    fr: '{channel} a échoué avec le statut {status}.',
    hint: { en: 'Try again later, or ask the channel.', fr: 'Réessayez plus tard, ou voyez le canal.' },
  },
  ChannelBusy: {
    kind: 'unavailable',
    en: '{channel} asks to wait {seconds} s.',
    fr: '{channel} demande d’attendre {seconds} s.',
    hint: { en: 'Try again after that time.', fr: 'Réessayez après ce délai.' },
  },
  ChannelAccessDenied: {
    kind: 'upstream',
    en: '{channel} does not accept our credentials.',
    fr: '{channel} n’accepte pas nos identifiants.',
    hint: {
      en: 'The operator checks the credentials of the channel.',
      fr: 'L’exploitant vérifie les identifiants du canal.',
    },
  },
  ChannelRefused: {
    kind: 'upstream',
    en: '{channel} refuses the question: {message}',
    fr: '{channel} refuse la question : {message}',
  },
  ChannelAnswerTooLarge: {
    kind: 'upstream',
    en: 'The answer of {channel} is larger than {bytes} bytes.',
    fr: 'La réponse de {channel} dépasse {bytes} octets.',
    hint: { en: 'Ask for less at a time, or ask the channel.', fr: 'Demandez moins à la fois, ou voyez le canal.' },
  },
  ChannelRedirected: {
    kind: 'upstream',
    en: '{channel} answered with a redirection that is not followed.',
    fr: '{channel} a répondu par une redirection qui n’est pas suivie.',
    hint: { en: 'Check the address of the channel.', fr: 'Vérifiez l’adresse du canal.' },
  },
  PieceAbsent: {
    kind: 'notFound',
    en: '{channel} does not have piece {number} yet.',
    fr: '{channel} n’a pas encore la pièce {number}.',
    hint: { en: 'Ask again later.', fr: 'Redemandez plus tard.' },
  },
  DocumentAbsent: {
    kind: 'notFound',
    en: '{channel} does not give this document any more.',
    fr: '{channel} ne donne plus ce document.',
    hint: {
      en: 'Links expire: refresh the declarations to get a new one.',
      fr: 'Les liens expirent : rafraîchissez les déclarations pour en obtenir un nouveau.',
    },
  },
  HandoverFailed: {
    kind: 'unavailable',
    en: 'The file cannot be written to the hand-over folder: {reason}.',
    fr: 'Le fichier ne peut être écrit dans le dossier de remise : {reason}.',
    hint: {
      en: 'Check TAXOPS_INTERNAL_FOLDER, its permissions and the free space.',
      fr: 'Vérifiez TAXOPS_INTERNAL_FOLDER, ses droits et la place libre.',
    },
  },
  HandoverTaken: {
    kind: 'conflict',
    en: 'The hand-over folder holds another file under reference {reference}.',
    fr: 'Le dossier de remise contient un autre fichier sous la référence {reference}.',
  },
  SimulatorScriptInvalid: {
    kind: 'invalid',
    en: 'The script of the simulator cannot be used: {reason}',
    fr: 'Le script du simulateur est inutilisable : {reason}',
    hint: {
      en: 'Its format: taxops operation show {simulator}',
      fr: 'Son format : taxops operation show {simulator}',
    },
  },
  SimulatorRefused: {
    kind: 'invalid',
    en: 'The simulator cannot listen: {reason}.',
    fr: 'Le simulateur ne peut écouter : {reason}.',
    hint: { en: 'Choose another --port.', fr: 'Choisissez un autre --port.' },
  },
});
