/** Tables as a PDF of A4 pages on their side: header of the firm, pages counted, totals carried from page to page. */
import { writePdf } from './pdf.ts';
import type { PdfChart } from './pdf-chart.ts';
import type { Paper } from './pdf-page.ts';
import type { PdfSection } from './pdf-table.ts';
import {
  cellForPeople,
  type DocumentTable,
  sectionsOf,
  type TableDocument,
  type TableSection,
  TableSums,
  TOTAL_WORDS,
} from './table.ts';

export function tablePdf(document: TableDocument, charts: readonly PdfChart[] = []): AsyncGenerator<Uint8Array> {
  const { title, lines, foot, createdAt, language } = document;
  const words = TOTAL_WORDS[language];
  const [paper, sections] = [paperFor(document), pdfSections(document)];
  return writePdf({ title, lines, foot, createdAt, landscape: true, paper, charts, sections, words });
}

/** Widths that each size holds: an amount must never be cut. */
const PAPERS: readonly (readonly [holds: number, paper: Paper])[] = [
  [26, 'A4'],
  [38, 'A3'],
  [54, 'A2'],
  [77, 'A1'],
];

function paperFor({ tables }: TableDocument): Paper {
  const widths = tables.map(({ columns }) => columns.reduce((sum, { weight }) => sum + weight, 0));
  return PAPERS.find(([holds]) => Math.max(...widths) <= holds)?.[1] ?? 'A0';
}

/** Each table's sections, then its grand total when it has several. */
async function* pdfSections({ tables, language }: TableDocument): AsyncGenerator<PdfSection> {
  for (const table of tables) {
    const whole = new TableSums(table.columns);
    let count = 0;
    for await (const section of sectionsOf(table.batches)) {
      yield pdfSection(table, section, whole, language);
      count += 1;
    }
    if (count === 1 && table.sectionHeader === undefined) continue;
    yield {
      heading: '',
      columns: pdfColumns(table),
      rows: [],
      totals: () => whole.row(grandTotal(table, language), language),
    };
  }
}

const grandTotal = ({ name }: DocumentTable, language: TableDocument['language']): string =>
  `${TOTAL_WORDS[language].total} ${name}`;

function pdfSection(
  table: DocumentTable,
  { name, rows }: TableSection,
  whole: TableSums,
  language: TableDocument['language'],
): PdfSection {
  const sums = new TableSums(table.columns);
  const hasSums = table.columns.some(({ isSummed }) => isSummed);
  const drawn = async function* (): AsyncGenerator<readonly string[]> {
    for await (const batch of rows)
      for (const row of batch) {
        yield table.columns.map((column, index) => cellForPeople(row[index] ?? '', column, language));
        sums.add(row);
        whole.add(row);
      }
  };
  return {
    heading: name === '' ? table.name : `${table.name} - ${name}`,
    columns: pdfColumns(table),
    rows: drawn(),
    ...(hasSums && {
      carry: (word: string) => sums.row(word, language),
      totals: () => sums.row(TOTAL_WORDS[language].total, language),
    }),
  };
}

const pdfColumns = ({ columns }: DocumentTable) =>
  columns.map(({ header, weight, type }) => ({
    header,
    weight,
    align: type === 'amount' || type === 'number' ? ('right' as const) : ('left' as const),
    isWhole: type !== 'text',
  }));
