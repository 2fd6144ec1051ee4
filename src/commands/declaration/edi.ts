import * as z from 'zod';
import { ediFile } from '../../services/declarations/sending/documents.ts';
import { defineOperation } from '../operation/operation.ts';
import { declarationType, FolderPath, instantDay, refuseReversed } from './fields.ts';

export const ediShow = defineOperation({
  id: 'declaration.edi.show',
  ref: 'A7',
  summary: { en: 'Get the EDI file of a declaration', fr: 'Obtenir le fichier EDI d’une déclaration' },
  description:
    'Of the latest declaration of the window: as it was sent, as ChannelA made it, or as it would be sent now. Sensitive: it is neither logged nor cached.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: '/api/tax-declarations/accounting-folders/{accountingFolderId}/edi' },
  cli: { examples: ['taxops declaration edi show --folder 12 --end-date 2025-12-31 --json'] },
  params: FolderPath,
  query: z.object({
    startDate: instantDay().optional(),
    endDate: instantDay().optional(),
    declarationType: declarationType().default('Liasse'),
  }),
  output: z.object({
    DomainDeclarationId: z.int().nullable(),
    ChannelAId: z.int().nullable(),
    EdiContent: z.string(),
  }),
  errors: ['FolderNotFound', 'EdiNotThere'],
  audited: true,
  run: async (ctx, { accountingFolderId: folderId, startDate: start, endDate: end, declarationType: type }) => {
    refuseReversed(start, end);
    const { declarationId, channelAId, text } = await ediFile(ctx, { folderId, start, end, type });
    return { DomainDeclarationId: declarationId ?? null, ChannelAId: channelAId ?? null, EdiContent: text };
  },
});
