/** Where the table of each form is, and the exercises it is known for. Tables are read when a form is first needed. */

import { type Cell, cellKey, parseTable } from './cell-table.ts';
import { formErrors } from './errors.ts';

const TABLES = {
  balanceSheet: async () => (await import('./tables/balance-sheet.ts')).BALANCE_SHEET,
  incomeStatement: async () => (await import('./tables/income-statement.ts')).INCOME_STATEMENT,
  movements: async () => (await import('./tables/movements.ts')).MOVEMENTS,
  taxResult: async () => (await import('./tables/tax-result.ts')).TAX_RESULT,
  simplified: async () => (await import('./tables/simplified.ts')).SIMPLIFIED,
  valueAdded: async () => (await import('./tables/value-added.ts')).VALUE_ADDED,
  companyTax: async () => (await import('./tables/company-tax.ts')).COMPANY_TAX,
} as const;

type TableName = keyof typeof TABLES;

export const FORMS = {
  '2050': 'balanceSheet',
  '2051': 'balanceSheet',
  '2052': 'incomeStatement',
  '2053': 'incomeStatement',
  '2054': 'movements',
  '2055': 'movements',
  '2056': 'movements',
  '2057': 'movements',
  '2058A': 'taxResult',
  '2058B': 'taxResult',
  '2058C': 'taxResult',
  '2059A': 'taxResult',
  '2065': 'taxResult',
  '2033A': 'simplified',
  '2033B': 'simplified',
  '2033C': 'simplified',
  '2033D': 'simplified',
  '2059E': 'valueAdded',
  '2033E': 'valueAdded',
  '1330CVAE': 'valueAdded',
  '1329AC': 'valueAdded',
  '1329DEF': 'valueAdded',
  '2571': 'companyTax',
  '2572': 'companyTax',
  '2573': 'companyTax',
} as const satisfies Record<string, TableName>;

export type FormName = keyof typeof FORMS;

export const isForm = (name: string): name is FormName => Object.hasOwn(FORMS, name);

const PAYMENTS: readonly string[] = ['2571', '2572', '2573', '1329AC', '1329DEF'];

/** Filed alone, by EDI-Paiement; every other form belongs to a result return. */
export const isPaymentForm = (name: string): boolean => PAYMENTS.includes(name);

/** Years in which an exercise may open for its forms to be known; payments are asked for before the year has its liasse. */
const FIRST_YEAR = 2019;
const LAST_YEAR = 2025;
const LAST_YEARS: Partial<Readonly<Record<FormName, number>>> = {
  '2571': 2027,
  '2572': 2026,
  '2573': 2026,
  '1329AC': 2029,
  '1329DEF': 2029,
};

const parsed = new Map<TableName, Promise<readonly Cell[]>>();

const tableOf = (name: TableName): Promise<readonly Cell[]> => {
  const known = parsed.get(name);
  if (known) return known;
  const table = TABLES[name]().then(parseTable);
  parsed.set(name, table);
  return table;
};

/**
 * The cells of the given forms for exercises that open in `year`, in the order of the tables.
 * Throws FormYearUnknown for a year without a table, unless `acceptLastKnownYear` takes the nearest one for it.
 */
export async function cellsOf(forms: readonly FormName[], year: number, acceptLastKnownYear = false): Promise<Cell[]> {
  const last = Math.min(...forms.map((form) => LAST_YEARS[form] ?? LAST_YEAR));
  const nearest = Math.min(Math.max(year, FIRST_YEAR), last);
  if (nearest !== year && !(acceptLastKnownYear && year > last)) {
    throw formErrors.FormYearUnknown({ year, first: FIRST_YEAR, last, forms: forms.join(', ') });
  }
  const tables = await Promise.all([...new Set(forms.map((form) => FORMS[form]))].map(tableOf));
  const wanted = new Set<string>(forms);
  return merged(tables.flat().filter((cell) => wanted.has(cell.form) && cell.from <= nearest && nearest <= cell.to));
}

/** A cell may have several rows for one year, of different sources: together they are one cell with all their rules. */
function merged(rows: readonly Cell[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (const row of rows) {
    const key = cellKey(row.form, row.cell);
    const known = cells.get(key);
    cells.set(key, known?.rules && row.rules ? { ...known, rules: [...known.rules, ...row.rules] } : row);
  }
  return [...cells.values()];
}
