import * as z from 'zod';
import { declarationHistory, HISTORY_KINDS } from '../../services/declarations/history.ts';
import { choice, flag, maybe, moment, sentence, text } from '../operation/outputs.ts';
import { declarationOperation } from './declaration-operation.ts';
import { declarationType, instantDay, Reason } from './fields.ts';

const HistoryItem = z
  .object({
    At: moment('Quand'),
    Kind: choice(HISTORY_KINDS, 'Quoi'),
    Status: text('État'),
    Channel: text('Canal'),
    IsTest: maybe(flag('Essai')).describe('Whether the sending was a test; null of what a channel reported by itself'),
    Reference: maybe(text('Référence')),
    Message: maybe(sentence('Message')),
    Reasons: z.array(Reason),
  })
  .meta({ id: 'DeclarationHistoryItem' });

export const declarationHistoryList = declarationOperation({
  id: 'declaration.history',
  summary: { en: 'Show what happened to a declaration', fr: 'Montrer ce qu’il est advenu d’une déclaration' },
  description:
    'The oldest first: each preparation, how each sending ended, each notice and each delivery of the webhook with its reasons; where no delivery came, the last answer that ChannelA was asked for.',
  http: { method: 'GET', path: '/declaration-history' },
  cli: { examples: ['taxops declaration history --folder 12 --end-date 2025-12-31'] },
  query: z.object({
    endDate: instantDay().describe('End of the period'),
    declarationType: declarationType().prefault('Liasse'),
  }),
  output: z.array(HistoryItem),
  columns: ['At', 'Kind', 'Status', 'Channel', 'IsTest', 'Reference', 'Message'],
  run: (ctx, { folderId, endDate: end, declarationType: type }) => declarationHistory(ctx, { folderId, type, end }),
});
