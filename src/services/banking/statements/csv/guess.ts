/**
 * Guesses the columns of a CSV from its headings, or from what its cells look like where it has none. What cannot be recognised
 * is not guessed: no mapping comes back, and a person says it.
 */
import { foldLabel } from '../fingerprint.ts';
import { amountOf, dayOf } from './cells.ts';
import { type CsvColumns, type CsvMapping, DATE_FORMS, DECIMAL_MARKS, type DELIMITERS } from './mapping.ts';

type Row = readonly string[];

/** Lines before the headings, at most. */
const MOST_BEFORE = 40;
const SHOWN = 200;
/** Rows of a file that a guess looks at. */
export const MOST_SEEN = MOST_BEFORE + SHOWN;

type Single = Exclude<keyof CsvColumns, 'label'>;

/** Headings without accents, in capitals: the first that fits a column is its own. */
const HEADINGS: Readonly<Record<Single | 'label', readonly RegExp[]>> = {
  valueDate: [/^DATE (DE |D')?VALEUR/, /^VALEUR$/, /^VALUE DATE/],
  date: [
    /^DATE (DE L'|DE |D')?(OPERATION|COMPTA|MOUVEMENT|ECRITURE)/,
    /^DATE$/,
    /^BOOKING DATE/,
    /^COMPLETED DATE/,
    /^DATE/,
  ],
  debit: [/^(MONTANT )?DEBIT/, /^SORTIE/],
  credit: [/^(MONTANT )?CREDIT/, /^ENTREE/],
  amount: [/^MONTANT/, /^AMOUNT/],
  direction: [/^SENS/, /^D ?\/ ?C$/, /^DEBIT ?\/ ?CREDIT/],
  balance: [/^SOLDE/, /^BALANCE/],
  currency: [/^DEVISE/, /^CURRENCY/, /^MONNAIE/],
  reference: [/^(REF|REFERENCE)/, /^N(UMERO|°|O) (DE |D')?(OPERATION|PIECE|CHEQUE)/],
  counterparty: [/^(NOM (DU |DE LA )?)?(TIERS|BENEFICIAIRE|CONTREPARTIE|EMETTEUR)/, /^(PAYEE|COUNTERPARTY)/],
  label: [/LIBELLE/, /^(DESCRIPTION|INTITULE|NATURE|DETAIL|MOTIF|COMMUNICATION|OPERATION$|INFORMATION)/],
};

/** In this order: `Date de valeur` is taken before `Date` is looked for, `Débit/Crédit` before `Débit`. */
const ORDER = [
  'valueDate',
  'date',
  'direction',
  'debit',
  'credit',
  'amount',
  'balance',
  'currency',
  'reference',
  'counterparty',
] as const satisfies readonly Single[];

export interface Guess {
  readonly mapping: CsvMapping;
  /** Row of the first movement, from 0. */
  readonly firstRow: number;
  /** A day whose month could be its day: none of the file tells which comes first. */
  readonly doubtfulDay?: string | undefined;
}

export function guessMapping(rows: readonly Row[], delimiter: (typeof DELIMITERS)[number]): Guess | undefined {
  for (const [at, row] of rows.slice(0, MOST_BEFORE).entries()) {
    const columns = byHeadings(row);
    if (columns) return withForms(columns, row, rows.slice(at + 1, at + 1 + SHOWN), { delimiter, firstRow: at + 1 });
  }
  const columns = byCells(rows.slice(0, SHOWN));
  return columns && withForms(columns, [], rows.slice(0, SHOWN), { delimiter, firstRow: 0 });
}

/** The columns of a row of headings; undefined for any other row. Of headings written twice the first counts. */
function byHeadings(row: Row): CsvColumns | undefined {
  const free = new Set(row.filter((cell) => cell.trim() !== ''));
  const take = (patterns: readonly RegExp[]): string | undefined => {
    const found = patterns.flatMap((pattern) => [...free].find((cell) => pattern.test(foldLabel(cell))) ?? [])[0];
    if (found !== undefined) free.delete(found);
    return found;
  };
  const found = Object.fromEntries(ORDER.map((key) => [key, take(HEADINGS[key])])) as Partial<Record<Single, string>>;
  const label = [...free].filter((cell) => HEADINGS.label.some((pattern) => pattern.test(foldLabel(cell))));
  return complete({ ...found, label });
}

/** Debit and credit say more than a third column of amounts does. */
function complete({ date, label, amount, direction, debit, credit, ...others }: Partial<CsvColumns>) {
  if (date === undefined || label === undefined || label.length === 0) return undefined;
  const rest = { date, label, ...others };
  if (debit !== undefined && credit !== undefined) return { ...rest, debit, credit };
  return amount === undefined ? undefined : { ...rest, amount, ...(direction !== undefined && { direction }) };
}

/** One column of days, one of amounts, the rest text: more than that is not recognised from cells alone. */
function byCells(rows: readonly Row[]): CsvColumns | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const columns = first.map((_, at) => rows.map((row) => row[at] ?? ''));
  const every = (test: (cell: string) => boolean) =>
    columns.flatMap((cells, at) => (cells.every(test) ? [`#${at + 1}`] : []));
  const dates = every((cell) => DATE_FORMS.some((form) => dayOf(cell, form) !== null));
  const amounts = every((cell) =>
    DECIMAL_MARKS.some((mark) => /[.,]\d/.test(cell) && amountOf(cell, mark, 2) !== null),
  );
  const texts = every((cell) => /\p{L}{2}/u.test(cell));
  const [date, valueDate] = dates;
  const [amount] = amounts;
  if (date === undefined || dates.length > 2 || amount === undefined || amounts.length > 1) return undefined;
  return texts.length === 0 ? undefined : { date, valueDate, amount, label: texts };
}

function withForms(
  columns: CsvColumns,
  headings: Row,
  rows: readonly Row[],
  { delimiter, firstRow }: Pick<CsvMapping, 'delimiter'> & { readonly firstRow: number },
): Guess | undefined {
  const cells = (name: string | undefined): string[] => {
    if (name === undefined) return [];
    const at = name.startsWith('#') ? Number(name.slice(1)) - 1 : headings.indexOf(name);
    return rows.flatMap((row) => row[at]?.trim() || []);
  };
  const days = cells(columns.date);
  const dateForm = dateFormOf(days);
  const decimalMark = decimalMarkOf([columns.amount, columns.debit, columns.credit, columns.balance].flatMap(cells));
  const doubtfulDay = decimalMark === '.' ? doubtIn(days) : undefined; // who writes 1,50 does not write the month first
  return dateForm && { mapping: { delimiter, dateForm, decimalMark, columns }, firstRow, doubtfulDay };
}

/** The form that reads most days; where day and month can be either, the French order. */
function dateFormOf(cells: readonly string[]): CsvMapping['dateForm'] | undefined {
  const counts = DATE_FORMS.map((form) => ({ form, count: cells.filter((cell) => dayOf(cell, form) !== null).length }));
  const [best] = counts.sort((a, b) => b.count - a.count);
  return best && best.count > 0 ? best.form : undefined;
}

/** Of days that French and American order both read, the first that they read apart. */
function doubtIn(cells: readonly string[]): string | undefined {
  const both = cells.map((cell) => [dayOf(cell, 'DMY'), dayOf(cell, 'MDY')] as const);
  if (both.some(([french, american]) => (french === null) !== (american === null))) return undefined;
  return cells.find((_, at) => both[at]?.[0] !== both[at]?.[1]);
}

/** The mark before one or two last figures in most cells; a comma where none has any. */
function decimalMarkOf(cells: readonly string[]): CsvMapping['decimalMark'] {
  const count = (mark: string) => cells.filter((cell) => new RegExp(`\\${mark}\\d{1,2}\\D*$`).test(cell)).length;
  return count('.') > count(',') ? '.' : ',';
}
