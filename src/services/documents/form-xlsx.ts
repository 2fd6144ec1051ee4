/** Forms as a workbook: a sheet each, amounts as numbers, what follows from other cells as formulas that follow them. */
import { PassThrough } from 'node:stream';
import {
  type Grid,
  type GridColumn,
  gridOf,
  notesOf,
  type PaperCell,
  type PaperForm,
  paperTitle,
} from '../forms/paper/paper.ts';
import { type Cell, loadExcel, type Style, type Workbook, type Worksheet } from './excel.ts';
import type { FormDocument } from './form-document.ts';
import { type Locate, sheetFormula } from './sheet-formula.ts';

export async function* formXlsx(document: FormDocument): AsyncGenerator<Uint8Array> {
  const exceljs = await loadExcel();
  const book = new exceljs.Workbook();
  book.created = new Date(document.createdAt);
  book.title = document.title;
  const sheets = document.forms.map((form, index) => plan(form, document, index));
  for (const sheet of sheets) writeSheet(book, sheet, document, locator(sheets, sheet));
  const stream = new PassThrough();
  const writing = book.xlsx.write(stream).then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  );
  for await (const chunk of stream) yield chunk as Uint8Array;
  await writing;
}

/** The sections of a form and the row where the table of each begins. */
interface SheetPlan {
  readonly form: PaperForm;
  readonly name: string;
  readonly head: readonly string[];
  readonly parts: readonly { readonly title: string; readonly grid: Grid; readonly first: number }[];
}

function plan(form: PaperForm, { title, lines, mark, language, forms }: FormDocument, index: number): SheetPlan {
  const head = [paperTitle(form, language), title, ...lines, ...(mark === undefined ? [] : [mark])];
  let row = head.length + 2;
  const parts = form.sections.map((section) => {
    const grid = gridOf(section, language);
    // A title and the headings stand above the first row.
    const part = { title: section.title?.[language] ?? '', grid, first: row + 2 };
    row += grid.rows.length + 3;
    return part;
  });
  const before = forms.slice(0, index).filter((other) => other.form === form.form).length;
  return { form, head, parts, name: before === 0 ? form.form : `${form.form} (${before + 1})` };
}

/** Where the cells of every form of the period of a sheet are, seen from the sheet. */
function locator(sheets: readonly SheetPlan[], from: SheetPlan): Locate {
  const samePeriod = sheets.filter(({ form }) => form.period?.end === from.form.period?.end);
  const places = new Map(samePeriod.map((sheet) => [sheet.form.form, { sheet, zones: placesOf(sheet) }]));
  return (form, zone) => {
    const found = places.get(form);
    if (!found) return undefined;
    const place = found.zones.get(zone);
    if (place === undefined) return '0';
    return found.sheet === from ? place : `'${found.sheet.name}'!${place}`;
  };
}

const placesOf = ({ parts }: SheetPlan): ReadonlyMap<string, string> =>
  new Map(
    parts.flatMap(({ grid, first }) =>
      grid.rows.flatMap(({ cells }, index) =>
        cells.flatMap((cell, column) =>
          cell && cell.zone !== '' ? [[cell.zone, `${letter(column)}${first + index}`] as const] : [],
        ),
      ),
    ),
  );

const letter = (index: number): string => String.fromCharCode(65 + index);

const WIDTHS: Readonly<Record<GridColumn['kind'], number>> = { line: 8, code: 8, label: 60, amount: 16, text: 40 };

function writeSheet(
  book: Workbook,
  { form, name, head, parts }: SheetPlan,
  { language }: FormDocument,
  locate: Locate,
): void {
  const sheet = book.addWorksheet(name, {
    pageSetup: { fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    headerFooter: { oddFooter: '&RPage &P / &N' },
  });
  for (const [index, text] of head.entries()) put(sheet.getCell(index + 1, 1), text, index === 0 ? BOLD : {});
  for (const { title, grid, first } of parts) {
    put(sheet.getCell(first - 2, 1), title, BOLD);
    for (const [index, { name }] of grid.columns.entries())
      put(sheet.getCell(first - 1, index + 1), name[language], HEAD);
    for (const [index, row] of grid.rows.entries())
      writeRow(sheet, first + index, { grid, row, form: form.form, locate });
  }
  widen(sheet, parts);
  for (const note of notesOf(form)) put(sheet.getCell(sheet.rowCount + 2, 1), note[language], {});
}

function widen(sheet: Worksheet, parts: SheetPlan['parts']): void {
  for (const { grid } of parts)
    for (const [index, { kind }] of grid.columns.entries()) {
      const column = sheet.getColumn(index + 1);
      column.width = Math.max(column.width ?? 0, WIDTHS[kind]);
    }
}

interface Written {
  readonly grid: Grid;
  readonly row: Grid['rows'][number];
  readonly form: string;
  readonly locate: Locate;
}

function writeRow(sheet: Worksheet, number: number, { grid, row, form, locate }: Written): void {
  for (const [index, text] of row.texts.entries()) {
    const cell = sheet.getCell(number, index + 1);
    const own = row.cells[index];
    const style = row.isTotal ? TOTAL : {};
    if (typeof own?.value === 'bigint' || (own?.formula && grid.columns[index]?.kind === 'amount' && !isText(own)))
      put(cell, amountOf(own, form, locate), { ...style, ...AMOUNT });
    else put(cell, text, style);
  }
}

const isText = ({ value }: PaperCell): boolean => typeof value === 'string';

function amountOf({ value, formula: text }: PaperCell, form: string, locate: Locate) {
  const formula = text === undefined ? undefined : sheetFormula(text.replace(/^\? /, ''), form, locate);
  const result = value === undefined ? undefined : Number(value);
  return formula === undefined ? result : { formula, result: result ?? 0 };
}

/** Blank cells keep no style: a sheet is as large as what it holds. */
function put(
  cell: Cell,
  value: string | number | { formula: string; result: number } | undefined,
  style: Partial<Style>,
) {
  if (value === '' || value === undefined) return;
  cell.value = value;
  cell.style = style;
}

const BOLD: Partial<Style> = { font: { bold: true } };
const HEAD: Partial<Style> = { ...BOLD, border: { bottom: { style: 'thin' } } };
const TOTAL: Partial<Style> = { ...BOLD, border: { bottom: { style: 'thin' } } };
const AMOUNT: Partial<Style> = { numFmt: '#,##0;-#,##0;' };
