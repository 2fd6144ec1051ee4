import * as z from 'zod';
import { ASSET_COLUMNS, type AssetColumn } from '../../services/assets/search/columns.ts';
import { type AssetGroup, searchAssets } from '../../services/assets/search/list.ts';
import { valueLabel } from '../../services/assets/search/value-labels.ts';
import { STATUSES } from '../../services/assets/value-sets.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { dayText } from '../operation/fields.ts';
import type { Block, Cell } from '../operation/operation.ts';
import { int, maybe } from '../operation/outputs.ts';
import { computed, from, headed } from '../operation/wire.ts';
import { assetOperation } from './asset-operation.ts';
import { QUESTION_ERRORS, question, toQuestion } from './search-fields.ts';
import { amountCell, FixedAssetShape, Octies151, PrivatePortion } from './wire.ts';

const SHAPES: Readonly<Record<AssetColumn['type'], (column: AssetColumn) => z.ZodType>> = {
  Amount: () => z.number(),
  Number: ({ isWhole }) => (isWhole ? int() : z.number()),
  Date: dayText,
  Boolean: () => z.boolean(),
  Enum: ({ values = [] }) => z.enum(values),
  Text: () => z.string(),
};

const shapeOf = (column: AssetColumn): z.ZodType => {
  const shape = headed(SHAPES[column.type](column), column.label.fr);
  return column.isOptional ? maybe(shape) : shape;
};

const { Retirement, AssociationState, Analytics, QuantityDetails } = FixedAssetShape.shape;

/** B6: one field per column of the table, null where an asset may have none. `Status` is there for who extends the list with it. */
export const AssetListItem = z
  .object({
    ...Object.fromEntries(ASSET_COLUMNS.map((column) => [column.name, from(column.name, shapeOf(column))])),
    Status: from('Status', z.enum(STATUSES).optional()),
    AssociationState,
    Analytics,
    Retirement,
    QuantityDetails,
    FiscalPrivatePortion: from('privatePortion', maybe(PrivatePortion)),
    FiscalOcties151: from('octies151', maybe(Octies151)),
  })
  .meta({ id: 'AssetListItem' });

type GroupValue = AssetGroup['values'][number];

const GroupValue = z.object({
  Key: headed(z.string(), 'Clé'),
  Value: computed(
    z.object({ DisplayName: from('name', z.string()), Metadata: from('totals', z.record(z.string(), z.string())) }),
    (value: GroupValue) => value,
  ),
});

const AssetSearch = z
  .object({
    Items: z.array(AssetListItem),
    Groups: z.array(z.object({ Key: headed(z.string(), 'Clé'), Values: z.array(GroupValue) })),
    Page: z.int(),
    Limit: z.int(),
    TotalItems: from('total', z.int()),
    HasMore: z.boolean(),
  })
  .meta({ id: 'AssetSearch' });

export const assetSearch = assetOperation({
  id: 'asset.search',
  ref: 'B14',
  summary: { en: 'Search the assets of a folder', fr: 'Chercher les immobilisations d’un dossier' },
  description:
    'Figures are those of any period, exercise or not. Assets that are not in the period (sold before it, grouped into another, bought after it) are left out unless a filter names IsActiveInPeriod. The group Total comes first and holds the number of assets and the sums of all pages; each group asked for holds the same per value, at most 1,000 of them, days by year. Durations are in months. AcquisitionValue is the price, of which credit notes leave NetAcquisitionValue (B22); net values follow the latter. Status is given when extends names it. A filter on a text compares it whole; sorts put absent values last. ne keeps assets that have no value.',
  http: { method: 'GET', path: '/assets' },
  cli: {
    examples: [
      'taxops asset search --folder 12 --start-date 2025-01-01 --end-date 2025-12-31',
      'taxops asset search --folder 12 --start-date 2025-01-01 --end-date 2025-12-31 --q EconomicVNCPeriodAmount:gt:1000 --sort Account:asc --group Account --json',
    ],
  },
  query: z.object({
    ...question,
    group: z.array(z.string().max(100)).max(5).default([]).describe('Properties to count and sum by'),
    page: z.int().max(2_147_483_647).nullable().default(1),
    limit: z.int().min(1).max(1_000).nullable().default(50),
  }),
  output: AssetSearch,
  errors: [...QUESTION_ERRORS, 'PageOutOfRange'],
  view,
  run: async (ctx, { folderId, group, extends: more, ...asked }) => {
    const [page, limit] = [asked.page ?? 1, asked.limit ?? 50];
    const wanted = { ...toQuestion(asked), group, extends: more, page, limit };
    const found = await searchAssets(ctx, folderId, wanted);
    return { ...found, page, limit, hasMore: page * limit < found.total };
  },
});

/** Other commands name an asset by its identifier, which documents leave out again. */
const SHOWN = ASSET_COLUMNS.filter(({ name, isDefault }) => isDefault || name === 'Id');
const COLUMN_TYPES = { Amount: 'amount', Number: 'number', Date: 'day' } as const;
const typed = ({ label, type }: AssetColumn, language: Language) => ({
  name: label[language],
  ...(type in COLUMN_TYPES && { type: COLUMN_TYPES[type as keyof typeof COLUMN_TYPES] }),
});

function cell(value: unknown, type: AssetColumn['type'], language: Language): Cell {
  if (type === 'Amount' && typeof value === 'number') return amountCell(value);
  return type === 'Enum' && typeof value === 'string' ? valueLabel(value, language) : (value as Cell);
}

/** The default columns with their total, then each group. */
function* view(answer: z.output<typeof AssetSearch>, language: Language): Generator<Block> {
  const { Items, Groups, Page, TotalItems, HasMore } = answer;
  const [total, ...groups] = Groups;
  const sums = total?.Values[0]?.Value.Metadata ?? {};
  const cells = (item: Readonly<Record<string, unknown>>) =>
    SHOWN.map(({ name, type }) => cell(item[name], type, language));
  yield {
    kind: 'table',
    columns: SHOWN.map((column) => typed(column, language)),
    rows: [...Items.map(cells), ...(Items.length > 0 ? [cells({ Name: `Total (${TotalItems})`, ...sums })] : [])],
    underlined: [Items.length],
    summed: GROUP_SUMS.map(({ label }) => label[language]),
    ...(HasMore && { note: `${Items.length} / ${TotalItems}, --page ${Page + 1}` }),
  };
  for (const { Key, Values } of groups) yield groupTable(Key, Values, language);
}

const GROUP_SUMS = SHOWN.filter(({ isSummable }) => isSummable);

type GroupValues = z.output<typeof AssetSearch>['Groups'][number]['Values'];

const groupTable = (name: string, values: GroupValues, language: Language): Block => ({
  kind: 'table',
  title: name,
  columns: [
    { name },
    { name: 'Count', fr: 'Nombre', type: 'number' },
    ...GROUP_SUMS.map((column) => typed(column, language)),
  ],
  rows: values.map(({ Value: { DisplayName, Metadata } }) => [
    DisplayName,
    Metadata.Count,
    ...GROUP_SUMS.map((column) => Metadata[column.name]),
  ]),
});
