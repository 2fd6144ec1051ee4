import * as z from 'zod';
import { channelErrors } from '../../services/channels/errors.ts';
import { declarationErrors } from '../../services/declarations/errors.ts';
import { URL_TYPES } from '../../services/declarations/rules/enumerations.ts';
import { pageAddress, readUrlType } from '../../services/declarations/rules/page-address.ts';
import { getFolder } from '../../services/folders/folders.ts';
import { SETTINGS } from '../../services/kernel/settings.ts';
import type { Context } from '../../services/operation/context.ts';
import { declarationOperation } from './declaration-operation.ts';

export const pageShow = declarationOperation({
  id: 'declaration.page.show',
  ref: 'A6',
  summary: { en: 'Give the address of a page of ChannelA', fr: 'Donner l’adresse d’une page de ChannelA' },
  http: { method: 'GET', path: '/page' },
  cli: { examples: ['taxops declaration page show --folder 12 --url-type ChoixDeclaration'] },
  query: z.object({
    urlType: z
      .union([z.string(), z.int()])
      .default('MesDeclarations')
      .meta({ description: 'MesDeclarations or ChoixDeclaration, or its position', 'x-values': URL_TYPES }),
  }),
  output: z.string(),
  errors: ['UrlTypeUnknown', 'FolderSirenMissing'],
  run: async (ctx, { folderId, urlType }) => {
    const wanted = readUrlType(urlType);
    const { siren } = await getFolder(ctx, folderId);
    if (siren === null) throw declarationErrors.FolderSirenMissing({ folderId });
    return pageAddress(pageBase(ctx), siren, wanted);
  },
});

function pageBase({ settings }: Context): string {
  const base = settings.channelAPageUrl.value ?? settings.channelAUrl.value;
  if (base) return base;
  throw channelErrors.ChannelNotConfigured({ channel: 'ChannelA', settings: SETTINGS.channelAPageUrl.env });
}
