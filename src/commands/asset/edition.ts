import * as z from 'zod';
import { EDITIONS, editionTables, exportEdition } from '../../services/assets/edition/export-edition.ts';
import { EXPORT_TYPES } from '../../services/assets/export/formats.ts';
import { plainCell, type TableColumn } from '../../services/documents/table.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import { type Block, defineOperation } from '../operation/operation.ts';
import { FileAnswer, toFileAnswer } from './export.ts';
import { day } from './simulation-input.ts';
import { FOLDER_ROUTE, FolderPath } from './wire.ts';

const EditionPath = FolderPath.extend({ edition: z.enum(EDITIONS) });

const period = {
  startDate: day().describe('First day of the period'),
  endDate: day().describe('Last day of the period'),
};

const ERRORS = ['FolderNotFound', 'WindowEndsBeforeStart', 'TooManyExercises'];

const askedBy = ({ startDate, endDate }: { readonly startDate: PlainDate; readonly endDate: PlainDate }) => ({
  window: { start: startDate, end: endDate },
});

export const assetEditionExport = defineOperation({
  id: 'asset.edition.export',
  summary: { en: 'Print an edition of the fixed assets', fr: 'Imprimer une édition des immobilisations' },
  description:
    'FixedAssets: gross values and amortization in the rows and columns of forms 2054 and 2055. Dotations: charges of the period by account. Disposals: exits with book and tax gains, short and long term. Derogatory: account 145 with its allowances and reversals, add-backs and later deductions. Transfers between rows are out of one and an increase of the other; a credit note on an asset of an earlier period counts with the disposals.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/editions/{edition}/export` },
  cli: {
    args: ['edition'],
    examples: [
      'taxops asset edition export Dotations --folder 12 --start-date 2025-01-01 --end-date 2025-12-31 --export-type Pdf',
    ],
  },
  params: EditionPath,
  query: z.object({ ...period, exportType: z.enum(EXPORT_TYPES) }),
  output: FileAnswer,
  errors: ERRORS,
  audited: true,
  run: async (ctx, { accountingFolderId, edition, exportType, ...asked }) => {
    const wanted = { ...askedBy(asked), edition, exportType, language: ctx.language, now: ctx.clock.now() };
    return toFileAnswer(await exportEdition(ctx, accountingFolderId, wanted));
  },
});

const Edition = z
  .object({
    Title: z.string(),
    Tables: z.array(
      z.object({
        Name: z.string(),
        Columns: z.array(z.object({ Name: z.string(), Label: z.string(), Type: z.string() })),
        Rows: z.array(z.object({ Section: z.string(), Cells: z.array(z.string()) })),
        IsCut: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'AssetEdition' });

/** Rows of a table beyond which the answer is cut: a file holds them all. */
const MOST_ROWS = 1_000;

export const assetEditionShow = defineOperation({
  id: 'asset.edition.show',
  summary: { en: 'Show an edition of the fixed assets', fr: 'Montrer une édition des immobilisations' },
  description:
    'The same tables as asset edition export, at most 1,000 rows of each: IsCut tells when there are more. Cells follow Columns; amounts have two decimals, an empty text is no value.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/editions/{edition}` },
  cli: {
    args: ['edition'],
    examples: ['taxops asset edition show FixedAssets --folder 12 --start-date 2025-01-01 --end-date 2025-12-31'],
  },
  params: EditionPath,
  query: z.object(period),
  output: Edition,
  errors: ERRORS,
  view,
  run: async (ctx, { accountingFolderId, edition, ...asked }) => {
    const wanted = { ...askedBy(asked), edition, language: ctx.language, now: ctx.clock.now() };
    const { title, tables } = await editionTables(await ctx.db(), accountingFolderId, wanted);
    const Tables: z.output<typeof Edition>['Tables'] = [];
    for (const { name, columns, batches } of tables) {
      const Rows: { Section: string; Cells: string[] }[] = [];
      for await (const { section, rows } of batches) {
        Rows.push(...rows.map((row) => ({ Section: section, Cells: cellsOf(row, columns) })));
        if (Rows.length > MOST_ROWS) break;
      }
      const Columns = columns.map(({ name: Name, header, type }) => ({ Name, Label: header, Type: type }));
      Tables.push({ Name: name, Columns, Rows: Rows.slice(0, MOST_ROWS), IsCut: Rows.length > MOST_ROWS });
    }
    return { Title: title, Tables };
  },
});

const cellsOf = (row: readonly string[], columns: readonly TableColumn[]): string[] =>
  columns.map((column, index) => plainCell(row[index] ?? '', column));

const VIEW_TYPES = { amount: 'amount', number: 'number', day: 'day' } as const;

function* view({ Tables }: z.output<typeof Edition>): Generator<Block> {
  for (const { Name, Columns, Rows, IsCut } of Tables)
    yield {
      kind: 'table',
      title: Name,
      columns: Columns.map(({ Label, Type }) => ({
        name: Label,
        ...(Type in VIEW_TYPES && { type: VIEW_TYPES[Type as keyof typeof VIEW_TYPES] }),
      })),
      rows: Rows.map(({ Cells }) => Cells),
      ...(IsCut && { note: `the first ${MOST_ROWS} rows` }),
    };
}
