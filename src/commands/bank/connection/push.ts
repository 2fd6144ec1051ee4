import * as z from 'zod';
import { receivePush } from '../../../services/banking/feeds/connections/push.ts';
import { PROVIDERS } from '../../../services/banking/store.ts';
import { defineOperation } from '../../operation/operation.ts';
import { choice } from '../../operation/outputs.ts';
import { fields } from '../../operation/wire.ts';

const MAX_EVENT_BYTES = 64 * 1024;

export const bankConnectionPush = defineOperation({
  id: 'bank.connection.push',
  summary: {
    en: 'Receive an event of a provider of bank data',
    fr: 'Recevoir un événement d’un fournisseur de données bancaires',
  },
  description:
    'The webhook address to give AggregatorA. The signature over the bytes is checked (BridgeApi-Signature, by TAXOPS_AGGREGATOR_A_WEBHOOK_SECRETS), the event written down and answered at once; the same bytes again change nothing (duplicate). What it says is not believed: the job follow-provider-events asks the provider, makes or changes the connection and takes what is new, within a minute where a worker runs on schedule.',
  policy: { kind: 'public' },
  http: { method: 'POST', path: '/api/banking/connections/events/{provider}', openQuery: true, asSent: true },
  cli: { examples: ['taxops bank connection push --provider AggregatorA --body event.json'] },
  params: z.object({ provider: z.enum(PROVIDERS) }),
  body: fields({
    Text: z.string().max(MAX_EVENT_BYTES).describe('The event as it came, byte by byte'),
    Headers: z.record(z.string(), z.string()).describe('Headers by their names in lower case'),
  }),
  bodyBytes: MAX_EVENT_BYTES,
  output: z.object({ Result: choice(['stored', 'duplicate'], 'Résultat') }),
  errors: ['ProviderByHand', 'ProviderNotConfigured', 'PushRefused'],
  audited: 'itself',
  run: async (ctx, { provider, body }) => ({ result: await receivePush(ctx, provider, body) }),
});
