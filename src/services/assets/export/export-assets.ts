/** B15: the assets that a question of B14 finds, all of them, as a file. */
import type { Knex } from 'knex';
import { type ProducedFile, plainFileName, produceFile } from '../../documents/produced-files.ts';
import type { TableBatch, TableDocument } from '../../documents/table.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { figureRows, inOrder } from '../search/figure-rows.ts';
import { presentAssets } from '../search/present-assets.ts';
import { type AskedAssets, type PreparedQuestion, prepareQuestion } from '../search/question.ts';
import { type ChosenColumns, cellOf, chooseColumns, tableColumn } from './columns.ts';
import { EXPORT_FORMATS, type ExportType } from './formats.ts';
import { documentHeading } from './heading.ts';
import { readRows } from './read-rows.ts';

export interface AskedExport extends AskedAssets, ChosenColumns {
  readonly exportType: ExportType;
}

const TITLE: Labels = { en: 'Fixed assets', fr: 'Immobilisations' };
const FILTERS: Labels = { en: 'Filters: ', fr: 'Filtres : ' };

/**
 * Throws FolderNotFound, WindowEndsBeforeStart, and what is wrong with filters, sorts and columns; FileUnwritable.
 */
export async function exportAssets(ctx: Context, folderId: number, asked: AskedExport): Promise<ProducedFile> {
  const { knex } = await ctx.db();
  const { language } = ctx;
  const columns = chooseColumns(asked);
  const prepared = await prepareQuestion(ctx, folderId, asked);
  const { folderName, lines, foot } = await documentHeading(ctx, folderId, asked.window);
  const format = EXPORT_FORMATS[asked.exportType];
  const document: TableDocument = {
    title: TITLE[language],
    lines: asked.q.length > 0 ? [...lines, `${FILTERS[language]}${asked.q.join(' ; ')}`] : lines,
    foot,
    createdAt: ctx.clock.now(),
    language,
    tables: [
      {
        name: TITLE[language],
        columns: columns.map((column) => tableColumn(column, language)),
        batches: batchesOf(readRows(knex, columns.map(cellOf), prepared.question, prepared.sorts)),
      },
    ],
  };
  return produceFile(ctx, {
    folderId,
    fileName: plainFileName(`${TITLE[language]}-${folderName}-${asked.window.end}.${format.extension}`),
    contentType: format.contentType,
    content: format.write(document, () => charts(knex, prepared, language)),
  });
}

async function* batchesOf(batches: AsyncIterable<TableBatch['rows']>): AsyncGenerator<TableBatch> {
  for await (const rows of batches) yield { section: '', rows };
}

/** Assets whose schedule an HTML export draws: a page of more would not open. */
const MOST_CHARTS = 300;
const LEFT_OUT: Readonly<Record<'en' | 'fr', (count: number) => string>> = {
  en: (count) => `Schedules of the first ${MOST_CHARTS} assets; ${count} others are left out.`,
  fr: (count) => `Échéanciers des ${MOST_CHARTS} premières immobilisations ; ${count} autres ne sont pas dessinés.`,
};

async function* charts(
  knex: Knex,
  { question, sorts, basis }: PreparedQuestion,
  language: Language,
): AsyncGenerator<string> {
  const { scheduleChart } = await import('./schedule-chart.ts');
  const ids: { readonly id: number }[] = await inOrder(figureRows(knex, question).select('a.id'), sorts).limit(
    MOST_CHARTS,
  );
  const [counted] = await figureRows(knex, question).count({ count: '*' });
  const left = Number(counted?.count ?? 0) - ids.length;
  if (left > 0) yield `<p>${LEFT_OUT[language](left)}</p>\n`;
  const assets = await presentAssets(
    knex,
    question.folderId,
    ids.map(({ id }) => id),
  );
  for (const asset of assets) yield scheduleChart(asset, basis, language);
}
