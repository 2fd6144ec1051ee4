import { defineErrors } from '../kernel/errors.ts';

export const folderErrors = defineErrors('src/services/folders/errors.tsv', [
  'SirenInvalid',
  'SiretInvalid',
  'CountryUnknown',
  'SirenTaken',
  'FolderSending',
]);
