/**
 * What a table shows beside the wire fields: amounts with their decimals, which JSON numbers lose. It travels with a
 * list under a symbol, so it never reaches JSON.
 */
const FOR_PEOPLE = Symbol('for people');

export const withDetails = <W, D>(wire: W[], details: D): W[] => Object.assign(wire, { [FOR_PEOPLE]: details });

export const detailsOf = <D>(wire: readonly unknown[]): D | undefined =>
  (wire as { readonly [FOR_PEOPLE]?: D })[FOR_PEOPLE];

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
