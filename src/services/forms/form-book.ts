/**
 * The forms that are known, in which editions, and where their cells are. `forms.tsv` has one row per form and version:
 * `years` are those of its editions, `activeFrom` the end of the first period that a row of one year serves, when that is
 * not 1 January. An edition is chosen in one of two ways:
 *
 * - by year: that in which an exercise opens, or that of a tax paid by year;
 * - by period: the newest edition active when the period ends, its year being the millésime; it serves until the next.
 */
import type { Period } from '../calendar/periods.ts';
import { type Row, readTable } from '../kernel/package-file.ts';
import { CELL_COLUMNS, type Cell, cellKey, isIn, parseCells } from './cell-table.ts';
import { formErrors } from './errors.ts';

export const FORM_COLUMNS = ['form', 'table', 'filing', 'years', 'version', 'activeFrom'] as const;

type FormRow = Row<(typeof FORM_COLUMNS)[number]>;

export interface Edition {
  readonly form: string;
  readonly table: string;
  readonly year: number;
  readonly version: number;
  /** `YYYY-MM-DD` */
  readonly activeFrom: string;
}

/** What forms are chosen for. */
export type Occasion =
  | { readonly year: number; readonly acceptLastKnownYear?: boolean | undefined }
  | { readonly period: Period };

export interface FormSet {
  /** In the order of the forms asked for. */
  readonly editions: readonly Edition[];
  /** In the order of the tables. */
  readonly cells: readonly Cell[];
}

export class FormBook {
  private readonly editions: ReadonlyMap<string, readonly Edition[]>;
  private readonly payments: ReadonlySet<string>;
  private readonly cellsIn: (table: string) => readonly Cell[];

  /** `cellsIn`: the cells of a table by its name. */
  constructor(rows: readonly FormRow[], cellsIn: (table: string) => readonly Cell[]) {
    const forms = [...new Set(rows.map(({ form }) => form))];
    this.editions = new Map(forms.map((form) => [form, editionsOf(rows.filter((row) => row.form === form))]));
    this.payments = new Set(rows.filter(({ filing }) => filing === 'payment').map(({ form }) => form));
    this.cellsIn = cellsIn;
  }

  names(): string[] {
    return [...this.editions.keys()];
  }

  has(form: string): boolean {
    return this.editions.has(form);
  }

  /** Filed alone, by EDI-Paiement; its amounts carry no sign. */
  isPayment(form: string): boolean {
    return this.payments.has(form);
  }

  /**
   * Throws FormUnknown, and FormYearUnknown where there is no edition; `acceptLastKnownYear` takes the last one for
   * later years.
   */
  choose(forms: readonly string[], occasion: Occasion): FormSet {
    const unknown = forms.filter((form) => !this.has(form));
    if (unknown.length > 0) throw formErrors.FormUnknown({ forms: unknown.join(', ') });
    const known = forms.map((form) => this.editions.get(form) ?? []);
    const editions = 'period' in occasion ? atEnd(known, occasion.period) : ofYear(known, occasion);
    const byForm = new Map(editions.map((edition) => [edition.form, edition]));
    const rows = [...new Set(editions.map(({ table }) => table))].flatMap((table) =>
      this.cellsIn(table).filter((cell) => {
        const edition = byForm.get(cell.form);
        return edition?.table === table && isIn(cell, edition);
      }),
    );
    return { editions, cells: merged(rows) };
  }
}

/** In order of year, then version. */
const editionsOf = (rows: readonly FormRow[]): Edition[] =>
  rows
    .flatMap(({ form, table, years, version, activeFrom }) =>
      yearsOf(years).map((year) => ({
        form,
        table,
        year,
        version: Number(version),
        activeFrom: activeFrom || `${year}-01-01`,
      })),
    )
    .sort((a, b) => a.year - b.year || a.version - b.version);

/** Every year of `2019-2025`, or of `2025`. */
function yearsOf(text: string): number[] {
  const [first = 0, last = first] = text.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

type Known = readonly (readonly Edition[])[];

const firstYear = (known: Known): number => Math.max(...known.map(([first]) => first?.year ?? 0));
const lastYear = (known: Known): number => Math.min(...known.map((editions) => editions.at(-1)?.year ?? 0));

const yearUnknown = (known: Known, year: number) =>
  formErrors.FormYearUnknown({
    year,
    first: firstYear(known),
    last: lastYear(known),
    forms: known.map(([edition]) => edition?.form).join(', '),
  });

function ofYear(known: Known, { year, acceptLastKnownYear = false }: Extract<Occasion, { year: number }>): Edition[] {
  const last = lastYear(known);
  const wanted = acceptLastKnownYear ? Math.min(year, last) : year;
  return known.map((editions) => {
    const edition = editions.findLast((candidate) => candidate.year === wanted);
    if (!edition) throw yearUnknown(known, year);
    return edition;
  });
}

const atEnd = (known: Known, { end }: Period): Edition[] =>
  known.map((editions) => {
    const edition = editions.findLast(({ activeFrom }) => activeFrom <= end);
    if (!edition) throw yearUnknown([editions], Number(end.slice(0, 4)));
    return edition;
  });

/** A cell may have several rows for one edition, of different sources: together they are one cell with all their rules. */
function merged(rows: readonly Cell[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (const row of rows) {
    const key = cellKey(row.form, row.cell);
    const known = cells.get(key);
    if (known && !(known.rules && row.rules)) throw new SyntaxError(`${key} stands twice in its table`);
    cells.set(key, known ? { ...known, rules: [...(known.rules ?? []), ...(row.rules ?? [])] } : row);
  }
  return [...cells.values()];
}

const HERE = 'src/services/forms';

const tables = new Map<string, readonly Cell[]>();

/** Tables are read when a form is first needed. */
function cellsIn(table: string): readonly Cell[] {
  const known = tables.get(table) ?? parseCells(readTable(`${HERE}/tables/${table}.tsv`, CELL_COLUMNS));
  tables.set(table, known);
  return known;
}

export const FORMS = new FormBook(readTable(`${HERE}/forms.tsv`, FORM_COLUMNS), cellsIn);
