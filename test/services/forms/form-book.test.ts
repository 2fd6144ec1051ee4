import { describe, expect, it } from 'vitest';
import { CELL_COLUMNS, parseCells } from '../../../src/services/forms/cell-table.ts';
import { readDeclared } from '../../../src/services/forms/declared.ts';
import { FORM_COLUMNS, FormBook, type Occasion } from '../../../src/services/forms/form-book.ts';
import { fillSheets } from '../../../src/services/forms/sheets.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { parseTable } from '../../../src/services/kernel/package-file.ts';

/** Rows are written with `|` here, so that they can be read. */
const tsv = (rows: string) =>
  `${rows
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .map((field) => field.trim())
        .join('\t'),
    )
    .join('\n')}\n`;

/** Two forms made up: 8800A is chosen by exercise, 8800CA by period; its form of 2025 came in February, and again in June. */
const FORM_ROWS = `
form   | table  | filing  | years     | version | activeFrom
8800A  | yearly | result  | 2023-2025 | 1       |
8800CA | taxes  | payment | 2023-2024 | 1       |
8800CA | taxes  | payment | 2025      | 1       | 2025-02-01
8800CA | taxes  | payment | 2025      | 2       | 2025-06-30
`;

const TABLES: Readonly<Record<string, string>> = {
  yearly: `
form  | cell | label       | column | type | accounts | formula | editions | source
8800A | AA   | Goods       | N      | MOA  |          |         |          | C
8800A | AB   | Services    | N      | MOA  |          |         | 2025-    | C
8800A | AC   | Total       | N      | MOA  |          | AA      | -2024    | C
8800A | AC   | Total       | N      | MOA  |          | AA+AB   | 2025-    | C
`,
  taxes: `
form   | cell | label        | column | type | accounts | formula         | editions | source
8800CA | BA   | Base         | N      | MOA  |          |                 |          | C
8800CA | GA   | Tax          | N      | MOA  |          | round(BA*20%)   | -2024    | C
8800CA | GA   | Tax          | N      | MOA  |          | round(BA*21%)   | 2025-    | C
8800CA | GB   | Contribution | N      | MOA  |          | round(GA*1%)    | 2025.2-  | C
8800CA | GC   | Total        | N      | MOA  |          | 8800CA.GA       | -2025.1  | C
8800CA | GC   | Total        | N      | MOA  |          | 8800CA.GA+GB    | 2025.2-  | C
`,
};

const bookOf = (rows = FORM_ROWS, tables = TABLES) =>
  new FormBook(parseTable(tsv(rows), FORM_COLUMNS, 'forms'), (table) =>
    parseCells(parseTable(tsv(tables[table] ?? ''), CELL_COLUMNS, table)),
  );
const book = bookOf();

const period = (start: string, end: string): Occasion => ({
  period: { start: start as PlainDate, end: end as PlainDate },
});
const month = (end: string) => period(`${end.slice(0, 7)}-01`, end);

const edition = (form: string, occasion: Occasion) =>
  book.choose([form], occasion).editions.map(({ year, version }) => `${year}.${version}`);

function fill(form: string, occasion: Occasion, amounts: Record<string, number>) {
  const { cells } = book.choose([form], occasion);
  const declared = readDeclared(cells, { [form]: { cells: amounts } });
  const { values } = fillSheets({ cells, declared, ledger: new Map(), parameters: {} });
  return Object.fromEntries([...values].map(([key, value]) => [key.split('.')[1], Number(value)]));
}

describe('a millésime added as data', () => {
  it('is chosen by the year in which an exercise opens', () => {
    expect(edition('8800A', { year: 2024 })).toEqual(['2024.1']);
    expect(fill('8800A', { year: 2024 }, { AA: 100 })).toEqual({ AA: 100, AC: 100 });
    expect(fill('8800A', { year: 2025 }, { AA: 100, AB: 20 })).toEqual({ AA: 100, AB: 20, AC: 120 });
    expect(() => fill('8800A', { year: 2024 }, { AB: 20 })).toThrow(
      expect.objectContaining({ code: 'DeclaredValuesInvalid' }),
    );
  });

  it.each([
    ['2023-01-31', '2023.1'],
    ['2024-12-31', '2024.1'],
    ['2025-01-31', '2024.1'], // the form of 2025 is not out yet
    ['2025-02-28', '2025.1'],
    ['2025-05-31', '2025.1'],
    ['2025-06-30', '2025.2'],
    ['2027-03-31', '2025.2'], // serves until the next one
  ])('is chosen by the end of a period: %s, %s', (end, expected) =>
    expect(edition('8800CA', month(end))).toEqual([expected]),
  );

  it('is chosen by quarter and by year as by month', () => {
    expect(edition('8800CA', period('2025-01-01', '2025-03-31'))).toEqual(['2025.1']);
    expect(edition('8800CA', period('2025-01-01', '2025-12-31'))).toEqual(['2025.2']);
  });

  it('computes with the formulas of its edition', () => {
    expect(fill('8800CA', month('2025-01-31'), { BA: 1000 })).toEqual({ BA: 1000, GA: 200, GC: 200 });
    expect(fill('8800CA', month('2025-02-28'), { BA: 1000 })).toEqual({ BA: 1000, GA: 210, GC: 210 });
    expect(fill('8800CA', month('2025-06-30'), { BA: 1000 })).toEqual({ BA: 1000, GA: 210, GB: 2, GC: 212 });
  });

  it('by year has the newest version of that year', () =>
    expect(edition('8800CA', { year: 2025 })).toEqual(['2025.2']));

  it.each<[string, Occasion]>([
    ['8800A', { year: 2022, acceptLastKnownYear: true }],
    ['8800A', { year: 2026 }],
    ['8800CA', month('2022-12-31')],
  ])('does not stand for %s of %o', (form, occasion) =>
    expect(() => book.choose([form], occasion)).toThrow(expect.objectContaining({ code: 'FormYearUnknown' })),
  );

  it('says which forms are unknown', () =>
    expect(() => book.choose(['8800A', '8801', '8802'], { year: 2025 })).toThrow(
      expect.objectContaining({ code: 'FormUnknown', message: 'No such form: 8801, 8802.' }),
    ));

  it('says what is a payment', () => expect(book.names().map((form) => book.isPayment(form))).toEqual([false, true]));
});

describe('a table with a fault', () => {
  const cells =
    (...rows: string[]) =>
    () =>
      bookOf(FORM_ROWS, { yearly: [TABLES.yearly?.trim(), ...rows].join('\n') }).choose(['8800A'], { year: 2025 });

  it.each([
    ['a cell twice', '8800A | AA | Goods | N | MOA | | | | C', /8800A\.AA stands twice/],
    ['an unknown type', '8800A | AD | Goods | N | EUR | | | | C', /"EUR" is no type/],
    ['editions that cannot be read', '8800A | AD | Goods | N | MOA | | | 2025 | C', /"2025" names no editions/],
    ['a formula that cannot be read', '8800A | AD | Goods | N | MOA | | AA/2 | | C', /"\/" in "AA\/2"/],
    ['a rule on accounts that cannot be read', '8800A | AD | Goods | N | MOA | X:60 | | | C', /"X:60" is no rule/],
    ['a field too few', '8800A | AD | Goods | N | MOA | | | C', /8 fields instead of 9/],
  ])('is refused: %s', (_, row, message) => expect(cells(row)).toThrow(message));
});
