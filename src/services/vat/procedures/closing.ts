/** The entry that closes the period of a return in the books: shown before, written once, taken back when it is rejected. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../db/rows.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { type Labels, TaxopsError } from '../../kernel/errors.ts';
import { openDay, postEntry, takeBackEntry } from '../../ledger/posted-entry.ts';
import type { Context } from '../../operation/context.ts';
import { computedOf } from '../drafts/computed.ts';
import { openReturn } from '../drafts/draft.ts';
import { vatErrors } from '../errors.ts';
import type { ClosingEntry, ClosingLine } from '../return/closing-entry.ts';
import { type ClosingExcess, closingExcess } from './closing-excess.ts';
import { letterClosing, unletterClosing } from './closing-letters.ts';
import { type ProcedureRow, procedures } from './store.ts';

export interface Closing {
  /** Null while it is not written. */
  readonly entryId: number | null;
  readonly date: PlainDate;
  readonly journalCode: string;
  readonly label: string;
  readonly lines: readonly ClosingLine[];
  /** Empty of an entry that is written already. */
  readonly exceeding: readonly ClosingExcess[];
}

const SENT: readonly string[] = ['Sent', 'Transmitted', 'Accepted'];

type Filed = Pick<Camel<ProcedureRow>, 'status' | 'testMode'>;

const isFiled = ({ status, testMode }: Filed): boolean => SENT.includes(status) && testMode !== true;

/** Whether an entry can be written: nothing closes a form without one, or on which nothing is declared. */
export const canClose = (one: Filed & Pick<Camel<ProcedureRow>, 'closingEntryId' | 'hasClosing'>): boolean =>
  isFiled(one) && one.closingEntryId === null && one.hasClosing;

/**
 * With `dryRun`, what would be written, of a draft too. Throws FolderNotFound, ProcedureNotFound, ClosingEntryWritten,
 * ClosingEntryNotAllowed, DateOutsideExercises, ExerciseClosed, AccountNotActive.
 */
export async function closeReturn(
  ctx: Context,
  folderId: number,
  { procedureId, dryRun }: { readonly procedureId: number; readonly dryRun: boolean },
): Promise<Closing> {
  const db = await ctx.db();
  const { procedure: seen } = await openReturn(ctx, folderId, procedureId);
  if (dryRun) {
    const closing = closingOf(seen);
    const date = await openDay(db.knex, folderId, closing.date);
    const entryId = seen.closing_entry_id;
    const exceeding = entryId === null ? await closingExcess(db.knex, folderId, date, closing.lines) : [];
    return { ...closing, date, entryId, exceeding };
  }
  return db.transaction(async (trx) => {
    const key = { folder_id: folderId, id: procedureId };
    const row = await procedures(trx).where(key).forUpdate().first();
    if (!row) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
    refuseClosing(row);
    return writeClosing(trx, row, ctx.clock.now());
  });
}

async function writeClosing(trx: Knex.Transaction, row: ProcedureRow, now: string): Promise<Closing> {
  const closing = closingOf(row);
  const entry = { ...closing, lines: closing.lines.map(posted) };
  const exceeding = await closingExcess(
    trx,
    row.folder_id,
    await openDay(trx, row.folder_id, closing.date),
    closing.lines,
  );
  const { id, date, journalCode } = await postEntry(trx, row.folder_id, entry);
  await procedures(trx).where({ folder_id: row.folder_id, id: row.id }).update({ closing_entry_id: id });
  await letterClosing(trx, { folderId: row.folder_id, procedureId: row.id, entryId: id }, now);
  return { ...closing, date, journalCode, entryId: id, exceeding };
}

/** Whether the send asked for the closing entry, which is not written. */
export const lacksClosing = (row: ProcedureRow): boolean => row.wants_closing_entry && canClose(camelRow(row));

/**
 * In the transaction in which the deposit of a locked return is known to have arrived. What forbids the entry (no exercise,
 * an account that is closed) undoes no deposit: the entry can still be written on demand.
 */
export async function closeSent(trx: Knex.Transaction, row: ProcedureRow, now: string): Promise<void> {
  if (!lacksClosing({ ...row, status: 'Sent', test_mode: false })) return;
  try {
    await trx.transaction((inner) => writeClosing(inner, row, now));
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
  }
}

const NOTHING: Labels = { en: 'nothing is to be posted', fr: 'rien n’est à passer' };

/** Throws ClosingEntryNotAllowed when the form has none, or nothing to post. */
function closingOf(procedure: ProcedureRow): ClosingEntry {
  const closing = computedOf(procedure)?.closing;
  if (closing && closing.lines.length > 0) return closing;
  const { folder_id: folderId, id: procedureId } = procedure;
  throw vatErrors.ClosingEntryNotAllowed({ folderId, procedureId, detail: NOTHING });
}

function refuseClosing({
  folder_id: folderId,
  id: procedureId,
  status,
  test_mode: testMode,
  closing_entry_id: entryId,
}: ProcedureRow): void {
  if (entryId !== null) throw vatErrors.ClosingEntryWritten({ folderId, procedureId, entryId });
  if (isFiled({ status, testMode })) return;
  throw vatErrors.ClosingEntryNotAllowed({
    folderId,
    procedureId,
    detail: testMode === true ? `${status}, test` : status,
  });
}

/** Names of the general chart, by the beginning of a number. */
const LABELS: readonly (readonly [string, string])[] = [
  ['44551', 'TVA à décaisser'],
  ['44567', 'Crédit de TVA à reporter'],
  ['44581', 'Acomptes, régime simplifié d’imposition'],
  ['44583', 'Remboursement de taxes sur le chiffre d’affaires demandé'],
  ['4458', 'Taxes sur le chiffre d’affaires à régulariser'],
  ['447', 'Autres impôts, taxes et versements assimilés'],
  ['6358', 'Autres droits'],
  ['658', 'Charges diverses de gestion courante'],
  ['758', 'Produits divers de gestion courante'],
];

const posted = (line: ClosingLine) => ({
  ...line,
  accountLabel: LABELS.find(([prefix]) => line.accountNumber.startsWith(prefix))?.[1] ?? line.label,
});

/** In the transaction that rejects the return. */
export async function takeBackClosing(trx: Knex.Transaction, row: ProcedureRow): Promise<void> {
  if (row.closing_entry_id === null) return;
  await unletterClosing(trx, row.folder_id, row.closing_entry_id);
  await takeBackEntry(trx, row.folder_id, row.closing_entry_id);
  await procedures(trx).where({ folder_id: row.folder_id, id: row.id }).update({ closing_entry_id: null });
}
