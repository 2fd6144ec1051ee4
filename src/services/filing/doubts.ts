/**
 * Sends whose answer was lost, and sends that a killed process left behind: the channel is asked before anything is sent
 * again. Found: it was sent. Not found twice, some time apart: it may be sent again.
 */
import type { CallOptions, ChannelDeclaration, FindAnswer, SendOutcome } from '../channels/channel.ts';
import { channelsPort } from '../channels/channel.ts';
import { channelErrors } from '../channels/errors.ts';
import { presentMoment } from '../kernel/clock.ts';
import { TaxopsError } from '../kernel/errors.ts';
import type { Context } from '../operation/context.ts';
import { type Filer, filerOf } from './filer.ts';
import {
  closeFiling,
  type FilingRow,
  isOpenFiling,
  type OpenScope,
  openFilings,
  questionOf,
  readFiling,
  senderLock,
} from './filings.ts';
import { channelOf, settle } from './outcomes.ts';
import { QUESTION_SECONDS, type Question, resolveDoubt } from './questions.ts';

/** `sending`: a process is at it. `waiting`: to be asked again later. */
export type DoubtState = 'found' | 'lost' | 'waiting' | 'sending';

export type DoubtReport = Readonly<Record<DoubtState, number>>;

/** Seconds between two questions. */
export function questionSeconds({ settings }: Context): number {
  const seconds = Number(settings.channelQuestionSeconds.value ?? QUESTION_SECONDS);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : QUESTION_SECONDS;
}

/** Settles what can be settled of the open sends of these filers: in a folder, or of one kind and period there. */
export async function resolveDoubts(
  ctx: Context,
  filers: readonly Filer[],
  scope: OpenScope,
  options: CallOptions = {},
): Promise<DoubtReport> {
  const report = { found: 0, lost: 0, waiting: 0, sending: 0 };
  const owners = filers.map(({ kind }) => kind);
  for (const row of await openFilings((await ctx.db()).knex, scope, owners)) {
    const filer = filerOf(filers, row);
    const state = filer && (await resolveAlone(ctx, filer, row, options));
    if (state) report[state] += 1;
  }
  return report;
}

/** Under the sender's lock: a send that goes on in another process is no doubt. */
async function resolveAlone(
  ctx: Context,
  filer: Filer,
  row: FilingRow,
  options: CallOptions,
): Promise<DoubtState | undefined> {
  const db = await ctx.db();
  try {
    return await db.withAdvisoryLock(senderLock(row), async () => {
      const known = await readFiling(db.knex, row.folder_id, row.id);
      return known && isOpenFiling(known) ? resolve(ctx, filer, known, options) : undefined;
    });
  } catch (error) {
    if (error instanceof TaxopsError && error.code === 'LockHeld') return 'sending';
    throw error;
  }
}

async function resolve(ctx: Context, filer: Filer, row: FilingRow, options: CallOptions): Promise<DoubtState> {
  const { knex } = await ctx.db();
  if (await filer.isKnown(knex, row)) return settled(ctx, filer, row, {});
  // What a killed process left as `Sending` is shown as what it is.
  if (row.state === 'Sending') await settle(ctx, filer, row, { outcome: 'uncertain', error: INTERRUPTED });
  const seconds = questionSeconds(ctx);
  if (resolveDoubt(row.questions, presentMoment(ctx), seconds) !== 'Ask') return 'waiting';
  const answer = await ask(ctx, row, options);
  if (answer.outcome === 'uncertain') return 'waiting';
  if (answer.outcome === 'found') {
    const isOurs = await filer.isOurs(knex, row, answer.declaration);
    if (isOurs === undefined) return 'waiting';
    if (isOurs) return settled(ctx, filer, row, answer.declaration);
  }
  const counting = row.message === ACKNOWLEDGED ? [] : row.questions;
  const questions: Question[] = [...counting, { askedAt: presentMoment(ctx), found: false }];
  await closeFiling(knex, row, { questions });
  if (resolveDoubt(questions, presentMoment(ctx), seconds) !== 'Lost') return 'waiting';
  await settle(ctx, filer, row, { outcome: 'lost' });
  return 'lost';
}

/** The channel said that it took it: that it does not list it yet never counts against it. */
const ACKNOWLEDGED = 'DepositUnnumbered';

/** A refusal that proves nothing is believed once the channel, asked, does not have the filing; else it is in doubt. */
export async function proven(ctx: Context, filer: Filer, row: FilingRow, outcome: SendOutcome): Promise<SendOutcome> {
  if (outcome.outcome !== 'refused' || !outcome.isUnproven) return outcome;
  const answer = await ask(ctx, row, {});
  if (answer.outcome === 'notFound') return outcome;
  const { knex } = await ctx.db();
  if (answer.outcome === 'found' && (await filer.isOurs(knex, row, answer.declaration)) === false) return outcome;
  const error = channelErrors.ChannelRefused({ channel: row.channel, message: outcome.message });
  return { outcome: 'uncertain', error };
}

const INTERRUPTED = new TaxopsError('SendInterrupted', {
  kind: 'internal',
  en: 'The sender was stopped.',
  fr: 'L’émetteur a été arrêté.',
});

async function settled(
  ctx: Context,
  filer: Filer,
  row: FilingRow,
  found: Partial<ChannelDeclaration>,
): Promise<'found'> {
  const { channelId, numeroAds, links } = found;
  await settle(ctx, filer, row, { outcome: 'sent', receipt: { channelId, numeroAds, url: links?.page } });
  return 'found';
}

async function ask(ctx: Context, row: FilingRow, options: CallOptions): Promise<FindAnswer> {
  try {
    return await channelOf(await ctx.open(channelsPort), row.channel).find(questionOf(row), options);
  } catch (error) {
    if (error instanceof TaxopsError) return { outcome: 'uncertain', error };
    throw error;
  }
}
