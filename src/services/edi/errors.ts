import { defineErrors } from '../kernel/errors.ts';

export const ediErrors = defineErrors({
  EdiInvalid: {
    kind: 'unprocessable',
    en: 'The EDI file breaks {count} rule(s) of its format: {places}.',
    fr: 'Le fichier EDI enfreint {count} règle(s) de son format : {places}.',
    hint: {
      en: 'Correct the identity of the folder or the values of the forms.',
      fr: 'Corrigez l’identité du dossier ou les valeurs des formulaires.',
    },
  },
  XmlRefused: {
    kind: 'invalid',
    en: 'The XML document is refused: {reason}.',
    fr: 'Le document XML est refusé : {reason}.',
    hint: {
      en: 'Send well-formed XML without document type, within the limits of size and depth.',
      fr: 'Envoyez un XML bien formé, sans type de document, dans les limites de taille et de profondeur.',
    },
  },
  ContentRefused: {
    kind: 'invalid',
    en: 'The received content is refused: {reason}.',
    fr: 'Le contenu reçu est refusé : {reason}.',
    hint: { en: 'Ask the channel for the piece again.', fr: 'Redemandez la pièce au canal.' },
  },
  NoticeUnreadable: {
    kind: 'invalid',
    en: 'The notice cannot be read: {reason}.',
    fr: 'L’avis est illisible : {reason}.',
    hint: {
      en: 'The piece is kept as received; ask the channel.',
      fr: 'La pièce est gardée telle quelle ; voyez le canal.',
    },
  },
  SoapFault: {
    kind: 'upstream',
    en: 'The channel answered with a fault: {text}.',
    fr: 'Le canal a répondu par une erreur : {text}.',
    hint: { en: 'Try again later, or ask the channel.', fr: 'Réessayez plus tard, ou voyez le canal.' },
  },
  ChannelAnswerUnreadable: {
    kind: 'upstream',
    en: 'The answer of the channel cannot be read: {reason}.',
    fr: 'La réponse du canal est illisible : {reason}.',
    hint: { en: 'Try again later, or ask the channel.', fr: 'Réessayez plus tard, ou voyez le canal.' },
  },
});
