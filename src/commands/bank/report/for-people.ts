/** Characters of a screen, and what the border of a column takes. */
const SCREEN = 100;
const BORDER = 3;

/** What is left for one column beside others of these widths, so that the table fits the screen. */
export const widthLeft = (...others: readonly number[]): number =>
  Math.max(10, SCREEN - 1 - BORDER - others.reduce((sum, width) => sum + width + BORDER, 0));

/** The widest of some amounts once their digits are grouped. */
export const amountWidth = (amounts: Iterable<string | undefined>): number => {
  let widest = 0;
  for (const amount of amounts) {
    const digits = (amount ?? '').replace(/^-|\..*$/g, '').length;
    widest = Math.max(widest, (amount ?? '').length + Math.floor(Math.max(0, digits - 1) / 3));
  }
  return widest;
};
