/**
 * Formulas of forms (formula.ts) as formulas of a workbook. Undefined for one that says what a workbook cannot: a dated
 * parameter, a repeated table, a form that is not in the book. Nothing there is 0, as on the form.
 */

/** Where the value of a cell is: `'2050'!F12`, or `F12` on the sheet itself; undefined for a form not in the book. */
export type Locate = (form: string, zone: string) => string | undefined;

const TOKEN = /\s*(\d{4}[A-Z0-9]*\.[A-Z]{2}|[A-Z]{2}|\d+(?:\.\d+)?%?|[a-z]+|[-+*(),])/y;

const OPEN: Readonly<Record<string, string>> = { max: 'MAX', min: 'MIN', abs: 'ABS', round: 'ROUND' };

export function sheetFormula(text: string, form: string, locate: Locate): string | undefined {
  const open: string[] = [];
  let written = '';
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const token = TOKEN.exec(text)?.[1];
    const piece = token === undefined ? undefined : pieceOf(token, form, locate);
    if (token === undefined || piece === undefined) return undefined;
    if (token === '(') open.push(/([a-z]+)$/i.exec(written)?.[1] ?? '');
    written += token === ')' && open.pop() === 'ROUND' ? ',0)' : piece;
  }
  return written;
}

function pieceOf(token: string, form: string, locate: Locate): string | undefined {
  const [zone = '', other = form] = token.split('.').reverse();
  if (/^[A-Z]{2}$/.test(zone)) return locate(other, zone);
  return /^[a-z]/.test(token) ? OPEN[token] : token;
}
