/** The forms of the result and of company tax on paper, from their content, with the year before beside it. */
import type { Labels } from '../../kernel/errors.ts';
import { type Cell, cellKey, isComputed, isLine } from '../cell-table.ts';
import type { ContentValue, FormContent } from '../content.ts';
import type { PaperCell, PaperColumn, PaperForm, PaperRow, PaperSection, PaperValue } from './paper.ts';
import { columnName, headingAt, labelOf, titleOf } from './words.ts';

export interface LiassePaper {
  readonly content: FormContent;
  /** Of the edition of the form. */
  readonly cells: readonly Cell[];
  /** The same form of the year before, for the forms that print it. */
  readonly previous?: FormContent | undefined;
  /** Keys `form.cell` of what was declared. */
  readonly typed: ReadonlySet<string>;
}

export function liassePaper(paper: LiassePaper): PaperForm {
  const own = paper.cells.filter(({ form }) => form === paper.content.form);
  const printed = own.filter((cell) => !isLine(cell) && cell.column !== 'tick');
  const inOrder = [...printed.filter((cell) => !isMemo(cell)), ...printed.filter(isMemo)];
  const sections = [
    ...marks(paper, own),
    ...aligned(divided(inOrder)).map((division) => sectionOf(paper, division)),
    ...repeated(paper, own),
  ];
  return { form: paper.content.form, title: titleOf(paper.content.form), sections };
}

/** What is said below the form. */
const isMemo = ({ column }: Cell): boolean => column === 'memo';

/** The tick of a form that is nil, when it is. */
function marks(paper: LiassePaper, cells: readonly Cell[]): PaperSection[] {
  const ticked = cells.filter(({ column, cell }) => column === 'tick' && paper.content.cells[cell] !== undefined);
  if (ticked.length === 0) return [];
  return [
    {
      title: undefined,
      columns: [{ name: MARK, isText: true }],
      rows: ticked.map((cell) => ({ line: '', label: labelOf(cell), isTotal: false, cells: [cellOf(paper, cell)] })),
    },
  ];
}

const MARK: Labels = { en: 'Mark', fr: 'Mention' };

const BELOW: Labels = { en: 'Of which', fr: 'Renvois' };

interface Division {
  readonly title: Labels | undefined;
  readonly cells: Cell[];
}

/** A section begins at its heading, or where no column goes on. */
function divided(cells: readonly Cell[]): Division[] {
  const divisions: Division[] = [];
  let memo = false;
  for (const cell of cells) {
    const title = headingAt(cell.form, cell.cell) ?? (isMemo(cell) && !memo ? BELOW : undefined);
    memo ||= isMemo(cell);
    const last = divisions.at(-1);
    const goesOn = last?.cells.some(
      (one) => one.column === cell.column || (one.label === cell.label && !isMemo(cell) && !isMemo(one)),
    );
    if (last && !title && goesOn) last.cells.push(cell);
    else divisions.push({ title, cells: [cell] });
  }
  return divisions;
}

interface Aligned extends Division {
  readonly names: readonly string[];
}

/** Sections of several columns that another has too are printed under the same columns. */
function aligned(divisions: readonly Division[]): Aligned[] {
  const columns = divisions.map(({ cells }) => [...new Set(cells.map(({ column }) => column))]);
  return divisions.map((division, index) => {
    const own = columns[index] ?? [];
    const wider = columns.find((names) => own.length > 1 && own.every((name) => names.includes(name)));
    return { ...division, names: wider ?? own };
  });
}

/** Columns whose value of the year before stands beside them. */
const COMPARED: readonly string[] = ['net', 'total', 'N', 'tax', 'memo'];
const LAST_YEAR: PaperColumn = { name: { en: 'N-1', fr: 'N-1' }, isText: false };
const CHANGE: PaperColumn = { name: { en: 'Change', fr: 'Variation' }, isText: false };

function sectionOf(paper: LiassePaper, { title, cells, names }: Aligned): PaperSection {
  const compared = paper.previous && names.findLast((name) => COMPARED.includes(name));
  const lines = linesOf(cells);
  const columns = names.map((name) => ({
    name: columnName(name),
    isText: cells.every(({ column, type }) => column !== name || type !== 'MOA'),
  }));
  return {
    title,
    columns: compared ? [...columns, LAST_YEAR, CHANGE] : columns,
    rows: lines.map((line) => rowOf(paper, line, names, compared)),
  };
}

type Line = ReadonlyMap<string, Cell>;

/** Cells of one label are one line; a label that comes again in the same column is another line. */
function linesOf(cells: readonly Cell[]): Line[] {
  const lines: { readonly label: string; readonly cells: Map<string, Cell> }[] = [];
  for (const cell of cells) {
    const label = labelOf(cell).fr;
    const known = lines.findLast((line) => line.label === label);
    if (known && !known.cells.has(cell.column)) known.cells.set(cell.column, cell);
    else lines.push({ label, cells: new Map([[cell.column, cell]]) });
  }
  return lines.map((line) => line.cells);
}

function rowOf(paper: LiassePaper, line: Line, names: readonly string[], compared: string | undefined): PaperRow {
  const cells = names.map((name) => line.get(name)).map((cell) => cell && cellOf(paper, cell));
  const [first] = line.values();
  const now = compared === undefined ? undefined : line.get(compared);
  return {
    line: '',
    label: first ? labelOf(first) : { en: '', fr: '' },
    isTotal: [...line.values()].some((cell) => isTotal(cell, line)),
    cells: compared === undefined ? cells : [...cells, ...comparison(paper, now)],
  };
}

/** Made of two other lines at least. */
const isTotal = ({ form, formula }: Cell, line: Line): boolean => {
  const own = new Set([...line.values()].map(({ cell }) => cell));
  const others = (formula?.refs ?? []).filter((ref) => (ref.form || form) === form && !own.has(ref.cell));
  return new Set(others.map(({ cell }) => cell)).size > 1;
};

function comparison({ content, previous }: LiassePaper, cell: Cell | undefined): (PaperCell | undefined)[] {
  if (cell?.type !== 'MOA') return [undefined, undefined];
  const [now, before] = [content, previous].map((form) => paperValue(form?.cells[cell.cell]));
  const change = now === undefined && before === undefined ? undefined : amount(now) - amount(before);
  return [plain(before), plain(change)];
}

const amount = (value: PaperValue | undefined): bigint => (typeof value === 'bigint' ? value : 0n);
const plain = (value: PaperValue | undefined): PaperCell => ({ zone: '', code: '', value, isTyped: false });

function cellOf({ content, typed }: LiassePaper, own: Cell): PaperCell {
  const { form, cell, formula, type } = own;
  const isTyped = typed.has(cellKey(form, cell));
  return {
    zone: cell,
    code: cell,
    value: paperValue(content.cells[cell], type),
    isTyped,
    isTypedOver: isTyped && isComputed(own),
    formula: isTyped ? undefined : formula?.text,
  };
}

/** Days are sent without separators. */
function paperValue(value: ContentValue | undefined, type: Cell['type'] = 'MOA'): PaperValue | undefined {
  if (typeof value === 'number') return BigInt(value);
  return type === 'DTM' ? value?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') : value;
}

/** Tables that repeat: the labels of their cells head the columns. */
function repeated({ content }: LiassePaper, cells: readonly Cell[]): PaperSection[] {
  const tables = [...new Set(cells.filter(isLine).map(({ column }) => column))];
  return tables.flatMap((table) => {
    const own = cells.filter(({ column }) => column === table);
    const filled = content.repeated.filter((line) => own.some(({ cell }) => line[cell] !== undefined));
    if (filled.length === 0) return [];
    const section: PaperSection = {
      title: own.map(({ form, cell }) => headingAt(form, cell)).find(Boolean),
      columns: own.map((cell) => ({ name: coded(labelOf(cell), cell.cell), isText: cell.type !== 'MOA' })),
      rows: filled.map((line, index) => ({
        line: String(index + 1),
        label: { en: '', fr: '' },
        isTotal: false,
        cells: own.map(({ cell, type }) => ({ ...plain(paperValue(line[cell], type)), zone: cell })),
      })),
    };
    return [section];
  });
}

const coded = ({ en, fr }: Labels, code: string): Labels => ({ en: `${en} (${code})`, fr: `${fr} (${code})` });
