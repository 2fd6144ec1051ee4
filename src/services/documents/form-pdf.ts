/** Forms as a PDF that is signed and kept: each begins a page, totals have a line under them, pages are numbered n of m. */
import { type Grid, type GridColumn, gridOf, notesOf, type PaperForm, paperTitle } from '../forms/paper/paper.ts';
import type { Language } from '../kernel/errors.ts';
import type { FormDocument } from './form-document.ts';
import { writePdf } from './pdf.ts';
import type { PdfColumn, PdfSection } from './pdf-table.ts';

const WORDS = { fr: { page: 'Page', of: 'sur', carried: '' }, en: { page: 'Page', of: 'of', carried: '' } } as const;

export const formPdf = (document: FormDocument): AsyncGenerator<Uint8Array> => {
  const { title, lines, foot, createdAt, head, mark, cover, language } = document;
  return writePdf({
    title,
    lines,
    foot,
    createdAt,
    landscape: document.forms.slice(0, 1).some(isWide),
    words: WORDS[language],
    sections: [...document.forms.flatMap((form) => formSections(form, language)), ...textSections(document)],
    ...(head !== undefined && { head }),
    ...(mark !== undefined && { mark }),
    ...(cover && { cover }),
  });
};

/** Sections of a form, to be drawn one after the other; the first begins a page. */
export function formSections(form: PaperForm, language: Language): PdfSection[] {
  const title: PdfSection = {
    heading: paperTitle(form, language),
    columns: [],
    rows: [],
    startsPage: isWide(form) ? 'landscape' : 'portrait',
  };
  const sections = form.sections.map((section) =>
    pdfSection(gridOf(section, language), section.title?.[language] ?? ' ', language),
  );
  return [title, ...sections, ...notesOf(form).map((note) => noteSection(note[language]))];
}

const pdfSection = ({ columns, rows }: Grid, heading: string, language: Language): PdfSection => ({
  heading,
  columns: columns.map((column) => pdfColumn(column, language)),
  rows: rows.map(({ texts }) => texts),
  isTotal: (index) => rows[index]?.isTotal === true,
});

const WEIGHTS: Readonly<Record<GridColumn['kind'], number>> = { line: 3, code: 3, label: 26, amount: 8, text: 14 };

/** Shares that a page upright has room for. */
const UPRIGHT = 85;

const isWide = ({ sections }: PaperForm): boolean =>
  sections.some((section) => gridOf(section, 'fr').columns.reduce((sum, { kind }) => sum + WEIGHTS[kind], 0) > UPRIGHT);

const pdfColumn = ({ name, kind }: GridColumn, language: Language): PdfColumn => ({
  header: name[language],
  weight: WEIGHTS[kind],
  align: kind === 'amount' ? 'right' : 'left',
  isWhole: kind !== 'label' && kind !== 'text',
  wraps: kind === 'label' || kind === 'text',
});

const noteSection = (text: string): PdfSection => ({
  heading: '',
  columns: [{ header: '', weight: 1, wraps: true }],
  rows: [[text]],
});

const textSections = ({ texts = [] }: FormDocument): PdfSection[] =>
  texts.map((text) => ({
    ...noteSection(''),
    rows: text.split('\n').map((line) => [line]),
    startsPage: 'portrait',
  }));
