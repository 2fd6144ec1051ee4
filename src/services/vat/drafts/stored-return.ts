/** A return as it is stored, with its group and its folder. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import type { Folder } from '../../folders/store.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { type GroupRow, groups, type ProcedureRow, procedures } from '../procedures/store.ts';

export interface OpenReturn {
  readonly folder: Folder;
  readonly procedure: ProcedureRow;
  readonly group: GroupRow;
}

/** The form of a return; a refund or an instalment of a group has its own. */
export const formOf = ({ procedure, group }: Pick<OpenReturn, 'procedure' | 'group'>): string =>
  procedure.form ?? group.form_snapshot.principal.form;

/** Throws FolderNotFound, ProcedureNotFound. */
export async function readReturn(ctx: Context, folderId: number, procedureId: number): Promise<OpenReturn> {
  const folder = await getFolder(ctx, folderId);
  const { knex } = await ctx.db();
  const procedure = await procedures(knex).where({ folder_id: folderId, id: procedureId }).first();
  if (!procedure) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
  const group = await groups(knex).where({ folder_id: folderId, id: procedure.group_id }).first();
  if (!group) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
  return { folder, procedure, group };
}

/** The refusal of a change to what left. */
export const notDraft = ({ folder_id: folderId, id: procedureId, status }: ProcedureRow) =>
  vatErrors.ProcedureNotInDraftStatus({ folderId, procedureId, status });

/** Throws ProcedureNotFound, ProcedureNotInDraftStatus. */
export async function lockDraft(trx: Knex.Transaction, folderId: number, procedureId: number): Promise<ProcedureRow> {
  const row = await procedures(trx).where({ folder_id: folderId, id: procedureId }).forUpdate().first();
  if (!row) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
  if (row.status !== 'Draft') throw notDraft(row);
  return row;
}
