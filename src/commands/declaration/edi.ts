import * as z from 'zod';
import { ediFile } from '../../services/declarations/sending/documents.ts';
import { int, maybe, text } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';
import { declarationOperation } from './declaration-operation.ts';
import { declarationType, instantDay, refuseReversed } from './fields.ts';

export const ediShow = declarationOperation({
  id: 'declaration.edi.show',
  ref: 'A7',
  summary: { en: 'Get the EDI file of a declaration', fr: 'Obtenir le fichier EDI d’une déclaration' },
  description:
    'Of the latest declaration of the window: as it was sent, as ChannelA made it, or as it would be sent now. Sensitive: it is neither logged nor cached.',
  http: { method: 'GET', path: '/edi' },
  cli: { examples: ['taxops declaration edi show --folder 12 --end-date 2025-12-31 --json'] },
  query: z.object({
    startDate: instantDay().optional(),
    endDate: instantDay().optional(),
    declarationType: declarationType().prefault('Liasse'),
  }),
  output: z.object({
    DomainDeclarationId: from('declarationId', maybe(int('Déclaration'))),
    ChannelAId: maybe(int('N° du canal A')),
    EdiContent: from('text', text('Contenu EDI')),
  }),
  errors: ['EdiNotThere'],
  audited: true,
  run: async (ctx, { folderId, startDate: start, endDate: end, declarationType: type }) => {
    refuseReversed(start, end);
    return ediFile(ctx, { folderId, start, end, type });
  },
});
