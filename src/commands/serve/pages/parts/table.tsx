/** Answers of operations as tables: headings, alignment and numbers as the command line writes them. */
import type { Child } from 'hono/jsx';
import type { Block, Cell, Column } from '../../../operation/operation.ts';
import { originOf } from '../../../operation/wire.ts';
import { columnType, fieldAt, heading } from '../../../render/headings.ts';
import { flatten, rowsOf } from '../../../render/rows.ts';
import { defaultView, forPeople } from '../../../render/table.ts';
import { valueReader } from '../../../render/values.ts';
import type { Answer } from '../page.ts';
import { Hint } from './hint.tsx';
import { address, useView, useWord, withParameter } from './view.ts';

export type Row = Readonly<Record<string, Cell>>;

/** The rows of an answer, with nested fields as `Iban.Value`. */
export const rows = ({ result }: Pick<Answer, 'result'>): readonly Row[] =>
  rowsOf(result).map((row) => flatten(row) as Row);

/** An answer that is one object. */
export const one = ({ result }: Pick<Answer, 'result'>): Row => flatten((result ?? {}) as Row) as Row;

/** The list that an answer has under a name, as an answer of its own: its fields keep their headings. */
export const listIn = (answer: Answer, name: string): Answer => ({
  ...answer,
  result: (answer.result as Readonly<Record<string, unknown>>)[name] ?? [],
});

interface ListingProps {
  readonly of: Answer;
  /** Fields of the output; those of the operation unless it says otherwise. */
  readonly columns?: readonly (string | Column)[];
  /** Where a field leads. */
  readonly links?: Readonly<Record<string, (row: Row) => string | undefined>>;
  /** Fields that are drawn in a way of their own. */
  readonly cells?: Readonly<Record<string, (row: Row) => Child>>;
  /** What can be done with a row, as its last cell. */
  readonly actions?: (row: Row) => Child;
  /** Why there is nothing, and what fills it. */
  readonly empty?: Child;
  readonly caption?: string;
  /** Some of the rows instead of all of them. */
  readonly only?: ((row: Row) => boolean) | undefined;
  /** A part of the answer, which a file of it would be more than. */
  readonly isPart?: boolean;
  /** The row that the address is about. */
  readonly isHere?: (row: Row) => boolean;
  /** A row that sums the others. */
  readonly isTotal?: (row: Row) => boolean;
}

/** Rows of a list that does not come in pages, on one page. */
const MOST_ROWS = 100;

/**
 * A list of rows, each of which opens what it is about; sorted by `sort` of the address: here when it is there whole, by
 * the operation, which takes the names it can sort by, when it comes in pages.
 */
export function Listing({
  of,
  columns,
  links = {},
  cells = {},
  actions,
  empty,
  caption,
  only,
  isPart,
  ...marks
}: ListingProps) {
  const view = useView();
  const word = useWord();
  const found = rows(of);
  const kept = only ? found.filter(only) : found;
  if (kept.length === 0)
    return (pageOf(of)?.Page ?? 1) > 1 ? <Beyond /> : <div class="note none">{empty ?? word('empty')}</div>;
  const isWhole = pageOf(of) === undefined;
  const canSort = sortable(of, isWhole);
  const shown = columnsOf(of, columns, found).map((column) => ({
    ...column,
    read: valueReader(column, of.operation.output, view.language),
  }));
  const sort = view.url.searchParams.get('sort');
  const part = isWhole ? partOf(sorted(kept, sort), Number(view.url.searchParams.get(pageName(of)))) : undefined;
  return (
    <>
      <section class="wide" aria-label={caption ?? of.entry.summary[view.language]}>
        <table>
          {caption && <caption>{caption}</caption>}
          <thead>
            <tr>
              {shown.map((column) => (
                <th
                  scope="col"
                  class={column.type}
                  aria-sort={canSort(column.name) ? directionOf(sort, column.name) : undefined}
                >
                  <Heading {...{ of, column, sort: canSort(column.name) ? sort : undefined }} />
                </th>
              ))}
              {actions && <td />}
            </tr>
          </thead>
          <tbody>
            {(part?.items ?? kept).map((row) => (
              <tr class={marks.isHere?.(row) ? 'here' : marks.isTotal?.(row) ? 'total' : undefined}>
                {shown.map((column) => {
                  const own = cells[column.name];
                  const text = forPeople(column.read(row[column.name]), column.type, view.language);
                  const href = text === '' ? undefined : links[column.name]?.(row);
                  return <td class={column.type}>{own ? own(row) : href ? <a href={href}>{text}</a> : text}</td>;
                })}
                {actions && <td>{actions(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pager {...{ of, part, isPart }} />
    </>
  );
}

/** A page after the last one: of a list that became shorter, or an address that was typed. */
function Beyond() {
  const view = useView();
  const word = useWord();
  return (
    <div class="note none">
      {word('beyondLast')} <a href={withParameter(view, 'page', '1')}>{word('firstPage')}</a>
    </div>
  );
}

interface Part {
  readonly items: readonly Row[];
  readonly total: number;
  readonly page: number;
}

/** The name of the page of a list in the address, for a page may have several lists. */
export const pageName = ({ entry }: Answer): string => `page-${entry.id}`;

function partOf(all: readonly Row[], asked: number): Part {
  const page = Number.isInteger(asked) && asked > 1 ? asked : 1;
  return { items: all.slice((page - 1) * MOST_ROWS, page * MOST_ROWS), total: all.length, page };
}

function Heading({ of, column, sort }: { of: Answer; column: Column; sort: string | null | undefined }) {
  const view = useView();
  const text = heading(column, of.operation.output, view.language);
  if (sort === undefined || column.fr !== undefined) return <>{text}</>;
  const isUp = sort === column.name;
  return <a href={withParameter(view, 'sort', isUp ? `-${column.name}` : column.name)}>{text}</a>;
}

/** The columns that a list may be sorted by. */
function sortable({ entry }: Answer, isWhole: boolean): (name: string) => boolean {
  const known = entry.inputs.find(({ name }) => name === 'sort')?.choices ?? [];
  return (name) => isWhole || known.includes(name);
}

/** `-Name` of the address, as operations that sort take it. */
export const sortIn = (sort: string | undefined) =>
  sort ? { sort: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : {};

const directionOf = (sort: string | null, name: string): 'ascending' | 'descending' | undefined =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;

function sorted(list: readonly Row[], sort: string | null): readonly Row[] {
  if (!sort) return list;
  const name = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  return list.toSorted((a, b) => sign * compare(a[name], b[name]));
}

const compare = (a: Cell, b: Cell): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a ?? '').localeCompare(String(b ?? ''), 'fr', { numeric: true });

function columnsOf(of: Answer, columns: ListingProps['columns'], found: readonly Row[]): readonly Column[] {
  const { output, columns: own } = of.operation;
  const names = columns ?? own ?? Object.keys(found[0] ?? {});
  return names.map((column) => (typeof column === 'string' ? typed(column, output) : column));
}

/** A field that the answer does not have would be an empty column, which nobody would notice. */
function typed(name: string, output: Answer['operation']['output']): Column {
  if (output && !fieldAt(output, name.split('.'))) throw new Error(`the answer has no field ${name}`);
  const type = columnType(name, output);
  return type ? { name, type } : { name };
}

interface Paged {
  readonly TotalItems: number;
  readonly Page: number;
  readonly HasMore: boolean;
  readonly Items: readonly unknown[];
}

const pageOf = ({ result }: Answer): Paged | undefined =>
  typeof result === 'object' && result !== null && 'TotalItems' in result && 'HasMore' in result
    ? (result as Paged)
    : undefined;

/** "50 of 1 240", the pages before and after, and the rows as files. */
export function Pager({ of, part, isPart }: { of: Answer; part?: Part | undefined; isPart?: boolean | undefined }) {
  const view = useView();
  const word = useWord();
  const place = placeOf(of, part);
  const count = (number: number) => forPeople(number, 'amount', view.language);
  return (
    <p class="note pager">
      {place && (
        <>
          {count(place.shown)} {word('of')} {count(place.total)}{' '}
          {place.page > 1 && (
            <a rel="prev" href={withParameter(view, place.name, String(place.page - 1))}>
              {word('previous')}
            </a>
          )}{' '}
          {place.hasMore && (
            <a rel="next" href={withParameter(view, place.name, String(place.page + 1))}>
              {word('next')}
            </a>
          )}{' '}
        </>
      )}
      {of.entry.http?.method === 'GET' && !isPart && (
        <>
          <a href={download(of, 'csv')}>CSV</a> <a href={download(of, 'xlsx')}>XLSX</a>{' '}
          <a href={download(of, 'pdf')}>PDF</a>
        </>
      )}
    </p>
  );
}

interface PlaceInList {
  readonly name: string;
  readonly page: number;
  readonly shown: number;
  readonly total: number;
  readonly hasMore: boolean;
}

/** Which part of the whole is shown: the operation's own page, or ours of a long list. */
function placeOf(of: Answer, part: Part | undefined): PlaceInList | undefined {
  const own = pageOf(of);
  if (own)
    return { name: 'page', page: own.Page, shown: own.Items.length, total: own.TotalItems, hasMore: own.HasMore };
  if (!part || part.total <= MOST_ROWS) return undefined;
  const { page, items, total } = part;
  return { name: pageName(of), page, shown: items.length, total, hasMore: page * MOST_ROWS < total };
}

/** Where the answer of an operation is as a file, or whole on a page of its own. */
export const download = (
  { entry, input }: Pick<Answer, 'entry' | 'input'>,
  as: 'csv' | 'xlsx' | 'pdf' | 'page',
): string => address(`/get/${entry.id}`, { ...(input as Readonly<Record<string, string>>), as });

type TableBlock = Extract<Block, { kind: 'table' }>;

/** An answer as the operation itself shows it to people: on a terminal or here, the same view. */
export async function blocksOf({ operation, result }: Answer, language: 'en' | 'fr'): Promise<readonly Block[]> {
  const blocks =
    operation.view?.(result, language, originOf(result)) ?? defaultView(result, operation.columns, operation.output);
  const found: Block[] = [];
  for await (const block of blocks) found.push(block);
  return found;
}

interface BlocksProps {
  readonly blocks: readonly Block[];
  readonly of: Answer;
  /** Where the amounts of a row lead. */
  readonly amountsAt?: ((row: readonly Cell[]) => string | undefined) | undefined;
}

export function Blocks({ blocks, of, amountsAt }: BlocksProps) {
  return (
    <>
      {blocks.map((block, place) => {
        if (block.kind === 'table') return <BlockTable {...{ block, of, amountsAt }} />;
        return isTitle(block.text) && blocks[place + 1] ? <h2>{block.text}</h2> : <Hint text={block.text} />;
      })}
    </>
  );
}

/** A line that something comes under, such as the name of a form. */
const isTitle = (text: string): boolean => text.length < 80 && !/[\n.]/.test(text.trim());

/** What is a picture on a terminal is one here. */
const isBar = (cell: Cell): boolean => typeof cell === 'string' && /^█+$/.test(cell);

/** Days and names of people are titles as they are. */
const isFieldName = (title: string): boolean => /^[A-Za-z.]+$/.test(title);

function BlockTable({ block, of, amountsAt }: Omit<BlocksProps, 'blocks'> & { readonly block: TableBlock }) {
  const { language } = useView();
  const word = useWord();
  const { output } = of.operation;
  const title =
    block.title && (isFieldName(block.title) ? heading({ name: block.title }, output, language) : block.title);
  const read = block.columns.map((column) => valueReader(column, output, language));
  if (block.rows.length === 0) return <p class="note">{[title, word('empty')].filter(Boolean).join(' : ')}</p>;
  return (
    <section class="wide" aria-label={title ?? of.entry.summary[language]} tabindex={0}>
      <table>
        {title && <caption>{title}</caption>}
        <thead>
          <tr>
            {block.columns.map((column) => (
              <th scope="col" class={column.type}>
                {heading(column, output, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, place) => (
            <tr class={block.underlined?.includes(place) ? 'total' : undefined}>
              {row.map((cell, index) => {
                const type = block.columns[index]?.type;
                const href = type === 'amount' ? amountsAt?.(row) : undefined;
                const text = forPeople(read[index]?.(cell), type, language);
                return <td class={isBar(cell) ? 'bars' : type}>{href ? <a {...{ href }}>{text}</a> : text}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
