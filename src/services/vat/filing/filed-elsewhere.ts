/** What was filed by other means than the channels: its file, its day, its acknowledgment. */
import type { Knex } from 'knex';
import { getDocument } from '../../banking/transactions/supporting-documents/documents.ts';
import { today } from '../../kernel/clock.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { recomputeDraft } from '../drafts/draft.ts';
import { notDraft, readReturn } from '../drafts/stored-return.ts';
import { moveReturn } from '../drafts/transition.ts';
import { vatErrors } from '../errors.ts';
import type { ProcedureItem } from '../procedures/procedure-item.ts';
import { getProcedure } from '../procedures/procedures.ts';
import { type GroupRow, type ProcedureRow, procedures } from '../procedures/store.ts';
import { followPending } from './notices.ts';
import { lockProcedure } from './status.ts';
import { DONE } from './verdict.ts';

type Status = ProcedureRow['status'];
type Key = Pick<ProcedureRow, 'folder_id' | 'id'>;

/** Locked until the transaction ends. Throws ProcedureNotFound. */
async function locked(trx: Knex.Transaction, { folder_id, id }: Key): Promise<ProcedureRow> {
  const row = await lockProcedure(trx, { folder_id, id });
  if (!row) throw vatErrors.ProcedureNotFound({ folderId: folder_id, procedureId: id });
  return row;
}

/** One change of a return under its lock, all or nothing. Throws FolderNotFound, ProcedureNotFound. */
async function changing(
  ctx: Context,
  folderId: number,
  procedureId: number,
  change: (trx: Knex.Transaction, row: ProcedureRow, inside: Context, group: GroupRow) => Promise<void>,
): Promise<ProcedureItem> {
  await (await ctx.db()).transaction(async (trx) => {
    const inside = within(ctx, trx);
    const { group } = await readReturn(inside, folderId, procedureId);
    await change(trx, await locked(trx, { folder_id: folderId, id: procedureId }), inside, group);
  });
  return getProcedure(ctx, folderId, procedureId);
}

/** Throws ProcedureNotInDraftStatus. */
function refuseUnless(row: ProcedureRow, allowed: readonly Status[]): void {
  if (!allowed.includes(row.status)) throw notDraft(row);
}

/** A draft leaves as the books are at that moment, whatever was computed before. */
const settled = async (trx: Knex.Transaction, row: ProcedureRow, inside: Context): Promise<ProcedureRow> => {
  if (row.status !== 'Draft') return row;
  await recomputeDraft(inside, row.folder_id, row.id);
  return locked(trx, row);
};

const ATTACHABLE: readonly Status[] = ['Draft', 'Sending', 'SendUncertain', 'Sent', 'Transmitted', 'Accepted'];

/** Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus, SupportingDocumentNotFound. */
export const attachFile = (
  ctx: Context,
  folderId: number,
  procedureId: number,
  { fileSendId, fileName }: { readonly fileSendId: number; readonly fileName: string },
): Promise<ProcedureItem> =>
  changing(ctx, folderId, procedureId, async (trx, row, inside) => {
    refuseUnless(row, ATTACHABLE);
    await getDocument(inside, folderId, fileSendId);
    await procedures(trx)
      .where({ folder_id: folderId, id: procedureId })
      .update({ file_id: fileSendId, file_name: fileName });
  });

/** A draft becomes Sent. Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus, SentDateInvalid. */
export const setSentDate = (
  ctx: Context,
  folderId: number,
  procedureId: number,
  sentDate: PlainDate,
): Promise<ProcedureItem> =>
  changing(ctx, folderId, procedureId, async (trx, row, inside, group) => {
    refuseUnless(row, ['Draft']);
    refuseDate(sentDate, { procedureId, start: group.begin_date, today: today(ctx) });
    const sent = { status: 'Sent', sent_date: sentDate, sent_at: ctx.clock.now(), sending_channel: 'Manual' } as const;
    // The number of a test is none of what was filed elsewhere.
    const unnumbered = { test_mode: false, numero_piece: null, code_retour: null };
    await moveReturn(trx, await settled(trx, row, inside), { ...sent, ...unnumbered });
  });

/** As one that leaves from here: not before its period begins, nor in time to come. Throws SentDateInvalid. */
function refuseDate(
  date: PlainDate,
  known: { readonly procedureId: number; readonly start: PlainDate; readonly today: PlainDate },
): void {
  if (date < known.start || date > known.today) throw vatErrors.SentDateInvalid({ ...known, date });
}

export interface Acknowledgment {
  readonly numeroPiece: string;
  /** `00`: taken. */
  readonly codeRetour: string;
}

/** Of what leaves from here; what a person filed gets its number, or another than was typed, until a notice speaks of it. */
const answerable = ({ status, sending_channel }: ProcedureRow): readonly Status[] =>
  status === 'Sent' && sending_channel === 'Manual' ? ['Sent'] : ['Draft', 'Sending'];

/**
 * Notices that came before their number are followed then. Throws FolderNotFound, ProcedureNotFound,
 * ProcedureNotInDraftStatus, SentDateInvalid: what has not begun was filed nowhere.
 */
export const acknowledge = (
  ctx: Context,
  folderId: number,
  procedureId: number,
  { numeroPiece, codeRetour }: Acknowledgment,
): Promise<ProcedureItem> =>
  changing(ctx, folderId, procedureId, async (trx, row, inside, group) => {
    refuseUnless(row, answerable(row));
    const now = today(ctx);
    if (row.status === 'Draft') refuseDate(now, { procedureId, start: group.begin_date, today: now });
    const answer = { numero_piece: numeroPiece, code_retour: codeRetour };
    const elsewhere = row.status === 'Draft' && ({ sending_channel: 'Manual', test_mode: false } as const);
    const isTaken = codeRetour === DONE;
    const status = isTaken
      ? ({ status: 'Sent', sent_at: row.sent_at ?? ctx.clock.now() } as const)
      : ({ status: 'Rejected' } as const);
    await moveReturn(trx, await settled(trx, row, inside), { ...answer, ...elsewhere, ...status });
    await followPending(trx, row, numeroPiece);
  });
