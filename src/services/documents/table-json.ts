/** Tables as one JSON object: what another program reads. Amounts are decimal texts. */
import { encodeJson, LongArray, LongObject } from '../kernel/stream.ts';
import { type DocumentTable, plainCell, type TableColumn, type TableDocument, type TableRow } from './table.ts';

export async function* tableJson({ title, lines, createdAt, tables }: TableDocument): AsyncGenerator<Uint8Array> {
  const document = new LongObject([
    ['Title', title],
    ['Lines', lines],
    ['CreatedAt', createdAt],
    ['Tables', new LongArray(tableObjects(tables))],
  ]);
  for await (const chunk of encodeJson(document)) yield Buffer.from(chunk);
}

async function* tableObjects(tables: readonly DocumentTable[]): AsyncGenerator<readonly LongObject[]> {
  for (const table of tables)
    yield [
      new LongObject([
        ['Name', table.name],
        ['Columns', table.columns.map(toColumn)],
        ['Items', new LongArray(itemBatches(table))],
      ]),
    ];
}

const toColumn = ({ name, header, type }: TableColumn) => ({ Name: name, Label: header, Type: type });

async function* itemBatches({ columns, sectionHeader, batches }: DocumentTable): AsyncGenerator<readonly object[]> {
  for await (const { section, rows } of batches) {
    const first = sectionHeader === undefined ? {} : { Section: section };
    yield rows.map((row) => ({ ...first, ...toItem(row, columns) }));
  }
}

const toItem = (row: TableRow, columns: readonly TableColumn[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column, index) => [column.name, jsonValue(row[index] ?? '', column)]));

function jsonValue(text: string, column: TableColumn): unknown {
  if (text === '') return null;
  if (column.type === 'number') return Number(text);
  return column.type === 'flag' ? text === 't' : plainCell(text, column);
}
