import { defineErrors } from '../kernel/errors.ts';

/** What can fail when a produced file is fetched, and when files are taken out of archives. */
export const documentErrors = defineErrors('src/services/documents/errors.tsv', [
  'ProducedFileNotFound',
  'ArchiveDamaged',
  'ArchiveEmpty',
  'ArchiveSeveral',
  'ArchiveTooLarge',
]);
