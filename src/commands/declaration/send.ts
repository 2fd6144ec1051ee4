import * as z from 'zod';
import { SOURCE_TYPES, TRANSMISSION_CHANNELS } from '../../services/declarations/rules/enumerations.ts';
import {
  type Publication,
  publish,
  publishExisting,
  sendThroughB,
} from '../../services/declarations/sending/publish.ts';
import { choice, int, maybe, sentence, text } from '../operation/outputs.ts';
import { computed, fields, from, headed } from '../operation/wire.ts';
import { declarationOperation } from './declaration-operation.ts';
import { declarationType, declarationTypeName, instantDay, member, midnight } from './fields.ts';
import { Reminder, spoken } from './reminder.ts';

const PUBLICATIONS = '/publications';

/** Failures of building a declaration, whatever it is built for. */
const BUILDING = ['PeriodUnknown', 'ValuesMissing', 'ControlsFailed'] as const;
const SENDING = ['AlreadyFiled', 'SendUnderWay', 'SendInDoubt', 'FilingRefused'] as const;

const channel = () => z.enum(['ChannelA', 'Internal']).default('ChannelA').describe('Internal: files to hand over');

export const declarationSend = declarationOperation({
  id: 'declaration.send',
  ref: 'A1',
  summary: { en: 'Send a declaration through ChannelB', fr: 'Envoyer une déclaration par ChannelB' },
  description:
    'The file is built from the ledger and the declared values, kept, then deposited once: when the answer is lost, the channel is asked before anything is sent again. A declaration that the channel has, and did not reject, is refused (409).',
  right: 'send',
  http: { method: 'POST', path: '/deposits' },
  cli: {
    examples: [
      'taxops declaration send --folder 12 --end-date 2025-12-31 --declaration-type Liasse --sujet "Liasse ALPHA" --yes',
    ],
    confirm: true,
  },
  body: fields({
    EndDate: from('end', instantDay()),
    Sujet: from('subject', z.string().trim().min(1).max(100)),
    DeclarationType: from('type', declarationType()),
  }),
  output: z.object({ NumeroADS: text('N° ADS') }),
  errors: [...BUILDING, ...SENDING, 'ChannelNotConfigured'],
  idempotent: true,
  run: async (ctx, { folderId, body }) => {
    const { receipt } = await sendThroughB(ctx, { folderId, ...body });
    return { numeroADS: receipt.numeroAds ?? '' };
  },
});

/** The reminders are in the language of the caller: they are not those of the publication. */
type Made = Omit<Publication, 'reminders'>;

const Published = z.object({
  ChannelAUrl: computed(maybe(text('Adresse du canal A')), ({ sent }: Made) => sent?.receipt.url),
  JsonContent: computed(text('Contenu JSON'), ({ prepared }: Made) => prepared.json),
  Reminders: headed(z.array(Reminder), 'Rappels'),
  TransmissionChannel: computed(choice(TRANSMISSION_CHANNELS, 'Canal'), ({ prepared }: Made) => prepared.channel),
  DeclarationId: maybe(int('Déclaration')),
  StartDate: computed(midnight('Début'), ({ prepared }: Made) => prepared.period.start),
  EndDate: computed(midnight('Fin'), ({ prepared }: Made) => prepared.period.end),
  DeclarationType: computed(headed(declarationTypeName(), 'Déclaration'), ({ prepared }: Made) => prepared.kind),
});

export const declarationPublish = declarationOperation({
  id: 'declaration.publish',
  ref: 'A8',
  summary: { en: 'Publish a declaration', fr: 'Publier une déclaration' },
  description:
    'Builds the declaration and sends it to ChannelA, once. With testPayload everything is built and shown; nothing is stored, nothing is sent. JsonContent holds identity, period and forms.',
  right: 'send',
  http: { method: 'POST', path: PUBLICATIONS },
  cli: {
    examples: [
      'taxops declaration publish --folder 12 --body declaration.json --test-payload',
      'taxops declaration publish --folder 12 --start-date 2025-01-01 --end-date 2025-12-31 --declaration-type Liasse --declaration-source-type Platform --yes',
    ],
    confirm: { unless: 'testPayload' },
  },
  query: z.object({
    testPayload: z.boolean().default(false).describe('Build and show, send nothing'),
    channel: channel(),
  }),
  body: fields({
    StartDate: from('start', instantDay()),
    EndDate: from('end', instantDay()),
    DeclarationType: from('type', declarationType()),
    DeclarationSourceType: from('sourceType', member(SOURCE_TYPES)),
  }),
  output: Published,
  errors: [...BUILDING, 'PeriodReversed', 'TypeNotSendable', ...SENDING],
  idempotent: true,
  run: async (ctx, { folderId, testPayload, channel: name, body }) => {
    const wanted = { folderId, ...body, channel: name };
    const { reminders, ...made } = await publish(ctx, wanted, testPayload);
    return { ...made, reminders: spoken(reminders, ctx.language) };
  },
});

const PUBLISHED = { en: 'Sent to {channel}.', fr: 'Envoyée à {channel}.' };

export const declarationPublishExisting = declarationOperation({
  id: 'declaration.publish-existing',
  ref: 'A9',
  summary: { en: 'Publish an existing declaration', fr: 'Publier une déclaration existante' },
  description:
    'Sends the declaration that stands for the period. With bloquerSiIncoherence ChannelA does not send when it finds errors.',
  right: 'send',
  http: { method: 'POST', path: `${PUBLICATIONS}/{declarationType}` },
  cli: {
    examples: [
      'taxops declaration publish-existing --folder 12 --declaration-type IS2572 --start-date 2025-01-01 --end-date 2025-12-31 --yes',
    ],
    confirm: true,
  },
  params: { declarationType: declarationType() },
  query: z.object({
    bloquerSiIncoherence: z.boolean().default(true).describe('Do not send when ChannelA finds errors'),
    channel: channel(),
  }),
  body: fields({
    StartDate: from('start', instantDay()),
    EndDate: from('end', instantDay()),
  }),
  output: z.object({ Message: sentence('Message'), ChannelAId: maybe(int('N° du canal A')) }),
  errors: [...BUILDING, 'NotDeclarable', ...SENDING],
  idempotent: true,
  run: async (ctx, { folderId, declarationType: type, bloquerSiIncoherence, channel: name, body }) => {
    const wanted = { folderId, type, ...body, channel: name };
    const { receipt } = await publishExisting(ctx, { ...wanted, blockIfInconsistent: bloquerSiIncoherence });
    return { message: PUBLISHED[ctx.language].replace('{channel}', name), channelAId: receipt.channelId };
  },
});
