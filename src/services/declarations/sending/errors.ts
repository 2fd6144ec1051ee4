import { defineErrors } from '../../kernel/errors.ts';

export const sendingErrors = defineErrors({
  ValuesMissing: {
    kind: 'unprocessable',
    en: '{type} of the period ending {end} needs values that the books do not hold: {values}.',
    fr: '{type} de la période close le {end} demande des valeurs absentes de la comptabilité : {values}.',
    hint: {
      en: 'Give them: taxops declaration value set --folder {folderId} --body values.json',
      fr: 'Donnez-les : taxops declaration value set --folder {folderId} --body values.json',
    },
  },
  ControlsFailed: {
    kind: 'unprocessable',
    en: 'The declaration does not pass {count} control(s): {codes}.',
    fr: 'La déclaration ne passe pas {count} contrôle(s) : {codes}.',
    hint: {
      en: 'Correct the books or the declared values, or allow sending with errors in the settings of the period.',
      fr: 'Corrigez la comptabilité ou les valeurs déclarées, ou permettez l’envoi avec erreurs dans les réglages.',
    },
  },
  TypeNotSendable: {
    kind: 'invalid',
    en: 'A declaration of type {type} cannot be built.',
    fr: 'Une déclaration de type {type} ne peut être établie.',
    hint: {
      en: 'Choose Liasse, LiasseTeteDeGroupe, IS2571, IS2572, IS2573, CVAESolde or CVAEAcompte.',
      fr: 'Choisissez Liasse, LiasseTeteDeGroupe, IS2571, IS2572, IS2573, CVAESolde ou CVAEAcompte.',
    },
  },
  NotDeclarable: {
    kind: 'notFound',
    en: 'Folder {folderId} has no {type} that ends on {end}.',
    fr: 'Le dossier {folderId} n’a pas de {type} au {end}.',
    hint: {
      en: 'Add it, or publish a new one: taxops declaration publish',
      fr: 'Ajoutez-la, ou publiez-en une : taxops declaration publish',
    },
  },
  PieceNotThere: {
    kind: 'notFound',
    en: 'There is no piece {piece} of {type} of the period ending {end} in this form.',
    fr: 'Il n’y a pas de pièce {piece} de {type} de la période close le {end} sous cette forme.',
    hint: {
      en: 'Notices come some time after sending: taxops job run poll-notices',
      fr: 'Les avis arrivent quelque temps après l’envoi : taxops job run poll-notices',
    },
  },
  DocumentNotThere: {
    kind: 'notFound',
    en: 'Declaration {declarationId} has no such document here.',
    fr: 'La déclaration {declarationId} n’a pas ce document ici.',
    hint: {
      en: 'Refresh the declarations to get the links of its channel.',
      fr: 'Rafraîchissez les déclarations pour obtenir les liens de son canal.',
    },
  },
  EdiNotThere: {
    kind: 'notFound',
    en: 'Folder {folderId} has no {type} with an EDI file in this window.',
    fr: 'Le dossier {folderId} n’a pas de {type} avec un fichier EDI dans cette fenêtre.',
    hint: { en: 'Give other dates, or send it first.', fr: 'Donnez d’autres dates, ou envoyez-la d’abord.' },
  },
  DownloadTypeUnknown: {
    kind: 'invalid',
    en: 'Unknown is no document.',
    fr: 'Unknown n’est pas un document.',
    hint: { en: 'Write Pdf or Edi.', fr: 'Écrivez Pdf ou Edi.' },
  },
  PeriodReversed: {
    kind: 'invalid',
    en: 'The period ends on {end}, before it starts.',
    fr: 'La période finit le {end}, avant de commencer.',
  },
});
