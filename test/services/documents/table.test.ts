import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import {
  cellForPeople,
  plainAmount,
  sectionsOf,
  type TableBatch,
  type TableDocument,
} from '../../../src/services/documents/table.ts';
import { tableCsv } from '../../../src/services/documents/table-csv.ts';
import { tableHtml } from '../../../src/services/documents/table-html.ts';
import { tableJson } from '../../../src/services/documents/table-json.ts';
import { tablePdf } from '../../../src/services/documents/table-pdf.ts';
import { tableXlsx } from '../../../src/services/documents/table-xlsx.ts';
import { formatAmount } from '../../../src/services/kernel/money.ts';
import { sized } from '../../support/length.ts';
import { pdfPages } from '../../support/pdf.ts';
import fc from '../../support/property.ts';

async function bytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

async function* given(batches: readonly TableBatch[]): AsyncGenerator<TableBatch> {
  yield* batches;
}

const document = (batches: readonly TableBatch[], sectionHeader?: string): TableDocument => ({
  title: 'Immobilisations',
  lines: ['Cabinet Été & fils', 'ALPHA'],
  foot: 'Cabinet Été',
  createdAt: '2026-03-01T10:00:00Z',
  language: 'fr',
  tables: [
    {
      name: 'Biens',
      columns: [
        { name: 'Name', header: 'Désignation', type: 'text', weight: 3 },
        { name: 'Day', header: 'Acquis', type: 'day', weight: 1 },
        { name: 'Value', header: 'Valeur', type: 'amount', weight: 2, isSummed: true },
        { name: 'Sold', header: 'Sortie', type: 'flag', weight: 1 },
        { name: 'Mode', header: 'Mode', type: 'text', weight: 1, valueLabel: (text) => `<${text}>` },
      ],
      ...(sectionHeader !== undefined && { sectionHeader }),
      batches: given(batches),
    },
  ],
});

const ROWS = [
  ['Presse "A", 1', '2024-02-29', '123450', 'f', 'Linear'],
  ['=cmd|x', '', '-5', 't', ''],
  ['', '', '', '', ''],
];
const one = () => document([{ section: '', rows: ROWS }]);

describe('CSV', () => {
  it('holds plain values, quotes what must be, runs nothing', async () => {
    expect((await bytes(tableCsv(one()))).toString()).toBe(
      'Désignation,Acquis,Valeur,Sortie,Mode\r\n"Presse ""A"", 1",2024-02-29,1234.50,false,Linear\r\n' +
        "'=cmd|x,,-0.05,true,\r\n,,,,\r\n",
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['@x', "'@x"],
    ['\t=x', "'\t=x"],
    ['-1+2', "'-1+2"],
    ['-12', '-12'],
    [' =x', '" =x"'],
    ['a\nb', '"a\nb"'],
  ])('writes the text %j as %j', async (text, written) => {
    const file = document([{ section: '', rows: [[text, '', '', '', '']] }]);
    expect((await bytes(tableCsv(file))).toString().split('\r\n')[1]).toBe(`${written},,,,`);
  });

  it('names the section of each line', async () => {
    const csv = await bytes(tableCsv(document([{ section: '2154', rows: [['a', '', '1', '', '']] }], 'Compte')));
    expect(csv.toString()).toBe('Compte,Désignation,Acquis,Valeur,Sortie,Mode\r\n2154,a,,0.01,,\r\n');
  });
});

describe('workbooks', () => {
  it('hold real values, text as text, and totals that are formulas', async () => {
    const book = new exceljs.Workbook();
    await book.xlsx.load((await bytes(tableXlsx(one()))) as never);
    const sheet = book.worksheets[0];
    const cell = (row: number, column: number) => sheet?.getCell(row, column).value;
    expect([1, 2, 3, 4, 5].map((column) => cell(6, column))).toEqual([
      'Presse "A", 1',
      new Date('2024-02-29T00:00:00Z'),
      1234.5,
      false,
      '<Linear>',
    ]);
    expect([cell(7, 1), cell(7, 3), cell(8, 1)]).toEqual(['=cmd|x', -0.05, null]);
    expect([cell(9, 1), cell(9, 3)]).toEqual(['Total', { formula: 'SUBTOTAL(9,C6:C8)' }]);
    expect([sheet?.getCell(6, 3).numFmt, sheet?.getCell(6, 2).numFmt]).toEqual(['#,##0.00', 'dd/mm/yyyy']);
    expect([1, 2, 3].map((row) => cell(row, 1))).toEqual([document([]).title, 'Cabinet Été & fils', 'ALPHA']);
    expect(sheet?.pageSetup).toMatchObject({ orientation: 'landscape', fitToWidth: 1, fitToHeight: 0 });
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 5 });
    expect(sheet?.getCell(6, 1).alignment).toMatchObject({ wrapText: true, indent: 1 });
    expect([1, 3].map((column) => sheet?.getCell(5, column).alignment?.horizontal)).toEqual(['left', 'right']);
    expect(sheet?.getColumn(1).width).toBe(32);
  });

  it('make room for a text that goes on below', async () => {
    const long = 'Presse hydraulique avec banc d’essai et armoire';
    const rows = [[long, '', '100', '', '']];
    const book = new exceljs.Workbook();
    await book.xlsx.load((await bytes(tableXlsx(document([{ section: '', rows: [...rows, ...ROWS] }])))) as never);
    const sheet = book.worksheets[0];
    expect([6, 7].map((row) => sheet?.getRow(row).height)).toEqual([30, undefined]);
    expect(sheet?.getCell(5, 1).font).toMatchObject({ bold: true, name: 'Calibri', size: 11 });
  });

  it('give each table a sheet of its own, however alike the names', async () => {
    const [table] = one().tables;
    if (!table) throw new Error('no table');
    const names = [
      'Comparer un compte bancaire à la comptabilité 1',
      'COMPARER un compte bancaire à la comptabilité 2',
    ];
    const tables = names.map((name) => ({ ...table, name, batches: given([{ section: '', rows: ROWS }]) }));
    const book = new exceljs.Workbook();
    await book.xlsx.load((await bytes(tableXlsx({ ...one(), tables }))) as never);
    expect(book.worksheets.map(({ name }) => name)).toEqual([
      'Comparer un compte bancaire à l',
      'COMPARER un compte bancaire 2',
    ]);
    expect(book.worksheets.map(({ rowCount }) => rowCount)).toEqual([9, 9]);
  });

  it('sum each section and all of them', async () => {
    const rows = [['a', '', '100', '', '']];
    const batches = [
      { section: '2154', rows },
      { section: '2154', rows },
      { section: '2183', rows },
    ];
    const book = new exceljs.Workbook();
    await book.xlsx.load((await bytes(tableXlsx(document(batches, 'Compte')))) as never);
    const formulas: string[] = [];
    book.worksheets[0]?.eachRow((row) => formulas.push(row.getCell(3).formula ?? ''));
    expect(formulas.filter(Boolean)).toEqual(['SUBTOTAL(9,C7:C8)', 'SUBTOTAL(9,C11:C11)', 'SUBTOTAL(9,C6:C12)']);
  });
});

describe('PDF', () => {
  it('heads, numbers its pages and carries totals from one to the next', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => [`Bien ${index + 1}`, '2025-01-02', '1000', 'f', '']);
    const pages = pdfPages(await bytes(tablePdf(document([{ section: '', rows }]))));
    expect(pages[0]?.slice(0, 3)).toEqual(['Immobilisations', 'Cabinet Été & fils', 'ALPHA']);
    expect(pages.map((lines) => lines.at(-1))).toEqual(
      pages.map((_, index) => `Cabinet Été|Page ${index + 1} / ${pages.length}`),
    );
    expect(pages.length).toBeGreaterThan(2);
    pages.slice(0, -1).forEach((lines, index) => {
      const carried = lines.at(-2)?.replace('À reporter', '');
      expect(lines.at(-2)).toMatch(/^À reporter/);
      expect(pages[index + 1]?.[1]).toBe(`Report${carried}`);
    });
    expect(pages.at(-1)?.at(-2)).toMatch(/^Total\|1\s000,00/);
    expect(pages.flat().filter((line) => line.startsWith('Bien ')).length).toBe(100);
  });

  it('leaves no total alone on a page, nor a header', { tags: 'sized' }, async () => {
    for (let count = 20; count < 60; count += sized(9, 1)) {
      const rows = Array.from({ length: count }, (_, index) => [`Bien ${index}`, '', '1000', '', '']);
      const sections = [
        { section: '2154', rows },
        { section: '2183', rows: [['Bien seul', '', '1000', '', '']] },
      ];
      const pages = pdfPages(await bytes(tablePdf(document(sections, 'Compte'))));
      for (const lines of pages)
        expect(
          lines.filter((line) => line.startsWith('Bien ')),
          `${count}`,
        ).not.toEqual([]);
      expect(pages.flat().filter((line) => line.startsWith('À reporter|'))).toHaveLength(
        pages.flat().filter((line) => line.startsWith('Report|')).length,
      );
      expect(pages.flat().join(), `${count}`).not.toContain('À reporter||0,00');
    }
  });

  it('is on paper large enough for every amount', async () => {
    const columns = Array.from({ length: 30 }, (_, index) => ({
      name: `A${index}`,
      header: 'Valeur d’acquisition nette',
      type: 'amount' as const,
      weight: 2,
    }));
    const rows = [columns.map((_, index) => `${1_234_567_890 + index}`)];
    const [table] = one().tables;
    const file = { ...one(), tables: [{ name: table?.name ?? '', columns, batches: given([{ section: '', rows }]) }] };
    const lines = pdfPages(await bytes(tablePdf(file))).flat();
    expect(lines.join(' ')).not.toContain('…');
    expect(lines.join('|').match(/12\s345\s67\d,\d\d/g)?.length).toBe(30);
  });

  it('cuts no figure, day, header or total, however narrow its column', async () => {
    const column = { header: 'Amortissements dérogatoires', weight: 1 };
    const columns = [
      { name: 'Name', header: 'Désignation', type: 'text' as const, weight: 1 },
      { ...column, name: 'Day', type: 'day' as const },
      ...Array.from({ length: 17 }, (_, at) => ({
        ...column,
        name: `A${at}`,
        type: 'amount' as const,
        isSummed: true,
      })),
    ];
    const rows = [['x'.repeat(90), '2025-12-31', ...Array.from({ length: 17 }, () => '99999999999999')]];
    const tables = [{ name: 'Cessions et plus-values', columns, sectionHeader: 'Compte' }];
    const batches = given([{ section: '2154', rows }]);
    const file = { ...one(), tables: tables.map((table) => ({ ...table, batches })) };
    const lines = pdfPages(await bytes(tablePdf(file))).flat();
    expect(lines.filter((line) => line.includes('…')).length).toBe(1);
    expect(lines.join('|')).toContain('…|31/12/2025|');
    expect(lines.join('|').match(/999\s999\s999\s999,99/g)?.length).toBe(3 * 17);
    expect(lines.join('|').match(/dérogatoires/g)?.length).toBe(18);
    expect(lines.join('|')).toContain('Total Cessions et plus-values');
  });

  it('leaves no hole for letters that its font lacks', async () => {
    const rows = [['Dvořák œuvre 名 🚗', '', '', '', '']];
    const lines = pdfPages(await bytes(tablePdf(document([{ section: '', rows }])))).flat();
    expect(lines.join('|')).toContain('Dvorák œuvre ? ?');
  });

  it('tells the total of each section, then of all', async () => {
    const rows = [['a', '', '100', '', '']];
    const batches = ['2154', '2183'].map((section) => ({ section, rows }));
    const lines = pdfPages(await bytes(tablePdf(document(batches, 'Compte')))).flat();
    expect(lines.filter((line) => /^(Biens|Total)/.test(line))).toEqual([
      'Biens - 2154',
      expect.stringMatching(/^Total\|+1,00/),
      'Biens - 2183',
      expect.stringMatching(/^Total\|+1,00/),
      expect.stringMatching(/^Total Biens\|+2,00/),
    ]);
  });
});

describe('HTML', () => {
  it('escapes what it holds, links to nothing and runs nothing', async () => {
    const html = (
      await bytes(tableHtml(document([{ section: '', rows: [['<script>x</script>', '', '150', 't', 'a']] }])))
    ).toString();
    expect(html).toContain('&lt;script&gt;x&lt;/script&gt;');
    expect(html).toContain('Cabinet Été &amp; fils<br>ALPHA');
    expect(html).not.toMatch(/<script|href=|src=|url\(/);
    expect(html).toContain('<td class="n">1,50</td>');
    expect(html).toContain('<tr class="t"><td>Total</td>');
  });
});

it('JSON tells values and columns', async () => {
  const json = JSON.parse((await bytes(tableJson(one()))).toString());
  expect(json.Tables[0].Items[0]).toEqual({
    Name: 'Presse "A", 1',
    Day: '2024-02-29',
    Value: '1234.50',
    Sold: false,
    Mode: 'Linear',
  });
  expect(json.Tables[0].Items[2]).toEqual({ Name: null, Day: null, Value: null, Sold: null, Mode: null });
  expect(json.Tables[0].Columns[0]).toEqual({ Name: 'Name', Label: 'Désignation', Type: 'text' });
});

it('amounts are written as money is', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 17n), 10n ** 17n), (cents) => {
      const text = cents.toString();
      expect(plainAmount(text)).toBe(formatAmount(cents));
      const people = cellForPeople(text, { name: '', header: '', type: 'amount', weight: 1 }, 'en');
      expect(people.replaceAll(',', '')).toBe(formatAmount(cents));
      expect(people).toMatch(/^-?\d{1,3}(,\d{3})*\.\d\d$/);
    }),
  );
});

it('a run of batches is cut where the section changes', async () => {
  const batch = (section: string, ...names: string[]) => ({ section, rows: names.map((name) => [name]) });
  const found: unknown[] = [];
  for await (const { name, rows } of sectionsOf(given([batch('a', '1'), batch('a', '2', '3'), batch('b', '4')]))) {
    const cells: string[] = [];
    for await (const some of rows) cells.push(...some.flat());
    found.push([name, cells]);
  }
  expect(found).toEqual([
    ['a', ['1', '2', '3']],
    ['b', ['4']],
  ]);
});
