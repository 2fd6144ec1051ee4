import { defineErrors } from '../../kernel/errors.ts';

export const assetImportErrors = defineErrors({
  AssetFileMissing: {
    kind: 'invalid',
    en: 'No file was given.',
    fr: 'Aucun fichier n’a été donné.',
    hint: { en: 'Send a part named File.', fr: 'Envoyez une partie nommée File.' },
  },
  AssetFileTooLarge: {
    kind: 'tooLarge',
    en: 'The file {name} has more than {most} {unit}.',
    fr: 'Le fichier {name} dépasse {most} {unit}.',
    hint: { en: 'Split it into several files.', fr: 'Découpez-le en plusieurs fichiers.' },
  },
  AssetFileUnreadable: {
    kind: 'invalid',
    en: 'The file {name} cannot be read as CSV or XLSX: {reason}.',
    fr: 'Le fichier {name} n’est pas lisible comme CSV ou XLSX : {reason}.',
    hint: {
      en: 'Start from the template: taxops asset template --output assets.csv.',
      fr: 'Partez du modèle : taxops asset template --output immobilisations.csv.',
    },
  },
  AssetColumnUnknown: {
    kind: 'invalid',
    en: 'The file {name} has a column that no asset has: “{column}”.',
    fr: 'Le fichier {name} a une colonne inconnue : « {column} ».',
    hint: {
      en: 'The template names every column: taxops asset template.',
      fr: 'Le modèle donne toutes les colonnes : taxops asset template.',
    },
  },
  AssetColumnRepeated: {
    kind: 'invalid',
    en: 'The file {name} has two columns for the same thing: “{column}” is the second.',
    fr: 'Le fichier {name} a deux colonnes pour la même chose : « {column} » est la seconde.',
    hint: { en: 'Leave one of them.', fr: 'N’en laissez qu’une.' },
  },
  AssetColumnMissing: {
    kind: 'invalid',
    en: 'The file {name} lacks the column {column}.',
    fr: 'Le fichier {name} n’a pas la colonne {column}.',
    hint: {
      en: 'The template names every column: taxops asset template.',
      fr: 'Le modèle donne toutes les colonnes : taxops asset template.',
    },
  },
});
