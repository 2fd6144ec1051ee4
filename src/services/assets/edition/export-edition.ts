/** The editions of a firm: one document per edition, in any of the forms of exports. */
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
}

export interface EditionTables {
  readonly title: string;
  readonly tables: readonly DocumentTable[];
}

type Asker = Pick<Context, 'db' | 'clock' | 'language'>;

/** Throws FolderNotFound, WindowEndsBeforeStart. */
export async function editionTables(
  ctx: Asker,
  folderId: number,
  { edition, window }: AskedEdition,
): Promise<EditionTables> {
  if (edition !== 'FixedAssets') return listTables(ctx, folderId, LISTS[edition], window);
  const { basis } = await prepareQuestion(ctx, folderId, { window, q: [], sort: [] });
  const sums = await sumForms((await ctx.db()).knex, basis, window);
  return { title: FORMS_TITLE[ctx.language], tables: formTables(sums, ctx.language) };
}

async function listTables(
  ctx: Asker,
  folderId: number,
  edition: ListEdition,
  window: Exercise,
): Promise<EditionTables> {
  const { language } = ctx;
  const { knex } = await ctx.db();
  const asked = { window, q: edition.filters(window), sort: edition.sorts };
  const { question, sorts } = await prepareQuestion(ctx, folderId, asked);
  const cells = [edition.section.sql, ...edition.columns.map(({ sql }) => sql)];
  const narrowed = edition.only === undefined ? question : { ...question, only: edition.only };
  const table = {
    name: edition.title[language],
    columns: edition.columns.map((column) => editionColumn(column, language)),
    sectionHeader: edition.section.label[language],
    batches: inSections(readRows(knex, cells, narrowed, sorts), language),
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
  const { language } = ctx;
  const { window } = asked;
  const { title, tables } = await editionTables(ctx, folderId, asked);
  const { folderName, lines, foot } = await documentHeading(ctx, folderId, window);
  const format = EXPORT_FORMATS[exportType];
  return produceFile(ctx, {
    folderId,
    fileName: plainFileName(`${title}-${folderName}-${window.end}.${format.extension}`),
    contentType: format.contentType,
    content: format.write({ title, lines, foot, createdAt: ctx.clock.now(), language, tables }),
  });
}
