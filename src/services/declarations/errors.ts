import { defineErrors } from '../kernel/errors.ts';

export const declarationErrors = defineErrors({
  DeclarationNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no declaration {declarationId}.',
    fr: 'Le dossier {folderId} n’a pas de déclaration {declarationId}.',
    hint: {
      en: 'List them: taxops declaration list --folder {folderId}',
      fr: 'Listez-les : taxops declaration list --folder {folderId}',
    },
  },
  ChannelAIdTaken: {
    kind: 'conflict',
    en: 'The folder already has the declaration {channelAId} of ChannelA.',
    fr: 'Le dossier a déjà la déclaration {channelAId} de ChannelA.',
    hint: { en: 'Update it instead of adding it.', fr: 'Mettez-la à jour au lieu de l’ajouter.' },
  },
  DeclarationNotDeletable: {
    kind: 'conflict',
    en: 'Declaration {declarationId} is {status}: only its channel can delete it.',
    fr: 'La déclaration {declarationId} est {status} : seul son canal peut la supprimer.',
    hint: { en: 'Delete it on the channel.', fr: 'Supprimez-la chez le canal.' },
  },
  PeriodUnknown: {
    kind: 'notFound',
    en: 'Folder {folderId} has no period of {type} that ends on {end}.',
    fr: 'Le dossier {folderId} n’a pas de période de {type} finissant le {end}.',
    hint: {
      en: 'List the periods: taxops declaration date list',
      fr: 'Listez les périodes : taxops declaration date list',
    },
  },
  FolderSirenMissing: {
    kind: 'conflict',
    en: 'Folder {folderId} has no SIREN.',
    fr: 'Le dossier {folderId} n’a pas de SIREN.',
    hint: { en: 'Give it one: taxops folder update', fr: 'Donnez-lui-en un : taxops folder update' },
  },
  ChannelsFailed: {
    kind: 'upstream',
    en: 'No channel answered ({outcomes}), and nothing is stored for folder {folderId}.',
    fr: 'Aucun canal n’a répondu ({outcomes}), et rien n’est stocké pour le dossier {folderId}.',
    hint: {
      en: 'Try again later, or ask without refreshing.',
      fr: 'Réessayez plus tard, ou demandez sans rafraîchir.',
    },
  },
  UrlTypeUnknown: {
    kind: 'invalid',
    en: '{urlType} is no type of page.',
    fr: '{urlType} n’est pas un type de page.',
    hint: { en: 'Write MesDeclarations or ChoixDeclaration.', fr: 'Écrivez MesDeclarations ou ChoixDeclaration.' },
  },
  WindowBoundInvalid: {
    kind: 'invalid',
    en: '{name} is missing or is no date-time: "{text}".',
    fr: '{name} manque ou n’est pas une date-heure : « {text} ».',
    hint: {
      en: 'Write 2026-07-15T10:00:00Z; without Z or offset it is read as Paris time.',
      fr: 'Écrivez 2026-07-15T10:00:00Z ; sans Z ni décalage, c’est l’heure de Paris.',
    },
  },
  WindowEmpty: {
    kind: 'invalid',
    en: 'The window is empty: {after} is not before {before}.',
    fr: 'La fenêtre est vide : {after} n’est pas avant {before}.',
    hint: { en: 'Give updatedAfter before updatedBefore.', fr: 'Donnez updatedAfter avant updatedBefore.' },
  },
  WebhookInvalid: {
    kind: 'invalid',
    en: 'The notification cannot be read: {count} faulty field(s) {fields}.',
    fr: 'La notification est illisible : {count} champ(s) en faute {fields}.',
    hint: {
      en: 'declarationId and declarationStatus (Accepted, Rejected, Sent, deleted) are required.',
      fr: 'declarationId et declarationStatus (Accepted, Rejected, Sent, deleted) sont requis.',
    },
  },
  RoundingTooLarge: {
    kind: 'conflict',
    en: 'Assets and liabilities differ by {amount} euros after rounding: more than rounding explains.',
    fr: 'Actif et passif diffèrent de {amount} euros après arrondis : plus que les arrondis n’expliquent.',
    hint: { en: 'Check the accounts of class 1 to 5.', fr: 'Vérifiez les comptes des classes 1 à 5.' },
  },
  TaxRateUnknown: {
    kind: 'conflict',
    en: 'No rate of {tax} is known for {year}.',
    fr: 'Aucun taux connu pour {tax} en {year}.',
    hint: { en: 'Update taxops, or give the rate.', fr: 'Mettez taxops à jour, ou donnez le taux.' },
  },
});
