import type { Column } from '../operation/operation.ts';

/** Border and blanks around each cell, and the last border. */
const AROUND = 3;
const NARROWEST = 6;

/**
 * Widths under which a table fits the screen: the widest texts give way first, numbers never do, and nothing becomes
 * narrower than a short word. Undefined when it fits as it is, or when the screen does not tell its width.
 */
export function fitWidths(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  screenWidth: number,
): number[] | undefined {
  if (screenWidth <= 0) return undefined;
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => [...(row[index] ?? '')].length)));
  const isText = columns.map(({ type = 'text' }) => type === 'text' || type === 'sentence');
  let surplus = widths.reduce((sum, width) => sum + width + AROUND, 1) - screenWidth;
  if (surplus <= 0) return undefined;
  while (surplus > 0) {
    const widest = Math.max(...widths.filter((_, index) => isText[index]));
    if (!(widest > NARROWEST)) break;
    widths[widths.findIndex((width, index) => isText[index] && width === widest)] = widest - 1;
    surplus--;
  }
  return widths;
}
