import * as z from 'zod';
import type { InboxFile } from '../services/banking/feeds/sources/source.ts';
import { takenSince } from '../services/banking/feeds/sources/summary.ts';
import { piecesOf, takePiece } from '../services/banking/feeds/sources/work.ts';
import { countersByFile, leftToJustify } from './import-statements-tally.ts';
import { defineJob } from './job.ts';
import { JobScope, readScope } from './scope.ts';

const Input = JobScope.extend({ source: z.string().optional() });

const filterOf = ({ scope, source }: z.output<typeof Input>) => ({ ...readScope(scope), name: source });

/** Takes the statement files that lie in folders, on SFTP servers and at banks. */
export const importStatements = defineJob({
  id: 'import-statements',
  summary: {
    en: 'Import the statement files of every source',
    fr: 'Importer les fichiers de relevés de chaque source',
  },
  schedule: '*/15 5-22 * * *',
  input: Input,
  concurrency: 2,
  plan: async function* (ctx, input) {
    for await (const { source, file } of piecesOf(ctx, filterOf(input))) {
      const key = file ? `${source.name}/${file.name}` : source.name;
      yield { folderId: source.folderId ?? 0, key, payload: { source: source.name, ...(file && { file }) } };
    }
  },
  item: async (ctx, { payload }, signal) => {
    const { source, file } = payload as { source: string; file?: InboxFile };
    const taken = await takePiece({ ...ctx, signal }, source, file);
    return { state: taken.length > 0 ? 'done' : 'skipped', note: taken.map(({ name }) => name).join(', ') };
  },
  conclude: async (ctx, input, since) => {
    const files = await takenSince(ctx, filterOf(input), since);
    return [countersByFile(files), await leftToJustify(ctx, files)];
  },
});
