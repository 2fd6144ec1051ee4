import { collect, encodeJson, FileResult, LongObject } from '../../services/kernel/stream.ts';
import type { Block, Blocks, Operation } from '../operation/operation.ts';
import { originOf } from '../operation/wire.ts';
import type { Format } from '../program/flags.ts';
import type { DocumentHead } from './document.ts';
import { prettyJson } from './pretty-json.ts';
import { pageNote, pick, rowsOf } from './rows.ts';
import type { Screen } from './table.ts';

export interface Rendering {
  readonly format: Format;
  readonly fields: readonly string[] | undefined;
  /** A file, or one row a line: nothing is left out. */
  readonly whole: boolean;
  /** CSV with semicolons and a byte-order mark. */
  readonly excel: boolean;
  /** Of CSV, the table that is asked for. */
  readonly table?: string | undefined;
  readonly screen: Screen;
  /** What stands above the tables of a document. */
  readonly head: () => Promise<DocumentHead>;
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
  else if (how.format === 'xlsx' || how.format === 'pdf') yield* paper(operation, result, how);
  else yield* rows(await collect(result), how, operation);
}

async function* table(operation: Operation, result: unknown, how: Rendering): AsyncGenerator<string> {
  const { drawBlocks } = await import('./table.ts');
  const all = await blocksOf(operation, result, how);
  const blocks = how.whole ? all : cutToScreen(all);
  yield* drawBlocks(how.screen.terminal ? blocks : notedApart(blocks, how.note), how.screen, operation.output);
}

/** What a view has more of than people read is in files. */
async function* cutToScreen(blocks: Blocks): AsyncGenerator<Block> {
  for await (const block of blocks) {
    const most = block.kind === 'table' ? block.shown : undefined;
    if (block.kind === 'text' || most === undefined || block.rows.length <= most) yield block;
    else yield { ...block, rows: block.rows.slice(0, most), note: `${most} / ${block.rows.length}: --json` };
  }
}

async function blocksOf(operation: Operation, result: unknown, { fields, screen }: Rendering): Promise<Blocks> {
  const { defaultView } = await import('./table.ts');
  const own = fields ? undefined : operation.view?.(result, screen.language, originOf(result));
  return own ?? defaultView(await plain(result), fields ?? operation.columns, operation.output);
}

/** A workbook or a PDF shows what a table shows, and the fields that are named. */
async function* paper(operation: Operation, result: unknown, how: Rendering): AsyncGenerator<Uint8Array> {
  const [{ tableDocument }, head] = await Promise.all([import('./document.ts'), how.head()]);
  const blocks = await blocksOf(operation, result, how);
  const document = await tableDocument(blocks, head, { output: operation.output, isChosen: how.fields !== undefined });
  if (how.format === 'pdf') yield* (await import('../../services/documents/table-pdf.ts')).tablePdf(document);
  else yield* (await import('../../services/documents/table-xlsx.ts')).tableXlsx(document);
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
  else yield* prettyJson(fields ? pick(await plain(result), fields) : result);
  yield '\n';
}

async function* rows(result: unknown, how: Rendering, operation: Operation): AsyncGenerator<string | Uint8Array> {
  const leftOut = pageNote(result);
  if (leftOut) how.note(leftOut);
  if (how.format === 'csv') {
    yield* csv(result, how, operation);
    return;
  }
  for (const row of rowsOf(how.fields ? pick(result, how.fields) : result)) yield `${JSON.stringify(row)}\n`;
}

/** Of an operation that draws its tables, one of them; of any other, a list of its result. */
async function* csv(result: unknown, how: Rendering, operation: Operation): AsyncGenerator<Uint8Array> {
  const [{ csvTable, drawnTable, onlyFields }, { csvOf }] = await Promise.all([
    import('./csv-table.ts'),
    import('./csv.ts'),
  ]);
  const { fields, table: name, screen, note } = how;
  const choice = { output: operation.output, name, language: screen.language };
  const table = operation.isDrawn
    ? await drawnTable(await blocksOf(operation, result, how), choice)
    : csvTable(result, choice);
  if (table.others.length > 0 && !fields) note(`${LEFT_OUT[screen.language]} ${table.others.join(', ')}`);
  yield* csvOf(fields ? onlyFields(table, fields, result, choice) : table, how, operation.output);
}

const LEFT_OUT = { en: 'Not in this file, with --table NAME:', fr: 'Absents de ce fichier, avec --table NOM :' };
