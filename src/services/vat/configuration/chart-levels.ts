/** The levels that a folder has from its chart: an account takes the row whose number is its longest beginning. */
import type { Knex } from 'knex';
import { getChart, levelsOf, ownerOfChart } from '../../charts/charts.ts';
import type { Folder } from '../../folders/store.ts';
import type { Reader } from '../../operation/context.ts';

import { firstOf, hasValue, NOTHING, type Values } from './levels.ts';
import { type ChartSetting, guessedOf, ownOf, readChartSettings } from './settings.ts';

export interface ChartLevels {
  readonly extended: Values;
  readonly chart: Values;
  /** Guesses stored with either. */
  readonly guessed: Values;
}

/** The levels of an account, by its number. */
export type ChartLevelsOf = (accountNumber: string) => ChartLevels;

export async function chartLevels(ctx: Reader, { chartId }: Pick<Folder, 'chartId'>): Promise<ChartLevelsOf> {
  if (chartId === null) return () => ({ extended: NOTHING, chart: NOTHING, guessed: NOTHING });
  const isExtended = (await ownerOfChart(ctx, 'extendedChart', chartId)) !== undefined;
  const ids = levelsOf(await getChart(ctx, { kind: isExtended ? 'extendedChart' : 'chart', chartId }));
  const { knex } = await ctx.db();
  const ofBase = await rowsOf(knex, ids.chartId);
  const ofExtended = await rowsOf(knex, ids.extendedChartId);
  return (number) => {
    const [chart, extension] = [longestBeginning(ofBase, number), longestBeginning(ofExtended, number)];
    const guessed = firstOf(guessedOf(extension), guessedOf(chart));
    return { extended: ownOf(extension), chart: ownOf(chart), guessed };
  };
}

type Rows = ReadonlyMap<string, ChartSetting>;

/** The rows of a chart that say something, by account number. */
async function rowsOf(knex: Knex, chartId: number | null): Promise<Rows> {
  const rows = chartId === null ? [] : await readChartSettings(knex, [chartId]);
  return new Map(
    rows.filter((row) => hasValue(ownOf(row)) || hasValue(guessedOf(row))).map((row) => [row.number, row]),
  );
}

function longestBeginning(rows: Rows, number: string): ChartSetting | undefined {
  for (let length = number.length; length > 0; length--) {
    const found = rows.get(number.slice(0, length));
    if (found) return found;
  }
  return undefined;
}
