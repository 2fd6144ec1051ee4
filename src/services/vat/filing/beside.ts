/** The refund of a CA3 leaves in the deposit of its return, as a second declaration (RBT) of the file. */
import type { Context } from '../../operation/context.ts';
import { REFUND_FORM } from '../procedures/refunds.ts';
import { procedures } from '../procedures/store.ts';
import { CA3 } from '../return/layout.ts';
import { draftOf, type VatDraft } from './draft.ts';

/** The draft of a refund in the group of the return, if there is one that was not filed elsewhere. */
export async function refundToSend(ctx: Context, { form, folder, group }: VatDraft): Promise<VatDraft | undefined> {
  if (form !== CA3) return undefined;
  const row = await procedures((await ctx.db()).knex)
    .where({ folder_id: folder.id, group_id: group.id, form: REFUND_FORM, status: 'Draft', file_id: null })
    .orderBy('id', 'desc')
    .first('id');
  return row && draftOf(ctx, folder.id, row.id);
}

/** What the file of both is made of. */
export const withRefund = (draft: VatDraft, refund: VatDraft | undefined): VatDraft =>
  refund === undefined ? draft : { ...draft, forms: new Map([...draft.forms, ...refund.forms]) };
