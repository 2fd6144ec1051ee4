import * as z from 'zod';
import { assetHeaders, type AssetHeader as Header } from '../../services/assets/search/headers.ts';
import { HEADER_TYPES } from '../../services/assets/value-sets.ts';
import { getFolder } from '../../services/folders/folders.ts';
import { choice, flag, text } from '../operation/outputs.ts';
import { computed, from, headed } from '../operation/wire.ts';
import { assetOperation } from './asset-operation.ts';

const Definition = z.object({
  Label: text('Libellé'),
  Description: text('Description'),
  Type: choice(HEADER_TYPES, 'Type'),
});
const Options = z.object({
  Sortable: from('isSortable', flag()),
  Filterable: from('isFilterable', flag()),
  Groupable: from('isGroupable', flag()),
  Summable: from('isSummable', flag()),
  Metadata: z.record(z.string(), z.string()),
});
const itself = (header: Header) => header;

const AssetHeader = z
  .object({
    Id: text('Id'),
    Definition: computed(headed(Definition, 'Définition'), itself),
    Options: computed(headed(Options, 'Choix'), itself),
  })
  .meta({ id: 'AssetHeader' });

export const assetHeaderList = assetOperation({
  id: 'asset.header.list',
  ref: 'B16',
  summary: { en: 'List the headers of the asset table', fr: 'Lister les en-têtes du tableau des immobilisations' },
  description:
    'Id is the name that filters, sorts, groups and columns use. Metadata gives each value of an enumeration with its label (Value.Linear), and IsDefault for the columns of an export that names none.',
  http: { method: 'GET', path: '/asset-headers' },
  cli: { examples: ['taxops asset header list --folder 12'] },
  output: z.array(AssetHeader),
  run: async (ctx, { folderId }) => {
    await getFolder(ctx, folderId);
    return assetHeaders(ctx.language);
  },
});
