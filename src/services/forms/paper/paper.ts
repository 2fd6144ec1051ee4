/** A form as it is printed: sections of lines, each with its cells side by side. What fills it and what draws it are elsewhere. */
import type { Labels, Language } from '../../kernel/errors.ts';

/** Whole euros, or a text: a date, a mark, a percentage, a name. */
export type PaperValue = bigint | string;

export interface PaperCell {
  /** The code that is sent, unique in the form; blank for what is not sent: last year, the change. */
  readonly zone: string;
  /** What stands beside the cell. */
  readonly code: string;
  readonly value: PaperValue | undefined;
  /** A person gave the value: it was not computed. */
  readonly isTyped: boolean;
  /** Typed where the form computes: the settings of the period allow it. */
  readonly isTypedOver?: boolean | undefined;
  /** How the cell follows from others, in the language of formula.ts; absent where a person typed over it. */
  readonly formula?: string | undefined;
}

export interface PaperColumn {
  readonly name: Labels;
  readonly isText: boolean;
}

export interface PaperRow {
  /** As printed, such as `08`; blank where the form numbers none. */
  readonly line: string;
  readonly label: Labels;
  readonly isTotal: boolean;
  /** One per column of the section. */
  readonly cells: readonly (PaperCell | undefined)[];
}

export interface PaperSection {
  readonly title: Labels | undefined;
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly PaperRow[];
}

export interface PaperForm {
  readonly form: string;
  readonly title: Labels;
  /** First and last day, where a document may hold a form for several periods. */
  readonly period?: { readonly start: string; readonly end: string } | undefined;
  readonly sections: readonly PaperSection[];
}

/** Number, title and period. */
export function paperTitle({ form, title, period }: PaperForm, language: Language): string {
  const days = period && [period.start, period.end].map((day) => valueForPeople(day, language)).join(' - ');
  return [form, title[language], days].filter(Boolean).join('  ');
}

/** A section as a table: codes are columns like the others. */
export interface Grid {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

export interface GridColumn {
  readonly name: Labels;
  readonly kind: 'line' | 'label' | 'code' | 'amount' | 'text';
  /** Column of the section that it shows, or whose codes it shows; absent for the line, the label and the code of a line. */
  readonly place?: number;
}

export interface GridRow {
  readonly isTotal: boolean;
  /** For people. */
  readonly texts: readonly string[];
  readonly cells: readonly (PaperCell | undefined)[];
}

const GROUPS = { fr: '\u00a0', en: ',' } as const;

/** Whole euros in groups of three, days as people of the language write them. */
export function valueForPeople(value: PaperValue | undefined, language: Language): string {
  if (typeof value === 'bigint') return String(value).replace(/\B(?=(\d{3})+$)/g, GROUPS[language]);
  const text = value ?? '';
  return language === 'fr' ? text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1') : text;
}

const LINE: Labels = { en: 'Line', fr: 'Ligne' };
const LABEL: Labels = { en: 'Label', fr: 'Libellé' };
const CODE: Labels = { en: 'Code', fr: 'Code' };

/** What is typed carries this beside its code. */
const TYPED_MARK = '*';
const TYPED_NOTE: Labels = { en: `${TYPED_MARK} typed value`, fr: `${TYPED_MARK} valeur saisie` };
const TYPED_OVER_MARK = '**';
const TYPED_OVER_NOTE: Labels = {
  en: `${TYPED_OVER_MARK} typed over a computed value`,
  fr: `${TYPED_OVER_MARK} valeur saisie à la place d’une valeur calculée`,
};

export function gridOf(section: PaperSection, language: Language): Grid {
  const columns = gridColumns(section);
  const rows = section.rows.map(({ line, label, isTotal, cells }) => ({
    isTotal,
    cells: columns.map(({ kind, place }) => (kind === 'amount' || kind === 'text' ? cells[place ?? 0] : undefined)),
    texts: columns.map(({ kind, place }) => {
      if (kind === 'line') return line;
      if (kind === 'label') return label[language];
      if (kind === 'code') return codeText(place === undefined ? cells : [cells[place]]);
      return valueForPeople(cells[place ?? 0]?.value, language);
    }),
  }));
  return { columns, rows };
}

/** A code before each column, or before all of them when no line has two. */
function gridColumns({ columns, rows }: PaperSection): GridColumn[] {
  const isCoded = (cell: PaperCell | undefined) => cell !== undefined && cell.code !== '';
  const hasSeveral = rows.some(({ cells }) => cells.filter(isCoded).length > 1);
  const hasCodes = rows.some(({ cells }) => cells.some((cell) => isCoded(cell) || cell?.isTyped));
  const code: GridColumn = { name: CODE, kind: 'code' };
  return [
    ...(rows.some(({ line }) => line !== '') ? [{ name: LINE, kind: 'line' } as const] : []),
    ...(rows.some(({ label }) => label.en !== '') ? [{ name: LABEL, kind: 'label' } as const] : []),
    ...(hasCodes && !hasSeveral ? [code] : []),
    ...columns.flatMap(({ name, isText }, place): GridColumn[] => [
      ...(hasSeveral && rows.some(({ cells }) => isCoded(cells[place])) ? [{ ...code, place }] : []),
      { name, kind: isText ? 'text' : 'amount', place },
    ]),
  ];
}

const codeText = (cells: readonly (PaperCell | undefined)[]): string => {
  const code = cells.map((cell) => cell?.code ?? '').find(Boolean) ?? '';
  const mark = cells.some((cell) => cell?.isTypedOver) ? TYPED_OVER_MARK : TYPED_MARK;
  return cells.some((cell) => cell?.isTyped) ? `${code} ${mark}`.trim() : code;
};

/** What the marks of a form mean, for its foot; nothing where it has none. */
export function notesOf({ sections }: PaperForm): Labels[] {
  const typed = sections.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter((cell) => cell?.isTyped)));
  return [
    ...(typed.some((cell) => !cell?.isTypedOver) ? [TYPED_NOTE] : []),
    ...(typed.some((cell) => cell?.isTypedOver) ? [TYPED_OVER_NOTE] : []),
  ];
}

/** The lines that hold something, and the sections that still have lines. */
export function filledOnly(form: PaperForm): PaperForm {
  const isFilled = ({ cells }: PaperRow) => cells.some((cell) => cell?.value !== undefined);
  const sections = form.sections.map((section) => ({ ...section, rows: section.rows.filter(isFilled) }));
  return { ...form, sections: sections.filter(({ rows }) => rows.length > 0) };
}
