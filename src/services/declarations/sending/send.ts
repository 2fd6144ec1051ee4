/**
 * Sending once. The row that says so is committed before a byte leaves; what may have left is never sent again before
 * the channel was asked (doubts.ts).
 */
import type { Channel, Filing, Receipt, SendOutcome } from '../../channels/channel.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { questionSeconds, resolveDoubts } from './doubts.ts';
import { sendingErrors } from './errors.ts';
import { type FilingRow, insertFiling, senderLock } from './filings.ts';
import { channelOf, settle } from './outcomes.ts';
import { keepPiece } from './pieces.ts';
import type { Prepared } from './prepare.ts';
import { beginRecord, currentOf, lockFolder, refuseSecondSend } from './record.ts';

export interface SentDeclaration {
  readonly declarationId: number;
  readonly receipt: Receipt;
}

/**
 * Sends what was prepared, and stores what came of it. Throws AlreadyFiled, SendUnderWay, FilingRefused, SendInDoubt,
 * and the channel's error when nothing left.
 */
export async function sendOnce(ctx: Context, prepared: Prepared): Promise<SentDeclaration> {
  const { folderId, type, period, channel: name, filing } = prepared;
  const channel = channelOf(await ctx.channels(), name);
  await resolveDoubts(ctx, folderId, { type, end: period.end });
  const db = await ctx.db();
  const lock = senderLock({ folder_id: folderId, reference: filing.reference });
  // Whoever left does not stop a filing half-way: only the loss of the lock does, and the call's own time-out.
  return db.withAdvisoryLock(lock, async (lost) => {
    const row = await openFiling(ctx, prepared);
    const outcome = await attempt(channel, filing, lost);
    await settle(ctx, row, outcome);
    return answer(row, outcome);
  });
}

/** One transaction: nobody else can begin, and what leaves is kept, before it leaves. */
async function openFiling(ctx: Context, prepared: Prepared): Promise<FilingRow> {
  const { folderId, type, period, filing, forms, contentType } = prepared;
  const db = await ctx.db();
  const box = await ctx.secrets();
  const now = ctx.clock.now();
  return db.transaction(async (trx) => {
    const current = currentOf(await lockFolder(trx, folderId), type, period.end);
    await refuseSecondSend(trx, prepared, current, questionSeconds(ctx));
    const declaration = await beginRecord(trx, prepared, current, now);
    const row = await insertFiling(trx, prepared, declaration.id, now);
    const place = { folderId, declarationId: declaration.id, filingId: row.id };
    await keepPiece(trx, box, now, { ...place, kind: 'Sent', contentType, content: filing.payload.content });
    const cells = Buffer.from(JSON.stringify(forms));
    await keepPiece(trx, box, now, { ...place, kind: 'Forms', contentType: 'application/json', content: cells });
    return row;
  });
}

/** A channel throws only before anything leaves. Another error is a bug: the row stays open, and will be doubted. */
async function attempt(channel: Channel, filing: Filing, signal: AbortSignal): Promise<SendOutcome> {
  try {
    return await channel.send(filing, { signal });
  } catch (error) {
    if (error instanceof TaxopsError) return { outcome: 'notSent', error };
    throw error;
  }
}

function answer({ channel, declaration_id }: FilingRow, outcome: SendOutcome): SentDeclaration {
  if (outcome.outcome === 'sent') return { declarationId: declaration_id, receipt: outcome.receipt };
  if (outcome.outcome === 'refused') throw sendingErrors.FilingRefused({ channel, message: outcome.message });
  if (outcome.outcome === 'notSent') throw outcome.error;
  throw sendingErrors.SendInDoubt({ channel, code: outcome.error.code });
}
