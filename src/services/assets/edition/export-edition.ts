/** The editions of a firm: one document per edition, in any of the forms of exports. */
import type { Database } from '../../db/database.ts';
import { type ProducedFile, plainFileName, produceFile } from '../../documents/produced-files.ts';
import type { DocumentTable, TableBatch, TableColumn } from '../../documents/table.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import type { Exercise } from '../engine/calendar.ts';
import { CELL_TYPES } from '../export/columns.ts';
import { EXPORT_FORMATS, type ExportType } from '../export/formats.ts';
import { documentHeading } from '../export/heading.ts';
import { readRows } from '../export/read-rows.ts';
import { prepareQuestion } from '../search/question.ts';
import { valueLabel } from '../search/value-labels.ts';
import { formTables, sumForms } from './fixed-assets-tables.ts';
import { DEROGATORY, DISPOSALS, DOTATIONS, type EditionColumn, type ListEdition } from './list-editions.ts';

export const EDITIONS = ['FixedAssets', 'Dotations', 'Disposals', 'Derogatory'] as const;
export type EditionName = (typeof EDITIONS)[number];

const LISTS: Readonly<Record<Exclude<EditionName, 'FixedAssets'>, ListEdition>> = {
  Dotations: DOTATIONS,
  Disposals: DISPOSALS,
  Derogatory: DEROGATORY,
};

const FORMS_TITLE: Labels = {
  en: 'Table of fixed assets and amortization',
  fr: 'Tableau des immobilisations et des amortissements',
};

export interface AskedEdition {
  readonly edition: EditionName;
  readonly window: Exercise;
  readonly language: Language;
  /** The moment of the call. */
  readonly now: string;
}

export interface EditionTables {
  readonly title: string;
  readonly tables: readonly DocumentTable[];
}

/** Throws FolderNotFound, WindowEndsBeforeStart. */
export async function editionTables(db: Database, folderId: number, asked: AskedEdition): Promise<EditionTables> {
  const { edition, window, language, now } = asked;
  if (edition !== 'FixedAssets') return listTables(db, folderId, LISTS[edition], asked);
  const { basis } = await prepareQuestion(db, folderId, { window, now, q: [], sort: [] });
  return { title: FORMS_TITLE[language], tables: formTables(await sumForms(db, basis, window), language) };
}

async function listTables(
  db: Database,
  folderId: number,
  edition: ListEdition,
  { window, language, now }: AskedEdition,
): Promise<EditionTables> {
  const asked = { window, now, q: edition.filters(window), sort: edition.sorts };
  const { question, sorts } = await prepareQuestion(db, folderId, asked);
  const cells = [edition.section.sql, ...edition.columns.map(({ sql }) => sql)];
  const narrowed = edition.only === undefined ? question : { ...question, only: edition.only };
  const table = {
    name: edition.title[language],
    columns: edition.columns.map((column) => editionColumn(column, language)),
    sectionHeader: edition.section.label[language],
    batches: inSections(readRows(db, cells, narrowed, sorts), language),
  };
  return { title: edition.title[language], tables: [table] };
}

const editionColumn = ({ name, label, type, weight, isSummed }: EditionColumn, language: Language): TableColumn => ({
  name,
  header: label[language],
  type: CELL_TYPES[type],
  weight,
  isSummed,
  ...(type === 'Enum' && { valueLabel: (value: string) => valueLabel(value, language) }),
});

/** Rows come in the order of their section, which is their first cell. */
async function* inSections(batches: AsyncIterable<TableBatch['rows']>, language: Language): AsyncGenerator<TableBatch> {
  for await (const rows of batches) {
    for (let from = 0; from < rows.length; ) {
      const section = rows[from]?.[0] ?? '';
      let to = from;
      while (to < rows.length && rows[to]?.[0] === section) to += 1;
      yield { section: valueLabel(section, language), rows: rows.slice(from, to).map((row) => row.slice(1)) };
      from = to;
    }
  }
}

/** Throws FolderNotFound, WindowEndsBeforeStart, FileUnwritable. */
export async function exportEdition(
  ctx: Context,
  folderId: number,
  { exportType, ...asked }: AskedEdition & { readonly exportType: ExportType },
): Promise<ProducedFile> {
  const db = await ctx.db();
  const { language, window } = asked;
  const { title, tables } = await editionTables(db, folderId, asked);
  const { folderName, lines, foot } = await documentHeading(db, folderId, window, language);
  const format = EXPORT_FORMATS[exportType];
  return produceFile(ctx, {
    folderId,
    fileName: plainFileName(`${title}-${folderName}-${window.end}.${format.extension}`),
    contentType: format.contentType,
    content: format.write({ title, lines, foot, createdAt: asked.now, language, tables }),
  });
}
