/** B14: a page of assets with its totals and groups. */
import type { Knex } from 'knex';
import type { Database } from '../../db/database.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Exercise } from '../engine/calendar.ts';
import { checkWindows } from '../engine/checks.ts';
import { assetErrors } from '../errors.ts';
import { keepWindow } from '../kept-windows.ts';
import { ASSET_COLUMNS } from './columns.ts';
import { type AssetQuestion, figureRows, inOrder } from './figure-rows.ts';
import { assetColumn, parseFilters, parseGroups, parseSorts, type ReadableColumn } from './grammar.ts';
import { type AssetItem, ITEM_SELECT, type ItemRow, toItem } from './item.ts';
import { valueLabel } from './value-labels.ts';

/** A question as its texts say it. */
export interface AskedAssets {
  readonly window: Exercise;
  readonly sort: readonly string[];
  readonly q: readonly string[];
  readonly hasAlert?: boolean | undefined;
}

export interface AskedPage extends AskedAssets {
  readonly group: readonly string[];
  readonly extends: readonly string[];
  readonly page: number;
  readonly limit: number;
  readonly language: Language;
  /** The moment of the call. */
  readonly now: string;
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

/** Values of a group beyond which only the first are told. */
const MOST_VALUES = 1_000;

const SUMMED = ASSET_COLUMNS.filter(
  (column): column is ReadableColumn => column.isSummable && column.sql !== undefined,
);
const SUMS = ['count(*)::text as "Count"', ...SUMMED.map(({ name, sql }) => `sum(${sql})::text as "${name}"`)].join(
  ', ',
);

/**
 * Throws FolderNotFound, WindowEndsBeforeStart, PageOutOfRange, and what is wrong with filters, sorts, groups and
 * properties.
 */
export async function searchAssets(db: Database, folderId: number, asked: AskedPage): Promise<AssetPage> {
  const { page, limit, language } = asked;
  if (page < 1) throw assetErrors.PageOutOfRange({ page });
  const question = readQuestion(folderId, asked);
  const [sorts, groups] = [parseSorts(asked.sort), parseGroups(asked.group)];
  for (const property of asked.extends) assetColumn(property);
  await keepWindow(db, folderId, question.window, asked.now);
  const rows = inOrder(
    figureRows(db.knex, question).select(db.knex.raw(ITEM_SELECT)),
    sorts.length > 0 ? sorts : BY_NUMBER,
  )
    .limit(limit)
    .offset((page - 1) * limit) as Promise<ItemRow[]>;
  const [items, totals, ...byValue] = await Promise.all([
    rows,
    figureRows(db.knex, question).select(db.knex.raw(SUMS)) as Promise<SumRow[]>,
    ...groups.map((column) => valuesOf(db.knex, question, column, language)),
  ]);
  const all = toTotals(totals[0] ?? {});
  const whole = { key: 'Total', values: [{ key: '', name: TOTAL[language], totals: all }] };
  return {
    items: items.map((row) => toItem(row, asked.extends)),
    groups: [whole, ...byValue],
    total: Number(all.Count),
  };
}

const BY_NUMBER = parseSorts(['Number:asc']);
const TOTAL: Labels = { en: 'Total', fr: 'Total' };

/** Throws WindowEndsBeforeStart and what is wrong with the filters. */
export function readQuestion(folderId: number, { window, q, hasAlert }: AskedAssets): AssetQuestion {
  checkWindows([window]);
  return { folderId, window, filters: parseFilters(q), hasAlert };
}

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
