import { createReadStream } from 'node:fs';
import * as z from 'zod';
import { EDITIONS, editionTables, exportEdition } from '../../services/assets/edition/export-edition.ts';
import { EXPORT_TYPES } from '../../services/assets/export/formats.ts';
import { valueLabel } from '../../services/assets/search/value-labels.ts';
import { type DocumentTable, plainCell, type TableColumn } from '../../services/documents/table.ts';
import type { Language } from '../../services/kernel/errors.ts';
import type { Block } from '../operation/operation.ts';
import { flag, text } from '../operation/outputs.ts';
import { from, headed } from '../operation/wire.ts';
import { assetOperation } from './asset-operation.ts';
import { FileAnswer } from './export.ts';
import { day } from './simulation-input.ts';

const params = { edition: z.enum(EDITIONS) };

const period = {
  startDate: day().describe('First day of the period'),
  endDate: day().describe('Last day of the period'),
};

const errors = ['WindowEndsBeforeStart', 'TooManyExercises'];

export const assetEditionExport = assetOperation({
  id: 'asset.edition.export',
  summary: { en: 'Print an edition of the fixed assets', fr: 'Imprimer une édition des immobilisations' },
  description:
    'FixedAssets: gross values and amortization in the rows and columns of forms 2054 and 2055. Dotations: charges of the period by account. Disposals: exits with book and tax gains, short and long term. Derogatory: account 145 with its allowances and reversals, add-backs and later deductions. Transfers between rows are out of one and an increase of the other; a credit note on an asset of an earlier period counts with the disposals.',
  right: 'read',
  http: { method: 'POST', path: '/editions/{edition}/export' },
  cli: {
    args: ['edition'],
    examples: [
      'taxops asset edition export Dotations --folder 12 --start-date 2025-01-01 --end-date 2025-12-31 --export-type Pdf',
    ],
  },
  params,
  query: z.object({ ...period, exportType: z.enum(EXPORT_TYPES) }),
  output: FileAnswer,
  toFile: ({ Url }) => createReadStream(Url),
  errors,
  audited: true,
  run: (ctx, { folderId, edition, exportType, startDate: start, endDate: end }) =>
    exportEdition(ctx, folderId, { edition, exportType, window: { start, end } }),
});

const Edition = z
  .object({
    Title: text(),
    Tables: headed(
      z.array(
        z.object({
          Name: text('Nom'),
          Columns: headed(
            z.array(z.object({ Name: text('Nom'), Label: from('header', text('Libellé')), Type: text('Type') })),
            'Colonnes',
          ),
          Rows: headed(z.array(z.object({ Section: text(), Cells: z.array(z.string()) })), 'Lignes'),
          IsCut: flag(),
        }),
      ),
      'Tables',
    ),
  })
  .meta({ id: 'AssetEdition' });

/** Rows of a table beyond which the answer is cut: a file holds them all. */
const MOST_ROWS = 1_000;

export const assetEditionShow = assetOperation({
  id: 'asset.edition.show',
  summary: { en: 'Show an edition of the fixed assets', fr: 'Montrer une édition des immobilisations' },
  description:
    'The same tables as asset edition export, at most 1,000 rows of each: IsCut tells when there are more. Cells follow Columns; amounts have two decimals, an empty text is no value.',
  http: { method: 'GET', path: '/editions/{edition}' },
  cli: {
    args: ['edition'],
    examples: ['taxops asset edition show FixedAssets --folder 12 --start-date 2025-01-01 --end-date 2025-12-31'],
  },
  params,
  query: z.object(period),
  output: Edition,
  errors,
  view,
  isDrawn: true,
  run: async (ctx, { folderId, edition, startDate: start, endDate: end }) => {
    const { title, tables } = await editionTables(ctx, folderId, { edition, window: { start, end } });
    const shown = [];
    for (const table of tables) shown.push({ ...table, ...(await firstRows(table)) });
    return { title, tables: shown };
  },
});

async function firstRows({ columns, batches }: DocumentTable) {
  const rows: { readonly section: string; readonly cells: string[] }[] = [];
  for await (const { section, rows: more } of batches) {
    rows.push(...more.map((row) => ({ section, cells: cellsOf(row, columns) })));
    if (rows.length > MOST_ROWS) break;
  }
  return { rows: rows.slice(0, MOST_ROWS), isCut: rows.length > MOST_ROWS };
}

const cellsOf = (row: readonly string[], columns: readonly TableColumn[]): string[] =>
  columns.map((column, index) => plainCell(row[index] ?? '', column));

const VIEW_TYPES = { amount: 'amount', number: 'number', day: 'day' } as const;

const CUT = {
  en: `the first ${MOST_ROWS} rows: taxops asset edition export has all of them`,
  fr: `les ${MOST_ROWS} premières lignes : taxops asset edition export les a toutes`,
};

/** Columns whose values are names, which people read as words. */
const CHOICES = new Set(['Method', 'FiscalMethod']);

function* view({ Tables }: z.output<typeof Edition>, language: Language): Generator<Block> {
  for (const { Name, Columns, Rows, IsCut } of Tables)
    yield {
      kind: 'table',
      title: Name,
      columns: Columns.map(({ Label, Type }) => ({
        name: Label,
        ...(Type in VIEW_TYPES && { type: VIEW_TYPES[Type as keyof typeof VIEW_TYPES] }),
      })),
      rows: Rows.map(({ Cells }) =>
        Columns.map((column, at) => (CHOICES.has(column.Name) ? valueLabel(Cells[at] ?? '', language) : Cells[at])),
      ),
      sections: Rows.map(({ Section }) => Section),
      summed: Columns.flatMap(({ Label, Type }) => (Type === 'amount' ? [Label] : [])),
      ...(IsCut && { note: CUT[language] }),
    };
}
