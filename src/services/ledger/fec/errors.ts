import { defineErrors } from '../../kernel/errors.ts';

export const fecErrors = defineErrors({
  FecFileChanged: {
    kind: 'conflict',
    en: '{path} changed while it was being read.',
    fr: '{path} a changé pendant sa lecture.',
    hint: { en: 'Run again when the file is complete.', fr: 'Recommencez quand le fichier est complet.' },
  },
  FecOptionInvalid: {
    kind: 'invalid',
    en: 'Option {option} does not accept “{value}”.',
    fr: 'L’option {option} n’accepte pas « {value} ».',
    hint: {
      en: 'A SIREN has nine digits, a day is YYYY-MM-DD, the opening day is not after the closing day.',
      fr: 'Un SIREN a neuf chiffres, un jour s’écrit AAAA-MM-JJ, l’ouverture n’est pas après la clôture.',
    },
  },
  FecRowBlank: {
    kind: 'invalid',
    en: 'Row {row} cannot be written to a FEC: {column} is blank.',
    fr: 'La ligne {row} ne peut être écrite dans un FEC : {column} est vide.',
    hint: { en: 'Fill it, then export again.', fr: 'Renseignez ce champ, puis exportez de nouveau.' },
  },
  FecRowTooLarge: {
    kind: 'invalid',
    en: 'Row {row} cannot be written to a FEC: {column} is too large to be read back.',
    fr: 'La ligne {row} ne peut être écrite dans un FEC : {column} est trop grand pour être relu.',
    hint: { en: 'Correct the entry line, then export again.', fr: 'Corrigez la ligne, puis exportez de nouveau.' },
  },
});
