/**
 * Sending once. The row that says so is committed before a byte leaves; what may have left is never sent again before
 * the channel was asked (doubts.ts).
 */
import type { Channel, Filing, Receipt, SendOutcome } from '../channels/channel.ts';
import { channelsPort } from '../channels/channel.ts';
import { TaxopsError } from '../kernel/errors.ts';
import type { Context } from '../operation/context.ts';
import { proven, questionSeconds, resolveDoubts } from './doubts.ts';
import { filingErrors } from './errors.ts';
import type { Dispatch, Owner, Sender } from './filer.ts';
import { type FilingRow, insertFiling, openFilings, ownerOf, senderLock } from './filings.ts';
import { channelOf, settle } from './outcomes.ts';
import { keepPiece } from './pieces.ts';

export interface Sent {
  readonly owner: Owner;
  readonly receipt: Receipt;
}

/**
 * Sends what was prepared, and stores what came of it. Throws SendUnderWay, FilingRefused, SendInDoubt, what the sender
 * refuses to begin with, and the channel's error when nothing left.
 */
export async function sendOnce<D extends Dispatch>(ctx: Context, sender: Sender<D>, dispatch: D): Promise<Sent> {
  const { row, outcome } = await attemptOnce(ctx, sender, dispatch);
  return answer(row, outcome);
}

export interface Attempted {
  readonly row: FilingRow;
  readonly outcome: SendOutcome;
}

/** The same, with what the channel answered, a refusal too. Throws SendUnderWay and what the sender refuses to begin with. */
export async function attemptOnce<D extends Dispatch>(
  ctx: Context,
  sender: Sender<D>,
  dispatch: D,
): Promise<Attempted> {
  const { folderId, kind, channel: name, filing } = dispatch;
  const channel = channelOf(await ctx.open(channelsPort), name);
  await resolveDoubts(ctx, [sender], { folderId, kind, end: filing.end });
  const db = await ctx.db();
  const lock = senderLock({ folder_id: folderId, reference: filing.reference });
  // A caller who leaves does not stop a filing half-way: only the loss of the lock does, and the call's own time-out.
  return db.withAdvisoryLock(lock, async (lost) => {
    const row = await openFiling(ctx, sender, dispatch);
    const outcome = await proven(ctx, sender, row, await attempt(channel, filing, lost));
    await settle(ctx, sender, row, outcome);
    return { row, outcome };
  });
}

/** One transaction: nobody else can begin, and what leaves is kept, before it leaves. */
async function openFiling<D extends Dispatch>(ctx: Context, sender: Sender<D>, dispatch: D): Promise<FilingRow> {
  const { folderId, kind, contentType, forms } = dispatch;
  const { end, payload } = dispatch.filing;
  const db = await ctx.db();
  const box = await ctx.secrets();
  const now = ctx.clock.now();
  return db.transaction(async (trx) => {
    const owner: Owner = { folderId, kind: sender.kind, id: await sender.begin(trx, dispatch, now) };
    const rivals = sender.isOnePerPeriod ? await openFilings(trx, { folderId, kind, end }, [sender.kind]) : [];
    const row = rivals.length > 0 ? undefined : await insertFiling(trx, owner, dispatch, now);
    if (!row) throw filingErrors.SendUnderWay({ type: kind, end, seconds: questionSeconds(ctx) });
    const place = { owner, filingId: row.id };
    const cells = Buffer.from(JSON.stringify(forms));
    await keepPiece(trx, box, now, { ...place, kind: 'Sent', contentType, content: payload.content });
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

function answer(row: FilingRow, outcome: SendOutcome): Sent {
  const { channel } = row;
  if (outcome.outcome === 'sent') return { owner: ownerOf(row), receipt: outcome.receipt };
  if (outcome.outcome === 'refused') throw filingErrors.FilingRefused({ channel, message: outcome.message });
  if (outcome.outcome === 'notSent') throw outcome.error;
  throw filingErrors.SendInDoubt({ channel, code: outcome.error.code });
}
