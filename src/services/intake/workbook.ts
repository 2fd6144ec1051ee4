/** The first sheet of a workbook as the text that banks and accounting programs export. */
import { stringify } from 'csv-stringify/sync';
import type { SheetRow } from '../assets/import/rows.ts';
import { zipEntries } from '../documents/zip-entries.ts';

/** More parts than any workbook has before it names itself. */
const MOST_PARTS = 1000;

/** Anything else, also what only begins as an archive does, is none. */
export const isWorkbook = (path: string): Promise<boolean> =>
  zipEntries(path, MOST_PARTS).then(
    (entries) => entries.some(({ name }) => name === 'xl/workbook.xml'),
    () => false,
  );

/** A FEC has its own separator, days and amounts (A 47 A-1 of the LPF); other rows are a CSV. */
export function sheetText(rows: readonly SheetRow[]): string {
  const [head, ...body] = rows.map(({ cells }) => cells);
  const columns = (head ?? []).map((name) => name.trim());
  if (!columns.some((name) => /^EcritureNum$/i.test(name)))
    return stringify([columns, ...body.map((cells) => cells.map(dayAlone))], { delimiter: ';' });
  const lines = body.map((cells) => columns.map((name, at) => fecCell(name, cells[at] ?? '')));
  return [columns, ...lines].map((cells) => `${cells.join('\t')}\r\n`).join('');
}

/** Spreadsheets keep a day as the midnight that begins it. */
const dayAlone = (cell: string): string => cell.replace(/^(\d{4}-\d\d-\d\d)T00:00:00(?:\.000)?Z$/, '$1');

function fecCell(column: string, cell: string): string {
  if (/date|^datelet$/i.test(column)) return dayAlone(cell).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3');
  if (/^(debit|credit|montant|montantdevise)$/i.test(column)) return cell.replace('.', ',');
  return cell.replace(/[\t\r\n]+/g, ' ');
}
