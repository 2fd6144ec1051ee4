import { defineErrors } from '../../kernel/errors.ts';

export const assetLedgerErrors = defineErrors({
  AssetLineNotFound: {
    kind: 'notFound',
    en: 'The folder has no entry line {lineId}.',
    fr: 'Le dossier n’a pas de ligne d’écriture {lineId}.',
    hint: {
      en: 'Look for it: taxops asset proposal list --folder FOLDER.',
      fr: 'Cherchez-la : taxops asset proposal list --folder DOSSIER.',
    },
  },
  AssetLineTaken: {
    kind: 'conflict',
    en: 'The entry line {lineId} is associated with asset {assetId} already.',
    fr: 'La ligne d’écriture {lineId} est déjà associée à l’immobilisation {assetId}.',
    hint: {
      en: 'Take it off that asset first: taxops asset associate {assetId} with its other lines.',
      fr: 'Retirez-la d’abord de cette immobilisation : taxops asset associate {assetId} avec ses autres lignes.',
    },
  },
});
