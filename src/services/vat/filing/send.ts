/** Sending a return (D69): checked, built, then deposited once. */
import type { ChannelName } from '../../channels/channel.ts';
import { requireAgreement } from '../../channels/mode.ts';
import { resolveDoubts } from '../../filing/doubts.ts';
import { newReference } from '../../filing/reference.ts';
import { sendOnce } from '../../filing/send.ts';
import { today } from '../../kernel/clock.ts';
import type { Context } from '../../operation/context.ts';
import { recomputeDraft } from '../drafts/draft.ts';
import { readReturn } from '../drafts/stored-return.ts';
import { vatErrors } from '../errors.ts';
import type { ProcedureItem } from '../procedures/procedure-item.ts';
import { getProcedure } from '../procedures/procedures.ts';
import { refundToSend, withRefund } from './beside.ts';
import { requireSendable } from './checks.ts';
import { draftOf, type VatDraft } from './draft.ts';
import { OPEN, type VatDispatch, vatFiler } from './filer.ts';
import { fileOf } from './procedure-file.ts';
import { sentForms } from './zones.ts';

export interface WantedSend {
  readonly procedureId: number;
  /** A test is never filed: the return stays a draft. */
  readonly isTest: boolean;
  readonly wantsClosingEntry: boolean;
  readonly channel: ChannelName;
}

/**
 * Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus, ValidationFailed, ControlsFailed, PaymentsInvalid,
 * BoxUnknown, EdiInvalid, ChannelModeMismatch, FiledElsewhere, PeriodNotBegun, and what `sendOnce` throws.
 */
export async function sendProcedure(ctx: Context, folderId: number, wanted: WantedSend): Promise<ProcedureItem> {
  requireAgreement(wanted.channel, environmentOf(ctx), wanted.isTest);
  const tested = await settleDoubts(ctx, folderId, wanted.procedureId);
  // The test whose answer was lost is this one.
  if (tested && wanted.isTest) return tested;
  // Also what was emptied to be made anew.
  await recomputeDraft(ctx, folderId, wanted.procedureId);
  const draft = await draftOf(ctx, folderId, wanted.procedureId);
  if (!wanted.isTest) requireBegun(ctx, draft);
  const refund = await refundToSend(ctx, draft);
  for (const one of refund ? [draft, refund] : [draft]) requireSendable(one, ctx.language);
  await sendOnce(ctx, vatFiler, dispatchOf(ctx, { draft, refund }, wanted));
  return getProcedure(ctx, folderId, wanted.procedureId);
}

/** Some leave within their period (an instalment of December, the end of a business), none before it. */
function requireBegun(ctx: Context, { folder, group, procedure }: VatDraft): void {
  if (group.begin_date <= today(ctx)) return;
  throw vatErrors.PeriodNotBegun({ procedureId: procedure.id, start: group.begin_date, folderId: folder.id });
}

/** A return whose answer was lost is asked for before anything else. Gives it when what was lost was a test that arrived. */
async function settleDoubts(ctx: Context, folderId: number, procedureId: number): Promise<ProcedureItem | undefined> {
  const { procedure } = await readReturn(ctx, folderId, procedureId);
  if (!OPEN.includes(procedure.status)) return undefined;
  await resolveDoubts(ctx, [vatFiler], { folderId });
  const settled = await getProcedure(ctx, folderId, procedureId);
  return settled.status === 'Draft' && settled.testMode === true ? settled : undefined;
}

/** As it is set, for a message to say it. */
export const environmentOf = ({ settings }: Context): string => settings.channelEnvironment.value ?? '';

interface Leaving {
  readonly draft: VatDraft;
  readonly refund: VatDraft | undefined;
}

function dispatchOf(ctx: Context, { draft, refund }: Leaving, wanted: WantedSend): VatDispatch {
  const { procedureId, isTest, wantsClosingEntry, channel } = wanted;
  const { folder, group, form, procedure } = draft;
  const reference = newReference(ctx);
  const filed = withRefund(draft, refund);
  const { bytes } = fileOf(filed, { isTest, reference });
  const subject = `${folder.name} ${form} ${group.end_date}`;
  const filing = {
    reference,
    siren: folder.siren ?? '',
    form,
    end: group.end_date,
    due: draft.deadlines.filing ?? undefined,
    isTest,
    payload: { kind: 'edi', content: bytes, subject, procedure: 'TVA' },
  } as const;
  return {
    folderId: folder.id,
    channel,
    kind: form,
    filing,
    contentType: 'application/xml',
    forms: sentForms(filed),
    procedureId,
    wantsClosingEntry,
    builtFrom: procedure,
    refund: refund?.procedure,
  };
}
