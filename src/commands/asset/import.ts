import * as z from 'zod';
import { IMPORT_COLUMNS } from '../../services/assets/import/columns.ts';
import { assetImportErrors } from '../../services/assets/import/errors.ts';
import { type AssetImport, importAssets } from '../../services/assets/import/import-assets.ts';
import { writeCsv } from '../../services/documents/csv.ts';
import { FileResult } from '../../services/kernel/stream.ts';
import { type Block, defineOperation } from '../operation/operation.ts';
import { file } from '../operation/outputs.ts';
import { readAsset } from './asset-input.ts';
import { FOLDER_ROUTE, FolderPath } from './wire.ts';

const Shape = z
  .object({
    FileName: z.string(),
    Lines: z.int().describe('Lines read, header apart'),
    CreatedCount: z.int(),
    KnownLines: z
      .array(z.int())
      .describe('Lines whose asset is there already: same external reference, else same name, account, day and value'),
    Created: z.array(z.object({ Line: z.int(), Id: z.int(), Number: z.int(), Name: z.string() })),
    Faults: z
      .array(z.object({ Line: z.int(), Column: z.string().nullable(), Code: z.string(), Message: z.string() }))
      .describe('Nothing was written when there is one'),
  })
  .meta({ id: 'AssetImport' });

const toWire = ({ fileName, lines, created, known, faults }: AssetImport): z.input<typeof Shape> => ({
  FileName: fileName,
  Lines: lines,
  CreatedCount: created.length,
  KnownLines: [...known],
  Created: created.map(({ line, id, number, name }) => ({ Line: line, Id: id, Number: number, Name: name })),
  Faults: faults.map(({ line, column, code, message }) => ({
    Line: line,
    Column: column,
    Code: code,
    Message: message,
  })),
});

export const assetImport = defineOperation({
  id: 'asset.import',
  summary: { en: 'Import assets from a CSV or XLSX file', fr: 'Importer des immobilisations d’un fichier CSV ou XLSX' },
  description:
    'Columns are those of `asset template`, under their French header or the path of the field, in any order; days as 2025-12-31 or 31/12/2025, amounts as 1234.56 or 1 234,56. Every line is checked and told; all are written or, when one is at fault, none. An asset that is there already is left alone, so a file may be imported twice.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/assets/imports` },
  cli: {
    examples: ['taxops asset import assets.csv --folder 12', 'taxops asset import assets.xlsx --folder 12 --dry-run'],
  },
  params: FolderPath,
  query: z.object({ dryRun: z.boolean().default(false).describe('Check every line, write nothing') }),
  files: { many: false, description: 'CSV (semicolon, comma or tab) or XLSX (first sheet), up to 20,000 lines' },
  output: Shape,
  errors: [
    'FolderNotFound',
    'AssetFileMissing',
    'AssetFileTooLarge',
    'AssetFileUnreadable',
    'AssetColumnUnknown',
    'AssetColumnRepeated',
    'AssetColumnMissing',
    'GrantAmountNotAvailable',
  ],
  outcome: ({ Faults }) => (Faults.length > 0 ? 'refused' : 'done'),
  view: function* (result) {
    const { FileName, Lines, CreatedCount, KnownLines, Faults } = result;
    yield {
      kind: 'text',
      text: `${FileName}: ${Lines} / +${CreatedCount} / =${KnownLines.length} / !${Faults.length}`,
    };
    yield Faults.length > 0 ? faultTable(result) : createdTable(result);
  },
  run: async (ctx, { accountingFolderId, dryRun, files }) => {
    const [file] = files;
    if (!file) throw assetImportErrors.AssetFileMissing({});
    const how = { now: ctx.clock.now(), isDryRun: dryRun, read: readAsset };
    return toWire(await importAssets(await ctx.db(), accountingFolderId, file, how));
  },
});

const faultTable = ({ Faults }: z.output<typeof Shape>): Block => ({
  kind: 'table',
  columns: [{ name: 'Line', type: 'number' }, { name: 'Column' }, { name: 'Code' }, { name: 'Message' }],
  rows: Faults.map(({ Line, Column, Code, Message }) => [Line, Column, Code, Message]),
});

const createdTable = ({ Created }: z.output<typeof Shape>): Block => ({
  kind: 'table',
  columns: [
    { name: 'Line', type: 'number' },
    { name: 'Id', type: 'number' },
    { name: 'Number', type: 'number' },
    { name: 'Name' },
  ],
  rows: Created.map((asset) => [asset.Line, asset.Id, asset.Number, asset.Name]),
});

export const assetTemplate = defineOperation({
  id: 'asset.template',
  summary: { en: 'Write a file of assets to fill in', fr: 'Écrire un fichier d’immobilisations à remplir' },
  description:
    'A CSV with every column that `asset import` reads, under its French header, and one line as an example.',
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: '/api/fixed-assets/import-template' },
  cli: { examples: ['taxops asset template --output assets.csv'] },
  output: file('text/csv'),
  run: async () =>
    new FileResult(
      'immobilisations.csv',
      'text/csv; charset=utf-8',
      writeCsv(
        IMPORT_COLUMNS.map(({ label }) => label),
        [IMPORT_COLUMNS.map(({ path }) => EXAMPLE[path] ?? '')],
        { excel: true },
      ),
    ),
});

const EXAMPLE: Readonly<Record<string, string>> = {
  Name: 'Ordinateur portable',
  Account: '218300',
  AcquisitionDate: '15/03/2025',
  DeploymentDate: '20/03/2025',
  AcquisitionValue: '1500,00',
  DeductibleVat: '300,00',
  AcquisitionQuantity: '1',
  IsAmortizable: 'oui',
  'Amortization.EconomicAttributes.Duration.YearCount': '3',
  'Amortization.EconomicAttributes.Mode': 'Linear',
};
