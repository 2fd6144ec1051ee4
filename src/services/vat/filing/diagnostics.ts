/** What looks into sending without filing anything anew (D94): in test and acceptance only. */
import { filingFileName } from '../../channels/file-name.ts';
import { readNotice } from '../../edi/notice.ts';
import { filingErrors } from '../../filing/errors.ts';
import type { Sender } from '../../filing/filer.ts';
import { type FilingRow, filings } from '../../filing/filings.ts';
import { fetchNotice } from '../../filing/notices.ts';
import { filingPiece } from '../../filing/pieces.ts';
import { noticesToTake } from '../../filing/poll.ts';
import { newReference } from '../../filing/reference.ts';
import { attemptOnce } from '../../filing/send.ts';
import { getFolder } from '../../folders/folders.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { getProcedure } from '../procedures/procedures.ts';
import { refundToSend, withRefund } from './beside.ts';
import { draftOf } from './draft.ts';
import { type VatDispatch, vatFiler } from './filer.ts';
import { filingOfProcedure } from './files.ts';
import { fileOf } from './procedure-file.ts';
import { environmentOf } from './send.ts';
import { lockProcedure } from './status.ts';
import { DONE, verdictOf } from './verdict.ts';

function requireStage(ctx: Context): void {
  const environment = environmentOf(ctx);
  if (environment !== 'stage') throw vatErrors.DiagnosticsNotAllowed({ environment });
}

export interface Redeposit {
  readonly companyId: number;
  readonly fileName: string;
  readonly codeRetour: string;
  readonly numeroAds: string | null;
}

/** The boxes and the state of the return stay as they are. */
const redepositor: Sender<VatDispatch> = {
  ...vatFiler,
  begin: async (trx, { folderId, procedureId }) => {
    const row = await lockProcedure(trx, { folder_id: folderId, id: procedureId });
    if (!row) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
    return procedureId;
  },
};

/**
 * Deposits the stored bytes again, once, and gives what the channel answers, a refusal too. Throws FolderNotFound,
 * ProcedureNotFound, DiagnosticsNotAllowed, NeverSent, SendUnderWay, SendInDoubt and the channel's error when nothing left.
 */
export async function redeposit(ctx: Context, folderId: number, procedureId: number): Promise<Redeposit> {
  requireStage(ctx);
  const folder = await getFolder(ctx, folderId);
  await getProcedure(ctx, folderId, procedureId);
  const before = await filingOfProcedure(ctx, folderId, procedureId);
  const sent = before && (await filingPiece(ctx, before, 'Sent'));
  if (!before || !sent) throw vatErrors.NeverSent({ folderId, procedureId });
  const dispatch = dispatchAgain(ctx, before, { name: folder.name, content: sent.content });
  const { row, outcome } = await attemptOnce(ctx, redepositor, dispatch);
  const answer = { companyId: folder.companyId, fileName: filingFileName(dispatch.filing, 'xml') };
  if (outcome.outcome === 'sent') {
    return { ...answer, codeRetour: DONE, numeroAds: outcome.receipt.numeroAds ?? null };
  }
  if (outcome.outcome === 'refused') return { ...answer, codeRetour: outcome.code ?? '', numeroAds: null };
  if (outcome.outcome === 'notSent') throw outcome.error;
  throw filingErrors.SendInDoubt({ channel: row.channel, code: outcome.error.code });
}

interface Stored {
  readonly name: string;
  readonly content: Uint8Array;
}

function dispatchAgain(ctx: Context, row: FilingRow, { name, content }: Stored): VatDispatch {
  const {
    folder_id: folderId,
    owner_id: procedureId,
    channel,
    kind,
    siren,
    form,
    period_end: end,
    is_test: isTest,
  } = row;
  const subject = `${name} ${form} ${end}`;
  return {
    folderId,
    procedureId,
    channel,
    kind,
    wantsClosingEntry: false,
    builtFrom: { computed_at: null, saved_at: null },
    contentType: 'application/xml',
    forms: [],
    filing: {
      reference: newReference(ctx),
      siren,
      form,
      end,
      due: row.due ?? undefined,
      isTest,
      payload: { kind: 'edi', content, subject, procedure: 'TVA' },
    },
  };
}

/** The file as it would be made now. Nothing is kept. Throws DiagnosticsNotAllowed and what building it throws. */
export async function regenerate(ctx: Context, folderId: number, procedureId: number): Promise<string> {
  requireStage(ctx);
  const draft = await draftOf(ctx, folderId, procedureId);
  const filed = withRefund(draft, await refundToSend(ctx, draft));
  return fileOf(filed, { isTest: true, reference: newReference(ctx) }).text;
}

export interface PolledItem {
  readonly numero: string;
  readonly numeroAds: string | null;
  readonly accuseCodeRetour: string | null;
  readonly codeRejetApplicatif: string | null;
  readonly libelleRejetApplicatif: string | null;
  readonly processedSuccessfully: boolean;
  readonly processError: string | null;
}

export interface Poll {
  readonly folderId: number;
  readonly companyId: number;
  readonly typeAccuse: 'Acs' | 'Ars';
  readonly listeCodeRetour: string;
  readonly itemsFound: number;
  readonly items: readonly PolledItem[];
}

/** Takes the notices of a folder that wait, as poll-notices does. Throws FolderNotFound, DiagnosticsNotAllowed, the channel's error. */
export async function pollNotices(ctx: Context, folderId: number, typeAccuse: 'Acs' | 'Ars'): Promise<Poll> {
  requireStage(ctx);
  const { companyId } = await getFolder(ctx, folderId);
  const waiting = await noticesToTake(ctx, [vatFiler], { folderId });
  const items: PolledItem[] = [];
  for (const { reference } of waiting.filter(({ reference: { kind } }) => kind === typeAccuse)) {
    const taken = await take(ctx, reference);
    items.push({
      numero: reference.number,
      numeroAds: reference.numeroAds ?? null,
      ...(await said(ctx, folderId, reference)),
      ...taken,
    });
  }
  return { folderId, companyId, typeAccuse, listeCodeRetour: DONE, itemsFound: items.length, items };
}

type Reference = Parameters<typeof fetchNotice>[2];

async function take(
  ctx: Context,
  reference: Reference,
): Promise<Pick<PolledItem, 'processedSuccessfully' | 'processError'>> {
  try {
    const state = await fetchNotice(ctx, [vatFiler], reference);
    return { processedSuccessfully: state === 'Applied', processError: state === 'Applied' ? null : state };
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    return { processedSuccessfully: false, processError: error.code };
  }
}

type Said = Pick<PolledItem, 'accuseCodeRetour' | 'codeRejetApplicatif' | 'libelleRejetApplicatif'>;

/** What the notice answers, from the piece that it became. */
async function said(ctx: Context, folderId: number, { numeroAds, kind }: Reference): Promise<Said> {
  const nothing = { accuseCodeRetour: null, codeRejetApplicatif: null, libelleRejetApplicatif: null };
  const { knex } = await ctx.db();
  const filing = await filings(knex)
    .where({ folder_id: folderId, owner_kind: 'VatProcedure', numero_ads: numeroAds ?? '' })
    .orderBy('id', 'desc')
    .first();
  const piece = filing && (await filingPiece(ctx, filing, kind));
  const verdict = piece && verdictOf(await readNotice(piece.content), filing.reference);
  if (!verdict) return nothing;
  const [answer] = verdict.answers;
  if (verdict.isAccepted) return { ...nothing, accuseCodeRetour: DONE };
  return {
    accuseCodeRetour: DONE,
    codeRejetApplicatif: answer?.code ?? null,
    libelleRejetApplicatif: answer?.label ?? null,
  };
}
