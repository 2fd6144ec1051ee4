/** Tables as CSV (RFC 4180): plain decimals, ISO days; texts that a spreadsheet would run are made harmless. */
import { safeCell } from './csv.ts';
import { plainAmount, type TableBatch, type TableColumn, type TableDocument, type TableRow } from './table.ts';

/** Several tables follow each other, an empty line between. */
export async function* tableCsv({ tables }: TableDocument): AsyncGenerator<Uint8Array> {
  for (const [index, { columns, sectionHeader, batches }] of tables.entries()) {
    const headers = columns.map(({ header }) => quoted(safeCell(header)));
    const first = sectionHeader === undefined ? [] : [quoted(sectionHeader)];
    yield Buffer.from(`${index > 0 ? '\r\n' : ''}${[...first, ...headers].join(',')}\r\n`);
    const writers = columns.map(cellWriter);
    for await (const batch of batches) yield Buffer.from(batchText(batch, writers, sectionHeader !== undefined));
  }
}

type CellWriter = (text: string) => string;

/** Only texts may need quotes: the rest is digits, points and letters of ours. */
const cellWriter = ({ type }: TableColumn): CellWriter => {
  if (type === 'amount') return plainAmount;
  if (type === 'flag') return (text) => (text === 't' ? 'true' : text === 'f' ? 'false' : text);
  return type === 'text' ? textCell : (text) => text;
};

/** What neither quotes nor a formula can begin with or hold: nearly every text. */
const PLAIN = /^[^=+\-@＝＋－＠\t\r",\n\s][^",\r\n]*$/;

const textCell: CellWriter = (text) => (text === '' || PLAIN.test(text) ? text : quoted(safeCell(text)));

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function batchText({ section, rows }: TableBatch, writers: readonly CellWriter[], withSection: boolean): string {
  const first = withSection ? `${textCell(section)},` : '';
  let text = '';
  for (const row of rows) text += `${first}${rowText(row, writers)}\r\n`;
  return text;
}

function rowText(row: TableRow, writers: readonly CellWriter[]): string {
  let text = '';
  for (let index = 0; index < writers.length; index++) {
    if (index > 0) text += ',';
    text += writers[index]?.(row[index] ?? '') ?? '';
  }
  return text;
}
