/** How the columns of a bank's CSV are read: guessed from the file, shown, and kept for the account. */

/** Columns by their heading, or by `#1`, `#2` … where the file has none. */
export interface CsvColumns {
  readonly date: string;
  readonly valueDate?: string | undefined;
  /** Joined in this order. */
  readonly label: readonly string[];
  readonly reference?: string | undefined;
  readonly counterparty?: string | undefined;
  /** Signed, or with `direction` beside it; else `debit` and `credit`. */
  readonly amount?: string | undefined;
  readonly direction?: string | undefined;
  readonly debit?: string | undefined;
  readonly credit?: string | undefined;
  readonly balance?: string | undefined;
  readonly currency?: string | undefined;
}

export const DELIMITERS = [';', ',', '\t', '|'] as const;
export const DATE_FORMS = ['DMY', 'MDY', 'YMD'] as const;
export const DECIMAL_MARKS = [',', '.'] as const;

export interface CsvMapping {
  readonly delimiter: (typeof DELIMITERS)[number];
  readonly dateForm: (typeof DATE_FORMS)[number];
  readonly decimalMark: (typeof DECIMAL_MARKS)[number];
  readonly columns: CsvColumns;
}

export const namesOf = ({ label, ...columns }: CsvColumns): string[] => [
  ...Object.values(columns).flatMap((name) => name ?? []),
  ...label,
];

/** A file without headings names its columns by their place. */
export const hasHeadings = ({ columns }: CsvMapping): boolean => namesOf(columns).some((name) => !name.startsWith('#'));

/** Places of the columns in a row. */
export type Places = { readonly [K in keyof Omit<CsvColumns, 'label'>]?: number } & {
  readonly label: readonly number[];
};

/** Undefined when a column is not there. */
export function placesOf(columns: CsvColumns, headings: readonly string[]): Places | undefined {
  const at = (name: string): number => (/^#\d+$/.test(name) ? Number(name.slice(1)) - 1 : headings.indexOf(name));
  if (namesOf(columns).some((name) => at(name) < 0)) return undefined;
  const { label, ...others } = columns;
  const single = Object.entries(others).flatMap(([key, name]) => (name === undefined ? [] : [[key, at(name)]]));
  return { ...Object.fromEntries(single), label: label.map(at) };
}
