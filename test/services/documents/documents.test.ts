import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { safeCell, writeCsv } from '../../../src/services/documents/csv.ts';
import { writePdf } from '../../../src/services/documents/pdf.ts';
import { writeXlsx } from '../../../src/services/documents/xlsx.ts';
import { pdfPages } from '../../support/pdf.ts';

async function bytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

describe('CSV', () => {
  it('quotes what must be, ends lines as RFC 4180 says', async () => {
    const text = (
      await bytes(
        writeCsv(
          ['A', 'B'],
          [
            ['x,y', 'say "hi"'],
            [null, 'a\nb'],
          ],
        ),
      )
    ).toString();
    expect(text).toBe('A,B\r\n"x,y","say ""hi"""\r\n,"a\nb"\r\n');
  });

  it('suits French Excel when asked', async () => {
    expect((await bytes(writeCsv(['A', 'B'], [['1', '2']], { excel: true }))).toString()).toBe('\ufeffA;B\r\n1;2\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+33 1', "'+33 1"],
    ['@x', "'@x"],
    ['-1+2', "'-1+2"],
    ['-12.50', '-12.50'],
    ['+5', '+5'],
    ['a=b', 'a=b'],
  ])('makes %s harmless', (given, safe) => expect(safeCell(given)).toBe(safe));

  it('passes on a failure of its rows', async () => {
    async function* rows(): AsyncGenerator<string[]> {
      yield ['1'];
      throw new Error('gone');
    }
    await expect(bytes(writeCsv(['A'], rows()))).rejects.toThrow('gone');
  });
});

describe('workbooks', () => {
  it('hold real numbers and dates, text as text, a frozen header', async () => {
    const rows = [['2024-02-29', '-1234.50', '=1+1', 7, null]];
    const columns = ['Day', 'Amount', 'Text', 'Count', 'Empty'].map((header) => ({ header }));
    const book = new exceljs.Workbook();
    await book.xlsx.load((await bytes(writeXlsx([{ name: 'a/b', columns, rows }]))) as never);
    const sheet = book.worksheets[0];
    const [day, amount, text, count, empty] = [1, 2, 3, 4, 5].map((index) => sheet?.getCell(2, index).value);
    expect([day, amount, text, count, empty]).toEqual([new Date('2024-02-29T00:00:00Z'), -1234.5, '=1+1', 7, null]);
    expect(sheet?.getCell(2, 2).numFmt).toBe('#,##0.00');
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet?.name).toBe('a b');
  });

  it.each([
    ['1234', true, 1234, '#,##0'],
    ['-1234.567', true, -1234.567, '#,##0.000'],
    ['1234.567', false, 1234.567, '#,##0.000'],
    ['-0.05', false, -0.05, '#,##0.00'],
    ['999999999999.999', true, 999_999_999_999.999, '#,##0.000'],
    ['9999999999999.999', true, '9999999999999.999', 'General'],
    ['401000', false, '401000', 'General'],
    ['007.50', true, '007.50', 'General'],
    ['20.5', false, '20.5', 'General'],
  ])('write %j, in a column of amounts: %s, as %j', async (given, isAmount, written, format) => {
    const book = new exceljs.Workbook();
    const sheets = [{ name: 'a', columns: [{ header: 'A', isAmount }], rows: [[given]] }];
    await book.xlsx.load((await bytes(writeXlsx(sheets))) as never);
    const cell = book.worksheets[0]?.getCell(2, 1);
    expect([cell?.value, cell?.numFmt ?? 'General']).toEqual([written, format]);
  });

  it('pass on a failure of their rows', async () => {
    async function* rows(): AsyncGenerator<string[]> {
      yield ['1'];
      throw new Error('gone');
    }
    await expect(bytes(writeXlsx([{ name: 'a', columns: [{ header: 'A' }], rows: rows() }]))).rejects.toThrow('gone');
  });
});

describe('PDF', () => {
  const report = (count: number) => {
    let sum = 0;
    return {
      title: 'Balance générale',
      lines: ['ALPHA, exercice 2024'],
      foot: 'Cabinet Été',
      createdAt: '2026-03-01T10:00:00Z',
      words: { page: 'Page', carried: 'À reporter' },
      sections: [
        {
          heading: 'Comptes',
          columns: [
            { header: 'Compte', weight: 1 },
            { header: 'Montant', weight: 1, align: 'right' as const },
          ],
          rows: Array.from({ length: count }, (_, index) => {
            sum += index;
            return [`512${index}`, `${index}`];
          }),
          carry: (word: string) => [word, String(sum)],
          totals: () => ['Total', String(sum)],
        },
      ],
    };
  };
  const pagesOf = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type \/Page\n/g)].length;

  it('turns pages as it needs them', async () => {
    expect(pagesOf(await bytes(writePdf(report(10))))).toBe(1);
    expect(pagesOf(await bytes(writePdf(report(200))))).toBe(5);
  });

  it('has its mark on every page', async () => {
    const pages = pdfPages(await bytes(writePdf({ ...report(200), mark: 'PROJET' })));
    expect(pages.map((page) => page.includes('PROJET'))).toEqual([true, true, true, true, true]);
  });

  it('is the same for the same input, whenever it is drawn', async () => {
    expect((await bytes(writePdf(report(60)))).equals(await bytes(writePdf(report(60))))).toBe(true);
  });

  it('passes on a failure of its rows', async () => {
    const broken = report(1);
    async function* rows(): AsyncGenerator<string[]> {
      yield ['1', '2'];
      throw new Error('gone');
    }
    const sections = broken.sections.map((section) => ({ ...section, rows: rows() }));
    await expect(bytes(writePdf({ ...broken, sections }))).rejects.toThrow('gone');
  });
});
