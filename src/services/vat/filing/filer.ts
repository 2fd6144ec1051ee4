/** VAT returns as a domain that files: what sending and notices change in the return itself. */
import type { Knex } from 'knex';
import type { ChannelName } from '../../channels/channel.ts';
import { companionReference } from '../../edi/xml-edi.ts';
import { filingErrors } from '../../filing/errors.ts';
import type { Dispatch, Noticed, Outcome, Sender } from '../../filing/filer.ts';
import { type FilingRow, fileHash, isOpenFiling } from '../../filing/filings.ts';
import { type Instant, parisDay } from '../../kernel/paris-time.ts';
import { formOf, notDraft } from '../drafts/stored-return.ts';
import { moveReturn } from '../drafts/transition.ts';
import { vatErrors } from '../errors.ts';
import { closeSent } from '../procedures/closing.ts';
import { groups, type ProcedureRow, procedures } from '../procedures/store.ts';
import { followPending } from './notices.ts';
import { type Followed, followAll, isFiledBy, lockFiled, lockProcedure } from './status.ts';
import { DONE, verdictOf } from './verdict.ts';

export interface VatDispatch extends Dispatch {
  readonly procedureId: number;
  readonly wantsClosingEntry: boolean;
  /** The return that the file was made of. */
  readonly builtFrom: BuiltFrom;
  /** The refund that leaves in the same file. */
  readonly refund?: (BuiltFrom & Pick<ProcedureRow, 'id'>) | undefined;
}

type BuiltFrom = Pick<ProcedureRow, 'computed_at' | 'saved_at'>;

export const vatFiler: Sender<VatDispatch> = {
  kind: 'VatProcedure',
  isOnePerPeriod: true,
  begin,
  settled,
  notified,
  isKnown: async (knex, filing) => DECIDED.includes((await procedureOf(knex, filing))?.status ?? ''),
  isOurs: async () => true,
  waitingSince: async (knex, folderIds) => {
    const oldest = await knex({ f: 'filing' })
      .join({ p: 'vat_procedure' }, (join) =>
        join
          .on('p.folder_id', 'f.folder_id')
          .andOn((owned) => owned.on('p.id', 'f.owner_id').orOn('p.filed_in', 'f.sha256')),
      )
      .where({ 'f.channel': 'ChannelB', 'f.owner_kind': 'VatProcedure' })
      .whereIn('f.folder_id', [...folderIds])
      .whereIn('p.folder_id', [...folderIds])
      .whereIn('p.status', ['Sending', 'SendUncertain', 'Sent', 'Transmitted'])
      .min('f.attempted_at as at')
      .first();
    return oldest?.at ?? undefined;
  },
};

/** The channel has answered about it, so it has it. */
const DECIDED: readonly string[] = ['Sent', 'Transmitted', 'Accepted', 'Rejected'];

const keyOf = ({ folder_id, owner_id }: FilingRow) => ({ folder_id, id: owner_id });

const procedureOf = async (knex: Knex, filing: FilingRow): Promise<ProcedureRow | undefined> =>
  procedures(knex).where(keyOf(filing)).first();

/** Throws ProcedureNotFound, ProcedureNotInDraftStatus, FiledElsewhere, AlreadyFiled, ValidationFailed. */
async function begin(trx: Knex.Transaction, dispatch: VatDispatch): Promise<number> {
  const { folderId, procedureId, builtFrom, refund, filing } = dispatch;
  await trx.raw('select from folder where id = ? for no key update', [folderId]);
  await leave(trx, dispatch, { ...builtFrom, id: procedureId, filedIn: null });
  if (refund) await leave(trx, dispatch, { ...refund, filedIn: fileHash(filing.payload.content) });
  return procedureId;
}

const CHANGED = {
  en: 'it was computed or typed in again while its file was made',
  fr: 'elle a été recalculée ou saisie pendant la préparation de son fichier',
} as const;

interface Leaving extends BuiltFrom, Pick<ProcedureRow, 'id'> {
  readonly filedIn: string | null;
}

async function leave(
  trx: Knex.Transaction,
  { folderId, wantsClosingEntry, filing }: VatDispatch,
  { id: procedureId, computed_at, saved_at, filedIn }: Leaving,
): Promise<void> {
  const row = await lockProcedure(trx, { folder_id: folderId, id: procedureId });
  if (!row) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
  if (row.status !== 'Draft') throw notDraft(row);
  if (row.file_id !== null) {
    throw vatErrors.FiledElsewhere({ folderId, procedureId, file: row.file_name ?? String(row.file_id) });
  }
  if (row.computed_at !== computed_at || row.saved_at !== saved_at) {
    throw vatErrors.ValidationFailed({ folderId, procedureId, detail: CHANGED });
  }
  await refuseFiled(trx, row);
  const leaving = { status: 'Sending', numero_piece: null, code_retour: null, filed_in: filedIn } as const;
  await moveReturn(trx, row, { ...leaving, test_mode: filing.isTest, wants_closing_entry: wantsClosingEntry });
}

/** A rejected return that was opened again may have been replaced by another of the period meanwhile. */
async function refuseFiled(trx: Knex.Transaction, procedure: ProcedureRow): Promise<void> {
  const { folder_id, group_id, id } = procedure;
  const group = await groups(trx).where({ folder_id, id: group_id }).first();
  if (!group) return;
  const form = formOf({ procedure, group });
  const filed: Pick<ProcedureRow, 'status'> | undefined = await trx('vat_procedure as p')
    .joinRaw('join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id')
    .where({ 'p.folder_id': folder_id, 'g.deposit_number': group.deposit_number })
    .whereNot('p.id', id)
    .whereNotIn('p.status', ['Draft', 'Rejected', 'Cancelled'])
    .where('g.begin_date', '<=', group.end_date)
    .where('g.end_date', '>=', group.begin_date)
    .whereRaw(`coalesce(p.form, g.form_snapshot->'principal'->>'form') = ?`, [form])
    .first('p.status');
  if (filed) throw filingErrors.AlreadyFiled({ type: form, end: group.end_date, status: filed.status });
}

const CHANNELS: Readonly<Record<ChannelName, ProcedureRow['sending_channel']>> = {
  ChannelA: 'Portal',
  ChannelB: 'DgfipDirect',
  Internal: 'Internal',
};

async function settled(trx: Knex.Transaction, filing: FilingRow, outcome: Outcome, now: string): Promise<void> {
  for (const row of await lockFiled(trx, [filing])) await settleRow(trx, row, { filing, outcome, now });
}

interface Settled {
  readonly filing: FilingRow;
  readonly outcome: Outcome;
  readonly now: string;
}

async function settleRow(trx: Knex.Transaction, row: ProcedureRow, { filing, outcome, now }: Settled): Promise<void> {
  if (outcome.outcome === 'sent') await received(trx, { row, filing, now }, outcome.receipt.numeroAds ?? null);
  else if (OPEN.includes(row.status)) {
    if (outcome.outcome === 'uncertain') return moveReturn(trx, row, { status: 'SendUncertain' });
    const isRefused = outcome.outcome === 'refused' && !filing.is_test;
    const code = outcome.outcome === 'refused' ? { code_retour: outcome.code ?? null } : {};
    await moveReturn(trx, row, { ...code, status: isRefused ? 'Rejected' : 'Draft', test_mode: null });
  }
}

interface Received {
  readonly row: ProcedureRow;
  readonly filing: FilingRow;
  readonly now: string;
}

/** The answer to a deposit is not known yet. */
export const OPEN: readonly ProcedureRow['status'][] = ['Sending', 'SendUncertain'];
/** Of a filing that was given up: nobody knew that it arrived. */
const GIVEN_UP: readonly ProcedureRow['status'][] = ['Draft', 'Rejected'];

/** What was only a test is a draft again. */
function statusReceived({ status }: ProcedureRow, filing: FilingRow): ProcedureRow['status'] {
  if (OPEN.includes(status)) return filing.is_test ? 'Draft' : 'Sent';
  const isProved = !filing.is_test && !isOpenFiling(filing) && GIVEN_UP.includes(status);
  return isProved ? 'Sent' : status;
}

/** The channel has it. A return that was filed elsewhere since stays as it is. */
async function received(trx: Knex.Transaction, { row, filing, now }: Received, numeroAds: string | null) {
  if (row.sending_channel === 'Manual') return;
  const status = statusReceived(row, filing);
  // The ledger is locked before what watches it.
  if (status === 'Sent' && row.status !== 'Sent') await closeSent(trx, row, now);
  await moveReturn(trx, row, {
    status,
    ...(numeroAds !== null && { numero_piece: numeroAds, code_retour: DONE }),
    test_mode: filing.is_test,
    sending_channel: CHANNELS[filing.channel],
    ...(!filing.is_test && { sent_at: now, sent_date: parisDay(now as Instant) }),
  });
  if (numeroAds !== null) await followPending(trx, row, numeroAds);
}

async function notified(trx: Knex.Transaction, all: readonly Noticed[]): Promise<void> {
  const rows = await lockFiled(
    trx,
    all.map(({ filing }) => filing),
  );
  await followAll(
    trx,
    all.flatMap((one) => followedBy(rows, one)),
  );
}

/** The return and its refund each follow what is said of their declaration; one that was sent again since does not. */
function followedBy(rows: readonly ProcedureRow[], { filing, notice, isCorrected }: Noticed): Followed[] {
  if (filing.is_test) return [];
  const filed = rows.filter((row) => isFiledBy(row, filing));
  const about = filed.filter((row) => row.sending_channel !== 'Manual' && !(isCorrected && isOwner(row, filing)));
  return about.flatMap((row) => {
    const declared = filed.length > 1 || !isOwner(row, filing) ? declaredBy(row, filing) : undefined;
    const verdict = verdictOf(notice, filing.reference, declared);
    return verdict ? [{ row, verdict }] : [];
  });
}

const isOwner = ({ id }: ProcedureRow, { owner_id }: FilingRow): boolean => id === owner_id;

/** The reference of its declaration in the file. */
const declaredBy = (row: ProcedureRow, { owner_id, reference }: FilingRow): string =>
  row.id === owner_id ? reference : companionReference(reference, 'RBT');
