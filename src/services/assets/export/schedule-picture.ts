/** What an asset is worth at the end of each exercise, by the books and by the tax, as a picture of its own. */
import { isDeepStrictEqual } from 'node:util';
import { svgChart } from '../../documents/svg-chart.ts';
import { cellForPeople } from '../../documents/table.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import { formatAmount } from '../../kernel/money.ts';
import { FileResult } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { readSchedule } from '../register/asset-schedule.ts';
import type { SimulationResult } from '../simulation/result.ts';

const WORDS = {
  title: { en: 'Net value', fr: 'Valeur nette' },
  economic: { en: 'By the books', fr: 'Économique' },
  fiscal: { en: 'By the tax', fr: 'Fiscale' },
} as const satisfies Readonly<Record<string, Labels>>;

const [BLUE, RED] = ['#1f5fa8', '#b5403a'];

/** Throws FolderNotFound, AssetNotFound. */
export async function schedulePicture(ctx: Context, folderId: number, assetId: number): Promise<FileResult> {
  const schedule = await readSchedule(ctx, folderId, assetId);
  const svg = await svgChart(
    {
      title: WORDS.title[ctx.language],
      kind: 'steps',
      series: [
        { name: WORDS.economic[ctx.language], color: BLUE ?? '', points: pointsOf(schedule.economic) },
        ...(isDeepStrictEqual(schedule.economic, schedule.fiscal)
          ? []
          : [{ name: WORDS.fiscal[ctx.language], color: RED ?? '', points: pointsOf(schedule.fiscal) }]),
      ],
      valueText: (value) => wholeText(value, ctx.language),
      language: ctx.language,
    },
    'schedule',
  );
  return new FileResult(`asset-${assetId}.svg`, 'image/svg+xml', once(svg));
}

/** From the value that it began with; figures for drawing only. */
function pointsOf(lines: SimulationResult['economic']): [string, number][] {
  const [first] = lines;
  if (!first) return [];
  const value = (cents: bigint) => Number(formatAmount(cents));
  return [
    [first.start, value(first.netBookValue + first.cumulated)],
    ...lines.map(({ end, netBookValue }): [string, number] => [end, value(netBookValue)]),
  ];
}

const AMOUNT = { name: '', header: '', type: 'amount', weight: 1 } as const;

const wholeText = (value: number, language: Language): string =>
  cellForPeople(String(BigInt(Math.round(value)) * 100n), AMOUNT, language).slice(0, -3);

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
