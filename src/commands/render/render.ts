import { collect, encodeJson, FileResult, LongObject } from '../../services/kernel/stream.ts';
import type { Block, Blocks, Operation } from '../operation/operation.ts';
import { originOf } from '../operation/wire.ts';
import type { Format } from '../program/flags.ts';
import { heading } from './headings.ts';
import { flatten, pageNote, pick, rowsOf } from './rows.ts';
import type { Screen } from './table.ts';

export interface Rendering {
  readonly format: Format;
  readonly fields: readonly string[] | undefined;
  /** CSV with semicolons and a byte-order mark. */
  readonly excel: boolean;
  readonly screen: Screen;
  /** Takes what the result has no room for: that rows were left out, where only rows are written. */
  readonly note: (text: string) => void;
}

/** Turns a result into the bytes or text that standard output, or the file of `--output`, receives. */
export async function* render(
  operation: Operation,
  result: unknown,
  how: Rendering,
): AsyncGenerator<string | Uint8Array> {
  if (result === undefined) return;
  if (result instanceof FileResult) yield* result.content;
  else if (how.format === 'table') yield* table(operation, result, how);
  else if (how.format === 'json') yield* json(result, how);
  else yield* rows(await collect(result), how, operation);
}

async function* table(operation: Operation, result: unknown, how: Rendering): AsyncGenerator<string> {
  const { defaultView, drawBlocks } = await import('./table.ts');
  const own = how.fields ? undefined : operation.view?.(result, how.screen.language, originOf(result));
  const blocks = own ?? defaultView(await plain(result), how.fields ?? operation.columns, operation.output);
  yield* drawBlocks(how.screen.terminal ? blocks : notedApart(blocks, how.note), how.screen, operation.output);
}

/** Through a pipe, a note between the rows would be taken for one. */
async function* notedApart(blocks: Blocks, note: Rendering['note']): AsyncGenerator<Block> {
  for await (const block of blocks) {
    yield block;
    if (block.kind === 'table' && block.note) note(block.note);
  }
}

const plain = (result: unknown): unknown => (result instanceof LongObject ? collect(result) : result);

async function* json(result: unknown, { fields }: Rendering): AsyncGenerator<string> {
  if (result instanceof LongObject && !fields) yield* encodeJson(result);
  else yield JSON.stringify(fields ? pick(await plain(result), fields) : result, null, 2);
  yield '\n';
}

async function* rows(
  result: unknown,
  { format, fields, excel, screen, note }: Rendering,
  { output }: Operation,
): AsyncGenerator<string | Uint8Array> {
  const leftOut = pageNote(result);
  if (leftOut) note(leftOut);
  const found = rowsOf(fields ? pick(result, fields) : result);
  if (format === 'ndjson') {
    for (const row of found) yield `${JSON.stringify(row)}\n`;
    return;
  }
  const flat = found.map((row) => flatten(row));
  const columns = fields ?? [...new Set(flat.flatMap((row) => Object.keys(row)))];
  yield* format === 'csv'
    ? csv(flat, columns, excel)
    : xlsx(flat, columns, (name) => heading({ name }, output, screen.language));
}

async function* csv(
  flat: Record<string, unknown>[],
  columns: readonly string[],
  excel: boolean,
): AsyncGenerator<Uint8Array> {
  const { writeCsv } = await import('../../services/documents/csv.ts');
  yield* writeCsv(
    columns,
    flat.map((row) => columns.map((name) => row[name])),
    { excel },
  );
}

async function* xlsx(
  flat: Record<string, unknown>[],
  columns: readonly string[],
  headingOf: (name: string) => string,
): AsyncGenerator<Uint8Array> {
  const { writeXlsx } = await import('../../services/documents/xlsx.ts');
  const sheet = {
    name: 'taxops',
    columns: columns.map((name) => ({ header: headingOf(name) })),
    rows: flat.map((row) => columns.map((name) => row[name])),
  };
  yield* writeXlsx([sheet]);
}
