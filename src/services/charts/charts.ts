/** Charts of accounts of a firm, extended charts, and the folders that follow them. */
import type { Knex } from 'knex';
import { camelRow } from '../db/rows.ts';
import { getCompany } from '../folders/companies.ts';
import { followChart, getFolder } from '../folders/folders.ts';
import { accessErrors } from '../operation/actor.ts';
import type { Context, Reader } from '../operation/context.ts';
import { chartErrors } from './errors.ts';
import { type Chart, type ChartAccount, chartAccounts, charts } from './store.ts';

export type ChartKind = 'chart' | 'extendedChart';

/** A chart as a caller names it; the firm, when it is named too, must be the one that owns the chart. */
export interface ChartKey {
  readonly kind: ChartKind;
  readonly chartId: number;
  readonly companyId?: number | undefined;
}

export interface ChartLevelIds {
  readonly chartId: number;
  readonly extendedChartId: number | null;
}

export interface FolderChart extends ChartLevelIds {
  readonly folderId: number;
}

const ofKind = (knex: Knex, kind: ChartKind) =>
  kind === 'chart' ? charts(knex).whereNull('extends_id') : charts(knex).whereNotNull('extends_id');

/** The firm that owns a chart; undefined when there is none of that kind. */
export async function ownerOfChart(ctx: Reader, kind: ChartKind, chartId: number): Promise<number | undefined> {
  return (
    await ofKind((await ctx.db()).knex, kind)
      .where({ id: chartId })
      .first()
  )?.company_id;
}

/** The charts of one kind that the caller may see, by firm and name. */
export async function listCharts(ctx: Context, kind: ChartKind, companyId?: number): Promise<Chart[]> {
  const query = ofKind((await ctx.db()).knex, kind)
    .orderBy('company_id')
    .orderBy('name')
    .orderBy('id');
  if (companyId !== undefined) query.where({ company_id: companyId });
  if (ctx.actor.kind === 'user') query.where({ company_id: ctx.actor.companyId ?? 0 });
  return (await query).map(camelRow);
}

/** Throws ChartNotFound, also when the chart is another firm's than the one named. */
export async function getChart(ctx: Reader, { kind, chartId, companyId }: ChartKey): Promise<Chart> {
  const row = await ofKind((await ctx.db()).knex, kind)
    .where({ id: chartId })
    .first();
  if (!row || (companyId ?? row.company_id) !== row.company_id) throw accessErrors.ChartNotFound({ chartId });
  return camelRow(row);
}

/** Throws CompanyNotFound, ChartNotFound when the chart to extend is not one of the firm, ChartNameTaken. */
export async function createChart(
  ctx: Reader,
  {
    companyId,
    chartOfAccountId,
    name,
  }: { readonly companyId: number; readonly chartOfAccountId?: number; readonly name: string },
): Promise<Chart> {
  await getCompany(ctx, companyId);
  if (chartOfAccountId !== undefined) await getChart(ctx, { kind: 'chart', chartId: chartOfAccountId, companyId });
  const [row] = await charts((await ctx.db()).knex)
    .insert({ company_id: companyId, extends_id: chartOfAccountId ?? null, name })
    .onConflict(['company_id', 'extends_id', 'name'])
    .ignore()
    .returning('*');
  if (!row) throw chartErrors.ChartNameTaken({ name });
  return camelRow(row);
}

/** Makes a folder of the firm follow a chart instead of any other. Throws FolderNotFound, ChartNotFound. */
export async function linkFolder(ctx: Reader, key: ChartKey, folderId: number): Promise<FolderChart> {
  const { companyId } = await getFolder(ctx, folderId);
  const chart = await getChart(ctx, key);
  if (chart.companyId !== companyId) throw accessErrors.ChartNotFound({ chartId: chart.id });
  await followChart(ctx, folderId, chart.id);
  return { folderId, ...levelsOf(chart) };
}

/** The identifiers of a chart and of the one that extends it. */
export const levelsOf = ({ id, extendsId }: Chart): ChartLevelIds =>
  extendsId === null ? { chartId: id, extendedChartId: null } : { chartId: extendsId, extendedChartId: id };

/** The accounts of a chart by number, those of the chart that it extends included. Throws ChartNotFound. */
export async function listChartAccounts(ctx: Reader, key: ChartKey): Promise<ChartAccount[]> {
  const { id, extendsId } = await getChart(ctx, key);
  const rows = await chartAccounts((await ctx.db()).knex)
    .whereIn('chart_id', [id, extendsId ?? id])
    .orderByRaw('number collate "C"')
    .orderBy('id');
  return rows.map(camelRow);
}

/** Throws ChartNotFound, ChartAccountNotFound. */
export async function getChartAccount(ctx: Reader, key: ChartKey, accountId: number): Promise<ChartAccount> {
  const found = (await listChartAccounts(ctx, key)).find(({ id }) => id === accountId);
  if (!found) throw chartErrors.ChartAccountNotFound({ chartId: key.chartId, accountId });
  return found;
}

/** Throws ChartNotFound, ChartAccountNumberTaken, also when the chart that it extends has the number. */
export async function createChartAccount(
  ctx: Reader,
  key: ChartKey,
  { number, label }: { readonly number: string; readonly label: string },
): Promise<ChartAccount> {
  const known = await listChartAccounts(ctx, key);
  const [row] = known.some((account) => account.number === number)
    ? []
    : await chartAccounts((await ctx.db()).knex)
        .insert({ chart_id: key.chartId, number, label })
        .onConflict(['chart_id', 'number'])
        .ignore()
        .returning('*');
  if (!row) throw chartErrors.ChartAccountNumberTaken({ number });
  return camelRow(row);
}
