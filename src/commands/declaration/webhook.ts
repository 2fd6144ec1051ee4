import * as z from 'zod';
import { channelAIds, parkedDeclarations } from '../../services/declarations/inbox.ts';
import { receiveDelivery, replayDeliveries } from '../../services/declarations/receive.ts';
import { defineCommand, defineOperation } from '../operation/operation.ts';
import { choice, int, maybe, moment as momentField, text as textField } from '../operation/outputs.ts';
import { headed } from '../operation/wire.ts';

/** The values themselves are read by the rules of the webhook, which say what is wrong with each. */
const described = (type: string, about: string, format?: string) =>
  z
    .unknown()
    .describe(about)
    .meta({ type: [type, 'null'], ...(format && { format }) })
    .optional();

const text = (about: string) => described('string', about);
const moment = (about: string) => described('string', about, 'date-time');

/** Resource A6. */
const Notification = z
  .looseObject({
    declarationId: z
      .unknown()
      .describe('Identifier on ChannelA (required)')
      .meta({ type: 'integer', minimum: 1, maximum: 2_147_483_647 })
      .optional(),
    declarationStatus: z
      .unknown()
      .describe('Accepted, Rejected, Sent or deleted (required)')
      .meta({ type: 'string' })
      .optional(),
    paiementStatus: text('State of the payment, as given'),
    dateHeureDGFiP: moment('Answer of the tax authority'),
    dateEnvoiDGFIP: moment('Sending to the tax authority'),
    dateHeureModification: moment('Last change on ChannelA'),
    dateEcheance: moment('Due date'),
    siren: text('Nine digits: finds the folder of a declaration that is not known yet'),
    dateDebut: moment('Start of the period'),
    dateFin: moment('End of the period'),
    declarationType: text('Type as ChannelA names it'),
    declarationLibelle: text('Label as ChannelA gives it'),
    declarationPdfUrl: text('Address of the PDF'),
    declarationUrl: text('Address of the page'),
    accuseDeReceptionPDFUrl: text('Address of the receipt'),
    fichierEDIUrl: text('Address of the EDI file'),
    declarationErreurs: described('array', 'Reasons of a rejection: {formulaire, code, libelle}'),
    // Required, but it is the rules that say so.
  })
  .meta({ required: ['declarationId', 'declarationStatus'] });

const MAX_BODY_BYTES = 1024 * 1024;

export const webhookReceive = defineOperation({
  id: 'declaration.webhook.receive',
  ref: 'A16',
  summary: { en: 'Receive a status notification of ChannelA', fr: 'Recevoir une notification de statut de ChannelA' },
  description:
    'Answers once the change is durable. The same delivery again changes nothing; a late one keeps its place. A declaration whose folder is not known is parked (202) until it is.',
  policy: { kind: 'service', scope: 'taxdeclarationapi' },
  http: { method: 'POST', path: '/api/tax-declarations/webhook/{segment}', openQuery: true, mayWait: true },
  cli: {
    examples: [
      'taxops declaration webhook receive --body notification.json',
      'taxops declaration webhook receive --declaration 7 --declaration-status Accepted',
    ],
  },
  params: z.object({
    segment: z
      .string()
      .max(100)
      .optional()
      .describe('Last part of the address (TAXOPS_WEBHOOK_SEGMENT); not needed here'),
  }),
  body: Notification,
  bodyBytes: MAX_BODY_BYTES,
  output: z.object({ result: choice(['applied', 'created', 'duplicate', 'stale', 'deleted', 'parked'], 'Résultat') }),
  errors: ['WebhookInvalid'],
  audited: 'itself',
  outcome: ({ result }) => (result === 'parked' ? 'pending' : 'done'),
  run: async (ctx, { body }) => ({ result: await receiveDelivery(ctx, body) }),
});

export const webhookReplay = defineCommand({
  id: 'declaration.webhook.replay',
  summary: { en: 'Apply the stored deliveries again', fr: 'Appliquer à nouveau les notifications stockées' },
  description: 'Records that are gone come back as they were; records that are there do not change.',
  cli: { examples: ['taxops declaration webhook replay'] },
  output: z.object({ Declarations: int('Déclarations'), Deliveries: int('Livraisons') }),
  audited: true,
  run: async (ctx) => {
    let [declarations, deliveries] = [0, 0];
    for await (const channelAId of channelAIds((await ctx.db()).knex)) {
      if (ctx.signal.aborted) break;
      deliveries += await replayDeliveries(ctx, channelAId);
      declarations += 1;
      ctx.progress.step({ label: 'replay', done: declarations });
    }
    return { declarations, deliveries };
  },
});

const MAX_PARKED = 1_000;

export const webhookParked = defineCommand({
  id: 'declaration.webhook.parked',
  summary: {
    en: 'List the deliveries that wait for a folder',
    fr: 'Lister les notifications qui attendent un dossier',
  },
  description: `The ${MAX_PARKED} declarations that have waited longest. They are applied when a folder with their SIREN is there: taxops job run import-parked`,
  cli: { examples: ['taxops declaration webhook parked'] },
  output: z.array(
    z.object({
      ChannelAId: int('N° du canal A'),
      Siren: headed(maybe(textField()), 'SIREN'),
      Deliveries: int('Livraisons'),
      FirstArrivedAt: headed(momentField(), 'Première arrivée'),
      LastArrivedAt: headed(momentField(), 'Dernière arrivée'),
    }),
  ),
  run: async (ctx) => parkedDeclarations((await ctx.db()).knex, MAX_PARKED),
});
