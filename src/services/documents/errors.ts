import { defineErrors } from '../kernel/errors.ts';

/** What can fail when a produced file is fetched. */
export const documentErrors = defineErrors({
  ProducedFileNotFound: {
    kind: 'notFound',
    en: 'There is no file {fileId}, or its time is over.',
    fr: 'Il n’y a pas de fichier {fileId}, ou son délai est passé.',
    hint: {
      en: 'Produce it again: files are kept for a day.',
      fr: 'Produisez-le à nouveau : un fichier est gardé un jour.',
    },
  },
});
