/**
 * Sends whose answer was lost, and sends that a killed process left behind: the channel is asked before anything is sent
 * again. Found: it was sent. Not found twice, some time apart: it may be sent again.
 */
import type { CallOptions, ChannelDeclaration, FindAnswer } from '../../channels/channel.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { QUESTION_SECONDS, type Question, resolveDoubt } from '../rules/doubt.ts';
import { RANK } from '../rules/status.ts';
import { listedDeclarations, type StoredDeclaration } from '../store.ts';
import {
  closeFiling,
  type FilingRow,
  isOpenFiling,
  openFilings,
  questionOf,
  readFiling,
  senderLock,
} from './filings.ts';
import { channelOf, settle } from './outcomes.ts';
import { now } from './prepare.ts';

/** `sending`: a process is at it. `waiting`: to be asked again later. */
export type DoubtState = 'found' | 'lost' | 'waiting' | 'sending';

export type DoubtReport = Readonly<Record<DoubtState, number>>;

/** Seconds between two questions. */
export function questionSeconds({ settings }: Context): number {
  const seconds = Number(settings.channelQuestionSeconds.value ?? QUESTION_SECONDS);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : QUESTION_SECONDS;
}

/** Settles what can be settled of the open sends of a folder; of one declaration period when it is given. */
export async function resolveDoubts(
  ctx: Context,
  folderId: number,
  period?: { readonly type: string; readonly end: PlainDate },
  options: CallOptions = {},
): Promise<DoubtReport> {
  const report = { found: 0, lost: 0, waiting: 0, sending: 0 };
  for (const row of await openFilings((await ctx.db()).knex, folderId, period)) {
    const state = await resolveAlone(ctx, row, options);
    if (state) report[state] += 1;
  }
  return report;
}

/** Under the sender's lock: a send that goes on in another process is no doubt. */
async function resolveAlone(ctx: Context, row: FilingRow, options: CallOptions): Promise<DoubtState | undefined> {
  const db = await ctx.db();
  try {
    return await db.withAdvisoryLock(senderLock(row), async () => {
      const known = await readFiling(db.knex, row.folder_id, row.id);
      return isOpenFiling(known) ? resolve(ctx, known, options) : undefined;
    });
  } catch (error) {
    if (error instanceof TaxopsError && error.code === 'LockHeld') return 'sending';
    throw error;
  }
}

async function resolve(ctx: Context, row: FilingRow, options: CallOptions): Promise<DoubtState> {
  const declarations = await listedDeclarations((await ctx.db()).knex, row.folder_id);
  const own = declarations.find(({ id }) => id === row.declaration_id);
  // A channel that speaks of it, by webhook or in a list, has it.
  if (own && RANK[own.status] > RANK.SendUncertain) return settled(ctx, row, {});
  await doubt(ctx, row);
  const seconds = questionSeconds(ctx);
  if (resolveDoubt(row.questions, now(ctx), seconds) !== 'Ask') return 'waiting';
  const answer = await ask(ctx, row, options);
  const found =
    answer.outcome === 'found'
      ? isOurs(answer.declaration, row, declarations)
      : answer.outcome === 'uncertain'
        ? undefined
        : false;
  if (found === undefined) return 'waiting';
  if (found && answer.outcome === 'found') return settled(ctx, row, answer.declaration);
  const questions: Question[] = [...row.questions, { askedAt: now(ctx), found: false }];
  await closeFiling((await ctx.db()).knex, row, { questions });
  if (resolveDoubt(questions, now(ctx), seconds) !== 'Lost') return 'waiting';
  await settle(ctx, row, { outcome: 'lost' });
  return 'lost';
}

/** What a killed process left as `Sending` is shown as what it is. */
async function doubt(ctx: Context, row: FilingRow): Promise<void> {
  if (row.state === 'Sending') await settle(ctx, row, { outcome: 'uncertain', error: INTERRUPTED });
}

const INTERRUPTED = new TaxopsError('SendInterrupted', {
  kind: 'internal',
  en: 'The sender was stopped.',
  fr: 'L’émetteur a été arrêté.',
});

async function settled(ctx: Context, row: FilingRow, found: Partial<ChannelDeclaration>): Promise<'found'> {
  const { channelId, numeroAds, links } = found;
  await settle(ctx, row, { outcome: 'sent', receipt: { channelId, numeroAds, url: links?.page } });
  return 'found';
}

async function ask(ctx: Context, row: FilingRow, options: CallOptions): Promise<FindAnswer> {
  try {
    return await channelOf(await ctx.channels(), row.channel).find(questionOf(row), options);
  } catch (error) {
    if (error instanceof TaxopsError) return { outcome: 'uncertain', error };
    throw error;
  }
}

/** How far the clock of a partner may be from ours. */
const SKEW_MS = 5 * 60_000;

/**
 * A channel that knows declarations by form and period may answer with the rejected one that this send corrects.
 * Undefined: it does not say enough to tell.
 */
function isOurs(
  { channelId, modifiedAt, answeredAt, sentAt }: ChannelDeclaration,
  row: FilingRow,
  declarations: readonly StoredDeclaration[],
): boolean | undefined {
  if (row.channel !== 'ChannelA') return true;
  const others = declarations.filter(({ id }) => id !== row.declaration_id);
  if (channelId !== undefined && others.some((other) => other.channelAId === channelId)) return false;
  const isSame = ({ type, periodEnd }: StoredDeclaration) => type === row.type && periodEnd === row.period_end;
  const own = declarations.find(({ id }) => id === row.declaration_id);
  const isNew = channelId !== undefined && own?.channelAId !== channelId;
  if (isNew || (own?.channelAId === undefined && !others.some(isSame))) return true;
  const last = [modifiedAt, answeredAt, sentAt]
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
  return last === undefined ? undefined : Date.parse(last) >= Date.parse(row.attempted_at) - SKEW_MS;
}
