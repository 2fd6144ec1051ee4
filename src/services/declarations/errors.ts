import { defineErrors } from '../kernel/errors.ts';

export const declarationErrors = defineErrors({
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
});
