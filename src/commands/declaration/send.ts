import * as z from 'zod';
import { SOURCE_TYPES, TRANSMISSION_CHANNELS } from '../../services/declarations/rules/enumerations.ts';
import type { Prepared } from '../../services/declarations/sending/prepare.ts';
import {
  type Publication,
  publish,
  publishExisting,
  sendThroughB,
} from '../../services/declarations/sending/publish.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { parisMidnight } from '../../services/kernel/paris-time.ts';
import { defineOperation } from '../operation/operation.ts';
import { DECLARATION_TYPES, declarationType, FolderPath, instantDay, member } from './fields.ts';
import { Reminder } from './reminder.ts';

const PUBLICATIONS = '/api/tax-declarations/accounting-folders/{accountingFolderId}/publications';

/** Failures of building a declaration, whatever it is built for. */
const BUILDING = ['FolderNotFound', 'PeriodUnknown', 'ValuesMissing', 'ControlsFailed'] as const;
const SENDING = ['AlreadyFiled', 'SendUnderWay', 'SendInDoubt', 'FilingRefused'] as const;

const channel = () => z.enum(['ChannelA', 'Internal']).default('ChannelA').describe('Internal: files to hand over');

export const declarationSend = defineOperation({
  id: 'declaration.send',
  ref: 'A1',
  summary: { en: 'Send a declaration through ChannelB', fr: 'Envoyer une déclaration par ChannelB' },
  description:
    'The file is built from the ledger and the declared values, kept, then deposited once: when the answer is lost, the channel is asked before anything is sent again. A declaration that the channel has, and did not reject, is refused (409).',
  policy: { right: 'send', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: '/api/tax-declarations/accounting-folders/{accountingFolderId}/deposits' },
  cli: {
    examples: [
      'taxops declaration send --folder 12 --end-date 2025-12-31 --declaration-type Liasse --sujet "Liasse ALPHA"',
    ],
  },
  params: FolderPath,
  body: z.strictObject({
    EndDate: instantDay(),
    Sujet: z.string().trim().min(1).max(100),
    DeclarationType: declarationType(),
  }),
  output: z.object({ NumeroADS: z.string() }),
  errors: [...BUILDING, ...SENDING],
  idempotent: true,
  run: async (ctx, { accountingFolderId: folderId, body }) => {
    const { EndDate: end, Sujet: subject, DeclarationType: type } = body;
    const { receipt } = await sendThroughB(ctx, { folderId, end, subject, type });
    return { NumeroADS: receipt.numeroAds ?? '' };
  },
});

const dateTime = () => z.string().meta({ format: 'date-time' });

const Published = z.object({
  ChannelAUrl: z.string().nullable(),
  JsonContent: z.string(),
  Reminders: z.array(Reminder),
  TransmissionChannel: z.enum(TRANSMISSION_CHANNELS),
  DeclarationId: z.int().nullable(),
  StartDate: dateTime(),
  EndDate: dateTime(),
  DeclarationType: z.enum(DECLARATION_TYPES),
});

const toWire = (
  { prepared, sent, declarationId, reminders }: Publication,
  language: Language,
): z.output<typeof Published> => ({
  ChannelAUrl: sent?.receipt.url ?? null,
  JsonContent: prepared.json,
  Reminders: reminders.map(({ message, level, types }) => ({
    Message: message[language],
    Level: level,
    DeclarationType: [...types],
  })),
  TransmissionChannel: prepared.channel,
  DeclarationId: declarationId ?? null,
  ...datesToWire(prepared),
  DeclarationType: prepared.kind,
});

const datesToWire = ({ period }: Prepared) => ({
  StartDate: parisMidnight(period.start),
  EndDate: parisMidnight(period.end),
});

export const declarationPublish = defineOperation({
  id: 'declaration.publish',
  ref: 'A8',
  summary: { en: 'Publish a declaration', fr: 'Publier une déclaration' },
  description:
    'Builds the declaration and sends it to ChannelA, once. With testPayload everything is built and shown; nothing is stored, nothing is sent. JsonContent holds identity, period and forms.',
  policy: { right: 'send', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: PUBLICATIONS },
  cli: {
    examples: [
      'taxops declaration publish --folder 12 --body declaration.json --test-payload',
      'taxops declaration publish --folder 12 --start-date 2025-01-01 --end-date 2025-12-31 --declaration-type Liasse --declaration-source-type Platform',
    ],
  },
  params: FolderPath,
  query: z.object({
    testPayload: z.boolean().default(false).describe('Build and show, send nothing'),
    channel: channel(),
  }),
  body: z.strictObject({
    StartDate: instantDay(),
    EndDate: instantDay(),
    DeclarationType: declarationType(),
    DeclarationSourceType: member(SOURCE_TYPES),
  }),
  output: Published,
  errors: [...BUILDING, ...SENDING],
  idempotent: true,
  run: async (ctx, { accountingFolderId: folderId, testPayload, channel: name, body }) => {
    const { StartDate: start, EndDate: end, DeclarationType: type, DeclarationSourceType: sourceType } = body;
    const wanted = { folderId, start, end, type, sourceType, channel: name };
    return toWire(await publish(ctx, wanted, testPayload), ctx.language);
  },
});

const PUBLISHED = { en: 'Sent to {channel}.', fr: 'Envoyée à {channel}.' };

export const declarationPublishExisting = defineOperation({
  id: 'declaration.publish-existing',
  ref: 'A9',
  summary: { en: 'Publish an existing declaration', fr: 'Publier une déclaration existante' },
  description:
    'Sends the declaration that stands for the period. With bloquerSiIncoherence ChannelA does not send when it finds errors.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${PUBLICATIONS}/{declarationType}` },
  cli: {
    examples: [
      'taxops declaration publish-existing --folder 12 --declaration-type IS2572 --start-date 2025-01-01 --end-date 2025-12-31',
    ],
  },
  params: FolderPath.extend({ declarationType: declarationType() }),
  query: z.object({
    bloquerSiIncoherence: z.boolean().default(true).describe('Do not send when ChannelA finds errors'),
    channel: channel(),
  }),
  body: z.strictObject({ StartDate: instantDay(), EndDate: instantDay() }),
  output: z.object({ Message: z.string(), ChannelAId: z.int().nullable() }),
  errors: [...BUILDING, 'NotDeclarable', ...SENDING],
  idempotent: true,
  run: async (
    ctx,
    { accountingFolderId: folderId, declarationType: type, bloquerSiIncoherence, channel: name, body },
  ) => {
    const wanted = { folderId, type, start: body.StartDate, end: body.EndDate, channel: name };
    const { receipt } = await publishExisting(ctx, { ...wanted, blockIfInconsistent: bloquerSiIncoherence });
    return { Message: PUBLISHED[ctx.language].replace('{channel}', name), ChannelAId: receipt.channelId ?? null };
  },
});
