import { channelErrors } from '../services/channels/errors.ts';
import { outcomesText, refreshFolder } from '../services/declarations/refresh.ts';
import { foldersOf } from '../services/folders/scope.ts';
import { defineJob } from './job.ts';
import { JobScope, readScope } from './scope.ts';

const CHANNELS = ['ChannelA', 'ChannelB'] as const;

/** Asks the channels about every folder that has a SIREN. A channel that fails is asked again, later and later. */
export const refreshDeclarations = defineJob({
  id: 'refresh-declarations',
  summary: { en: 'Refresh declarations from the channels', fr: 'Rafraîchir les déclarations depuis les canaux' },
  schedule: '15 6-20 * * 1-5',
  input: JobScope,
  concurrency: 4,
  perSecond: 15,
  plan: async function* (ctx, { scope }) {
    for (const { id, siren } of await foldersOf(ctx, readScope(scope))) if (siren) yield { folderId: id, key: siren };
  },
  item: async (ctx, { folderId }) => {
    const outcomes = await refreshFolder(ctx, folderId, CHANNELS);
    const failed = outcomes.find(({ outcome }) => outcome === 'failed' || outcome === 'timeout');
    if (failed) throw channelErrors.ChannelTimeout({ channel: failed.channel });
    const isSkipped = outcomes.every(({ outcome }) => outcome === 'unconfigured');
    return { state: isSkipped ? 'skipped' : 'done', note: outcomesText(outcomes) };
  },
});
