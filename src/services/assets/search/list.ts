/** B14: a page of assets with its totals and groups. */
import type { Knex } from 'knex';
import type { Labels, Language } from '../../kernel/errors.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { readAssociations } from '../register/association.ts';
import { ASSET_COLUMNS } from './columns.ts';
import { assetQueryErrors } from './errors.ts';
import { type AssetQuestion, figureRows, inOrder } from './figure-rows.ts';
import { assetColumn, parseGroups, type ReadableColumn } from './grammar.ts';
import { type AssetItem, ITEM_SELECT, type ItemRow, toItem } from './item.ts';
import { presentAssets } from './present-assets.ts';
import { type AskedAssets, type PreparedQuestion, prepareQuestion } from './question.ts';
import { valueLabel } from './value-labels.ts';

export interface AskedPage extends AskedAssets {
  readonly group: readonly string[];
  readonly extends: readonly string[];
  readonly page: number;
  readonly limit: number;
}

/** Number of assets and sums, amounts as decimal text, by name of column. */
export type Totals = Readonly<Record<string, string>>;

export interface AssetGroup {
  readonly key: string;
  readonly values: readonly { readonly key: string; readonly name: string; readonly totals: Totals }[];
}

export interface AssetPage {
  readonly items: readonly AssetItem[];
  readonly groups: readonly AssetGroup[];
  readonly total: number;
}

/** Values of a group beyond which only the first are listed. */
const MOST_VALUES = 1_000;

const SUMMED = ASSET_COLUMNS.filter(
  (column): column is ReadableColumn => column.isSummable && column.sql !== undefined,
);
const SUMS = ['count(*)::text as "Count"', ...SUMMED.map(({ name, sql }) => `sum(${sql})::text as "${name}"`)].join(
  ', ',
);

/**
 * Throws FolderNotFound, WindowEndsBeforeStart, TooManyExercises, PageOutOfRange, and what is wrong with filters, sorts, groups and
 * properties.
 */
export async function searchAssets(
  ctx: Pick<Context, 'db' | 'clock' | 'language'>,
  folderId: number,
  asked: AskedPage,
): Promise<AssetPage> {
  const { page } = asked;
  const { language } = ctx;
  if (page < 1) throw assetQueryErrors.PageOutOfRange({ page });
  const groups = parseGroups(asked.group);
  for (const property of asked.extends) assetColumn(property);
  const prepared = await prepareQuestion(ctx, folderId, asked);
  const { knex } = await ctx.db();
  const { question } = prepared;
  const [items, totals, ...byValue] = await Promise.all([
    readItems(knex, prepared, asked),
    figureRows(knex, question).select(knex.raw(SUMS)) as Promise<SumRow[]>,
    ...groups.map((column) => valuesOf(knex, question, column, language)),
  ]);
  const all = toTotals(totals[0] ?? {});
  const whole = { key: 'Total', values: [{ key: '', name: TOTAL[language], totals: all }] };
  return { items, groups: [whole, ...byValue], total: Number(all.Count) };
}

/** The page first, then what it shows: columns that cost are read of its assets alone. */
async function readItems(knex: Knex, prepared: PreparedQuestion, asked: AskedPage): Promise<AssetItem[]> {
  const { question, sorts, basis } = prepared;
  const { folderId, window } = question;
  const page: { readonly id: number }[] = await inOrder(figureRows(knex, question).select('a.id'), sorts)
    .limit(asked.limit)
    .offset((asked.page - 1) * asked.limit);
  const assets = await presentAssets(
    knex,
    folderId,
    page.map(({ id }) => id),
  );
  const rows: ItemRow[] = await figureRows(knex, question)
    .select(knex.raw(ITEM_SELECT))
    .whereIn(
      'f.asset_id',
      assets.map(({ id }) => id),
    );
  const byId = new Map(rows.map((row) => [row.Id, row]));
  const associations = await readAssociations(knex, folderId, assets);
  const around = { basis, window, associations, extends: asked.extends };
  return assets.flatMap((asset) => {
    const row = byId.get(asset.id);
    return row ? [toItem(row, asset, around)] : [];
  });
}

const TOTAL: Labels = { en: 'Total', fr: 'Total' };

type SumRow = Readonly<Record<string, string | null>>;

/** Days are grouped by year. */
const groupKey = ({ type, sql }: ReadableColumn): string =>
  type === 'Date' ? `extract(year from ${sql})::text` : `(${sql})::text`;

async function valuesOf(
  knex: Knex,
  question: AssetQuestion,
  column: ReadableColumn,
  language: Language,
): Promise<AssetGroup> {
  const rows: SumRow[] = await figureRows(knex, question)
    .select(
      knex.raw(`${groupKey(column)} as key, ${column.name === 'Account' ? 'max(c.label)' : 'null'} as label, ${SUMS}`),
    )
    .groupByRaw('1')
    .orderByRaw('1 nulls last')
    .limit(MOST_VALUES);
  return {
    key: column.name,
    values: rows.map(({ key, label, ...sums }) => ({
      key: key ?? '',
      name: displayName(column, key ?? '', label ?? undefined, language),
      totals: toTotals(sums),
    })),
  };
}

const YES_NO: Readonly<Record<string, Labels>> = { true: { en: 'yes', fr: 'oui' }, false: { en: 'no', fr: 'non' } };

function displayName({ type }: ReadableColumn, key: string, label: string | undefined, language: Language): string {
  if (label !== undefined) return `${key} ${label}`;
  if (type === 'Boolean') return YES_NO[key]?.[language] ?? key;
  return type === 'Enum' ? valueLabel(key, language) : key;
}

const toTotals = ({ Count, ...sums }: SumRow): Totals => ({
  Count: Count ?? '0',
  ...Object.fromEntries(Object.entries(sums).map(([name, cents]) => [name, formatAmount(BigInt(cents ?? 0))])),
});
