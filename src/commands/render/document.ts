/** The blocks of a view as tables of a document, for workbooks and PDF: sections, sums, no internal identifiers. */
import type * as z from 'zod';
import type { DocumentTable, TableBatch, TableColumn, TableDocument } from '../../services/documents/table.ts';
import { parseAmount } from '../../services/kernel/money.ts';
import { spokenAdvice } from '../../services/kernel/spoken.ts';
import type { Block, Blocks, Cell, Column } from '../operation/operation.ts';
import { columnType, heading, isIdentifier } from './headings.ts';
import { forPeople } from './table.ts';
import { rowReader } from './values.ts';

export type DocumentHead = Omit<TableDocument, 'tables'>;
type Language = TableDocument['language'];
type TableBlock = Extract<Block, { kind: 'table' }>;

interface Section {
  readonly name: string;
  readonly rows: (readonly Cell[])[];
}

/** Tables of the same columns that follow each other, each under its words. */
interface Gathered {
  readonly block: TableBlock;
  readonly sections: Section[];
}

/** Amounts of lists that may be added up; balances may not. */
const SUMMED = ['Debit', 'Credit', 'Amount', 'Income', 'Expense'];

export async function tableDocument(
  blocks: Blocks,
  head: DocumentHead,
  { output, isChosen }: { readonly output: z.ZodType; readonly isChosen: boolean },
): Promise<TableDocument> {
  const { tables, words } = await gather(blocks);
  const shape = tables.map((table, index) => {
    const known = isChosen ? table : withoutIdentifiers(table);
    return documentTable(known, {
      output,
      language: head.language,
      fallback: tables.length > 1 ? `${head.title} ${index + 1}` : head.title,
    });
  });
  const lines = [...head.lines, ...words].map((line) => spokenAdvice(line, head.language));
  return { ...head, lines: [...new Set(lines)], tables: shape }; // the period asked for is often what a view says too
}

/** Words before a table name it, or its section when it goes on with the one before; others are said above. */
async function gather(blocks: Blocks) {
  const tables: Gathered[] = [];
  const words: string[] = [];
  let waiting: string[] = [];
  for await (const block of blocks) {
    if (block.kind === 'text') {
      waiting.push(...block.text.split('\n').filter((line) => line.trim() !== ''));
      continue;
    }
    const isNamed = block.title !== undefined || block.sections !== undefined;
    const name = isNamed ? '' : (waiting.pop() ?? '');
    words.push(...waiting, ...(block.note ? [block.note] : []));
    waiting = [];
    const last = tables.at(-1);
    const joins = last && block.title === undefined && columnsOf(last.block) === columnsOf(block);
    if (joins) last.sections.push(...sectionsOf(block, name));
    else tables.push({ block, sections: sectionsOf(block, name) });
  }
  return { tables, words: [...words, ...waiting] };
}

const columnsOf = ({ columns }: TableBlock): string => columns.map(({ name }) => name).join('\n');

/** Rows that are totals are left to the formulas that make them. */
function sectionsOf({ rows, sections, summed, underlined }: TableBlock, name: string): Section[] {
  const kept = summed ? rows.filter((_, index) => !underlined?.includes(index)) : rows;
  if (!sections) return [{ name, rows: [...kept] }];
  const found = new Map<string, Section>();
  for (const [index, row] of kept.entries()) {
    const section = sections[index] ?? '';
    const known = found.get(section) ?? { name: section, rows: [] };
    known.rows.push(row);
    found.set(section, known);
  }
  return [...found.values()];
}

function withoutIdentifiers({ block, sections }: Gathered): Gathered {
  const kept = block.columns.flatMap(({ name }, index) => (isIdentifier(name) ? [] : [index]));
  if (kept.length === 0) return { block, sections };
  const only = <T>(row: readonly T[]): T[] => kept.map((index) => row[index] as T);
  return {
    block: { ...block, columns: only(block.columns) },
    sections: sections.map(({ name, rows }) => ({ name, rows: rows.map(only) })),
  };
}

interface Around {
  readonly output: z.ZodType;
  readonly language: Language;
  readonly fallback: string;
}

function documentTable({ block, sections }: Gathered, { output, language, fallback }: Around): DocumentTable {
  const read = rowReader(block.columns, output, language);
  const all = sections.flatMap(({ rows }) => rows);
  const hasSections = sections.length > 1;
  const columns = block.columns.map((column, index): TableColumn => {
    const cells = all.map((row) => row[index]);
    const header = heading(column, output, language);
    const type = typeOf(column.type ?? columnType(column.name, output), cells);
    const isSummed = type === 'amount' && (block.summed ?? (block.underlined ? [] : SUMMED)).includes(column.name);
    return { name: column.name, header, type, weight: weightOf(header, cells), isSummed };
  });
  const written = (row: readonly Cell[]) => {
    const cells = read(row);
    return columns.map((column, index) => cellText(cells[index], block.columns[index], column.type, language));
  };
  const title = block.title && heading({ name: block.title }, output, language);
  return {
    name: title || (hasSections ? '' : sections[0]?.name) || fallback,
    columns,
    ...(hasSections && { sectionHeader: '' }),
    batches: batchesOf(
      sections.map(({ name, rows }) => ({ section: hasSections ? name : '', rows: rows.map(written) })),
    ),
  };
}

async function* batchesOf(batches: readonly TableBatch[]): AsyncGenerator<TableBatch> {
  yield* batches;
}

const isFilled = (cell: Cell): boolean => cell !== null && cell !== undefined && cell !== '';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A column is of a type when all its values are: an amount in thousandths stays the number that it is. */
function typeOf(type: Column['type'], cells: readonly Cell[]): TableColumn['type'] {
  const filled = cells.filter(isFilled);
  const isNumber = (cell: Cell) => Number.isFinite(Number(cell)) && Math.abs(Number(cell)) < 1e15;
  if (type === 'amount' && filled.every((cell) => parseAmount(String(cell)) !== undefined)) return 'amount';
  if ((type === 'amount' || type === 'number') && filled.every(isNumber)) return 'number';
  return type === 'day' && filled.every((cell) => DAY.test(String(cell))) ? 'day' : 'text';
}

function cellText(cell: Cell, column: Column | undefined, type: TableColumn['type'], language: Language): string {
  if (!isFilled(cell)) return '';
  if (type === 'amount') return String(parseAmount(String(cell)) ?? '');
  return type === 'text' ? forPeople(cell, column?.type, language) : String(cell);
}

const CHARACTERS_A_SHARE = 6;
const MOST_CHARACTERS = 40;

function weightOf(header: string, cells: readonly Cell[]): number {
  const longestWord = Math.max(...header.split(' ').map(({ length }) => length));
  let longest = Math.max(longestWord, 4);
  for (const cell of cells) longest = Math.max(longest, String(cell ?? '').length);
  return Math.min(longest + 2, MOST_CHARACTERS) / CHARACTERS_A_SHARE;
}
