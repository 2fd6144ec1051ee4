import { setTimeout as pause } from 'node:timers/promises';
import type { NoticeReference } from '../services/channels/channel.ts';
import { questionSeconds, resolveDoubts } from '../services/filing/doubts.ts';
import type { NoticeState } from '../services/filing/notice-store.ts';
import { fetchNotice } from '../services/filing/notices.ts';
import { fetchTogether } from '../services/filing/notices-together.ts';
import { foldersInDoubt, noticesToTake } from '../services/filing/poll.ts';
import type { Context } from '../services/operation/context.ts';
import { FILERS } from './doubts.ts';
import { defineJob, type ItemOutcome, type JobItem } from './job.ts';
import { JobScope, readScope } from './scope.ts';

export const pollNotices = defineJob({
  id: 'poll-notices',
  summary: {
    en: 'Take the notices of ChannelB, and ask channels about sends whose answer was lost',
    fr: 'Prendre les avis de ChannelB, et interroger les canaux sur les envois dont la réponse s’est perdue',
  },
  schedule: '*/30 * * * *',
  input: JobScope,
  concurrency: 4,
  plan: async function* (ctx: Context, { scope }): AsyncGenerator<JobItem> {
    const wanted = readScope(scope);
    // Doubts first: a number of deposit that was lost shows which notices are ours.
    for (const folderId of await foldersInDoubt(ctx, wanted)) yield { folderId, key: 'doubts' };
    for (const { folderId, reference } of await noticesToTake(ctx, FILERS, wanted)) {
      yield { folderId, key: `${reference.kind} ${reference.number}`, payload: { ...reference } };
    }
  },
  item: async (ctx, { folderId, key, payload }, signal) =>
    key === 'doubts' ? doubts(ctx, folderId, signal) : notice(ctx, payload as unknown as NoticeReference),
  together: {
    size: 100,
    takes: ({ key }) => key !== 'doubts',
    handle: async (ctx, items, signal) => {
      const references = items.map(({ payload }) => payload as unknown as NoticeReference);
      const states = await fetchTogether({ ...ctx, signal }, FILERS, references);
      return states.map((state) => state && outcomeOf(state));
    },
  },
});

const outcomeOf = (state: NoticeState): ItemOutcome => ({
  state: state === 'Applied' ? 'done' : 'skipped',
  note: state,
});

/** Asks again after the interval, so that one run settles every doubt that the channel answers on. */
async function doubts(ctx: Context, folderId: number, signal: AbortSignal): Promise<ItemOutcome> {
  const first = await resolveDoubts(ctx, FILERS, { folderId }, { signal });
  if (first.waiting === 0) return { state: 'done', note: JSON.stringify(first) };
  await pause(questionSeconds(ctx) * 1000, undefined, { signal }).catch(() => undefined);
  const second = await resolveDoubts(ctx, FILERS, { folderId }, { signal });
  return { state: second.waiting > 0 ? 'skipped' : 'done', note: JSON.stringify(second) };
}

const notice = async (ctx: Context, reference: NoticeReference): Promise<ItemOutcome> =>
  outcomeOf(await fetchNotice(ctx, FILERS, reference));
