/** The form as it was first displayed, while nobody saved it: kept beside the boxes, which go on being computed. */
import { vatEdition } from '../../forms/vat-boxes.ts';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { storedBoxes } from '../drafts/previous.ts';
import { lockDraft, readReturn } from '../drafts/stored-return.ts';
import { vatErrors } from '../errors.ts';
import { type RawBoxes, typedBoxes } from '../return/typed-boxes.ts';
import { procedures } from './store.ts';

/**
 * `content`: what its boxes hold, totals too. Throws FolderNotFound, ProcedureNotFound, NotSupportedProcedureType,
 * ProcedureNotInDraftStatus, PrefilledFormAlreadySaved, BoxUnknown, AmountNotWhole, AmountInvalid, ValueUnknown.
 */
export const recordReference = async (
  ctx: Context,
  folderId: number,
  procedureId: number,
  content: RawBoxes,
): Promise<{ readonly recordedAt: string }> =>
  (await ctx.db()).transaction(async (trx) => {
    const { group, procedure } = await readReturn(within(ctx, trx), folderId, procedureId);
    if (procedure.type !== 'PreConfigured') throw vatErrors.NotSupportedProcedureType({ detail: procedure.type });
    const { saved_at } = await lockDraft(trx, folderId, procedureId);
    if (saved_at !== null) throw vatErrors.PrefilledFormAlreadySaved({ folderId, procedureId });
    const { principal, annexes } = group.form_snapshot;
    const forms = [procedure.form ?? principal.form, ...annexes.map(({ form }) => form), '3519'];
    const read = typedBoxes(content, { edition: vatEdition(group.end_date), forms, allowsComputed: true });
    await procedures(trx)
      .where({ folder_id: folderId, id: procedureId })
      .update({ prefilled_boxes: storedBoxes(read) });
    return { recordedAt: ctx.clock.now() };
  });
