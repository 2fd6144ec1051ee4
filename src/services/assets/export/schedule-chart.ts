/** The schedule of an asset as a small picture: net book value at each closing, over the life of the asset. */
import { escapeHtml } from '../../documents/table-html.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Asset } from '../asset.ts';
import { exerciseOf, openBook } from '../engine/asset-book.ts';
import { coverDays, type Exercise } from '../engine/calendar.ts';
import type { FolderBasis } from '../register/basis.ts';
import { bookOf } from '../register/figures.ts';
import { scheduleLines } from '../simulation/result.ts';

const WIDTH = 300;
const HEIGHT = 110;
const FLOOR = 92;
const ROOM = 74;
/** Bars beyond which years are written now and then only. */
const MOST_LABELS = 8;

const NET: Labels = { en: 'net book value at', fr: 'valeur nette au' };

/** A figure of HTML that needs nothing else: the picture for the eye, each bar's amount as its title. */
export function scheduleChart(asset: Asset, basis: FolderBasis, language: Language): string {
  const lines = scheduleLines(bookOf(asset, { ...basis, exercises: lifeOf(asset, basis) }, []), 'economic');
  // A picture, not a figure: shares only set the height of bars.
  const whole = Math.max(100, ...lines.map(({ netBookValue, annuity }) => Number(netBookValue + annuity)));
  const step = WIDTH / Math.max(1, lines.length);
  const every = Math.ceil(lines.length / MOST_LABELS);
  const bars = lines.map(({ end, ...line }, index) => {
    const net = (ROOM * Number(line.netBookValue)) / whole;
    const annuity = (ROOM * Number(line.annuity)) / whole;
    const label = index % every === 0 ? `<text x="${px((index + 0.45) * step)}" y="105">${end.slice(0, 4)}</text>` : '';
    return (
      `<g><title>${NET[language]} ${end} : ${formatAmount(line.netBookValue)}</title>` +
      `<rect x="${px(index * step)}" y="${px(FLOOR - net)}" width="${px(step * 0.9)}" height="${px(net)}" fill="#2f6f9f"/>` +
      `<rect x="${px(index * step)}" y="${px(FLOOR - net - annuity)}" width="${px(step * 0.9)}" height="${px(annuity)}" fill="#c9dceb"/>${label}</g>`
    );
  });
  const name = escapeHtml(`${asset.number} ${asset.name}`);
  return (
    `<figure><svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${name}" ` +
    `font-size="9" text-anchor="middle" font-family="sans-serif">${bars.join('')}</svg><figcaption>${name}</figcaption></figure>\n`
  );
}

const px = (value: number): string => String(Math.round(value * 10) / 10);

/** The exercises of the folder, as far before and after as the asset lives. */
function lifeOf({ facts }: Asset, { exercises }: FolderBasis): Exercise[] {
  const life = openBook(facts, [], []);
  const [from, to] = [facts.acquisitionDate, exerciseOf(life, life.last).end];
  const covered = exercises.length === 0 ? life.calendar.exercises : coverDays(exercises, from, to);
  return covered.filter(({ start, end }) => end >= from && start <= to);
}
