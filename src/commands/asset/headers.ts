import * as z from 'zod';
import { assetHeaders } from '../../services/assets/search/headers.ts';
import { HEADER_TYPES } from '../../services/assets/value-sets.ts';
import { getFolder } from '../../services/folders/folders.ts';
import { defineOperation } from '../operation/operation.ts';
import { FOLDER_ROUTE, FolderPath } from './wire.ts';

const AssetHeader = z
  .object({
    Id: z.string(),
    Definition: z.object({ Label: z.string(), Description: z.string(), Type: z.enum(HEADER_TYPES) }),
    Options: z.object({
      Sortable: z.boolean(),
      Filterable: z.boolean(),
      Groupable: z.boolean(),
      Summable: z.boolean(),
      Metadata: z.record(z.string(), z.string()),
    }),
  })
  .meta({ id: 'AssetHeader' });

export const assetHeaderList = defineOperation({
  id: 'asset.header.list',
  ref: 'B16',
  summary: { en: 'List the headers of the asset table', fr: 'Lister les en-têtes du tableau des immobilisations' },
  description:
    'Id is the name that filters, sorts, groups and columns use. Metadata gives each value of an enumeration with its label (Value.Linear), and IsDefault for the columns of an export that names none.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/asset-headers` },
  cli: { examples: ['taxops asset header list --folder 12'] },
  params: FolderPath,
  output: z.array(AssetHeader),
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId }) => {
    await getFolder(await ctx.db(), accountingFolderId);
    return assetHeaders(ctx.language).map((header) => ({
      Id: header.id,
      Definition: { Label: header.label, Description: header.description, Type: header.type },
      Options: {
        Sortable: header.isSortable,
        Filterable: header.isFilterable,
        Groupable: header.isGroupable,
        Summable: header.isSummable,
        Metadata: { ...header.metadata },
      },
    }));
  },
});
