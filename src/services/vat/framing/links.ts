/** Where the controls of a return are kept: an address, or a file. */
import { getFolder } from '../../folders/folders.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { type ProcedureRow, procedures } from '../procedures/store.ts';

export interface Links {
  readonly vatControlByRatesLink?: string | undefined;
  readonly vatControlByAmountsLink?: string | undefined;
  readonly vatControlByAccountBalanceLink?: string | undefined;
}

/** An empty text takes a link away; a link that is not given stays. Throws FolderNotFound, ProcedureNotFound. */
export async function saveLinks(ctx: Context, folderId: number, procedureId: number, links: Links): Promise<void> {
  await getFolder(ctx, folderId);
  const { knex } = await ctx.db();
  const found = await procedures(knex).where({ folder_id: folderId, id: procedureId }).update(columnsOf(links));
  if (found === 0) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
}

const columnsOf = (links: Links): Partial<ProcedureRow> => ({
  ...(links.vatControlByRatesLink !== undefined && { control_by_rates_link: links.vatControlByRatesLink || null }),
  ...(links.vatControlByAmountsLink !== undefined && {
    control_by_amounts_link: links.vatControlByAmountsLink || null,
  }),
  ...(links.vatControlByAccountBalanceLink !== undefined && {
    control_by_balance_link: links.vatControlByAccountBalanceLink || null,
  }),
});
