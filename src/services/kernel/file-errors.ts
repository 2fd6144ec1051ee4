import { defineErrors } from './errors.ts';

/** A file that the caller named and the system refused. */
export const fileErrors = defineErrors('src/services/kernel/file-errors.tsv', [
  'FileUnwritable',
  'FileUnreadable',
  'FileExists',
]);
