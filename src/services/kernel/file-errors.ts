import { defineErrors } from './errors.ts';

/** A file that somebody named and the system refused. */
export const fileErrors = defineErrors({
  FileUnwritable: {
    kind: 'invalid',
    en: 'The file {file} cannot be written: {reason}.',
    fr: 'Le fichier {file} ne peut être écrit : {reason}.',
    hint: {
      en: 'Check the path, its rights and the free space.',
      fr: 'Vérifiez le chemin, ses droits et la place libre.',
    },
  },
  FileUnreadable: {
    kind: 'invalid',
    en: 'The file {file} cannot be read: {reason}.',
    fr: 'Le fichier {file} ne peut être lu : {reason}.',
    hint: { en: 'Check the path and its rights.', fr: 'Vérifiez le chemin et ses droits.' },
  },
});
