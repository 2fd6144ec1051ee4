/**
 * Tables as documents of any format show them: columns with a type, rows of texts that arrive in batches. One form for
 * CSV, workbooks, PDF, HTML and JSON, so that what a table holds is said once.
 */
import type { Language } from '../kernel/errors.ts';
import { formatAmount } from '../kernel/money.ts';

/** How the text of a cell is to be read: amounts are whole cents, days `YYYY-MM-DD`, flags `t` or `f`. */
export type CellType = 'text' | 'amount' | 'number' | 'day' | 'flag';

export interface TableColumn {
  /** For programs. */
  readonly name: string;
  /** For people. */
  readonly header: string;
  readonly type: CellType;
  /** Share of the width of a page. */
  readonly weight: number;
  readonly isSummed?: boolean;
  /** What people read instead of the text. */
  readonly valueLabel?: (text: string) => string;
}

/** One text per column; an empty one is no value. */
export type TableRow = readonly string[];

/** Rows of one section; the next batch of the same section goes on with it. Sections do not come back. */
export interface TableBatch {
  /** Empty for a table without sections. */
  readonly section: string;
  readonly rows: readonly TableRow[];
}

export interface DocumentTable {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** Header of the section, for tables that have some. */
  readonly sectionHeader?: string;
  readonly batches: AsyncIterable<TableBatch>;
}

export interface TableDocument {
  readonly title: string;
  /** Firm, folder, period: one line each. */
  readonly lines: readonly string[];
  /** Left of every page's foot. */
  readonly foot: string;
  /** The moment of the document: the same content gives the same bytes. */
  readonly createdAt: string;
  readonly language: Language;
  readonly tables: readonly DocumentTable[];
}

/** `123450` cents as `1234.50`. */
export function plainAmount(cents: string): string {
  if (cents === '') return '';
  const isNegative = cents.charCodeAt(0) === 45;
  const digits = (isNegative ? cents.slice(1) : cents).padStart(3, '0');
  return `${isNegative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What programs read in a cell: plain decimals, ISO days, true and false. */
export function plainCell(text: string, { type }: TableColumn): string {
  if (type === 'amount') return plainAmount(text);
  return type === 'flag' ? (FLAGS[text] ?? text) : text;
}

const FLAGS: Readonly<Record<string, string>> = { t: 'true', f: 'false' };
const YES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { t: 'yes', f: 'no' },
  fr: { t: 'oui', f: 'non' },
};

/** What people read in a cell: `1 234,50`, 31/12/2025, oui. */
export function cellForPeople(text: string, { type, valueLabel }: TableColumn, language: Language): string {
  if (text === '') return '';
  if (type === 'amount') return groupedAmount(plainAmount(text), language);
  if (type === 'flag') return YES[language][text] ?? text;
  if (type === 'day' && language === 'fr') return `${text.slice(8)}/${text.slice(5, 7)}/${text.slice(0, 4)}`;
  return valueLabel ? valueLabel(text) : text;
}

const SEPARATORS = { fr: ['\u00a0', ','], en: [',', '.'] } as const;

function groupedAmount(amount: string, language: Language): string {
  const [group, point] = SEPARATORS[language];
  const sign = amount.startsWith('-') ? 1 : 0;
  let at = amount.length - 3;
  let text = point + amount.slice(at + 1);
  for (; at - 3 > sign; at -= 3) text = group + amount.slice(at - 3, at) + text;
  return amount.slice(0, at) + text;
}

/** Sums of the columns that have one, in exact cents. */
export class TableSums {
  readonly #columns: readonly TableColumn[];
  readonly #summed: readonly number[];
  readonly #sums: bigint[];

  constructor(columns: readonly TableColumn[]) {
    this.#columns = columns;
    this.#summed = columns.flatMap(({ isSummed }, index) => (isSummed ? [index] : []));
    this.#sums = columns.map(() => 0n);
  }

  add(row: TableRow): void {
    for (const index of this.#summed) {
      const text = row[index];
      if (text) this.#sums[index] = (this.#sums[index] ?? 0n) + BigInt(text);
    }
  }

  /** As a row for people: `title` in the first column that has room for a text. */
  row(title: string, language: Language): string[] {
    const place = this.#columns.findIndex(({ type, isSummed }) => type === 'text' && !isSummed);
    return this.#columns.map((column, index) => {
      if (column.isSummed) return groupedAmount(formatAmount(this.#sums[index] ?? 0n), language);
      return index === Math.max(0, place) ? title : '';
    });
  }
}

export const TOTAL_WORDS = {
  fr: { total: 'Total', carried: 'À reporter', brought: 'Report', page: 'Page', of: '/' },
  en: { total: 'Total', carried: 'Carried forward', brought: 'Brought forward', page: 'Page', of: '/' },
} as const;

export interface TableSection {
  readonly name: string;
  readonly rows: AsyncIterable<readonly TableRow[]>;
}

/** Cuts a run of batches into its sections; each must be read to its end before the next is asked for. */
export async function* sectionsOf(batches: AsyncIterable<TableBatch>): AsyncGenerator<TableSection> {
  const source = batches[Symbol.asyncIterator]();
  try {
    let step = await source.next();
    while (!step.done) {
      const name = step.value.section;
      const rows = async function* (): AsyncGenerator<readonly TableRow[]> {
        while (!step.done && step.value.section === name) {
          yield step.value.rows;
          step = await source.next();
        }
      };
      yield { name, rows: rows() };
    }
  } finally {
    await source.return?.();
  }
}
