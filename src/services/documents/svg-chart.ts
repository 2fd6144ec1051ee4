/** Charts as SVG text, drawn without a browser. Figures are decimals for drawing only: nothing is computed from them. */
import type { EChartsCoreOption } from 'echarts/core';
import type { Language } from '../kernel/errors.ts';

export interface ChartSeries {
  readonly name: string;
  /** A day `YYYY-MM-DD` or a category, and its value. */
  readonly points: readonly (readonly [string, number])[];
  readonly color: string;
}

export interface Chart {
  readonly title: string;
  /** `steps`: a value holds until the next day. `bars`: one group of bars a category. */
  readonly kind: 'steps' | 'bars';
  readonly series: readonly ChartSeries[];
  /** Writes the values of the axis. */
  readonly valueText: (value: number) => string;
  /** Of the months on an axis of days. */
  readonly language: Language;
}

const SIZE = { width: 900, height: 260 };

/** `id` is the chart's own in its page: what the drawing names is named after it, so the same chart is the same text. */
export async function svgChart(chart: Chart, id: string): Promise<string> {
  const { init, registerLocale, use } = await import('echarts/core');
  const { BarChart, LineChart } = await import('echarts/charts');
  const { GridComponent, LegendComponent, TitleComponent } = await import('echarts/components');
  const { SVGRenderer } = await import('echarts/renderers');
  use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);
  registerLocale('FR', (await import('echarts/i18n/langFR-obj.js')).default);
  const drawing = init(null, null, { renderer: 'svg', ssr: true, locale: chart.language.toUpperCase(), ...SIZE });
  try {
    drawing.setOption(optionOf(chart));
    return still(drawing.renderToSVGString(), id);
  } finally {
    drawing.dispose();
  }
}

/** Without what happens under a mouse, which is numbered through the life of the process. */
const still = (svg: string, id: string): string =>
  svg
    .replace(/<style[^>]*>[\s\S]*?<\/style>\s*/g, '')
    .replace(/ class="zr\d+-cls-\d+"/g, '')
    .replace(/(["#])zr\d+-/g, `$1${id}-`);

const optionOf = ({ title, kind, series, valueText }: Chart): EChartsCoreOption => ({
  animation: false,
  title: { text: title, left: 0, top: 0, textStyle: { fontSize: 14 } },
  legend: { show: series.length > 1, right: 10, top: 0, selectedMode: false },
  grid: { left: 90, right: 20, top: 40, bottom: 30 },
  xAxis: { type: kind === 'steps' ? 'time' : 'category' },
  yAxis: { type: 'value', minInterval: 1, axisLabel: { formatter: valueText } },
  series: series.map(({ name, points, color }) => ({
    name,
    data: points,
    color,
    silent: true,
    ...(kind === 'steps'
      ? { type: 'line', step: 'end', symbol: 'none', areaStyle: { opacity: 0.1 } }
      : { type: 'bar' }),
  })),
});
