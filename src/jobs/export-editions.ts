import { exportYearEnd, lastClosing } from '../services/assets/edition/year-end.ts';
import { foldersOf } from '../services/folders/scope.ts';
import { defineJob } from './job.ts';
import { JobScope, readScope } from './scope.ts';

/** Prints the editions of fixed assets of the last exercise that is over; the note of each item gives the place. */
export const exportEditions = defineJob({
  id: 'export-editions',
  summary: {
    en: 'Print the year-end editions of fixed assets',
    fr: 'Imprimer les éditions de clôture des immobilisations',
  },
  schedule: '0 5 * * 1',
  input: JobScope,
  concurrency: 2,
  plan: async function* (ctx, { scope }) {
    for (const { id: folderId } of await foldersOf(ctx, readScope(scope))) {
      const closing = await lastClosing(ctx, folderId);
      if (closing) yield { folderId, key: `${closing.start}/${closing.end}` };
    }
  },
  item: async (ctx, { folderId }) => {
    const closing = await lastClosing(ctx, folderId);
    if (!closing) return { state: 'skipped' };
    const files = await exportYearEnd(ctx, folderId, closing);
    return { state: 'done', note: files.map(({ address }) => address).join(' ') };
  },
});
