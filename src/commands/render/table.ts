import { styleText } from 'node:util';
import type * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import { spokenAdvice, spokenAmount, spokenDay } from '../../services/kernel/spoken.ts';
import type { Block, Cell, Column } from '../operation/operation.ts';
import { fitWidths } from './fit.ts';
import { columnType, heading } from './headings.ts';
import { flatten, listOf, pageNote, pick, rowsOf } from './rows.ts';
import { rowReader } from './values.ts';

export interface Screen {
  /** A terminal gets borders, colour and people's number formats; a pipe gets tab-separated raw values. */
  readonly terminal: boolean;
  readonly color: boolean;
  readonly width: number;
  readonly language: Language;
}

type TableBlock = Extract<Block, { kind: 'table' }>;

/** Draws the blocks of a view, or a plain result when the operation has no view of its own. */
export async function* drawBlocks(
  blocks: AsyncIterable<Block> | Iterable<Block>,
  screen: Screen,
  output?: z.ZodType,
): AsyncGenerator<string> {
  for await (const block of blocks) {
    yield block.kind === 'text' ? `${said(block.text, screen)}\n` : await drawTable(block, screen, output);
  }
}

const said = (text: string, { terminal, language }: Screen): string => (terminal ? spokenAdvice(text, language) : text);

/** The view of a result that declares none: a list as a table, an object as its fields with a table per list inside. */
export function* defaultView(result: unknown, fields?: readonly string[], output?: z.ZodType): Generator<Block> {
  if (result === undefined || result === null) return;
  if (Array.isArray(result) || listOf(result) !== undefined) {
    yield listBlock(result, fields, output);
    return;
  }
  if (typeof result !== 'object') {
    yield { kind: 'text', text: String(result) };
    return;
  }
  const entries = Object.entries(fields ? (pick(result, fields) as object) : result);
  const tables = entries.filter(([, value]) => Array.isArray(value) && value.some((item) => typeof item === 'object'));
  yield fieldsBlock(Object.fromEntries(entries.filter((entry) => !tables.includes(entry))));
  for (const [name, value] of tables) yield { ...listBlock(value, undefined, output), title: name };
}

function listBlock(result: unknown, fields?: readonly string[], output?: z.ZodType): TableBlock {
  const rows = rowsOf(result).map((row) => flatten(row));
  const names = fields ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const note = pageNote(result);
  return {
    kind: 'table',
    columns: names.map((name) => ({
      name,
      type: columnType(name, output) ?? guessType(rows.map((row) => row[name])),
    })),
    rows: rows.map((row) => names.map((name) => row[name] as Cell)),
    ...(note && { note }),
  };
}

const fieldsBlock = (object: Record<string, unknown>): TableBlock => ({
  kind: 'table',
  columns: [
    { name: 'Field', fr: 'Champ', isOfNames: true },
    { name: 'Value', fr: 'Valeur', type: 'sentence' },
  ],
  rows: Object.entries(flatten(object)).map(([name, value]) => [name, value as Cell]),
});

const AMOUNT = /^-?\d+\.\d{2}$/;

function guessType(values: readonly unknown[]): NonNullable<Column['type']> {
  const filled = values.filter((value) => value !== null && value !== undefined && value !== '');
  if (filled.length === 0) return 'text';
  if (filled.every((value) => typeof value === 'string' && AMOUNT.test(value))) return 'amount';
  if (filled.every((value) => typeof value === 'number')) return 'number';
  if (filled.every((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value))) return 'day';
  return 'text';
}

async function drawTable(block: TableBlock, screen: Screen, output?: z.ZodType): Promise<string> {
  if (!screen.terminal) return plainTable(block);
  const { default: Table } = await import('cli-table3');
  const head = block.columns.map((column) => heading(column, output, screen.language));
  const read = rowReader(block.columns, output, screen.language);
  const write = block.columns.map(({ type }, index) =>
    writer(
      type,
      block.rows.map((row) => row[index]),
      screen.language,
    ),
  );
  const rows = block.rows.map((row) => read(row).map((cell, index) => write[index]?.(cell) ?? ''));
  const widths = fitWidths(block.columns, [head, ...rows], screen.width);
  const table = new Table({
    head,
    ...(widths && { colWidths: widths.map((width) => width + 2) }),
    colAligns: block.columns.map(({ type }) => (type === 'amount' || type === 'number' ? 'right' : 'left')),
    style: { head: screen.color ? ['bold'] : [], border: screen.color ? ['gray'] : [], compact: true },
    chars: { 'left-mid': '', mid: '', 'mid-mid': '', 'right-mid': '' },
  });
  const isTotal = (place: number) => screen.color && block.underlined?.includes(place) === true;
  const drawn = (row: readonly string[], place: number) =>
    row.map((content) => (isTotal(place) && content !== '' ? underlined(content) : content));
  table.push(
    ...rows.map((row, place) =>
      drawn(row, place).map((content, index) => cellOf(content, block.columns[index], widths?.[index])),
    ),
  );
  const title = block.title ? `${bold(heading({ name: block.title }, output, screen.language), screen)}\n` : '';
  const body = block.rows.length > 0 ? `${table.toString()}\n` : screen.language === 'fr' ? '(vide)\n' : '(empty)\n';
  return `${title}${body}${block.note ? `${said(block.note, screen)}\n` : ''}`;
}

/** How the cells of a column are written. Numbers of euros have cents when one of them has; whole euros of forms have none. */
function writer(type: Column['type'], cells: readonly Cell[], language: Language): (cell: Cell) => string {
  const hasCents = type === 'amount' && cells.some((cell) => typeof cell === 'number' && !Number.isInteger(cell));
  return (cell) => forPeople(hasCents && typeof cell === 'number' ? cell.toFixed(2) : cell, type, language);
}

const cellOf = (content: string, column?: Column, width?: number) =>
  column?.type === 'sentence' ? { content: brokenAt(content, width), wordWrap: true } : content;

/** The library wraps between words and cuts one that is wider than its column: a path goes on in the next line. */
const brokenAt = (content: string, width = Number.POSITIVE_INFINITY): string =>
  Number.isFinite(width) ? content.replace(new RegExp(`\\S{${width}}(?=\\S)`, 'g'), '$&\n') : content;

/** Tab-separated raw values, one line a row, header first: what `cut`, `awk` and `sort` expect. */
function plainTable(block: TableBlock): string {
  const clean = (cell: Cell) => String(cell ?? '').replace(/[\t\r\n]+/g, ' ');
  const lines = [block.columns.map(({ name }) => name), ...block.rows.map((row) => row.map(clean))];
  return `${lines.map((line) => line.join('\t')).join('\n')}\n`;
}

/**
 * `1234.56` reads `1 234,56` in French and `1,234.56` in English; days as people of the language write them; both also
 * within a sentence. A moment as clocks showed it in Paris, for its text in UTC may name the day before.
 */
export function forPeople(cell: Cell, type: Column['type'], language: Language): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return language === 'fr' ? (cell ? 'oui' : 'non') : cell ? 'yes' : 'no';
  const text = String(cell);
  if (INSTANT.test(text)) return spokenDay(inParis(text), language);
  const shown = (type && SPOKEN[type]?.(text, language)) ?? text;
  // Control characters from a file must not reach the terminal.
  return shown.replace(/\p{Cc}/gu, ' ');
}

const SPOKEN: Readonly<Partial<Record<NonNullable<Column['type']>, (text: string, language: Language) => string>>> = {
  amount: (text, language) => (/^-?\d+(\.\d+)?$/.test(text) ? spokenAmount(text, language) : text),
  day: spokenDay,
  sentence: spokenAdvice,
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** The midnight that begins a day stands for the day. Not by Temporal: it takes longer to load than to draw a table. */
const inParis = (instant: string): string =>
  new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Paris' }).replace(' 00:00:00', '');

const underlined = (text: string): string => styleText('underline', text, { validateStream: false });

const bold = (text: string, { color }: Screen): string =>
  color ? styleText('bold', text, { validateStream: false }) : text;
