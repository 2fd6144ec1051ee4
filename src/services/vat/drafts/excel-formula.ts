/** A formula of a box as a spreadsheet computes it: its zones are cells of the same sheet. */
import type { VatBox } from '../../forms/vat-boxes.ts';

/** Where the value of a zone stands, such as `E12`; undefined for a zone that the sheet does not show: it is 0. */
export type CellOf = (form: string, zone: string) => string | undefined;

/** Functions that mean the same in a spreadsheet. */
const FUNCTIONS: readonly string[] = ['max', 'min', 'round'];
const TOKEN = /\$\w+|(?:[0-9A-Z]+\.)?[A-Z]{2}\b|[a-z]+|\d+(?:\.\d+)?%?|[-+*(),]|\s+/gy;

/** Undefined when the formula says something that a spreadsheet has no word for. */
export function excelFormula(
  { form, formula }: Pick<VatBox, 'form' | 'formula'>,
  boxes: Iterable<VatBox>,
  cellOf: CellOf,
): string | undefined {
  const tokens = formula?.text.match(TOKEN) ?? [];
  if (!formula || tokens.join('') !== formula.text) return undefined;
  const written = tokens.map((token) => {
    if (token.startsWith('$')) return sumOf(token.slice(1), [...boxes], { form, cellOf });
    if (/^(?:[0-9A-Z]+\.)?[A-Z]{2}$/.test(token)) {
      const [zone = '', other = form] = token.split('.').reverse();
      return cellOf(other, zone) ?? '0';
    }
    if (/^[a-z]+$/.test(token)) return FUNCTIONS.includes(token) ? named(token) : undefined;
    return token;
  });
  return written.includes(undefined) ? undefined : written.join('');
}

/** Rounds to whole euros. */
const named = (name: string): string | undefined => (name === 'round' ? undefined : name.toUpperCase());

/** The boxes of one kind, such as every tax. */
function sumOf(kind: string, boxes: readonly VatBox[], at: { readonly form: string; readonly cellOf: CellOf }): string {
  const cells = boxes.filter((box) => box.kind === kind).flatMap(({ zone }) => at.cellOf(at.form, zone) ?? []);
  return cells.length === 0 ? '0' : `SUM(${cells.join(',')})`;
}
