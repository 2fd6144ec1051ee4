import * as z from 'zod';
import { followReturn, type ReturnOutcome, STEPS } from '../../../services/banking/feeds/connections/callback.ts';
import type { ConnectionStatus } from '../../../services/banking/store.ts';
import type { Labels, Language } from '../../../services/kernel/errors.ts';
import { PageResult } from '../../../services/kernel/stream.ts';
import { line, longText } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { int, text } from '../../operation/outputs.ts';
import { ofMedia } from '../../operation/wire.ts';

interface Page {
  readonly status: number;
  readonly title: Labels;
  readonly text: Labels;
}

/** What a person reads, by the status of the connection. */
const BY_STATUS: Readonly<Record<ConnectionStatus, Page>> = {
  Ok: {
    status: 200,
    title: { en: 'The bank is connected', fr: 'La banque est connectée' },
    text: {
      en: 'Its accounts and transactions come with the next synchronisation. You may close this page.',
      fr: 'Ses comptes et ses mouvements viendront à la prochaine synchronisation. Vous pouvez fermer cette page.',
    },
  },
  Wait: {
    status: 200,
    title: { en: 'The connection is not ready yet', fr: 'La connexion n’est pas encore prête' },
    text: {
      en: 'The bank is being read, or it waits for something from you: check its own site. You may close this page.',
      fr: 'La banque est en cours de lecture, ou elle attend quelque chose de vous : voyez son site. Vous pouvez fermer cette page.',
    },
  },
  Ko: {
    status: 200,
    title: { en: 'The bank could not be connected', fr: 'La banque n’a pas pu être connectée' },
    text: { en: 'Start again and check what you enter.', fr: 'Recommencez en vérifiant votre saisie.' },
  },
  None: {
    status: 200,
    title: { en: 'No bank was connected', fr: 'Aucune banque n’a été connectée' },
    text: {
      en: 'You left before the end. Start again when you wish.',
      fr: 'Vous êtes parti avant la fin. Recommencez quand vous voulez.',
    },
  },
};

const UNKNOWN: Page = {
  status: 404,
  title: { en: 'This connection is not known', fr: 'Cette connexion est inconnue' },
  text: { en: 'Nothing was changed.', fr: 'Rien n’a été modifié.' },
};

const UNANSWERED: Page = {
  status: 503,
  title: { en: 'The connection could not be checked', fr: 'La connexion n’a pas pu être vérifiée' },
  text: {
    en: 'The provider does not answer and nothing was changed. Load this page again in a moment.',
    fr: 'Le fournisseur ne répond pas et rien n’a été modifié. Rechargez cette page dans un instant.',
  },
};

const pageOf = (outcome: ReturnOutcome): Page => {
  if (outcome.kind === 'unknown') return UNKNOWN;
  return outcome.kind === 'unanswered' ? UNANSWERED : BY_STATUS[outcome.status];
};

/** Words of ours only: nothing that came with the call is repeated. */
const html = ({ title, text }: Page, language: Language): string =>
  `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${title[language]}</title></head>\n<body><h1>${title[language]}</h1><p>${text[language]}</p></body></html>\n`;

const PageContent = z
  .object({ Content: text('Contenu'), ContentType: text('Contenu'), StatusCode: int('Code') })
  .meta({ id: 'PageContent' });

const STEP_LIST = Object.entries(STEPS)
  .map(([step, status]) => `${step} ${status}`)
  .join(', ');

export const bankConnectionCallback = defineOperation({
  id: 'bank.connection.callback',
  ref: 'C33',
  summary: {
    en: 'Take back a person whom a provider sends',
    fr: 'Reprendre une personne que renvoie un fournisseur',
  },
  description: [
    'The address of TAXOPS_AGGREGATOR_A_CALLBACK_URL, or the redirection of a gateway. Nothing the browser says is believed: the provider is asked whether the user has the item, and its answer alone makes or changes the connection. A user, an item or a connection that is not known, or was deleted, changes nothing (StatusCode 404); a provider that does not answer neither (503).',
    `Without an item nothing is stored, and the page says what the step means (a provider leaves it out after a success, and may name others): ${STEP_LIST}.`,
    'A browser (Accept: text/html) gets the page itself with that status; others its parts as JSON.',
  ].join('\n'),
  policy: { kind: 'public' },
  http: { method: 'GET', path: '/api/banking/connections/callback', openQuery: true },
  cli: {
    examples: ['taxops bank connection callback --user_uuid 7d1b --item_id 187741 --success true --step sync_success'],
  },
  query: z.object({
    user_uuid: z.string().max(100).nullish(),
    item_id: longText().nullish(),
    success: z.boolean().default(false),
    step: line(100).nullish(),
  }),
  output: ofMedia(PageContent, ['text/html']),
  run: async (ctx, { user_uuid, item_id, success, step }) => {
    const outcome = await followReturn(ctx, {
      userUuid: user_uuid ?? null,
      itemId: item_id ?? null,
      success,
      step: step ?? null,
    });
    const page = pageOf(outcome);
    return new PageResult(html(page, ctx.language), 'text/html; charset=utf-8', page.status);
  },
});
