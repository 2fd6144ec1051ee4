import { defineErrors } from '../kernel/errors.ts';

/** What can fail when a produced file is fetched. */
export const documentErrors = defineErrors('src/services/documents/errors.tsv', ['ProducedFileNotFound']);
