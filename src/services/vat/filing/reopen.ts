/** A rejected return is a draft again, to be corrected and sent anew. */
import { getFolder, lockFolder } from '../../folders/folders.ts';
import type { Context } from '../../operation/context.ts';
import { moveReturn } from '../drafts/transition.ts';
import { vatErrors } from '../errors.ts';
import { refuseReplaced } from '../procedures/overlap.ts';
import type { ProcedureItem } from '../procedures/procedure-item.ts';
import { getProcedure } from '../procedures/procedures.ts';
import { lockProcedure } from './status.ts';

/** The notices on what was sent stay. */
const NEVER_SENT = {
  sent_at: null,
  sent_date: null,
  sending_channel: 'Unknown',
  test_mode: null,
  numero_piece: null,
  code_retour: null,
  file_id: null,
  file_name: null,
} as const;

/** Throws FolderNotFound, ProcedureNotFound, ProcedureNotRejected, PeriodAlreadyDeclared. */
export async function reopenProcedure(ctx: Context, folderId: number, procedureId: number): Promise<ProcedureItem> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  await db.transaction(async (trx) => {
    await lockFolder(trx, folderId); // as who opens a period does
    const row = await lockProcedure(trx, { folder_id: folderId, id: procedureId });
    if (!row) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
    if (row.status !== 'Rejected') throw vatErrors.ProcedureNotRejected({ procedureId, status: row.status });
    await refuseReplaced(trx, row);
    await moveReturn(trx, row, { ...NEVER_SENT, status: 'Draft', computed_version: null, shares_version: null });
  });
  return getProcedure(ctx, folderId, procedureId);
}
