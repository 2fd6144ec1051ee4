/** A24: who holds the capital (2059-F, 2033-F): shares against the shares of the capital, percentages against shares. */
import { cellKey } from '../../forms/cell-table.ts';
import type { Finding } from '../../forms/controls.ts';
import type { Values } from '../../forms/declared.ts';
import type { Sheets } from '../../forms/sheets.ts';
import type { Labels } from '../../kernel/errors.ts';
import { add, compare, divide, multiply, parseRatio, type Ratio, ratio, subtract, ZERO } from '../../kernel/ratio.ts';

const FORMS = ['2059F', '2033F'];

/** Companies and persons: cells of their number of shares and percentage, and the cell of the shares of all of them. */
const KINDS = [
  { name: 'GA', shares: 'GD', percentage: 'GR', total: 'GU' },
  { name: 'BA', shares: 'BD', percentage: 'BR', total: 'GW' },
] as const;

interface Holder {
  readonly name: string;
  readonly shares: Ratio;
  readonly percentage: Ratio;
}

const HUNDRED = ratio(100);
const TOLERANCE = ratio(1, 100);

/** A number as it is sent, with a comma; nothing there is 0. */
const numberIn = (text: unknown): Ratio =>
  typeof text === 'string' ? (parseRatio(text.replace(',', '.')) ?? ZERO) : ZERO;

const sumOf = (values: readonly Ratio[]): Ratio => values.reduce(add, ZERO);
const isAbove = (a: Ratio, b: Ratio): boolean => compare(a, b) > 0;

/** `forms`: those that the return has. */
export const holderFindings = (forms: readonly string[], sheets: Sheets): Finding[] =>
  FORMS.filter((form) => forms.includes(form)).flatMap((form) =>
    gapsOf(form, sheets).map((message) => ({ code: 'A24', level: 'warning', about: form, message }) as const),
  );

function gapsOf(form: string, sheets: Sheets): Labels[] {
  const lines = sheets.lines.get(form) ?? [];
  const kinds = KINDS.map(({ total, ...cells }) => ({
    cell: total,
    total: numberIn(sheets.text(form, total)),
    holders: lines.flatMap((line) => holderIn(form, line, cells)),
  }));
  const capital = sumOf(kinds.map(({ total }) => total));
  const holders = kinds.flatMap((kind) => kind.holders);
  const percentage = sumOf(holders.map((holder) => holder.percentage));
  return [
    ...kinds
      .filter(({ holders: own, total }) => isAbove(sumOf(own.map(({ shares }) => shares)), total))
      .map(tooMany(form)),
    ...(isAbove(percentage, HUNDRED) ? [ABOVE_ALL] : []),
    ...(isAbove(capital, ZERO) ? holders.filter((holder) => !agrees(holder, capital)).map(offShare) : []),
  ];
}

function holderIn(form: string, line: Values, cells: Readonly<Record<keyof Holder, string>>): Holder[] {
  const at = (cell: string) => line.get(cellKey(form, cell));
  const name = at(cells.name);
  if (name === undefined) return [];
  return [{ name: String(name), shares: numberIn(at(cells.shares)), percentage: numberIn(at(cells.percentage)) }];
}

/** Within a hundredth of a percent: percentages are typed with three decimals at most. */
function agrees({ shares, percentage }: Holder, capital: Ratio): boolean {
  const gap = subtract(percentage, divide(multiply(shares, HUNDRED), capital));
  return !isAbove(gap, TOLERANCE) && !isAbove(subtract(ZERO, gap), TOLERANCE);
}

const ABOVE_ALL: Labels = {
  en: 'The percentages of the holders add up to more than 100.',
  fr: 'Les pourcentages des détenteurs dépassent 100 au total.',
};

const tooMany =
  (form: string) =>
  ({ cell }: { readonly cell: string }): Labels => ({
    en: `The holders have more shares than ${form}.${cell} says.`,
    fr: `Les détenteurs ont plus de titres que n’en dit ${form}.${cell}.`,
  });

const offShare = ({ name }: Holder): Labels => ({
  en: `${name}: the percentage is not that of the shares among all the shares (GU + GW).`,
  fr: `${name} : le pourcentage n’est pas celui de ses titres dans tous les titres (GU + GW).`,
});
