import { prepareReturn, returnsToPrepare, type ToPrepare } from '../services/dues/vat-prepare.ts';
import { vatStatusOf } from '../services/dues/vat-status.ts';
import { formatAmount } from '../services/kernel/money.ts';
import { defineJob } from './job.ts';
import { JobScope, readScope } from './scope.ts';

/** Makes and computes the drafts that are due, in every folder; sends nothing. */
export const vatPrepare = defineJob({
  id: 'vat-prepare',
  summary: {
    en: 'Prepare the VAT returns that are due, and list what they lack',
    fr: 'Préparer les déclarations de TVA à échéance, et lister ce qui leur manque',
  },
  schedule: '30 4 * * *',
  input: JobScope,
  concurrency: 2,
  plan: async function* (ctx, { scope }) {
    for (const wanted of await returnsToPrepare(ctx, readScope(scope))) {
      const { folderId, form, span } = wanted;
      const deposit = span.depositNumber === null ? '' : ` ${span.depositNumber}`;
      yield { folderId, key: `${form} ${span.beginDate}/${span.endDate}${deposit}`, payload: { ...wanted } };
    }
  },
  item: async (ctx, { payload }) => {
    const prepared = await prepareReturn(ctx, payload as unknown as ToPrepare);
    if (!prepared) return { state: 'skipped' };
    return { state: 'done', note: `VAT return ${prepared.procedureId}, ${prepared.lacks} lacks` };
  },
  conclude: async (ctx, { scope }) => {
    const rows = (await vatStatusOf(ctx, readScope(scope)))
      .filter(({ blocks, lacksExercise }) => blocks !== null || lacksExercise)
      .map(({ folderId, folder, form, endDate, due, state, toPay, blocks, next }) => ({
        FolderId: folderId,
        Folder: folder,
        Form: form,
        EndDate: endDate,
        DueDate: due,
        State: state,
        ToPay: toPay === null ? null : formatAmount(toPay),
        Blocks: blocks,
        Next: next,
      }));
    return [{ title: { en: 'What blocks', fr: 'Ce qui bloque' }, rows }];
  },
});
